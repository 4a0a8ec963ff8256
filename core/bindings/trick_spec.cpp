#include "bindings/trick_spec.hpp"

#include <nanobind/stl/vector.h>

#include "bindings/errors.hpp"
#include "bindings/teams.hpp"

namespace nb = nanobind;

namespace paiyou::bindings {

using namespace paiyou::trick;

namespace {

CardSet read_set(const nb::object& cards, int deck_size) {
    CardSet set = 0;
    for (const int card : nb::cast<std::vector<int>>(cards)) {
        if (card < 0 || card >= deck_size) refuse("spec: a card number is not in the deck");
        set |= card_bit(card);
    }
    return set;
}

int read_card_or_none(const nb::object& card) { return card.is_none() ? -1 : nb::cast<int>(card); }

Score read_score(const nb::object& given, int deck_size) {
    const auto set = [&](const char* name) { return read_set(given.attr(name), deck_size); };
    const auto number = [&](const char* name) { return nb::cast<std::int32_t>(given.attr(name)); };
    Score score;
    score.points = nb::cast<std::vector<std::int32_t>>(given.attr("points"));
    score.set = set("whole_set");
    score.set_points = number("whole_set_points");
    score.flip_when = set("flip_when");
    score.flips = set("flips");
    score.multiplier = read_card_or_none(given.attr("multiplier"));
    score.factor = number("factor");
    score.exposed_factor = number("exposed_factor");
    score.alone = number("alone");
    score.exposed_alone = number("exposed_alone");
    score.company = set("company");
    score.trick = number("trick");
    score.par = number("par");
    return score;
}

}  // namespace

Rules read_trick_rules(const nb::object& spec) {
    Rules rules;
    rules.seats = nb::cast<int>(spec.attr("seats"));
    rules.teams = read_teams<kMaxSeats>(spec, rules.seats);
    rules.suit_of_card = nb::cast<std::vector<std::uint8_t>>(spec.attr("suit_of_card"));
    rules.hand_size = nb::cast<int>(spec.attr("hand_size"));
    int seat = 0;
    for (const nb::handle cards : spec.attr("open_cards")) {
        if (seat >= kMaxSeats) refuse("spec: open_cards names more seats than there are");
        rules.open[seat++] = read_set(nb::borrow(cards), rules.deck_size());
    }
    rules.lead_card = read_card_or_none(spec.attr("lead_card"));
    rules.must_lead_card = nb::cast<bool>(spec.attr("must_lead_card"));
    for (const nb::handle exposure : spec.attr("exposures")) {
        rules.exposures.push_back({nb::cast<std::uint8_t>(exposure.attr("card")),
                                   read_set(exposure.attr("doubles"), rules.deck_size()),
                                   nb::cast<bool>(exposure.attr("doubles_set"))});
    }
    rules.score = read_score(spec.attr("score"), rules.deck_size());
    return rules;
}

}  // namespace paiyou::bindings
