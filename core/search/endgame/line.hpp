// How a solved game goes on.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "families/history.hpp"
#include "search/endgame/prover.hpp"

namespace paiyou::search::endgame {

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

}  // namespace paiyou::search::endgame
