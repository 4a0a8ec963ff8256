// Why a move is refused: a code for programs, a sentence for people, and what the code is about. Both come from one
// place, so they cannot disagree.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paiyou {

namespace codes {

inline constexpr std::string_view kNotAllowed = "not_allowed";  // not now, or no move at all
inline constexpr std::string_view kNotInHand = "not_in_hand";
inline constexpr std::string_view kNotACombo = "not_a_combo";
inline constexpr std::string_view kMustLead = "must_lead";
inline constexpr std::string_view kMustBeat = "must_beat";
inline constexpr std::string_view kDoesNotBeat = "does_not_beat";
inline constexpr std::string_view kLastCardsOnly = "last_cards_only";
inline constexpr std::string_view kMustLeadCard = "must_lead_card";  // `card`
inline constexpr std::string_view kExposedWaits = "exposed_waits";
inline constexpr std::string_view kFollowSuit = "follow_suit";  // `suit`

}  // namespace codes

struct Reason {
    std::string_view code = {};  // none: the move is legal
    std::string sentence = {};
    std::vector<std::pair<std::string, std::string>> detail = {};

    bool refused() const { return !code.empty(); }
};

}  // namespace paiyou
