// What Python hands over: seeds, strings, specs.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "bindings/errors.hpp"

namespace paiyou::bindings {

namespace nb = nanobind;

// Any whole number, NumPy's included.
inline nb::int_ whole_number(const nb::handle& given, const char* what) {
    PyObject* const number = PyNumber_Index(given.ptr());
    if (number == nullptr) {
        PyErr_Clear();
        refuse(std::string(what) + " is a whole number, not " + Py_TYPE(given.ptr())->tp_name);
    }
    return nb::steal<nb::int_>(number);
}

// More than 64 bits are cut off.
inline std::uint64_t seed_of(const nb::handle& seed) {
    return PyLong_AsUnsignedLongLongMask(whole_number(seed, "a seed").ptr());
}

// A number of things, 0 or more.
inline std::size_t size_of(const nb::handle& given, const char* what) {
    const std::size_t number = PyLong_AsSize_t(whole_number(given, what).ptr());
    if (number == static_cast<std::size_t>(-1) && PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        refuse(std::string(what) + " must be 0 or more, and not beyond all bounds");
    }
    return number;
}

inline int seat_of(const nb::handle& given, int seats) {
    int overflow = 0;
    const long seat = PyLong_AsLongAndOverflow(whole_number(given, "a seat").ptr(), &overflow);
    if (overflow != 0 || seat < 0 || seat >= seats) {
        refuse("there is no seat " + nb::cast<std::string>(nb::str(given)).substr(0, 20) + "; seats are 0 to " +
               std::to_string(seats - 1));
    }
    return static_cast<int>(seat);
}

// The text of a Python string; it lives as long as the string.
inline std::string_view text_of(const nb::handle& text) {
    Py_ssize_t size = 0;
    const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (bytes == nullptr) {  // lone surrogates
        PyErr_Clear();
        refuse("a string with broken characters is neither a card nor a move");
    }
    return {bytes, static_cast<std::size_t>(size)};
}

// Makes a game object in place; whatever is wrong with the spec is a ValueError.
template <typename GameObject>
void construct_from_spec(GameObject* self, const nb::object& spec) {
    try {
        new (self) GameObject(spec);
    } catch (const nb::cast_error&) {
        refuse("spec: a field has the wrong type or is out of range");
    } catch (const nb::python_error& error) {
        if (error.matches(PyExc_ValueError)) throw;
        refuse("spec: a field is missing or has the wrong type");
    }
}

}  // namespace paiyou::bindings
