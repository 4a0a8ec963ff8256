#include "search/endgame/solver.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <vector>

#include "search/endgame/parts.hpp"
#include "search/endgame/positions.hpp"

namespace paiyou::search {

using namespace paiyou::climbing;
using endgame::Classes;
using endgame::Key;
using endgame::Parts;
using endgame::PositionTable;
using endgame::Threats;
using endgame::Verdict;

namespace {

constexpr std::uint64_t kNodesPerLook = 1024;  // at the clock

// How moves have fared in this search: how often they won, and how much work it was to find out.
class Experience {
 public:
    Experience() : entries_(1 << 13) {}

    // Less is better: a move that wins seldom or takes long is tried late.
    float charge(const Position& at, Action action) const { return entries_[place_of(at, action)].charge; }

    void add(const Position& at, Action action, bool won, std::uint64_t nodes) {
        Entry& entry = entries_[place_of(at, action)];
        entry.tried += 1.0F;
        entry.won += won ? 1.0F : 0.0F;
        entry.cost += std::log2(1.0F + static_cast<float>(nodes));
        const float odds = (entry.won + 0.5F) / (entry.tried + 1.0F);
        entry.charge = kCost * entry.cost / (entry.tried + 1.0F) - kOdds * std::log2(odds);
    }

 private:
    static constexpr float kOdds = 4.1F;
    static constexpr float kCost = 2.0F;

    struct Entry {
        float tried = 0;
        float won = 0;
        float cost = 0;
        float charge = kOdds;  // of a move that has not been tried: even odds
    };

    // By the move, who makes it, and whose combo it answers.
    std::size_t place_of(const Position& at, Action action) const {
        const std::uint64_t whose = at.leading() ? 0U : at.last_seat + 1U;
        return mix((action * std::uint64_t{8} + at.turn) * 8 + whose) & (entries_.size() - 1);
    }

    std::vector<Entry> entries_;
};

// Proves who wins positions: one side, the attackers, or all others together.
class Prover {
 public:
    Prover(const Game& game, const Position& root, Effort& effort)
        : game_(game), seats_(game.rules.seats), effort_(effort), moves_(game), spare_(game) {
        parts_.reserve(static_cast<std::size_t>(seats_));  // they are pointed at
        for (int seat = 0; seat < seats_; ++seat) {
            parts_.emplace_back(game, root.hands[seat]);
            power_[seat] = has_power(game.combos, root.hands[seat]);
        }
        for (int of = 0; of < seats_; ++of) {
            for (int by = 0; by < seats_; ++by) threats_.emplace_back(game, parts_[of], parts_[by]);
        }
    }

    // Begins anew: the side of a seat attacks, and all others defend together.
    void set_attackers(const Position& at, int seat) {
        for (int other = 0; other < seats_; ++other) attacks_[other] = allied(game_, at, seat, other);
        table_.clear();
    }

    // Whether two seats are together in this proof, which those of different teams may be: against an attacker all are.
    bool together(int seat, int other) const { return attacks_[seat] == attacks_[other]; }
    Verdict won_by(int seat) const { return attacks_[seat] ? Verdict::kWon : Verdict::kLost; }

    // kUnknown when the budget is spent.
    Verdict prove(Position at) {
        Key key;
        const Verdict known = look(at, key);
        return known == Verdict::kUnknown ? expand(at, key) : known;
    }

    // Passes for all who have no other move; how many that were.
    int settle(Position& at) {
        int passes = 0;
        for (; !at.leading(); ++passes) {
            list_moves(at);
            if (moves_.combos() != 0) break;
            play_action(game_, at, kPass);
        }
        return passes;
    }

    // All moves of the seat to move, in the order of the table.
    std::vector<Action> legal_moves(const Position& at) {
        std::vector<Action> actions;
        list_moves(at);
        moves_.each([&](Action action) { actions.push_back(action); });
        return actions;
    }

    // A move that wins, in a position the side to move is known to win.
    Action winning_move(const Position& at) {
        if (!at.leading() && helper_runs(at)) return kPass;
        const std::vector<Action> actions = legal_moves(at);
        const Classes beaten = beaten_classes(at, at.turn);
        const auto run = least(actions, [&](Action action) -> std::optional<float> {
            if (action == kPass || !runs_with(at, action, beaten)) return std::nullopt;
            const Packed rest = at.hands[at.turn] - game_.combos.combo(action).cards;
            return rest == 0 ? 0.0F : static_cast<float>(parts_[at.turn].groups(rest));
        });
        if (run) return *run;
        const auto known = least(actions, [&](Action action) -> std::optional<float> {
            Child child = make_child(at, action);
            if (look(child.at, child.key) != won_by(at.turn)) return std::nullopt;
            return charge_for(at, child);
        });
        return known.value_or(kPass);
    }

