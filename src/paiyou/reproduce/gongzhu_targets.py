"""Wu et al. 2022, equation (2): returns beside the bootstrapped update that the paper prints with them, in Gongzhu.

The experiment is that of DouZero's Fig. 7 (`douzero_fig7.py`) with two methods and another game.
"""

from __future__ import annotations

from paiyou.reproduce.douzero_fig7 import DouzeroFig7


class GongzhuTargets(DouzeroFig7):
    """Learning curves of both, each alone against three players that never learn."""

    name = "gongzhu-targets"
    title = "Wu et al., equation (2): returns and bootstrapped values in Gongzhu"
    level = 0.25
    recorded = 0.4
