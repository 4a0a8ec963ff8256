"""Mini Dou Dizhu in five positions."""

from paiyou.games.lesson import LessonStep
from paiyou.games.text import Text

STEPS = (
    LessonStep(
        task=Text(
            "Whoever plays all his cards first wins. You lead one to four cards of one rank: play the three 3s.",
            "谁先出完谁赢。领出时可以出一到四张同点的牌：出三个 3。",
        ),
        wrong=Text("That is allowed, but three cards at once are better.", "可以，但一次走三张更好。"),
        done=Text(
            "The other cannot beat three 3s and passes. You lead again.", "对手压不过三个 3，不要。又轮到你领出。"
        ),
        hands=("333456B", "344566R"),
        line=("333", "pass"),
    ),
    LessonStep(
        task=Text(
            "A pair of 3s lies there. Play as many cards of a higher rank; take the lowest that does it.",
            "对手出了一对 3。要出同样张数、点数更大的牌，用最小的就够。",
        ),
        wrong=Text("It beats them, but two 4s are enough.", "能压，但一对 4 就够了。"),
        done=Text("The order is 3 4 5 6, small joker, big joker.", "大小顺序：3 4 5 6 小王 大王。"),
        hands=("4466B", "3355"),
        turn=1,
        line=("33", "44", "pass"),
    ),
    LessonStep(
        task=Text(
            "The 6 is the highest rank, but for the jokers. Beat it with the small joker.",
            "6 是除王以外最大的。用小王压它。",
        ),
        wrong=Text("You can beat it: play the small joker.", "压得过：出小王。"),
        done=Text("Only the big joker would beat that. The other passes.", "只有大王能压小王。对手不要。"),
        hands=("35B", "566"),
        turn=1,
        line=("6", "B", "pass"),
    ),
    LessonStep(
        task=Text(
            "There are no bombs here: four alike beat only four lower ones. You cannot beat a single 6, so pass.",
            "这里没有炸弹：四张只能压四张。单张 6 你压不过：不要。",
        ),
        wrong=Text("Pass: four alike do not beat one card.", "不要：四张压不了单张。"),
        done=Text("Then the other leads again, and again you pass or beat.", "接着还是对手领出，你再决定压不压。"),
        hands=("4444", "356"),
        turn=1,
        line=("6", "pass", "5"),
    ),
    LessonStep(
        task=Text(
            "The other has one card left. It cannot beat two: lead the pair, then your last card.",
            "对手只剩一张，压不了对子：先出对 3，再出最后一张。",
        ),
        wrong=Text(
            "He may beat a single card with his last one. Lead the pair.", "单张可能被他的最后一张压住。先出对子。"
        ),
        done=Text(
            "You win. Think of what the other can still beat: that is the whole art.",
            "你赢了。多想想对手还压得过什么，这就是全部诀窍。",
        ),
        hands=("336", "R"),
        line=("33", "pass", "6"),
    ),
)