    Key key_of(const Position& at) {
        if (!at.leading()) list_moves(at);
        return make_key(at);
    }

 private:
    struct Child {
        Position at;
        Key key;
        Action action;
        float charge;
    };

    // The action with the least charge of those that have one.
    template <typename Charge>
    static std::optional<Action> least(const std::vector<Action>& actions, Charge&& charge_of) {
        std::optional<Action> best;
        float least = 0;
        for (const Action action : actions) {
            const std::optional<float> charge = charge_of(action);
            if (!charge || (best && *charge >= least)) continue;
            best = action;
            least = *charge;
        }
        return best;
    }

    void list_moves(const Position& at) { card_moves(game_, at.hands[at.turn], at.last, moves_, power_[at.turn]); }

    Child make_child(const Position& at, Action action) const {
        Child child{at, {}, action, 0};
        play_action(game_, child.at, action);
        return child;
    }

    // What is known of a position without searching it. It is settled, and where nothing is known its key is made.
    Verdict look(Position& at, Key& key) {
        const Verdict verdict = without_search(at, key);
        return verdict == Verdict::kUnknown ? table_.find(key) : verdict;
    }

    // The same without looking it up.
    Verdict without_search(Position& at, Key& key) {
        if (at.over()) return won_by(at.winner);
        settle(at);
        const int seat = at.turn;
        const Classes beaten = beaten_classes(at, seat);
        if (at.leading()) {
            if (parts_[seat].runs(at.hands[seat], beaten)) return won_by(seat);
        } else {
            bool runs = false;
            moves_.each([&](Action action) { runs = runs || (action != kPass && runs_with(at, action, beaten)); });
            if (runs || helper_runs(at)) return won_by(seat);
        }
        key = make_key(at);
        return Verdict::kUnknown;
    }

    // Which classes of a seat's combos are beaten by somebody who would, or who must.
    Classes beaten_classes(const Position& at, int seat) {
        Classes beaten = 0;
        for (int other = 0; other < seats_; ++other) {
            if (other == seat || (!game_.rules.must_beat && together(seat, other))) continue;
            beaten |= threats_[static_cast<std::size_t>(seat * seats_ + other)].beaten(at.hands[other], spare_);
        }
        return beaten;
    }

    // The seat to move goes out with this combo, or it stands and the rest of the hand can be played out.
    bool runs_with(const Position& at, Action action, Classes beaten) {
        Parts& parts = parts_[at.turn];
        const Packed rest = at.hands[at.turn] - game_.combos.combo(action).cards;
        return rest == 0 || (parts.stands(game_.combos.standing(action), beaten) && parts.runs(rest, beaten));
    }

    // The trick belongs to a seat of the same side, which can play out its hand if it is left to it.
    bool helper_runs(const Position& at) {
        if (!together(at.turn, at.last_seat)) return false;
        const Classes beaten = beaten_classes(at, at.last_seat);
        Parts& parts = parts_[at.last_seat];
        return parts.stands(game_.combos.standing(at.last), beaten) && parts.runs(at.hands[at.last_seat], beaten);
    }

    // Of a settled position; behind a combo, `moves_` holds the moves of the seat to move.
    Key make_key(const Position& at) {
        Key key;
        int shift = 0;
        for (int seat = 0; seat < seats_; ++seat) {
            key.hands |= parts_[seat].number(at.hands[seat]) << shift;
            shift += parts_[seat].bits();
        }
        key.rest = (to_beat(at) * 4 + at.passes) * 4 + at.turn;
        return key;
    }

    // A number for what lies there, as far as those who may still answer can tell: 0 on the lead, else the lowest key
    // that beats it in its group, or that only more power does.
    std::uint32_t to_beat(const Position& at) {
        if (at.leading()) return 0;
        const Standing standing = game_.combos.standing(at.last);
        constexpr int kNone = 16;
        int lowest = kNone;
        for (int seat = at.turn;;) {
            moves_.each([&](Action action) {
                const ComboTable::Combo& combo = game_.combos.combo(action);
                if (action == kPass || combo.power > standing.power) return;
                // A combo that answers as an alias may have any key there.
                lowest = std::min(lowest, combo.group == standing.group ? combo.key : standing.key + 1);
            });
            seat = seat + 1 == seats_ ? 0 : seat + 1;
            if (seat == at.last_seat) break;
            card_moves(game_, at.hands[seat], at.last, moves_, power_[seat]);
        }
        if (lowest == kNone) return 1U + standing.power;
        return 257U + standing.group * 16U + static_cast<std::uint32_t>(lowest);
    }

