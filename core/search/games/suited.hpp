// A climbing game whose moves are told apart by the suits of their cards: a solo of a rank held three times is three
// moves, in the tree and in random games. Nothing in these games calls for it, but the branching that Whitehouse et al.
// 2011 count does. Suits are numbered, not named: of n ways to take a combo out of a hand, the moves are its
// ways from 0.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "search/games/climbing.hpp"
#include "search/trees/root_moves.hpp"

namespace paiyou::search {

class Suited {
 public:
    // Only long chains of ranks held often have more ways; they count as this many.
    static constexpr Move kMostWays = 256;
    // Searches have tables of all moves.
    static constexpr Move kMostMoves = 1'000'000;
    static constexpr const char* kTooMany =
        "suits=on needs a game of at most 3,900 combos, such as Zheng Shangyou: this one has more";

    using Position = climbing::Position;
    struct Scratch {
        climbing::MoveSet moves;
        std::vector<std::pair<Move, Move>> ways;  // combos and their ways, in random games
    };

    explicit Suited(const climbing::Game& game) : whole_(game) {}

    bool possible() const { return whole_.move_limit() <= kMostMoves / kMostWays; }
    static constexpr Move by_rank(Move move) { return move / kMostWays; }

    // Each combo once, as its best way did, in the order of the moves given.
    static std::vector<RootMove> best_by_rank(const std::vector<RootMove>& ranked) {
        std::vector<RootMove> best;
        for (RootMove move : ranked) {
            move.move = by_rank(move.move);
            const auto same = [&](const RootMove& other) { return other.move == move.move; };
            if (std::none_of(best.begin(), best.end(), same)) best.push_back(move);
        }
        return best;
    }

    Scratch scratch() const { return {whole_.scratch(), {}}; }
    int seats() const { return whole_.seats(); }
    int turn(const Position& at) const { return whole_.turn(at); }
    bool over(const Position& at) const { return whole_.over(at); }
    Values results(const Position& at, Reward reward) const { return whole_.results(at, reward); }
    bool allied(const Position& at, int seat, int other) const { return whole_.allied(at, seat, other); }
    Range range() const { return whole_.range(); }
    Move move_limit() const { return whole_.move_limit() * kMostWays; }
    bool sure_of_own_moves(const Position& at) const { return whole_.sure_of_own_moves(at); }
    bool is_part(Move) const { return false; }

    template <typename Visit>
    void each_move(const Position& at, Scratch& scratch, Visit&& visit) const {
        whole_.each_move(at, scratch.moves, [&](Move move) {
            const Move ways = ways_of(at, move);
            for (Move way = 0; way < ways; ++way) visit(move * kMostWays + way);
        });
    }

    void play(Position& at, Move move) const { whole_.play(at, by_rank(move)); }

    template <typename Tell>
    void finish(Position& at, Scratch& scratch, Random& random, Tell&& tell) const {
        while (!over(at)) {
            scratch.ways.clear();
            Move total = 0;
            whole_.each_move(at, scratch.moves, [&](Move move) {
                const Move ways = ways_of(at, move);
                scratch.ways.emplace_back(move, ways);
                total += ways;
            });
            Move number = random.below(total);
            for (const auto& [move, ways] : scratch.ways) {
                if (number < ways) {
                    tell(turn(at), move * kMostWays + number);
                    whole_.play(at, move);
                    break;
                }
                number -= ways;
            }
        }
    }

    void finish(Position& at, Scratch& scratch, Random& random) const {
        finish(at, scratch, random, [](int, Move) {});
    }

 private:
    // How many sets of cards of the hand to move are this combo; a pass or a call is one.
    Move ways_of(const Position& at, Move move) const {
        const climbing::ComboTable& combos = whole_.game().combos;
        if (move == climbing::kPass || move >= combos.size()) return 1;
        const Packed hand = at.hands[at.turn];
        Move ways = 1;
        for (Packed left = combos.combo(move).cards, rank = 0; left != 0; left >>= 4, ++rank) {
            const int used = static_cast<int>(left & 0xF);
            if (used == 0) continue;
            ways = std::min(kMostWays, ways * kChoose[count_of(hand, static_cast<int>(rank))][used]);
        }
        return ways;
    }

    static constexpr auto kChoose = [] {
        std::array<std::array<Move, kMaxCopies + 1>, kMaxCopies + 1> choose{};
        for (int n = 0; n <= kMaxCopies; ++n) {
            choose[n][0] = 1;
            for (int k = 1; k <= n; ++k) choose[n][k] = choose[n - 1][k - 1] + (k < n ? choose[n - 1][k] : 0);
        }
        return choose;
    }();

    Climbing whole_;
};

static_assert(CardGame<Suited>);

}  // namespace paiyou::search
