"""Zheng Shangyou in six positions."""

from paiyou.games.lesson import LessonStep
from paiyou.games.text import Text

STEPS = (
    LessonStep(
        task=Text(
            "Everyone for himself: whoever plays all his cards first wins. You lead. A straight of five or more sheds "
            "the most: play 3 4 5 6 7.",
            "各自为战，先出完者胜。由你领出。五张起的顺子走得最快：出 3 4 5 6 7。",
        ),
        wrong=Text("That is allowed, but the straight 3 4 5 6 7 sheds five cards.", "可以，但顺子 34567 一次走五张。"),
        done=Text(
            "Only a higher straight of the same length beats it. The 2 is never part of a chain.",
            "只有同样张数、更大的顺子能压。2 不能进顺子和连牌。",
        ),
        hands=("34567TTK", "8899JQ", "5577JQ"),
        line=("34567", "pass", "pass"),
    ),
    LessonStep(
        task=Text(
            "Two consecutive pairs go together here. 5 5 6 6 lies there: beat it with 8 8 9 9.",
            "这里两连对就能一起出。对手出了 5566，用 8899 压它。",
        ),
        wrong=Text("Play the pairs 8 8 9 9 together.", "把 8899 一起打出去。"),
        done=Text("Same kind, same length, higher: that is all it takes.", "同牌型、同张数、更大，就能压。"),
        hands=("48899K", "3TTJQ", "5566AA"),
        turn=2,
        line=("5566", "8899", "pass", "pass"),
    ),
    LessonStep(
        task=Text(
            "Three alike go alone, without kickers, but several in a row go together: play 7 7 7 8 8 8.",
            "三张不带牌，但相连的三张可以一起出：出 777888。",
        ),
        wrong=Text("Six cards at once: 7 7 7 8 8 8.", "一次走六张：777888。"),
        done=Text("The longer the chain, the harder it is to beat.", "连得越长，越难压。"),
        hands=("3777888Q", "44TTJ9", "55JJQQ"),
        line=("777888", "pass", "pass"),
    ),
    LessonStep(
        task=Text(
            "An ace is led. There is a single 2 in the pack, it beats every single card, and you have it. Play it.",
            "对手出 A。整副牌只有一张 2，单张里最大，就在你手里。出 2。",
        ),
        wrong=Text("Play the 2: nobody has a higher card.", "出 2：谁也没有更大的单张。"),
        done=Text("From low to high: 3 4 5 6 7 8 9 10 J Q K A 2.", "从小到大：3 4 5 6 7 8 9 10 J Q K A 2。"),
        hands=("4662", "99QK", "7TJA"),
        turn=2,
        line=("A", "2", "pass", "pass"),
    ),
    LessonStep(
        task=Text(
            "A long straight, and its player has one card left. Four alike are a bomb and beat anything: play it.",
            "对手出了长顺子，只剩一张牌。四张相同是炸弹，压一切：炸！",
        ),
        wrong=Text("If you pass he wins with his last card: bomb!", "不要的话他就出完了：炸！"),
        done=Text("Only a higher bomb beats a bomb. Now you lead.", "只有更大的炸弹能压炸弹。现在由你领出。"),
        hands=("55556JJ", "99QKK", "3789TJQ"),
        turn=2,
        line=("789TJQ", "5555", "pass", "pass"),
    ),
    LessonStep(
        task=Text(
            "The next player has one card left. He cannot beat a pair: lead the 4s, and then your last card.",
            "下家只剩一张，压不了对子：先出对 4，再出最后一张。",
        ),
        wrong=Text("He may put his last card on a single one. Lead the pair.", "单张可能被他压住走完。先出对子。"),
        done=Text(
            "You win. The others pay one point for every card they hold: one and four.",
            "你赢了。别人手里剩几张就付几分：一分和四分。",
        ),
        hands=("44J", "A", "3378"),
        line=("44", "pass", "pass", "J"),
    ),
)
