#include "families/climbing/combos.hpp"

#include <algorithm>
#include <tuple>

namespace paiyou::climbing {

namespace {

void require(bool fine, const std::string& sentence) {
    if (!fine) throw std::invalid_argument("combo table: " + sentence);
}

bool packed_hand(Packed cards) { return (cards >> (4 * kMaxRanks)) == 0 && (cards & kGuards) == 0; }

}  // namespace

void ComboTable::check(const ComboColumns& c) const {
    const std::size_t size = c.cards.size();
    require(size >= 2, "at least the pass and one combo are needed");
    require(c.group.size() == size && c.key.size() == size && c.power.size() == size && c.body.size() == size &&
                c.stands_group.size() == size && c.stands_key.size() == size,
            "all columns must have the same length");
    require(c.body_cards.size() == c.body_last_only.size(), "every body needs its cards and its last-only flag");
    require(c.alias_action.size() == c.alias_group.size() && c.alias_action.size() == c.alias_key.size(),
            "every alias needs an action, a group and a key");
    require(c.groups >= 1 && c.groups < 65535, "the number of groups must be 1 to 65534");
    require(c.cards[0] == 0 && c.body[0] < 0, "row 0 must be the pass, without cards and body");
    std::vector<int> power_of_group(static_cast<std::size_t>(c.groups), -1);
    std::int32_t last_body = -1;
    for (std::size_t row = 1; row < size; ++row) {
        const std::string where = "row " + std::to_string(row) + " ";
        require(c.cards[row] != 0 && packed_hand(c.cards[row]),
                where + "must hold 1 to 7 cards of each of at most 15 ranks");
        require(c.group[row] < c.groups && c.stands_group[row] <= c.groups,
                where + "names a group that does not exist");
        int& power = power_of_group[c.group[row]];
        require(power < 0 || power == c.power[row], where + "has another power than its group");
        power = c.power[row];
        require(c.key[row] < kMaxRanks && c.stands_key[row] < kMaxRanks, where + "has a key above 14");
        if (c.body[row] < 0) {
            require(last_body < 0, where + "is plain but stands behind combos with kickers");
            if (row > 1) {
                require(std::tuple(c.power[row - 1], c.group[row - 1], c.key[row - 1]) <=
                            std::tuple(c.power[row], c.group[row], c.key[row]),
                        where + "is out of order: plain combos are sorted by power, group and key");
            }
        } else {
            require(static_cast<std::size_t>(c.body[row]) < c.body_cards.size(),
                    where + "names a body that does not exist");
            require(c.body[row] == last_body || c.body[row] == last_body + 1,
                    where + "is out of order: bodies are numbered in the order of their combos");
            require(c.power[row] == 0, where + "has kickers and a power; only plain combos may have power");
            require(contains(c.cards[row], c.body_cards[c.body[row]]), where + "does not contain its body");
            if (c.body[row] == last_body) {
                require(c.group[row] == c.group[row - 1] && c.key[row] == c.key[row - 1],
                        where + "has another group or key than its body's first combo");
            }
            last_body = c.body[row];
        }
    }
    require(last_body + 1 == static_cast<std::int32_t>(c.body_cards.size()), "every body needs a combo");
    for (std::size_t alias = 0; alias < c.alias_action.size(); ++alias) {
        require(c.alias_action[alias] >= 1 && c.alias_action[alias] < size && c.alias_group[alias] < c.groups &&
                    c.alias_key[alias] < kMaxRanks && c.power[c.alias_action[alias]] == 0,
                "alias " + std::to_string(alias) + " names an action, group or key that does not exist");
    }
}

ComboTable::ComboTable(const ComboColumns& c) : groups_(c.groups) {
    check(c);
    const std::uint32_t size = static_cast<std::uint32_t>(c.cards.size());
    size_ = size;
    combos_.reserve(size);
    by_cards_.reserve(size);
    for (std::uint32_t row = 0; row < size; ++row) {
        const bool last_only = c.body[row] >= 0 && c.body_last_only[c.body[row]] != 0;
        const int cards = total_cards(c.cards[row]);
        combos_.push_back({c.cards[row], c.group[row], c.key[row], c.power[row], c.stands_group[row], c.stands_key[row],
                           static_cast<std::uint8_t>(last_only ? cards : 0)});
        if (row > 0) {
            require(by_cards_.emplace(c.cards[row], row).second,
                    "row " + std::to_string(row) + " repeats the cards of another row");
        }
        if (row > 0 && c.body[row] < 0) plain_end_ = row + 1;
    }

    rows_ = c.cards;
    rows_[0] = kUncontainable;

    // Bodies with their combos, aliases as bodies of one combo that only follow; sorted by group and key, so that all
    // that beats a standing combo is one range.
    struct Draft {
        Packed cards;
        std::uint16_t group;
        std::uint8_t key;
        Body body;
    };
    std::vector<Draft> drafts;
    for (std::uint32_t row = plain_end_; row < size;) {
        std::uint32_t end = row;
        while (end < size && c.body[end] == c.body[row]) ++end;
        const std::uint8_t whole = combos_[row].whole_hand;
        for (std::uint32_t other = row; other < end; ++other) {
            require(total_cards(c.cards[other]) == total_cards(c.cards[row]), "a body must have combos of one size");
        }
        drafts.push_back({c.body_cards[c.body[row]], c.group[row], c.key[row], {row, end - row, whole, true}});
        row = end;
    }
    for (std::size_t alias = 0; alias < c.alias_action.size(); ++alias) {
        const Combo& combo = combos_[c.alias_action[alias]];
        drafts.push_back({combo.cards,
                          c.alias_group[alias],
                          c.alias_key[alias],
                          {static_cast<std::uint32_t>(rows_.size()), 1, combo.whole_hand, false}});
        rows_.push_back(combo.cards);
        alias_action_.push_back(c.alias_action[alias]);
        alias_group_.push_back(c.alias_group[alias]);
        alias_key_.push_back(c.alias_key[alias]);
    }
    std::stable_sort(drafts.begin(), drafts.end(), [](const Draft& a, const Draft& b) {
        return std::tuple(a.group, a.key) < std::tuple(b.group, b.key);
    });
    body_of_.resize(size - plain_end_);
    for (const Draft& draft : drafts) {
        const auto number = static_cast<std::int32_t>(bodies_.size());
        for (std::uint32_t row = draft.body.first; draft.body.lead && row < draft.body.first + draft.body.count;
             ++row) {
            body_of_[row - plain_end_] = number;
        }
        body_rows_.push_back(draft.cards);
        bodies_.push_back(draft.body);
    }

    // Sixteen entries a group: entry k is the first place with a key of at least k, entry 15 the end of the group.
    // Group number `groups_` is the one that nothing belongs to: its ranges are empty.
    const auto index = [this](std::uint32_t begin, std::uint32_t end, auto group_of, auto key_of) {
        std::vector<std::uint32_t> from(static_cast<std::size_t>(groups_ + 1) * 16, end);
        for (int group = 0; group <= groups_; ++group) {
            std::uint32_t first = begin;
            while (first < end && group_of(first) != group) ++first;
            std::uint32_t last = first;
            while (last < end && group_of(last) == group) ++last;
            for (int key = 0; key < 16; ++key) {
                std::uint32_t place = first;
                while (place < last && key_of(place) < key) ++place;
                from[group * 16 + key] = key == 15 ? last : place;
            }
        }
        return from;
    };
    plain_from_ = index(
        1, plain_end_, [this](std::uint32_t i) { return combos_[i].group; },
        [this](std::uint32_t i) { return combos_[i].key; });
    body_from_ = index(
        0, static_cast<std::uint32_t>(drafts.size()), [&](std::uint32_t i) { return drafts[i].group; },
        [&](std::uint32_t i) { return drafts[i].key; });

    for (int power = 0; power < static_cast<int>(power_from_.size()); ++power) {
        std::uint32_t place = 1;
        while (place < plain_end_ && combos_[place].power < power) ++place;
        power_from_[power] = place;
    }

    for (int hand_size = 0; hand_size <= kMaxHand; ++hand_size) {
        plain_end_for_[hand_size] = 1;
        for (std::uint32_t row = 1; row < power_from(1); ++row) {
            if (total_cards(combos_[row].cards) <= hand_size) plain_end_for_[hand_size] = row + 1;
        }
        for (std::uint32_t body = 0; body < bodies(); ++body) {
            if (total_cards(rows_[bodies_[body].first]) <= hand_size) body_end_for_[hand_size] = body + 1;
        }
    }

    rows_.insert(rows_.end(), kRowPadding, kUncontainable);
    body_rows_.insert(body_rows_.end(), kRowPadding, kUncontainable);
}

bool ComboTable::alias_beats(Action action, const Standing& standing) const {
    for (std::size_t alias = 0; alias < alias_action_.size(); ++alias) {
        if (alias_action_[alias] == action && alias_group_[alias] == standing.group &&
            alias_key_[alias] > standing.key) {
            return true;
        }
    }
    return false;
}

}  // namespace paiyou::climbing
