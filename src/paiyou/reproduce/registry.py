"""All experiments by name."""

from __future__ import annotations

from paiyou.options import unknown
from paiyou.reproduce.bidding_gains import BiddingGains
from paiyou.reproduce.douzero_bidding import DouzeroBidding
from paiyou.reproduce.douzero_bombs import DouzeroBombs
from paiyou.reproduce.douzero_cooperation import DouzeroCooperation
from paiyou.reproduce.douzero_curves import DouzeroCurves
from paiyou.reproduce.douzero_expert import DouzeroExpert
from paiyou.reproduce.douzero_fig7 import DouzeroFig7
from paiyou.reproduce.douzero_fig13 import DouzeroFig13
from paiyou.reproduce.douzero_fig14 import DouzeroFig14
from paiyou.reproduce.douzero_generalisation import DouzeroGeneralisation
from paiyou.reproduce.douzero_table1 import DouzeroTable1
from paiyou.reproduce.douzero_times import DouzeroTimes
from paiyou.reproduce.experiment import Experiment
from paiyou.reproduce.gongzhu_curves import GongzhuCurves
from paiyou.reproduce.gongzhu_examples import GongzhuExamples
from paiyou.reproduce.gongzhu_table6 import GongzhuTable6
from paiyou.reproduce.gongzhu_targets import GongzhuTargets
from paiyou.reproduce.rui_fig3 import RuiFig3
from paiyou.reproduce.rui_printed import RUI_PRINTED, RUI_PRINTED_OTHERS, RuiPrintedFig3
from paiyou.reproduce.rui_readings import RuiReadings
from paiyou.reproduce.rui_table2 import RuiTable2
from paiyou.reproduce.whitehouse import HALVED, ONE
from paiyou.reproduce.whitehouse_branching import Branching
from paiyou.reproduce.whitehouse_determinizations import Determinizations
from paiyou.reproduce.whitehouse_fig3 import Fig3
from paiyou.reproduce.whitehouse_information_sets import InformationSets
from paiyou.reproduce.whitehouse_mini import Mini
from paiyou.reproduce.whitehouse_mini_readings import HALVED as MINI_HALVED
from paiyou.reproduce.whitehouse_mini_readings import HALVED_OTHERS, MiniReadings
from paiyou.reproduce.whitehouse_readings import Readings
from paiyou.reproduce.whitehouse_sweeps import Exploration, Iterations
from paiyou.reproduce.whitehouse_table1 import Table1
from paiyou.reproduce.whitehouse_table2 import Table2
from paiyou.reproduce.whitehouse_table2_rows import Table2Rows

EXPERIMENTS: dict[str, Experiment] = {
    experiment.name: experiment
    for experiment in (
        Fig3(),
        Mini(),
        MiniReadings(),
        MiniReadings("whitehouse-mini-halved", MINI_HALVED, 1.0),
        MiniReadings("whitehouse-mini-halved-others", HALVED_OTHERS, 0.03),
        Table1(),
        Table1(HALVED, 0.2),
        Table1(ONE, 0.3),
        Table2(),
        Table2(HALVED, 0.03),
        Table2(ONE, 0.03),
        Table2Rows(),
        Iterations(),
        Iterations(HALVED, 0.04),
        Iterations(ONE, 0.04),
        Exploration(),
        Exploration(HALVED, 0.02),
        Exploration(ONE, 0.04),
        Readings(),
        Determinizations(),
        Branching(),
        InformationSets(),
        RuiTable2(),
        RuiFig3(),
        RuiReadings(),
        RUI_PRINTED,
        RUI_PRINTED_OTHERS,
        RuiPrintedFig3(),
        DouzeroTable1(),
        DouzeroCurves(),
        DouzeroTimes(),
        DouzeroCooperation(),
        DouzeroBombs(),
        DouzeroBidding(),
        DouzeroFig13(),
        DouzeroExpert(),
        DouzeroFig14(),
        BiddingGains(),
        DouzeroFig7(),
        DouzeroGeneralisation(),
        GongzhuTable6(),
        GongzhuCurves(),
        GongzhuExamples(),
        GongzhuTargets(),
    )
}
"""In the order of the papers."""


def find(name: str) -> Experiment:
    """The experiment of a name; ValueError with the names there are."""
    if name not in EXPERIMENTS:
        raise unknown("experiment", name, EXPERIMENTS)
    return EXPERIMENTS[name]
