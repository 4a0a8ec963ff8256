// Play-out networks as a Python class: values of moves, and many games played to the end by one call.
#include "bindings/networks.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/deals.hpp"
#include "bindings/interrupt.hpp"
#include "nets/climbing_playout.hpp"
#include "nets/climbing_policy.hpp"
#include "search/trees/forest.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace paiyou::bindings {

namespace {

using climbing_objects::GamePointer;
using climbing_objects::StateObject;
using climbing_objects::ViewObject;
using nets::ClimbingNetwork;
using nets::Decision;
using nets::PlayoutRoom;
using nets::Public;

using Results = nb::ndarray<nb::numpy, std::int32_t, nb::ndim<2>>;
using Likelihoods = nb::ndarray<nb::numpy, double, nb::ndim<1>>;

template <typename T>
std::vector<T> numbers(const nb::handle& owner, const char* name) {
    const auto array = nb::cast<nb::ndarray<const T, nb::c_contig, nb::device::cpu>>(owner[name]);
    return std::vector<T>(array.data(), array.data() + array.size());
}

nets::HandShapes read_shapes(const nb::handle& given) {
    nets::HandShapes shapes;
    shapes.chain_cards = numbers<Packed>(given, "chains");
    shapes.chains = static_cast<int>(shapes.chain_cards.size());
    shapes.chain_kickers = numbers<std::uint8_t>(given, "chain_kickers");
    shapes.members = numbers<Packed>(given, "members");
    shapes.group_power = numbers<std::uint8_t>(given, "group_power");
    shapes.group_size = numbers<std::uint8_t>(given, "group_size");
    shapes.rocket = nb::cast<Packed>(given["rocket"]);
    shapes.trio_kickers = nb::cast<int>(given["trio_kickers"]);
    shapes.quad_kickers = nb::cast<int>(given["quad_kickers"]);
    if (shapes.chain_kickers.size() != shapes.chain_cards.size() ||
        shapes.group_size.size() != shapes.group_power.size() ||
        shapes.members.size() != shapes.group_power.size() * nets::HandShapes::kKeys) {
        refuse("the shapes of hands have columns of different lengths");
    }
    for (std::vector<Packed>* rows : {&shapes.chain_cards, &shapes.members}) {
        rows->insert(rows->end(), kRowPadding, kUncontainable);
    }
    return shapes;
}

ClimbingNetwork::Layers read_layers(const nb::handle& given) {
    ClimbingNetwork::Layers layers;
    layers.first_bias = numbers<std::int16_t>(given, "first_bias");
    layers.width = static_cast<int>(layers.first_bias.size());
    layers.first = numbers<std::int8_t>(given, "first");
    const auto dense = [&](const char* name, const char* bias_name, int inputs) {
        const std::vector<std::int8_t> rows = numbers<std::int8_t>(given, name);
        const std::vector<std::int32_t> bias = numbers<std::int32_t>(given, bias_name);
        if (rows.size() != bias.size() * static_cast<std::size_t>(inputs) || bias.size() > nets::kMaxWidth) {
            refuse("the layers of a play-out network do not fit together");
        }
        return nets::DenseLayer(rows.data(), bias.data(), inputs, static_cast<int>(bias.size()));
    };
    if (layers.width == 0 || layers.width > nets::kMaxWidth) refuse("the first layer is 32 to 512 wide");
    layers.second = dense("second", "second_bias", layers.width);
    layers.third = dense("third", "third_bias", layers.second.outputs());
    layers.out = numbers<std::int8_t>(given, "out");
    const std::vector<std::int32_t> bias = numbers<std::int32_t>(given, "out_bias");
    if (static_cast<int>(layers.out.size()) != layers.third.outputs() || bias.size() != 1) {
        refuse("the layers of a play-out network do not fit together");
    }
    layers.out_bias = bias[0];
    return layers;
}

struct NetworkObject {
    GamePointer object;
    ClimbingNetwork network;

