"""Gongzhu in seven positions: following suit, the pig, the sheep, the transformer, hearts, and exposing."""

from paiyou.games.lesson import LessonStep
from paiyou.games.text import Text

STEPS = (
    LessonStep(
        task=Text(
            "Everyone plays one card to a trick; the highest of the suit led takes it. Spades were led, and who has "
            "spades must follow. Stay below: play the 3.",
            "每轮每人出一张，首引花色中最大的收走这一轮。现在引的是黑桃，有黑桃必须跟。躲在下面：出黑桃 3。",
        ),
        wrong=Text("The king would take the trick. Stay below with the 3.", "K 会收走这一轮。出 3 躲开。"),
        done=Text("The 9 takes the trick, and its player leads the next one.", "最大的 9 收走，由那一家引下一轮。"),
        hands=("S3 SK H2", "S7 C3 D4", "S9 C4 D5", "S5 C6 D7"),
        turn=3,
        line=("S5", "S3", "S7", "S9"),
    ),
    LessonStep(
        task=Text(
            "The queen of spades is the pig: it costs its taker 100. The king lies there and will take this trick, so "
            "give him your pig now.",
            "黑桃 Q 是猪，谁收到扣 100 分。桌上有 K，肯定由他收走：趁现在把猪送出去。",
        ),
        wrong=Text(
            "You will not be rid of the pig more easily: play the queen under the king.", "这是送猪的好机会：出黑桃 Q。"
        ),
        done=Text("A pig for him: 100 points down.", "他拱了猪：扣 100 分。"),
        hands=("S2 SQ D3", "S6 C3 D4", "SK C5 D6", "S4 C7 D8"),
        turn=2,
        line=("SK", "S4", "SQ", "S6"),
    ),
    LessonStep(
        task=Text(
            "You have no diamonds, so you may throw away any card, and a card of another suit never takes a trick. Get "
            "rid of the pig.",
            "你没有方块，可以垫任意一张，垫的牌不会收牌。把猪垫出去。",
        ),
        wrong=Text("The pig costs the most: throw away the queen of spades.", "猪扣得最多：垫黑桃 Q。"),
        done=Text("Being out of a suit is a chance to give bad cards away.", "缺一门花色，正好把坏牌送人。"),
        hands=("SQ HK C3", "D5 C4 H2", "DK C5 H3", "D9 C6 H4"),
        turn=3,
        line=("D9", "SQ", "D5", "DK"),
    ),
    LessonStep(
        task=Text(
            "The jack of diamonds is the sheep: it earns its taker 100. You play last: take it with the ace.",
            "方块 J 是羊，谁收到得 100 分。你最后出牌：用 A 把羊牵走。",
        ),
        wrong=Text("That leaves the sheep to another: take it with the ace.", "这样羊就归别人了：用 A 牵走。"),
        done=Text("The sheep is yours: 100 points up.", "羊是你的了：加 100 分。"),
        hands=("D2 DA C3", "DJ C4 H2", "D4 C5 H3", "D9 C6 H4"),
        turn=1,
        line=("DJ", "D4", "D9", "DA"),
    ),
    LessonStep(
        task=Text(
            "Hearts cost: the ace 50, king 40, queen 30, jack 20, 10 to 5 ten each. This trick is full of them. Stay "
            "below with the 2.",
            "红桃扣分：A 50、K 40、Q 30、J 20，10 到 5 各 10。这一轮全是红桃，出 2 躲开。",
        ),
        wrong=Text("The ace would take 110 points of hearts. Play the 2.", "A 会收走 110 分的红桃。出 2。"),
        done=Text(
            "The king pays for all of it. Only who takes all thirteen hearts earns 200 instead.",
            "出 K 的一家全吃了。只有十三张红桃收齐才反得 200 分。",
        ),
        hands=("H2 HA C3", "HK C4 D2", "H9 C5 D3", "H7 C6 D4"),
        turn=1,
        line=("HK", "H9", "H7", "H2"),
    ),
    LessonStep(
        task=Text(
            "The ten of clubs is the transformer: it doubles all its taker scores, good or bad, and alone earns 50. "
            "You have taken nothing bad: take it with the king.",
            "梅花 10 是变压器：收到的人得分失分都翻倍，单独收到得 50 分。你没有坏牌：用 K 收下它。",
        ),
        wrong=Text("It is worth having now: take it with the king.", "现在收它划算：出 K。"),
        done=Text(
            "Fifty points. Had you had the sheep, it would have made 200.", "得 50 分。要是已经有羊，就成了 200 分。"
        ),
        hands=("C2 CK D3", "CT D4 H2", "C4 D5 H3", "C8 D6 H4"),
        turn=1,
        line=("CT", "C4", "C8", "CK"),
    ),
    LessonStep(
        task=Text(
            "Before the first trick you may expose the pig, the sheep, the transformer or the ace of hearts: then they "
            "count double. With ace, king and sheep you will take it yourself: expose it.",
            "首轮之前可以亮猪、羊、变压器和红桃 A，亮了加倍计分。你有方块 A、K 和羊，自己收得到：亮羊。",
        ),
        wrong=Text("Be bold: choose the jack of diamonds and expose it.", "大胆一点：选方块 J，亮出来。"),
        done=Text(
            "The sheep is worth 200 now. It may not be played the first time its suit is led, unless it is "
            "your only one. That is all: good luck!",
            "现在羊值 200 分。亮出的牌在该花色第一次被引出时不能打，除非只有这一张。就这些，祝你好运！",
        ),
        hands=(
            "S3 S5 S9 H2 H4 H8 C2 C7 CQ D6 DJ DK DA",
            "S4 S6 S7 ST SA H3 H5 H9 HJ HK HA C8 D3",
            "SJ SQ H6 H7 C3 C4 C5 C9 CJ CK D4 D5 D9",
            "S2 S8 SK HT HQ C6 CT CA D2 D7 D8 DT DQ",
        ),
        line=("expose DJ", "expose none", "expose none", "expose none"),
    ),
)