    Verdict expand(const Position& at, const Key& key) {
        if (!effort_.spend()) return Verdict::kUnknown;
        const std::size_t first = children_.size();
        const Verdict verdict = try_moves(at, first);
        if (verdict != Verdict::kUnknown) table_.store(key, verdict);
        children_.resize(first);
        return verdict;
    }

    // The children of a position are kept in children_ from `first` on, and taken off by the caller.
    Verdict try_moves(const Position& at, std::size_t first) {
        const Verdict good = won_by(at.turn);
        list_moves(at);
        moves_.each([&](Action action) { children_.push_back(make_child(at, action)); });
        // All are tried without a search before any is looked up, so that the table's memory can come meanwhile, and
        // all are looked up before any is searched.
        if (keep_children(first, good, [this](Child& child) {
                const Verdict verdict = without_search(child.at, child.key);
                if (verdict == Verdict::kUnknown) table_.prefetch(child.key);
                return verdict;
            })) {
            return good;
        }
        if (keep_children(first, good, [this](Child& child) { return table_.find(child.key); })) return good;
        const std::size_t kept = children_.size();
        for (std::size_t number = first; number < kept; ++number) {
            children_[number].charge = charge_for(at, children_[number]);
        }
        for (std::size_t number = first; number < kept; ++number) {
            const auto place = [this](std::size_t at_number) {
                return children_.begin() + static_cast<std::ptrdiff_t>(at_number);
            };
            std::iter_swap(place(number),
                           std::min_element(place(number), place(kept),
                                            [](const Child& a, const Child& b) { return a.charge < b.charge; }));
            const Child child = children_[number];  // a copy: deeper positions move the others
            Verdict verdict = table_.find(child.key);
            if (verdict == Verdict::kUnknown) {
                const std::uint64_t before = effort_.nodes();
                verdict = expand(child.at, child.key);
                if (verdict == Verdict::kUnknown) return verdict;
                experience_.add(at, child.action, verdict == good, effort_.nodes() - before);
            }
            if (verdict == good) return good;
        }
        return good == Verdict::kWon ? Verdict::kLost : Verdict::kWon;
    }

    // Drops the children from `first` on that have a verdict; true as soon as one has the verdict wished for.
    template <typename Ask>
    bool keep_children(std::size_t first, Verdict wished, Ask&& ask) {
        std::size_t kept = first;
        for (std::size_t number = first; number < children_.size(); ++number) {
            const Verdict verdict = ask(children_[number]);
            if (verdict == wished) return true;
            if (verdict == Verdict::kUnknown) children_[kept++] = children_[number];
        }
        children_.resize(kept);
        return false;
    }

    // Moves with a low charge are tried first. The numbers were found by trying what makes searches short.
    float charge_for(const Position& at, const Child& child) {
        const int seat = at.turn;
        const int next = child.at.turn;
        const float side = together(seat, next) ? -1.0F : 1.0F;
        float charge = experience_.charge(at, child.action);
        charge += 1.0F * static_cast<float>(parts_[seat].groups(child.at.hands[seat]));
        charge -= 0.25F * side * static_cast<float>(parts_[next].groups(child.at.hands[next]));
        if (child.at.leading()) charge += 0.5F * side;
        if (side < 0) charge -= 0.4F;
        if (child.action == kPass) {
            charge += together(seat, at.last_seat) ? -1.0F : 0.5F;
        } else {
            const ComboTable::Combo& combo = game_.combos.combo(child.action);
            charge += 1.4F * static_cast<float>(combo.power) - 0.12F * static_cast<float>(total_cards(combo.cards));
            if (child.at.leading() && next == seat) charge -= 0.5F;
        }
        return charge;
    }

    const Game& game_;
    int seats_;
    Effort& effort_;
    MoveSet moves_;
    MoveSet spare_;
    std::vector<Parts> parts_;
    std::vector<Threats> threats_;  // seat * seats_ + other
    std::array<bool, kMaxSeats> power_{};
    std::array<bool, kMaxSeats> attacks_{};
    PositionTable table_;
    Experience experience_;
    std::vector<Child> children_;
};

// A game to its end from a proven position. The winners follow one plan; against that the losers hold out as long as
// they can, or, once kMostPositions have been looked at, about so.
class Line {
 public:
    Line(const Game& game, Prover& prover, int winner) : game_(game), prover_(prover), winner_(winner) {}