    NetworkObject(const GamePointer& game, const nb::dict& given)
        : object(game),
          network(game->game, read_shapes(given["shapes"]), numbers<std::uint16_t>(given, "group_feature"),
                  nb::cast<int>(given["groups"]), nb::cast<int>(given["ranks"]), read_positions(given)) {}

    static std::vector<ClimbingNetwork::Layers> read_positions(const nb::dict& given) {
        std::vector<ClimbingNetwork::Layers> positions;
        for (const nb::handle layers : given["positions"]) positions.push_back(read_layers(layers));
        return positions;
    }

    void check(const ViewObject& view) const {
        if (view.object.get() != object.get()) refuse("this is a view of another game than the network's");
        if (view.view.at.phase != climbing::Phase::kPlay)
            refuse("play-out networks play cards: there is nothing to play");
        if (view.view.at.turn != view.view.seat) refuse("this seat is not to move: there is nothing to value");
    }

    Public seen(const History& history, const climbing::Origin& origin) const {
        return {climbing::played_cards(object->game, history), origin.open};
    }

    static Decision decision(const climbing::View& view) {
        return {view.seat,   view.at.landlord, view.at.hands[view.seat], view.unseen,
                view.counts, view.at.last,     view.at.last_seat,        view.at.bombs};
    }

    nb::list values(const ViewObject& view) const {
        check(view);
        const Decision at = decision(view.view);
        alignas(64) nets::Sums sums;
        network.sum_cards(at, seen(view.view.history, view.view.origin), sums);
        climbing::MoveSet moves(object->game);
        climbing::card_moves(object->game, view.view.at, moves);
        nb::list result;
        network.each_value(at, sums, moves, [&](climbing::Action action, std::int32_t value) {
            result.append(nb::make_tuple(object->name(action), value));
        });
        return result;
    }

    nb::tuple features(const ViewObject& view) const {
        check(view);
        const Decision at = decision(view.view);
        nb::list of_state;
        const auto to_state = [&](int feature) { of_state.append(feature); };
        network.each_of_cards(at, seen(view.view.history, view.view.origin), to_state);
        network.each_of_decision(at, to_state);
        climbing::MoveSet moves(object->game);
        climbing::card_moves(object->game, view.view.at, moves);
        nb::list of_moves;
        moves.each([&](climbing::Action action) {
            nb::list of_move;
            network.each_of_move(at, action, [&](int feature) { of_move.append(feature); });
            of_moves.append(nb::make_tuple(object->name(action), of_move));
        });
        return nb::make_tuple(of_state, of_moves);
    }

    nb::list play_out(const StateObject& state) const {
        if (state.object.get() != object.get()) refuse("this is a state of another game than the network's");
        if (state.at().phase != climbing::Phase::kPlay)
            refuse("play-out networks play cards: there is nothing to play");
        PlayoutRoom room(object->game);
        climbing::Position at = state.at();
        nb::list moves;
        nets::play_by_network(network, at, seen(state.state.history, state.state.origin), room,
                              [&](climbing::Action action) { moves.append(object->name(action)); });
        return moves;
    }

