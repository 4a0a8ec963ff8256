// All deals of a climbing game of two players, by the hands that they begin with.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "families/climbing/state.hpp"

namespace paiyou::theory {

struct WeightedDeal {
    climbing::State state;  // nothing played yet
    double weight;
};

class DealTable {
 public:
    static constexpr std::int32_t kNoDeal = -1;

    // That the deals are full and alike in all but the hands is the caller's business. The same deal twice is one.
    explicit DealTable(std::vector<WeightedDeal> deals) : deals_(std::move(deals)) {
        std::vector<std::array<std::int32_t, 2>> pairs;
        for (const WeightedDeal& deal : deals_) {
            weight_ += deal.weight;
            pairs.push_back({number_of(0, deal.state.at.hands[0]), number_of(1, deal.state.at.hands[1])});
        }
        number_.assign(hands_[0].size() * hands_[1].size(), kNoDeal);
        for (std::size_t deal = 0; deal < pairs.size(); ++deal) {
            const auto [mine, theirs] = pairs[deal];
            std::int32_t& known = number_[mine * hands_[1].size() + theirs];
            if (known == kNoDeal) {
                known = static_cast<std::int32_t>(deal);
            } else {
                deals_[known].weight += deals_[deal].weight;
            }
        }
    }

    const WeightedDeal& operator[](std::int32_t deal) const { return deals_[deal]; }
    double weight() const { return weight_; }  // of all deals
    std::size_t size() const { return deals_.size(); }

    // A player's starting hands, which are numbered by their place here.
    const std::vector<Packed>& hands(int player) const { return hands_[player]; }

    // The deal of a player's hand and another one's, or kNoDeal.
    std::int32_t deal(int player, std::int32_t hand, std::int32_t other) const {
        return player == 0 ? number_[hand * hands_[1].size() + other] : number_[other * hands_[1].size() + hand];
    }

    // The first of some hands that a player's hand makes a deal with.
    template <typename Hands>
    std::int32_t first_deal(int player, std::int32_t hand, const Hands& others) const {
        for (const auto& other : others) {
            const std::int32_t found = deal(player, hand, other.hand);
            if (found != kNoDeal) return found;
        }
        return kNoDeal;
    }

 private:
    std::int32_t number_of(int player, Packed cards) {
        std::vector<Packed>& hands = hands_[player];
        const auto found = std::find(hands.begin(), hands.end(), cards);
        const auto number = static_cast<std::int32_t>(found - hands.begin());
        if (found == hands.end()) hands.push_back(cards);
        return number;
    }

    std::vector<WeightedDeal> deals_;
    double weight_ = 0;
    std::array<std::vector<Packed>, 2> hands_;
    std::vector<std::int32_t> number_;  // both starting hands to the deal
};

}  // namespace paiyou::theory
