// Values of positions that were met before, for searches of full width. It never changes a value: what was found at one
// depth is used again at that depth; a solved position at every depth from which its ends are reached.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "search/open/horizon.hpp"
#include "search/open/transposition.hpp"

namespace paiyou::search {

template <KeyedGame G, typename Value>
class Memo {
 public:
    Memo(const G& game, const OpenSettings& settings) : game_(game) {
        if (settings.table && game.keyed()) table_.emplace(settings.table_size);
    }

    template <typename Horizon, typename Work>
    Value recall(Horizon& horizon, const typename G::Position& at, int depth, Work&& work) {
        if (!table_) return work();
        const typename G::Key key = game_.key(at);
        if (const Entry* const known = table_->find(key)) {
            if (known->depth.serves(depth)) {
                horizon.grounds.add(known->depth.grounds(horizon.ply()));
                return known->value;
            }
        }
        const Grounds before = std::exchange(horizon.grounds, {});
        const Value value = work();
        if (!horizon.effort().stopped())
            table_->store(key, {value, DepthOfEntry(depth, horizon.grounds, horizon.ply())});
        horizon.grounds.add(before);
        return value;
    }

 private:
    struct Entry {
        Value value{};
        DepthOfEntry depth;
    };

    const G& game_;
    std::optional<TranspositionTable<typename G::Key, Entry>> table_;
};

}  // namespace paiyou::search