    // What the seat of a view gets in so many play-outs of each of some moves, all on the same deals.
    Results play_outs(ViewObject& view, const std::vector<nb::str>& names, std::uint64_t first, std::size_t number,
                      const nb::handle& seed_given, int threads, bool points,
                      const std::optional<nb::list>& given) const {
        check(view);
        std::vector<climbing::Action> actions;
        for (const nb::str& name : names) {
            actions.push_back(static_cast<climbing::Action>(read_legal_move(*object, view.view.at, name)));
        }
        const std::uint64_t seed = seed_of(seed_given);
        std::function<bool(Random&, climbing::Position&)> draw;
        Deals<ClimbingFamily> read;
        std::optional<search::Urn<climbing::Position>> urn;
        if (given) {
            read = read_deals<ClimbingFamily>(view, *given);
            urn.emplace(read);
            draw = [&](Random& random, climbing::Position& at) {
                at = urn->draw(random);
                return true;
            };
        } else {
            const climbing::Sampler& sampler = view.sampler_of_view();
            draw = [&](Random& random, climbing::Position& at) { return sampler.draw(random, at); };
        }
        SignalInterrupt interrupt;
        auto* const results = new std::vector<std::int32_t>(actions.size() * number);
        const nb::capsule owner(results,
                                [](void* kept) noexcept { delete static_cast<std::vector<std::int32_t>*>(kept); });
        bool dealt = true;
        {
            const nb::gil_scoped_release release;
            const Public before = seen(view.view.history, view.view.origin);
            constexpr std::size_t kTogether = 16;
            const auto work = [&](int part) {
                PlayoutRoom room(object->game);
                const std::size_t begin = static_cast<std::size_t>(part) * kTogether;
                for (std::size_t deal = begin; deal < std::min(number, begin + kTogether); ++deal) {
                    if (interrupt.wanted()) return true;
                    Random random(random_word(seed, first + deal));
                    climbing::Position at = view.view.at;
                    if (!draw(random, at)) return false;
                    for (std::size_t place = 0; place < actions.size(); ++place) {
                        (*results)[place * number + deal] =
                            result_of(at, actions[place], before, room, view.view.seat, points);
                    }
                }
                return true;
            };
            const int parts = static_cast<int>((number + kTogether - 1) / kTogether);
            const auto done = search::grow_forest(parts, threads, [&](int part) { return work(part) ? 1 : 0; });
            dealt = std::all_of(done.begin(), done.end(), [](int whole) { return whole != 0; });
        }
        interrupt.check();
        if (!dealt) refuse("no deal was found that agrees with every pass of this game");
        return Results(results->data(), {actions.size(), number}, owner);
    }

    std::int32_t result_of(climbing::Position at, climbing::Action action, Public before, PlayoutRoom& room, int seat,
                           bool points) const {
        before.played[seat] += object->game.combos.combo(action).cards;
        climbing::play_action(object->game, at, action);
        if (!at.over()) nets::play_by_network(network, at, before, room, [](climbing::Action) {});
        if (points) return climbing::payoffs(object->game, at)[seat];
        return climbing::allied(object->game, at, seat, at.winner) ? 1 : -1;
    }

    // The logarithms of how likely the others' moves so far were in each of some deals of a view.
    Likelihoods log_likelihoods(const ViewObject& view, const nb::list& given, double temperature, double noise,
                                int threads) const {
        if (!(temperature > 0) || !(noise >= 0 && noise <= 1)) {
            refuse("the temperature of a softmax is above 0, and noise a share from 0 to 1");
        }
        std::vector<const climbing::State*> states;
        for (const nb::handle item : given) {
            const StateObject* state = nullptr;
            if (!nb::try_cast(item, state) || state == nullptr || state->object.get() != object.get() ||
                view.object.get() != object.get() || state->state.history != view.view.history) {
                refuse("the deals must be states of this game that agree with the view");
            }
            states.push_back(&state->state);
        }
        auto* const found = new std::vector<double>(states.size());
        const nb::capsule owner(found, [](void* kept) noexcept { delete static_cast<std::vector<double>*>(kept); });
        SignalInterrupt interrupt;
        {
            const nb::gil_scoped_release release;
            constexpr std::size_t kTogether = 16;
            const int parts = static_cast<int>((states.size() + kTogether - 1) / kTogether);
            search::grow_forest(parts, threads, [&](int part) {
                PlayoutRoom room(object->game);
                std::vector<std::int32_t> values;
                const std::size_t begin = static_cast<std::size_t>(part) * kTogether;
                for (std::size_t place = begin; place < std::min(states.size(), begin + kTogether); ++place) {
                    if (interrupt.wanted()) return 0;
                    (*found)[place] = nets::log_likelihood(network, *states[place], view.view.seat,
                                                           {temperature, noise}, room, values);
                }
                return 1;
            });
        }
        interrupt.check();
        return Likelihoods(found->data(), {states.size()}, owner);
    }

