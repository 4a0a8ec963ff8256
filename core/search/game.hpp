// What a searcher asks of a game. A searcher is a template over this concept and knows no game; the wrappers in
// search/games/ say how the families and grouped moves answer, bindings/python_game.hpp how a game written in Python
// does.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>

#include "cards/random.hpp"
#include "families/history.hpp"

namespace paiyou::search {

inline constexpr int kMaxSeats = 4;
inline constexpr int kChance = -1;  // `turn` of a position in which chance moves

// One number per seat: results, rewards, values.
using Values = std::array<double, kMaxSeats>;

// What a result is worth to a search: whether it is won, or the points of the game.
enum class Reward : std::uint8_t { kWin, kPoints };

struct Range {
    double low;
    double high;
};

// A game with open positions. A position is a value: copied, then changed. Legality of moves is the caller's business.
template <typename G>
concept OpenGame = requires(const G& game, const typename G::Position& at, typename G::Position& changed,
                            typename G::Scratch& scratch, int seat, Move move) {
    { game.scratch() } -> std::same_as<typename G::Scratch>;  // working space, one for each thread
    { game.seats() } -> std::convertible_to<int>;
    { game.turn(at) } -> std::convertible_to<int>;  // the seat to move, or kChance
    { game.over(at) } -> std::convertible_to<bool>;
    // Of a game that is over; won is 1, lost is 0. With partners, points are the own side's less all others'.
    { game.results(at, Reward::kPoints) } -> std::same_as<Values>;
    { game.allied(at, seat, seat) } -> std::convertible_to<bool>;  // whether two seats win and lose together
    game.each_move(at, scratch, [](Move) {});
    game.play(changed, move);
};

// A game in which chance moves as well: where `turn` is kChance it lists what may happen, with probabilities that sum
// to 1, in place of the moves.
template <typename G>
concept ChanceGame =
    OpenGame<G> && requires(const G& game, const typename G::Position& at, typename G::Scratch& scratch) {
        game.each_chance(at, scratch, [](Move, double) {});
    };

// A game that tells positions apart for a table: equal keys mean equal moves, results and estimates from here on. A key
// is compared by == and has a `hash()`; one that was made empty is not `set()`.
template <typename G>
concept KeyedGame = OpenGame<G> && requires(const G& game, const typename G::Position& at, const typename G::Key& key) {
    { game.keyed() } -> std::convertible_to<bool>;  // whether it has keys at all
    { game.key(at) } -> std::same_as<typename G::Key>;
    { key.hash() } -> std::convertible_to<std::uint64_t>;
    { key.set() } -> std::convertible_to<bool>;
};

// A game that says where a search may stop: beyond its depth it goes on with the forcing moves until all is quiet.
template <typename G>
concept QuietGame =
    OpenGame<G> && requires(const G& game, const typename G::Position& at, typename G::Scratch& scratch) {
        { game.quiet(at) } -> std::convertible_to<bool>;
        // At least one; true when these are all legal moves.
        {
            game.each_forcing_move(at, scratch, [](Move) {})
        } -> std::same_as<bool>;
    };

// A game of cards: it can be played out at random, and its moves are numbers below a limit.
template <typename G>
concept CardGame = OpenGame<G> && requires(const G& game, typename G::Position& changed, typename G::Scratch& scratch,
                                           Random& random, Move move) {
    { game.move_limit() } -> std::convertible_to<Move>;
    // Whether all a seat may do from here on follows from what it sees. Not so where it may yet be given hidden cards.
    { game.sure_of_own_moves(changed) } -> std::convertible_to<bool>;
    { game.is_part(move) } -> std::convertible_to<bool>;  // only half a move: the same seat goes on
    { game.range() } -> std::same_as<Range>;              // of the points a seat usually ends with
    game.finish(changed, scratch, random);                // plays uniformly random moves to the end
    // The same, and tells the seat and the move of each.
    game.finish(changed, scratch, random, [](int, Move) {});
};

}  // namespace paiyou::search
