"""The compiled core: the build made for the widest instructions this processor has.

Set `PAIYOU_CORE=portable` in the environment to load the plain build instead, for instance to compare the two.
"""

import os

from paiyou._core import processor

if processor.has_avx2_and_bmi2() and os.environ.get("PAIYOU_CORE") != "portable":
    from paiyou._core import avx2 as best
else:
    from paiyou._core import portable as best

CfrPlus = best.CfrPlus
ClimbingEncoder = best.ClimbingEncoder
ClimbingExpectimax = best.ClimbingExpectimax
ClimbingGame = best.ClimbingGame
ClimbingMinimax = best.ClimbingMinimax
ClimbingState = best.ClimbingState
ClimbingTree = best.ClimbingTree
ClimbingView = best.ClimbingView
ClimbingWeigher = best.ClimbingWeigher
SequenceForm = best.SequenceForm
TrickExpectimax = best.TrickExpectimax
TrickGame = best.TrickGame
TrickMinimax = best.TrickMinimax
TrickState = best.TrickState
TrickView = best.TrickView
search_python_game = best.search_python_game
solve_deals = best.solve_deals
solve_endgame = best.solve_endgame
