// The combo table of a climbing game: everything that may be put on the table, in two levels.
//
// Actions are numbered: 0 is the pass; then come the plain combos (no kickers), sorted by power, group and key; then
// the combos with kickers, one contiguous block per body. Groups are best numbered by size, so that a small hand is not
// tested for large combos. A body is a main part (a trio, a plane, a quad) under one group and key; whether a hand
// contains a body is tested before any of its kickers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "cards/contain.hpp"
#include "cards/packed.hpp"

namespace paiyou::climbing {

using Action = std::uint32_t;
inline constexpr Action kPass = 0;
inline constexpr int kMaxHand = kMaxRanks * kMaxCopies;

// What lies on the table, as far as beating it is concerned.
struct Standing {
    std::uint16_t group;
    std::uint8_t key;
    std::uint8_t power;
};

// The table as plain columns, the way Python hands it over. Row 0 is the pass.
struct ComboColumns {
    std::vector<Packed> cards;
    std::vector<std::uint16_t> group;
    std::vector<std::uint8_t> key;
    std::vector<std::uint8_t> power;
    std::vector<std::int32_t> body;           // number of the body, -1 for a plain combo
    std::vector<std::uint16_t> stands_group;  // what the combo is once it lies there; its own group nearly always
    std::vector<std::uint8_t> stands_key;
    // Bodies.
    std::vector<Packed> body_cards;
    std::vector<std::uint8_t> body_last_only;  // playable only as the last cards of the hand
    // Aliases: actions that may also answer another group than their own.
    std::vector<Action> alias_action;
    std::vector<std::uint16_t> alias_group;
    std::vector<std::uint8_t> alias_key;
    int groups = 0;
};

class ComboTable {
 public:
    struct Combo {
        Packed cards;
        std::uint16_t group;
        std::uint8_t key;
        std::uint8_t power;
        std::uint16_t stands_group;
        std::uint8_t stands_key;
        std::uint8_t whole_hand;  // 0, or the number of cards the hand must have (last cards only)
    };

    struct Body {
        std::uint32_t first;  // first row
        std::uint32_t count;
        std::uint8_t whole_hand;
        bool lead;  // aliases only follow
    };

    explicit ComboTable(const ComboColumns& columns);

    std::uint32_t size() const { return size_; }
    std::uint32_t plain_end() const { return plain_end_; }  // plain combos are the actions 1 .. plain_end - 1
    std::uint32_t bodies() const { return static_cast<std::uint32_t>(bodies_.size()); }
    int groups() const { return groups_; }

    const Combo& combo(Action action) const { return combos_[action]; }
    const Body& body(std::uint32_t number) const { return bodies_[number]; }

    // The body of an action with kickers.
    static constexpr std::int32_t kNoBody = -1;
    std::int32_t body_of(Action action) const { return action < plain_end_ ? kNoBody : body_of_[action - plain_end_]; }

    Standing standing(Action action) const {
        const Combo& combo = combos_[action];
        return {combo.stands_group, combo.stands_key, combo.power};
    }

    // Rows for contained_bits: combos by action number, aliases behind them; and the bodies.
    const Packed* rows() const { return rows_.data(); }
    const Packed* body_rows() const { return body_rows_.data(); }
    Action action_of_row(std::uint32_t row) const { return row < size() ? row : alias_action_[row - size()]; }

    // Plain combos and bodies of a group with a key above the given one.
    std::uint32_t plain_above(int group, int key) const { return plain_from_[group * 16 + key + 1]; }
    std::uint32_t plain_group_end(int group) const { return plain_from_[group * 16 + 16 - 1]; }
    std::uint32_t body_above(int group, int key) const { return body_from_[group * 16 + key + 1]; }
    std::uint32_t body_group_end(int group) const { return body_from_[group * 16 + 16 - 1]; }
    // Where to stop looking for combos without power, or for bodies, in a hand of this many cards: all behind are
    // larger.
    std::uint32_t plain_end_for(int hand_size) const { return plain_end_for_[hand_size]; }
    std::uint32_t body_end_for(int hand_size) const { return body_end_for_[hand_size]; }
    // First plain combo with at least this power.
    std::uint32_t power_from(int power) const { return power_from_[power]; }

    bool beats(Action action, const Standing& standing) const {
        const Combo& combo = combos_[action];
        if (combo.power != standing.power) return combo.power > standing.power;
        if (combo.group == standing.group) return combo.key > standing.key;
        return !alias_action_.empty() && alias_beats(action, standing);
    }

    bool has_aliases() const { return !alias_action_.empty(); }

    // Whether there are combos for the last cards of a hand alone.
    bool has_last_only() const {
        return std::any_of(bodies_.begin(), bodies_.end(), [](const Body& body) { return body.whole_hand != 0; });
    }

    // The action that is exactly these cards, or kPass where there is none.
    Action find(Packed cards) const {
        const auto found = by_cards_.find(cards);
        return found == by_cards_.end() ? kPass : found->second;
    }

 private:
    bool alias_beats(Action action, const Standing& standing) const;
    void check(const ComboColumns& columns) const;

    std::vector<Combo> combos_;
    std::vector<Packed> rows_;
    std::vector<Body> bodies_;
    std::vector<Packed> body_rows_;
    std::vector<std::int32_t> body_of_;  // per action behind the plain ones
    std::vector<std::uint32_t> plain_from_;
    std::vector<std::uint32_t> body_from_;
    std::array<std::uint32_t, 257> power_from_{};
    std::array<std::uint32_t, kMaxHand + 1> plain_end_for_{};
    std::array<std::uint32_t, kMaxHand + 1> body_end_for_{};
    std::vector<Action> alias_action_;
    std::vector<std::uint16_t> alias_group_;
    std::vector<std::uint8_t> alias_key_;
    std::unordered_map<Packed, Action> by_cards_;
    std::uint32_t size_ = 0;
    std::uint32_t plain_end_ = 1;
    int groups_ = 0;
};

}  // namespace paiyou::climbing
