// Play-out networks as Python classes, bound once for every family: values of moves, and many games played to the end
// by one call.
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
#include <type_traits>
#include <utility>
#include <vector>

#include "bindings/deals.hpp"
#include "bindings/interrupt.hpp"
#include "bindings/names.hpp"
#include "nets/climbing_playout.hpp"
#include "nets/trick_playout.hpp"
#include "search/trees/forest.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace paiyou::bindings {

namespace {

using Results = nb::ndarray<nb::numpy, double, nb::ndim<2>>;
using Likelihoods = nb::ndarray<nb::numpy, double, nb::ndim<1>>;

template <typename T>
std::vector<T> numbers(const nb::handle& owner, const char* name) {
    const auto array = nb::cast<nb::ndarray<const T, nb::c_contig, nb::device::cpu>>(owner[name]);
    return std::vector<T>(array.data(), array.data() + array.size());
}

nets::Layers read_layers(const nb::handle& given) {
    nets::Layers layers;
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

std::vector<nets::Layers> read_positions(const nb::dict& given) {
    std::vector<nets::Layers> positions;
    for (const nb::handle layers : given["positions"]) positions.push_back(read_layers(layers));
    return positions;
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

// What the families have of their own; what they have in common are functions of the same names in nets/.
struct ClimbingNets {
    using Family = ClimbingFamily;
    using Network = nets::ClimbingNetwork;
    using Room = nets::ClimbingRoom;

    static Network read(const climbing::Game& game, const nb::dict& given) {
        return Network(game, read_shapes(given["shapes"]), numbers<std::uint16_t>(given, "group_feature"),
                       nb::cast<int>(given["groups"]), nb::cast<int>(given["ranks"]), read_positions(given));
    }
};

struct TrickNets {
    using Family = TrickFamily;
    using Network = nets::TrickNetwork;
    using Room = nets::TrickRoom;

    static Network read(const trick::Game& game, const nb::dict& given) {
        std::vector<nets::Layers> positions = read_positions(given);
        if (positions.size() != 1) refuse("one play-out network plays all seats of a trick game");
        return Network(game, numbers<std::uint8_t>(given, "exposable"), nb::cast<CardSet>(given["knowable"]),
                       nb::cast<CardSet>(given["counting"]), std::move(positions[0]));
    }
};

template <typename Nets>
struct NetworkObject {
    using Family = typename Nets::Family;
    using Network = typename Nets::Network;
    using Room = typename Nets::Room;
    using GameObject = typename Family::GameObject;
    using StateObject = typename Family::StateObject;
    using ViewObject = typename Family::ViewObject;
    using SearchGame = typename Family::SearchGame;
    using Position = typename SearchGame::Position;
    using State = typename ViewObject::State;

    std::shared_ptr<GameObject> object;
    Network network;

    NetworkObject(const std::shared_ptr<GameObject>& game, const nb::dict& given)
        : object(game), network(Nets::read(game->game, given)) {}

    void check(const Position& at) const {
        if (!is_to_play(network, at)) refuse("play-out networks play cards: there is nothing to play");
    }

    void check(const ViewObject& view) const {
        if (view.object.get() != object.get()) refuse("this is a view of another game than the network's");
        check(view.view.at);
        if (view.view.at.turn != view.view.seat) refuse("this seat is not to move: there is nothing to value");
    }

    nb::list values(const ViewObject& view) const {
        check(view);
        Room room(object->game);
        nb::list result;
        each_value(network, view.view, room,
                   [&](Move move, std::int32_t value) { result.append(nb::make_tuple(object->name(move), value)); });
        return result;
    }

    nb::tuple features(const ViewObject& view) const {
        check(view);
        nb::list of_state;
        nb::list of_moves;
        each_feature(
            network, view.view, [&](int feature) { of_state.append(feature); },
            [&](Move move) {
                nb::list of_move;
                of_moves.append(nb::make_tuple(object->name(move), of_move));
                return [of_move](int feature) mutable { of_move.append(feature); };
            });
        return nb::make_tuple(of_state, of_moves);
    }

    nb::list play_out(const StateObject& state) const {
        if (state.object.get() != object.get()) refuse("this is a state of another game than the network's");
        check(state.at());
        Room room(object->game);
        Position at = state.at();
        nb::list moves;
        play_by_network(network, at, seen_in(network, state.state), room,
                        [&](Move move) { moves.append(object->name(move)); });
        return moves;
    }

    // What the seat of a view gets in so many play-outs of each of some moves, all on the same deals.
    Results play_outs(ViewObject& view, const std::vector<nb::str>& names, std::uint64_t first, std::size_t number,
                      const nb::handle& seed_given, int threads, bool points,
                      const std::optional<nb::list>& given) const {
        check(view);
        std::vector<Move> moves;
        for (const nb::str& name : names) moves.push_back(read_legal_move(*object, view.view.at, name));
        const std::uint64_t seed = seed_of(seed_given);
        std::function<bool(Random&, Position&)> draw;
        Deals<Family> read;
        std::optional<search::Urn<Position>> urn;
        if (given) {
            read = read_deals<Family>(view, *given);
            urn.emplace(read);
            draw = [&](Random& random, Position& at) {
                at = urn->draw(random);
                return true;
            };
        } else {
            const typename Family::Sampler& sampler = view.sampler_of_view();
            draw = [&](Random& random, Position& at) {
                if constexpr (std::is_void_v<decltype(sampler.draw(random, at))>) {
                    sampler.draw(random, at);
                    return true;
                } else {
                    return sampler.draw(random, at);
                }
            };
        }
        SignalInterrupt interrupt;
        auto* const results = new std::vector<double>(moves.size() * number);
        const nb::capsule owner(results, [](void* kept) noexcept { delete static_cast<std::vector<double>*>(kept); });
        bool dealt = true;
        {
            const nb::gil_scoped_release release;
            const auto before = seen_in(network, view.view);
            const SearchGame game(object->game);
            constexpr std::size_t kTogether = 16;
            const auto work = [&](int part) {
                Room room(object->game);
                const std::size_t begin = static_cast<std::size_t>(part) * kTogether;
                for (std::size_t deal = begin; deal < std::min(number, begin + kTogether); ++deal) {
                    if (interrupt.wanted()) return true;
                    Random random(random_word(seed, first + deal));
                    Position at = view.view.at;
                    if (!draw(random, at)) return false;
                    for (std::size_t place = 0; place < moves.size(); ++place) {
                        Position end = at;
                        auto seen = before;
                        play_candidate(network, end, seen, moves[place]);
                        if (!end.over()) play_by_network(network, end, seen, room, [](Move) {});
                        (*results)[place * number + deal] = result(game, end, view.view.seat, points);
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
        return Results(results->data(), {moves.size(), number}, owner);
    }

    // 1 for a win, -1 for a loss, in between where a win is shared; or points as searchers count them.
    static double result(const SearchGame& game, const Position& at, int seat, bool points) {
        const double found = game.results(at, points ? search::Reward::kPoints : search::Reward::kWin)[seat];
        return points ? found : 2 * found - 1;
    }

    // The logarithms of how likely the others' moves so far were in each of some deals of a view.
    Likelihoods log_likelihoods(const ViewObject& view, const nb::list& given, double temperature, double noise,
                                int threads) const {
        if (!(temperature > 0) || !(noise >= 0 && noise <= 1)) {
            refuse("the temperature of a softmax is above 0, and noise a share from 0 to 1");
        }
        std::vector<const State*> states;
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
                Room room(object->game);
                const std::size_t begin = static_cast<std::size_t>(part) * kTogether;
                for (std::size_t place = begin; place < std::min(states.size(), begin + kTogether); ++place) {
                    if (interrupt.wanted()) return 0;
                    (*found)[place] =
                        log_likelihood(network, *states[place], view.view.seat, {temperature, noise}, room);
                }
                return 1;
            });
        }
        interrupt.check();
        return Likelihoods(found->data(), {states.size()}, owner);
    }

    nb::tuple play_games(std::uint64_t games, const nb::handle& seed_given) const {
        const std::uint64_t seed = seed_of(seed_given);
        if (!is_to_play(network, deal_state(object->game, seed).at)) {
            refuse("play-out networks play cards: take a game without an auction");
        }
        std::uint64_t moves = 0;
        std::uint64_t won = 0;
        {
            const nb::gil_scoped_release release;
            const SearchGame game(object->game);
            Room room(object->game);
            for (std::uint64_t number = 0; number < games; ++number) {
                State state = deal_state(object->game, seed + number);
                moves += static_cast<std::uint64_t>(
                    play_by_network(network, state.at, seen_in(network, state), room, [](Move) {}));
                won += result(game, state.at, 0, false) > 0 ? 1 : 0;
            }
        }
        return nb::make_tuple(moves, won);
    }
};

template <typename Nets>
void bind_family(nb::module_& module, const FamilyNames& names) {
    using Object = NetworkObject<Nets>;
    const std::string name = names("{family}Network");
    nb::class_<Object>(module, name.c_str(),
                       "A small network of whole numbers that values moves and plays games to the end.")
        .def(
            "__init__",
            [](Object* self, const std::shared_ptr<typename Object::GameObject>& game, const nb::dict& parts) {
                try {
                    new (self) Object(game, parts);
                } catch (const std::invalid_argument& error) {
                    refuse(error.what());
                } catch (const nb::cast_error&) {
                    refuse("a part of the play-out network has the wrong type");
                }
            },
            "game"_a, "parts"_a,
            nb::sig(names("def __init__(self, game: {family}Game, parts: dict[str, typing.Any]) -> None").c_str()),
            "From the layers of a file and what the game adds: see `paiyou.agents.neural.playouts`.")
        .def("values", &Object::values, "view"_a,
             nb::sig(names("def values(self, view: {family}View) -> list[tuple[str, int]]").c_str()),
             "Every legal move and its value, in steps of 1/8192 of a win.")
        .def("features", &Object::features, "view"_a,
             nb::sig(names("def features(self, view: {family}View) -> tuple[list[int], list[tuple[str, list[int]]]]")
                         .c_str()),
             "The numbers of the features that are there: of the decision, and of every legal move.")
        .def("play_out", &Object::play_out, "state"_a,
             nb::sig(names("def play_out(self, state: {family}State) -> list[str]").c_str()),
             "The moves of all seats from here to the end, each made from what the seat may know.")
        .def("play_outs", &Object::play_outs, "view"_a, "moves"_a, "first"_a, "number"_a, "seed"_a, "threads"_a = 1,
             "points"_a = false, "deals"_a = nb::none(),
             nb::sig(names("def play_outs(self, view: {family}View, moves: collections.abc.Sequence[str], first: int, "
                           "number: int, seed: int, threads: int = 1, points: bool = False, deals: "
                           "collections.abc.Sequence[tuple[{family}State, float]] | None = None) -> "
                           "numpy.typing.NDArray[numpy.float64]")
                         .c_str()),
             "What the seat gets for each of some moves, on each of the same deals of its view, from number `first` of "
             "a seed on: an array of moves and deals. A win is 1, a loss -1, a shared win in between; or points, of "
             "partners those of the own side less the others'.")
        .def("log_likelihoods", &Object::log_likelihoods, "view"_a, "deals"_a, "temperature"_a, "noise"_a = 0.0,
             "threads"_a = 1,
             nb::sig(names("def log_likelihoods(self, view: {family}View, deals: "
                           "collections.abc.Sequence[{family}State], temperature: float, noise: float = 0.0, threads: "
                           "int = 1) -> numpy.typing.NDArray[numpy.float64]")
                         .c_str()),
             "How likely the moves that others have made are in each of some deals of a view, as logarithms: each is "
             "chosen by a softmax of the values, or with probability `noise` is any.")
        .def("play_games", &Object::play_games, "games"_a, "seed"_a,
             nb::sig("def play_games(self, games: int, seed: int) -> tuple[int, int]"),
             "Games from the deal to the end, on one thread: how many moves were made, and how many seat 0 won.");
}

}  // namespace

void bind_networks(nb::module_& module) {
    bind_family<ClimbingNets>(module, kClimbingNames);
    bind_family<TrickNets>(module, kTrickNames);
}

}  // namespace paiyou::bindings
