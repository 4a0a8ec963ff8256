// A climbing game with its moves in two steps, first the body and then the kickers (Whitehouse et al. 2011, II.C, after
// Childs, Brodeur and Kocsis, "Transpositions and move groups in Monte Carlo tree search", CIG 2008): more levels, but
// far fewer branches at each. A body with one legal kicker stays one move.
#pragma once

#include <vector>

#include "search/games/climbing.hpp"

namespace paiyou::search {

class Grouped {
 public:
    static constexpr std::int32_t kNoBody = climbing::ComboTable::kNoBody;

    struct Position {
        climbing::Position at;
        std::int32_t body = kNoBody;  // chosen, its kickers not yet
    };
    struct Scratch {
        climbing::MoveSet moves;
        std::vector<Move> whole;
        std::vector<std::uint32_t> kickers;  // legal ones of each body; all zero between uses
    };

    explicit Grouped(const climbing::Game& game) : whole_(game), table_(&game.combos) {}

    Scratch scratch() const { return {whole_.scratch(), {}, std::vector<std::uint32_t>(table_->bodies())}; }
    int seats() const { return whole_.seats(); }
    int turn(const Position& at) const { return whole_.turn(at.at); }
    bool over(const Position& at) const { return whole_.over(at.at); }
    Values results(const Position& at, Reward reward) const { return whole_.results(at.at, reward); }
    bool allied(const Position& at, int seat, int other) const { return whole_.allied(at.at, seat, other); }
    Range range() const { return whole_.range(); }

    // Behind the moves of the game come the bodies.
    Move move_limit() const { return whole_.move_limit() + table_->bodies(); }
    bool sure_of_own_moves(const Position& at) const { return whole_.sure_of_own_moves(at.at); }
    bool is_part(Move move) const { return move >= whole_.move_limit(); }

    template <typename Visit>
    void each_move(const Position& at, Scratch& scratch, Visit&& visit) const {
        if (at.body != kNoBody) {
            whole_.each_move(at.at, scratch.moves, [&](Move move) {
                if (body_of(move) == at.body) visit(move);
            });
            return;
        }
        scratch.whole.clear();
        whole_.each_move(at.at, scratch.moves, [&](Move move) {
            scratch.whole.push_back(move);
            if (const std::int32_t body = body_of(move); body != kNoBody) ++scratch.kickers[body];
        });
        for (const Move move : scratch.whole) {
            const std::int32_t body = body_of(move);
            if (body == kNoBody) {
                visit(move);
            } else if (scratch.kickers[body] > 0) {
                visit(scratch.kickers[body] == 1 ? move : part(body));
                scratch.kickers[body] = 0;  // listed once
            }
        }
    }

    void play(Position& at, Move move) const {
        if (is_part(move)) {
            at.body = static_cast<std::int32_t>(move - whole_.move_limit());
        } else {
            whole_.play(at.at, move);
            at.body = kNoBody;
        }
    }

    // A body waits for any of its kickers; from then on whole moves are played, all equally likely.
    template <typename Tell>
    void finish(Position& at, Scratch& scratch, Random& random, Tell&& tell) const {
        if (at.body != kNoBody) {
            std::uint32_t kickers = 0;
            each_move(at, scratch, [&](Move) { ++kickers; });
            std::uint32_t number = random.below(kickers);
            Move chosen = 0;
            each_move(at, scratch, [&](Move move) {
                if (number-- == 0) chosen = move;
            });
            tell(turn(at), chosen);
            play(at, chosen);
        }
        whole_.finish(at.at, scratch.moves, random, [&](int seat, Move move) {
            tell(seat, move);
            if (body_of(move) != kNoBody) tell(seat, part(body_of(move)));
        });
    }

    void finish(Position& at, Scratch& scratch, Random& random) const {
        finish(at, scratch, random, [](int, Move) {});
    }

 private:
    std::int32_t body_of(Move move) const { return move < table_->size() ? table_->body_of(move) : kNoBody; }
    Move part(std::int32_t body) const { return whole_.move_limit() + static_cast<Move>(body); }

    Climbing whole_;
    const climbing::ComboTable* table_;
};

static_assert(CardGame<Grouped>);

}  // namespace paiyou::search
