"""Dou Dizhu in eight positions: the auction, what may be led and what beats it, bomb and rocket, and the partner."""

from paiyou.games.lesson import LessonStep
from paiyou.games.text import Text

STEPS = (
    LessonStep(
        task=Text(
            "Everyone has 17 cards. Who calls becomes the landlord, takes three more and plays alone against two. Your "
            "hand is strong, with both jokers and two 2s: call.",
            "每人 17 张牌。叫地主的人再拿三张底牌，一人斗两家。你有双王和两张 2，牌很好：叫地主。",
        ),
        wrong=Text("With a hand like this be brave: call.", "这么好的牌，大胆叫地主。"),
        done=Text(
            "You are the landlord: 20 cards, and you lead. Whoever plays all his cards first wins for his side.",
            "你当上了地主：20 张牌，先出。哪一方先有人出完，哪一方赢。",
        ),
        game="doudizhu:bidding=call-rob",
        hands=("3456799TTQKKA22BR", "33466688TTJJQQAA2", "3455777899JJQKKA2"),
        bottom="845",
        line=("call", "decline", "decline"),
    ),
    LessonStep(
        task=Text(
            "You lead and may play any combination. A straight of five or more gets rid of the most: play 3 4 5 6 7.",
            "轮到你领出，什么牌型都行。五张起的顺子走得最快：出 3 4 5 6 7。",
        ),
        wrong=Text("That is allowed, but the straight 3 4 5 6 7 sheds five cards.", "可以，但顺子 34567 一次走五张。"),
        done=Text(
            "A straight can only be beaten by a higher one of the same length. A 2 or a joker is never part of it.",
            "顺子只能被同样张数、更大的顺子压过。2 和王不能进顺子。",
        ),
        hands=("34567KKA", "89TTJQ", "334689"),
        line=("34567", "pass", "pass"),
    ),
    LessonStep(
        task=Text(
            "The pair of 8s must be beaten by a higher pair. The lowest that does it keeps your aces: play two jacks.",
            "对手出了一对 8，要用更大的对子压。用最小的就够，把 A 留着：出对 J。",
        ),
        wrong=Text("Two jacks are enough: keep the aces.", "一对 J 就够了，A 留着。"),
        done=Text(
            "From low to high: 3 4 5 6 7 8 9 10 J Q K A 2, small joker, big joker. Suits do not matter. Both others "
            "passed, so you lead again.",
            "从小到大：3 4 5 6 7 8 9 10 J Q K A 2 小王 大王，不分花色。两家都不要，又轮到你领出。",
        ),
        hands=("35JJAA", "9TTQ", "348899"),
        turn=2,
        line=("88", "JJ", "pass", "pass"),
    ),
    LessonStep(
        task=Text(
            "Three alike may take a single card or a pair along. Get rid of your lone 4 with the three 7s.",
            "三张可以带一张单牌或一对。用三个 7 把单张 4 带走。",
        ),
        wrong=Text("Choose the three 7s and the 4 together.", "把三个 7 和 4 一起选上。"),
        done=Text(
            "Only the three count when it is beaten: 8 8 8 with any card would do it.",
            "比大小只看三张：8 8 8 带任意一张就能压过，带的牌不算。",
        ),
        hands=("4777KK2", "99JJQA", "568TTJ"),
        line=("4777", "pass", "pass"),
    ),
    LessonStep(
        task=Text(
            "Consecutive threes are a plane, and each may take a card along. Play 7 7 7 8 8 8 with 4 and 5.",
            "相连的三张是飞机，每个三张可以带一张。出 777888 带 4 和 5。",
        ),
        wrong=Text("Eight cards at once: 7 7 7 8 8 8 with 4 and 5.", "一次走八张：777888 带 4、5。"),
        done=Text(
            "Eight cards gone. In the same way three or more consecutive pairs go together, such as 5 5 6 6 7 7.",
            "一下走了八张。同样，三连以上的对子也能一起出，比如 556677。",
        ),
        hands=("45777888AA", "33TTJJQK", "669TQQKK"),
        line=("45777888", "pass", "pass"),
    ),
    LessonStep(
        task=Text(
            "A peasant plays two 2s, the highest pair, and has one card left. Four alike are a bomb and beat any "
            "combination: bomb them, then play your last card.",
            "农民出了最大的对子一对 2，手里只剩一张。四张相同是炸弹，什么牌型都能压：炸掉它，再出最后一张。",
        ),
        wrong=Text("If you pass he plays his last card and wins: bomb!", "不要的话他就出完了：炸！"),
        done=Text("You win. Every bomb doubles the stake.", "你赢了。每个炸弹都让倍数翻倍。"),
        hands=("66669", "TTJ", "224"),
        turn=2,
        line=("22", "6666", "pass", "pass", "9"),
    ),
    LessonStep(
        task=Text(
            "Both jokers together are the rocket, and nothing beats it, not even a bomb. Play it on the four 8s.",
            "大小王一起是王炸，最大，连炸弹也能压。用它压住四个 8。",
        ),
        wrong=Text("Now is the time: play both jokers.", "就是现在：把两张王一起打出去。"),
        done=Text(
            "The rocket doubles once more: what you play for is now four times as much.",
            "王炸再翻一倍：现在打的是四倍。",
        ),
        hands=("55BR", "TTJ", "488889"),
        turn=2,
        line=("8888", "BR", "pass", "pass", "55"),
    ),
    LessonStep(
        task=Text(
            "Now you are a peasant, and the other one, your partner, holds one card. His king stands, the landlord has "
            "passed. Let him have the lead: pass.",
            "这回你是农民，对家农民是同伙，只剩一张。他的 K 没人压，地主不要。让他走：不要。",
        ),
        wrong=Text("Do not beat your partner: he is about to win for you both.", "别压同伙，他马上就替你们俩赢了。"),
        done=Text(
            "He plays his last card, and you win together. That is all you need: the rest comes with playing.",
            "他出完了，你们一起赢。会这些就够了，其余的边打边学。",
        ),
        hands=("357QQA", "46A2", "4K"),
        seat=1,
        turn=2,
        line=("K", "pass", "pass", "4"),
    ),
)