    nb::tuple play_games(std::uint64_t games, const nb::handle& seed_given) const {
        const std::uint64_t seed = seed_of(seed_given);
        if (object->game.rules.has_auction()) refuse("play-out networks play cards: take a game without an auction");
        std::uint64_t moves = 0;
        std::uint64_t won = 0;
        {
            const nb::gil_scoped_release release;
            PlayoutRoom room(object->game);
            for (std::uint64_t number = 0; number < games; ++number) {
                climbing::State state = climbing::deal_state(object->game, seed + number);
                moves += static_cast<std::uint64_t>(
                    nets::play_by_network(network, state.at, {{}, state.origin.open}, room, [](climbing::Action) {}));
                won += state.at.winner == 0 ? 1 : 0;
            }
        }
        return nb::make_tuple(moves, won);
    }
};

}  // namespace

void bind_networks(nb::module_& module) {
    nb::class_<NetworkObject>(module, "ClimbingNetwork",
                              "A small network of whole numbers that values moves and plays games to the end.")
        .def(
            "__init__",
            [](NetworkObject* self, const GamePointer& game, const nb::dict& parts) {
                try {
                    new (self) NetworkObject(game, parts);
                } catch (const std::invalid_argument& error) {
                    refuse(error.what());
                } catch (const nb::cast_error&) {
                    refuse("a part of the play-out network has the wrong type");
                }
            },
            "game"_a, "parts"_a,
            nb::sig("def __init__(self, game: ClimbingGame, parts: dict[str, typing.Any]) -> None"),
            "From the layers of a file and the tables of a game: see `paiyou.agents.neural.playouts`.")
        .def("values", &NetworkObject::values, "view"_a,
             nb::sig("def values(self, view: ClimbingView) -> list[tuple[str, int]]"),
             "Every legal move and its value, in steps of 1/8192 of a win.")
        .def("features", &NetworkObject::features, "view"_a,
             nb::sig("def features(self, view: ClimbingView) -> tuple[list[int], list[tuple[str, list[int]]]]"),
             "The numbers of the features that are there: of the decision, and of every legal move.")
        .def("play_out", &NetworkObject::play_out, "state"_a,
             nb::sig("def play_out(self, state: ClimbingState) -> list[str]"),
             "The moves of all seats from here to the end, each made from what the seat may know.")
        .def(
            "play_outs", &NetworkObject::play_outs, "view"_a, "moves"_a, "first"_a, "number"_a, "seed"_a,
            "threads"_a = 1, "points"_a = false, "deals"_a = nb::none(),
            nb::sig("def play_outs(self, view: ClimbingView, moves: collections.abc.Sequence[str], first: int, number: "
                    "int, seed: int, threads: int = 1, points: bool = False, deals: "
                    "collections.abc.Sequence[tuple[ClimbingState, float]] | None = None) -> "
                    "numpy.typing.NDArray[numpy.int32]"),
            "What the seat gets (1 or -1, or points) for each of some moves, on each of the same deals of its view, "
            "from number `first` of a seed on: an array of moves and deals.")
        .def(
            "log_likelihoods", &NetworkObject::log_likelihoods, "view"_a, "deals"_a, "temperature"_a, "noise"_a = 0.0,
            "threads"_a = 1,
            nb::sig("def log_likelihoods(self, view: ClimbingView, deals: collections.abc.Sequence[ClimbingState], "
                    "temperature: float, noise: float = 0.0, threads: int = 1) -> numpy.typing.NDArray[numpy.float64]"),
            "How likely the moves that others have made are in each of some deals of a view, as logarithms: each is "
            "chosen by a softmax of the values, or with probability `noise` is any.")
        .def("play_games", &NetworkObject::play_games, "games"_a, "seed"_a,
             nb::sig("def play_games(self, games: int, seed: int) -> tuple[int, int]"),
             "Games from the deal to the end, on one thread: how many moves were made, and how many seat 0 won.");
}

}  // namespace paiyou::bindings
