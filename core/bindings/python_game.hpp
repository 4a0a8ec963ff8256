// A game written in Python as searchers see it: the protocol of src/paiyou/games/open_game.py. A position is a Python
// object, so the GIL is held throughout and there is one thread. What a game raises comes out as it is; a game that
// does not keep to the protocol is a ValueError.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bindings/arguments.hpp"
#include "bindings/errors.hpp"
#include "search/game.hpp"

namespace paiyou::bindings {

// What a position says about itself by `key()`: equal and hashed as Python does.
struct PythonKey {
    nb::object object;
    std::uint64_t number = 0;

    std::uint64_t hash() const { return number; }
    bool set() const { return object.is_valid(); }
    bool operator==(const PythonKey& other) const {
        if (number != other.number) return false;
        const int same = PyObject_RichCompareBool(object.ptr(), other.object.ptr(), Py_EQ);
        if (same < 0) throw nb::python_error();
        return same == 1;
    }
};

class PythonGame {
 public:
    struct Position {
        nb::object object;
    };
    struct Scratch {};
    using Key = PythonKey;

    // What a position can do is asked of the first one, and whether `play` changes it or returns another. A copy of it
    // is tried out, so the root must not be over.
    PythonGame(const nb::object& root, int seats)
        : seats_(seats),
          can_copy_(offers(root, "copy")),
          can_evaluate_(offers(root, "evaluate")),
          can_be_loud_(offers(root, "quiet")),
          has_key_(offers(root, "key")),
          has_allies_(offers(root, "allied")),
          deep_copy_(nb::module_::import_("copy").attr("deepcopy")) {
        const nb::object tried = copy_of(root);
        const nb::list moves(tried.attr("moves")());
        if (nb::len(moves) == 0) refuse(kNoMoves);
        const nb::object returned = tried.attr("play")(moves[0]);
        returns_new_ = !returned.is(tried) && offers(returned, "moves");
    }

    Scratch scratch() const { return {}; }
    int seats() const { return seats_; }

    int turn(const Position& at) const {
        const nb::object seat = said(at, "turn");
        if (seat.is_none()) return search::kChance;
        return seat_of(seat, seats_);
    }

    bool over(const Position& at) const { return truth(said(at, "over")); }

    // With wins for points the highest payoff wins, and equals share it.
    search::Values results(const Position& at, search::Reward reward) const {
        search::Values values = numbers(said(at, "payoffs"), "payoffs");
        if (reward == search::Reward::kPoints) return values;
        const auto end = values.begin() + seats_;
        const double best = *std::max_element(values.begin(), end);
        const double share = 1.0 / static_cast<double>(std::count(values.begin(), end, best));
        for (int seat = 0; seat < seats_; ++seat) values[seat] = values[seat] == best ? share : 0.0;
        return values;
    }

    bool allied(const Position& at, int seat, int other) const {
        return seat == other || (has_allies_ && truth(at.object.attr("allied")(seat, other)));
    }

    template <typename Visit>
    void each_move(const Position& at, Scratch&, Visit&& visit) const {
        const nb::list moves(at.object.attr("moves")());
        if (nb::len(moves) == 0) refuse(kNoMoves);
        for (const nb::handle move : moves) visit(number_of(move));
    }

    template <typename Visit>
    void each_chance(const Position& at, Scratch&, Visit&& visit) const {
        const nb::list chances(at.object.attr("chances")());
        double sum = 0;
        for (const nb::handle chance : chances) {
            if (!PySequence_Check(chance.ptr()) || nb::len(chance) != 2) {
                refuse("chances() must list pairs of a move and its probability");
            }
            const double probability = number(chance[1], "a probability");
            if (!(probability >= 0)) refuse("a probability must be 0 or more, not " + std::to_string(probability));
            sum += probability;
            visit(number_of(nb::object(chance[0])), probability);
        }
        if (!(std::abs(sum - 1) < 1e-6)) {
            refuse("the probabilities of chances() must sum to 1, not to " + std::to_string(sum));
        }
    }

    void play(Position& at, Move move) const {
        const nb::handle played = objects_[move];
        if (returns_new_) {
            at.object = at.object.attr("play")(played);
        } else {
            nb::object copy = copy_of(at.object);
            copy.attr("play")(played);
            at.object = std::move(copy);
        }
    }

    bool keyed() const { return has_key_; }

    Key key(const Position& at) const {
        Key key{at.object.attr("key")(), 0};
        const Py_hash_t hash = PyObject_Hash(key.object.ptr());
        if (hash == -1) throw nb::python_error();
        key.number = mix(static_cast<std::uint64_t>(hash));  // small numbers are their own hashes
        return key;
    }

