"""A trick game written a second time, plainly and from the rules' text alone: lists of cards, no bits, no speed."""

RANKS = "23456789TJQKA"
EXPOSABLE = ("SQ", "DJ", "CT", "HA")
HEART_VALUES = dict(zip(RANKS, (0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50), strict=True))


class Reference:
    """Gongzhu's rules of exposing, following and taking, on any small or large deck of suited cards."""

    def __init__(self, hands, opener, exposable=EXPOSABLE, lead_card="C2", must_lead=False):
        self.hands = [list(hand) for hand in hands]
        self.exposable = exposable
        self.lead_card = lead_card
        self.must_lead = must_lead
        self.turn = self.opener = opener
        self.spoken = 0 if exposable else len(hands)
        self.exposed = []
        self.suits_led = []
        self.trick = []
        self.taken = [[] for _ in hands]
        self.first_lead = True

    def legal(self):
        hand = self.hands[self.turn]
        if self.spoken < len(self.hands):
            own = [card for card in self.exposable if card in hand]
            subsets = [[]]
            for card in own:
                subsets += [[*subset, card] for subset in subsets]
            return {"expose " + " ".join(subset or ["none"]) for subset in subsets}
        if not hand:
            return set()
        if not self.trick:
            if self.must_lead and self.first_lead and self.lead_card in hand:
                return {self.lead_card}
            return {card for card in hand if not self._waits(card)}
        suit = self.trick[0][1][0]
        follow = [card for card in hand if card[0] == suit]
        if not follow:
            return set(hand)
        return {card for card in follow if not self._waits(card)}

    def _waits(self, card):
        """Exposed, its suit not led in any trick before this one, and not the only card of its suit."""
        if card not in self.exposed or card[0] in self.suits_led:
            return False
        return sum(other[0] == card[0] for other in self.hands[self.turn]) > 1

    def play(self, move):
        assert move in self.legal()
        seat, seats = self.turn, len(self.hands)
        if move.startswith("expose"):
            self.exposed += [card for card in move.split()[1:] if card != "none"]
            self.spoken += 1
            self.turn = (seat + 1) % seats
            return
        self.first_lead = False
        self.hands[seat].remove(move)
        self.trick.append((seat, move))
        self.turn = (seat + 1) % seats
        if len(self.trick) == seats:
            suit = self.trick[0][1][0]
            following = [(RANKS.index(card[1]), who) for who, card in self.trick if card[0] == suit]
            self.turn = max(following)[1]
            self.taken[self.turn] += [card for _, card in self.trick]
            self.suits_led.append(suit)
            self.trick = []


def gongzhu_score(taken, exposed=(), ha_doubles="suit", pig_flip="slam"):
    """E.4 step by step."""
    hearts_held = [card for card in taken if card[0] == "H"]
    all_hearts = len(hearts_held) == 13
    pig_held, sheep_held, transformer_held = "SQ" in taken, "DJ" in taken, "CT" in taken
    if all_hearts:
        hearts = 400 if "HA" in exposed else 200
    else:
        hearts = sum(HEART_VALUES[card[1]] for card in hearts_held)
        if "HA" in exposed:
            hearts += hearts if ha_doubles == "suit" else (-50 if "HA" in taken else 0)
    pig = (-200 if "SQ" in exposed else -100) if pig_held else 0
    sheep = (200 if "DJ" in exposed else 100) if sheep_held else 0
    slam = all_hearts and pig_held and sheep_held and transformer_held
    if (pig_flip == "slam" and slam) or (pig_flip == "full" and all_hearts):
        pig = -pig
    if not transformer_held:
        return hearts + pig + sheep
    if not hearts_held and not pig_held and not sheep_held:
        return 100 if "CT" in exposed else 50
    return (hearts + pig + sheep) * (4 if "CT" in exposed else 2)
