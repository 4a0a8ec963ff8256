#include "search/endgame/solver.hpp"

#include <vector>

#include "search/endgame/line.hpp"
#include "search/endgame/prover.hpp"

namespace paiyou::search {

using namespace paiyou::climbing;
using endgame::Line;
using endgame::Prover;
using endgame::Verdict;

namespace {

constexpr std::uint64_t kNodesPerLook = 1024;  // at the clock

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

Solved solve(const Game& game, const Position& at, const Limits& limits, bool plain) {
    Effort effort(limits, kNodesPerLook);
    Prover prover(game, at, effort, plain);
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