    bool quiet(const Position& at) const { return !can_be_loud_ || truth(said(at, "quiet")); }

    template <typename Visit>
    bool each_forcing_move(const Position& at, Scratch& scratch, Visit&& visit) const {
        each_move(at, scratch, visit);
        return true;
    }

    nb::object name(Move move) const { return nb::borrow(objects_[move]); }

    // Estimates of all seats' results; nothing is known where the game does not say.
    search::Values estimates(const Position& at) const {
        return can_evaluate_ ? numbers(at.object.attr("evaluate")(), "evaluate()") : search::Values{};
    }

 private:
    static constexpr const char* kNoMoves = "a position that is not over must have moves, but moves() gave none";

    // As Python's hasattr: what a property raises is no no, but for an AttributeError.
    static bool offers(const nb::object& position, const char* name) {
        if (nb::hasattr(position.type(), name)) return true;
        try {
            static_cast<void>(nb::object(position.attr(name)));
            return true;
        } catch (const nb::python_error& error) {
            if (error.matches(PyExc_AttributeError)) return false;
            throw;
        }
    }

    // Properties, or methods written where a property was meant.
    static nb::object said(const Position& at, const char* name) {
        nb::object value = at.object.attr(name);
        return PyCallable_Check(value.ptr()) ? value() : value;
    }

    static bool truth(const nb::object& value) {
        const int is_true = PyObject_IsTrue(value.ptr());
        if (is_true < 0) throw nb::python_error();
        return is_true == 1;
    }

    static double number(const nb::handle& value, const char* what) {
        const double read = PyFloat_AsDouble(value.ptr());
        if (read == -1.0 && PyErr_Occurred() != nullptr) {
            PyErr_Clear();
            refuse(std::string(what) + " must be a number, not " + Py_TYPE(value.ptr())->tp_name);
        }
        if (std::isnan(read)) refuse(std::string(what) + " must be a number, not nan");
        return read;
    }

    search::Values numbers(const nb::object& list, const char* what) const {
        const std::string wanted =
            std::string(what) + " must be a list of " + std::to_string(seats_) + " numbers, one for each seat";
        if (!PySequence_Check(list.ptr())) refuse(wanted + ", not " + Py_TYPE(list.ptr())->tp_name);
        if (nb::len(list) != static_cast<std::size_t>(seats_)) {
            refuse(wanted + "; it has " + std::to_string(nb::len(list)));
        }
        search::Values values{};
        for (int seat = 0; seat < seats_; ++seat) values[seat] = number(list[seat], "a payoff or an estimate");
        return values;
    }

    nb::object copy_of(const nb::object& position) const {
        return can_copy_ ? position.attr("copy")() : deep_copy_(position);
    }

    // The same number for the same move, wherever it is made.
    Move number_of(const nb::handle& move) const {
        if (PyObject_Hash(move.ptr()) == -1) {
            PyErr_Clear();
            refuse(std::string("moves must be hashable, such as strings, numbers or tuples, not ") +
                   Py_TYPE(move.ptr())->tp_name);
        }
        PyObject* const known = PyDict_GetItemWithError(numbers_.ptr(), move.ptr());
        if (known != nullptr) return static_cast<Move>(PyLong_AsUnsignedLong(known));
        if (PyErr_Occurred() != nullptr) throw nb::python_error();
        const std::size_t number = nb::len(objects_);
        numbers_[move] = number;
        objects_.append(move);
        return static_cast<Move>(number);
    }

    int seats_;
    bool can_copy_;
    bool can_evaluate_;
    bool can_be_loud_;
    bool has_key_;
    bool has_allies_;
    nb::object deep_copy_;
    bool returns_new_ = false;
    mutable nb::dict numbers_;
    mutable nb::list objects_;
};

static_assert(search::ChanceGame<PythonGame> && search::KeyedGame<PythonGame> && search::QuietGame<PythonGame>);

// The game's own estimates in place of a weighted sum.
class PythonEvaluation {
 public:
    explicit PythonEvaluation(const PythonGame& game) : game_(&game) {}

    double value(const PythonGame::Position& at, int seat) const {
        return game_->estimates(at)[static_cast<std::size_t>(seat)];
    }
    search::Values values(const PythonGame::Position& at) const { return game_->estimates(at); }

 private:
    const PythonGame* game_;
};

}  // namespace paiyou::bindings
