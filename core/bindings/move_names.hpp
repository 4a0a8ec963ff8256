// One Python string per move, made once per game and handed out again and again.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>

#include "bindings/errors.hpp"
#include "families/history.hpp"

namespace paiyou::bindings {

class MoveNames {
 public:
    explicit MoveNames(const nanobind::list& names)
        : names_(nanobind::steal<nanobind::tuple>(PyList_AsTuple(names.ptr()))) {
        namespace nb = nanobind;
        for (std::size_t move = 0; move < nb::len(names_); ++move) numbers_[names_[move]] = move;
        if (nb::len(numbers_) != nb::len(names_)) refuse("spec: two moves have the same name");
    }

    const nanobind::tuple& all() const { return names_; }

    nanobind::object name(Move move) const {
        return nanobind::borrow(PyTuple_GET_ITEM(names_.ptr(), static_cast<Py_ssize_t>(move)));
    }

    // The common case, a string of our own, is one look-up. Nothing: it must be read as a person writes it.
    std::optional<Move> find(const nanobind::handle& text, const char* example) const {
        if (!PyUnicode_Check(text.ptr())) {
            refuse("a move is a string such as " + std::string(example) + ", not " + Py_TYPE(text.ptr())->tp_name);
        }
        PyObject* const found = PyDict_GetItemWithError(numbers_.ptr(), text.ptr());
        if (found != nullptr) return static_cast<Move>(PyLong_AsLong(found));
        PyErr_Clear();  // a subclass of str may refuse to be hashed
        return std::nullopt;
    }

 private:
    nanobind::tuple names_;
    nanobind::dict numbers_;
};

}  // namespace paiyou::bindings
