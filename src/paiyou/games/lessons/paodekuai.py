"""Pao De Kuai in six positions."""

from paiyou.games.lesson import LessonStep
from paiyou.games.text import Text

STEPS = (
    LessonStep(
        task=Text(
            "A race to an empty hand, everyone for himself. Whoever can beat must, so you cannot pass here: beat the 7 "
            "with your lowest card that does it.",
            "比谁先出完，各自为战。能管必管，所以这里不能不要：用最小的牌压住 7。",
        ),
        wrong=Text("It beats the 7, but the 9 is enough.", "能压，但 9 就够了。"),
        done=Text(
            "From low to high: 3 4 5 6 7 8 9 10 J Q K A 2, and suits do not matter.",
            "从小到大：3 到 10、J Q K A 2，不分花色。",
        ),
        hands=("349K", "8TT", "578"),
        turn=2,
        line=("7", "9", "T", "pass"),
    ),
    LessonStep(
        task=Text(
            "Three alike go with any two cards. Get rid of 4 and 5 with the three 7s.",
            "三张要带任意两张。用三个 7 把 4 和 5 带走。",
        ),
        wrong=Text("Choose the three 7s with 4 and 5.", "把三个 7 和 4、5 一起选上。"),
        done=Text(
            "Only the three count when it is beaten. Several in a row are a plane, with two cards for each.",
            "比大小只看三张。相连的三张是飞机，每个三张带两张。",
        ),
        hands=("45777KK", "3399JJ", "66TTQQ"),
        line=("45777", "pass", "pass"),
    ),
    LessonStep(
        task=Text(
            "You lead. Straights have five cards or more: play 3 4 5 6 7.",
            "由你领出。顺子五张起：出 3 4 5 6 7。",
        ),
        wrong=Text("That is allowed, but the straight sheds five cards.", "可以，但顺子一次走五张。"),
        done=Text(
            "In the same way two or more pairs in a row go together, such as 5 5 6 6.",
            "同样，两连以上的对子也能一起出，比如 5566。",
        ),
        hands=("34567QQ", "889TTJ", "99JJKA"),
        line=("34567", "pass", "pass"),
    ),
    LessonStep(
        task=Text(
            "Only your four 8s beat this ace. A bomb need not be played: keep it for a better moment, and pass.",
            "只有四个 8 能压这张 A。炸弹可以不出，留到更好的时候：不要。",
        ),
        wrong=Text("You may, but a bomb is worth more later. Pass.", "可以炸，但留着更值。先不要。"),
        done=Text(
            "All else that beats must be played; a bomb is the one exception.", "其他能管的都必须管，只有炸弹例外。"
        ),
        hands=("348888", "99TT", "5JA"),
        turn=2,
        line=("A", "pass", "pass", "5"),
    ),
    LessonStep(
        task=Text(
            "He has one card left after this straight: that is the moment. Play the bomb.",
            "对手出完这手顺子只剩一张：就是现在，炸！",
        ),
        wrong=Text("If you pass he wins with his last card: bomb!", "不要的话他就出完了：炸！"),
        done=Text(
            "A bomb that nobody beats earns ten points from each of the others.", "没人压的炸弹，另外两家各付十分。"
        ),
        hands=("88884J", "99TTK", "34567Q"),
        turn=2,
        line=("34567", "8888", "pass", "pass"),
    ),
    LessonStep(
        task=Text(
            "Three alike may go alone only as the last cards of a hand. Play all three 7s and win.",
            "三张不带牌，只能作为最后一手。把三个 7 全出了，就赢了。",
        ),
        wrong=Text("Choose all three: then your hand is empty.", "三张全选：这样就出完了。"),
        done=Text(
            "You win. The others pay a point for every card left; a single last card is free, and a hand that never "
            "played pays double.",
            "你赢了。别人按剩牌每张付一分；只剩一张不付，一张未出加倍。",
        ),
        hands=("777", "A", "889J"),
        line=("777",),
    ),
)