    // `first` are the moves to choose from at the beginning.
    History play(Position at, const std::vector<Action>& first) {
        History line;
        const auto make = [&](Action action) {
            line.push_back({action, at.turn});
            play_action(game_, at, action);
        };
        make(choose(at, first));
        while (!at.over()) {
            make(prover_.together(at.turn, winner_) ? prover_.winning_move(at) : choose(at, prover_.legal_moves(at)));
        }
        return line;
    }

 private:
    static constexpr std::size_t kMostPositions = 5000;

    // The winners' shortest move, or the losers' longest.
    Action choose(const Position& at, const std::vector<Action>& actions) {
        const int sign = prover_.together(at.turn, winner_) ? -1 : 1;
        Action best = actions.front();
        int most = -100'000;
        for (const Action action : actions) {
            const int length = sign * length_behind(at, action);
            if (length <= most) continue;
            most = length;
            best = action;
        }
        return best;
    }

    int length_behind(Position at, Action action) {
        play_action(game_, at, action);
        return 1 + length(at);
    }

    // The number of moves to the end.
    int length(Position at) {
        if (at.over()) return 0;
        const int passes = prover_.settle(at);
        if (prover_.together(at.turn, winner_)) return passes + length_behind(at, prover_.winning_move(at));
        const Key key = prover_.key_of(at);
        if (const auto known = lengths_.find(key); known != lengths_.end()) return passes + known->second;
        if (lengths_.size() >= kMostPositions) return passes;
        int longest = 0;
        for (const Action action : prover_.legal_moves(at)) longest = std::max(longest, length_behind(at, action));
        lengths_.emplace(key, longest);
        return passes + longest;
    }

    struct Hash {
        std::size_t operator()(const Key& key) const { return key.hash(); }
    };

    const Game& game_;
    Prover& prover_;
    int winner_;  // a seat of the side that wins
    std::unordered_map<Key, int, Hash> lengths_;
};

// Who is proven first: the landlord, whichever side is to move; without one, the side of the seat to move.
int first_attacker(const Game& game, const Position& at) {
    return game.rules.score.kind == Scoring::kStake ? at.landlord : at.turn;
}

// A seat of the one side that wins where the side of the seat to move does not; kNobody where there are more sides.
int only_enemy(const Game& game, const Position& at) {
    int enemy = kNobody;
    for (int step = 1; step < game.rules.seats; ++step) {
        const int seat = (at.turn + step) % game.rules.seats;
        if (allied(game, at, at.turn, seat)) continue;
        if (enemy != kNobody && !allied(game, at, enemy, seat)) return kNobody;
        if (enemy == kNobody) enemy = seat;
    }
    return enemy;
}

// Whether a move of the seat to move wins for its side, which must attack, or be all who do not.
Verdict prove_move(const Game& game, Prover& prover, const Position& at, Action action) {
    Position next = at;
    play_action(game, next, action);
    return prover.prove(next);
}

}  // namespace

std::vector<bool> winning(const Game& game, const Position& at, const std::vector<Action>& moves, Effort& effort) {
    Prover prover(game, at, effort);
    prover.set_attackers(at, first_attacker(game, at));
    std::vector<bool> wins;
    for (const Action action : moves) {
        const Verdict verdict = prove_move(game, prover, at, action);
        if (verdict == Verdict::kUnknown) break;
        wins.push_back(verdict == prover.won_by(at.turn));
    }
    return wins;
}

Solved solve(const Game& game, const Position& at, const Limits& limits) {
    Effort effort(limits, kNodesPerLook);
    Prover prover(game, at, effort);
    Solved solved;
    const int seats = game.rules.seats;
    const std::vector<Action> moves = prover.legal_moves(at);

    // Every move of the seat to move, with its own side against all others.
    prover.set_attackers(at, first_attacker(game, at));
    for (const Action action : moves) {
        if (prove_move(game, prover, at, action) == prover.won_by(at.turn)) solved.winning.push_back(action);
    }
    int winner = kNobody;  // a seat of the side that wins
    if (!solved.winning.empty()) {
        winner = at.turn;
    } else if (const int other = only_enemy(game, at); other != kNobody) {
        winner = other;
    } else {
        // The others one after the other, each with its side against the rest.
        for (int step = 1; step < seats && winner == kNobody; ++step) {
            const int seat = (at.turn + step) % seats;
            if (allied(game, at, at.turn, seat)) continue;
            prover.set_attackers(at, seat);
            if (prover.prove(at) == Verdict::kWon) winner = seat;
        }
    }
    if (!effort.stopped() && winner != kNobody) {
        solved.line = Line(game, prover, winner).play(at, solved.winning.empty() ? moves : solved.winning);
        solved.winner = solved.line.back().seat;
    }
    solved.stop = effort.stop();
    solved.nodes = effort.nodes();
    return solved;
}

}  // namespace paiyou::search
