#include "bindings/climbing_spec.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings/errors.hpp"
#include "bindings/teams.hpp"

namespace nb = nanobind;

namespace paiyou::bindings {

using namespace paiyou::climbing;

namespace {

template <typename T>
std::vector<T> column(const nb::object& table, const char* name) {
    const auto array = nb::cast<nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>>(table.attr(name));
    return std::vector<T>(array.data(), array.data() + array.shape(0));
}

// A boolean column comes as bytes.
std::vector<std::uint8_t> flags(const nb::object& table, const char* name) {
    const auto array = nb::cast<nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>>(table.attr(name));
    return std::vector<std::uint8_t>(array.data(), array.data() + array.shape(0));
}

// Which of two words a field says: false for the first, true for the second.
bool one_of_two(const nb::object& owner, const char* name, const char* first, const char* second) {
    const auto word = nb::cast<std::string>(owner.attr(name));
    if (word != first && word != second) {
        refuse("spec: " + std::string(name) + " must be '" + first + "' or '" + second + "'");
    }
    return word == second;
}

Auction read_auction(const nb::object& given) {
    Auction auction;
    if (given.is_none()) return auction;
    auction.calls = static_cast<int>(nb::len(nb::object(given.attr("calls"))));
    auction.random_opener = nb::cast<bool>(given.attr("random_opener"));
    auction.speaker = nb::cast<std::vector<std::uint8_t>>(given.attr("speaker"));
    auction.steps.resize(auction.speaker.size() * static_cast<std::size_t>(auction.calls));
    std::size_t node = 0;
    for (const nb::handle options : given.attr("steps")) {
        if (node >= auction.speaker.size()) refuse("rules: the auction has more steps than nodes");
        for (const auto [call, step] : nb::cast<nb::dict>(options)) {
            const int number = nb::cast<int>(call);
            if (number < 0 || number >= auction.calls) refuse("rules: the auction names a call that does not exist");
            const nb::object next = step.attr("next");
            auction.steps[node * static_cast<std::size_t>(auction.calls) + static_cast<std::size_t>(number)] = {
                next.is_none() ? Auction::kEnd : nb::cast<std::int16_t>(next),
                nb::cast<std::uint8_t>(step.attr("landlord")), nb::cast<std::uint8_t>(step.attr("stake"))};
        }
        ++node;
    }
    return auction;
}

Score read_score(const nb::object& given) {
    Score score;
    score.kind = one_of_two(given, "kind", "cards", "stake") ? Scoring::kStake : Scoring::kCards;
    score.bid = nb::cast<bool>(given.attr("bid"));
    score.landlord_factor = nb::cast<int>(given.attr("landlord_factor"));
    score.spring = nb::cast<bool>(given.attr("spring"));
    score.last_card_free = nb::cast<bool>(given.attr("last_card_free"));
    score.never_played_factor = nb::cast<int>(given.attr("never_played_factor"));
    score.unbeaten_bomb = nb::cast<int>(given.attr("unbeaten_bomb"));
    return score;
}

}  // namespace

ComboColumns read_table(const nb::object& table) {
    ComboColumns columns;
    columns.cards = column<std::uint64_t>(table, "cards");
    columns.group = column<std::uint16_t>(table, "group");
    columns.key = column<std::uint8_t>(table, "key");
    columns.power = column<std::uint8_t>(table, "power");
    columns.body = column<std::int32_t>(table, "body");
    columns.stands_group = column<std::uint16_t>(table, "stands_group");
    columns.stands_key = column<std::uint8_t>(table, "stands_key");
    columns.body_cards = column<std::uint64_t>(table, "body_cards");
    columns.body_last_only = flags(table, "body_last_only");
    columns.alias_action = column<std::uint32_t>(table, "alias_action");
    columns.alias_group = column<std::uint16_t>(table, "alias_group");
    columns.alias_key = column<std::uint8_t>(table, "alias_key");
    columns.groups = static_cast<int>(nb::len(nb::object(table.attr("groups"))));
    return columns;
}

Rules read_rules(const nb::object& spec) {
    Rules rules;
    rules.seats = nb::cast<int>(spec.attr("seats"));
    rules.teams = read_teams<kMaxSeats>(spec, rules.seats);
    rules.rank_of_card = nb::cast<std::vector<std::uint8_t>>(spec.attr("rank_of_card"));
    rules.hand_size = nb::cast<int>(spec.attr("hand_size"));
    rules.pile = one_of_two(spec, "pile", "hidden", "landlord") ? Pile::kLandlord : Pile::kHidden;
    rules.must_beat = nb::cast<bool>(spec.attr("must_beat"));
    const nb::object lead_card = spec.attr("lead_card");
    if (!lead_card.is_none()) {
        const auto deck = nb::cast<std::vector<int>>(spec.attr("deck"));
        const auto found = std::find(deck.begin(), deck.end(), nb::cast<int>(lead_card));
        if (found == deck.end()) refuse("rules: the card that leads is not in the deck");
        rules.lead_card = static_cast<int>(found - deck.begin());
    }
    rules.score = read_score(spec.attr("score"));
    rules.auction = read_auction(spec.attr("auction"));
    return rules;
}

std::vector<std::string> read_calls(const nb::object& auction) {
    if (auction.is_none()) return {};
    return nb::cast<std::vector<std::string>>(auction.attr("calls"));
}

FeatureLayout read_layout(const nb::object& given) {
    FeatureLayout layout;
    layout.history = nb::cast<int>(given.attr("history"));
    for (const nb::handle position : given.attr("positions")) {
        std::vector<FeatureBlock>& blocks = layout.positions.emplace_back();
        for (const nb::handle block : position) {
            blocks.push_back({static_cast<Feature>(nb::cast<std::uint8_t>(block.attr("feature"))),
                              nb::cast<std::uint8_t>(block.attr("seat")), nb::cast<std::uint8_t>(block.attr("size"))});
        }
    }
    return layout;
}

}  // namespace paiyou::bindings
