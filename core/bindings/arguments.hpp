// What Python hands over: seeds, texts, specs.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "bindings/errors.hpp"

namespace paiyou::bindings {

namespace nb = nanobind;

// Any whole number, NumPy's included; more than 64 bits are cut off.
inline std::uint64_t seed_of(const nb::handle& seed) {
    PyObject* const number = PyNumber_Index(seed.ptr());
    if (number == nullptr) {
        PyErr_Clear();
        refuse("a seed is a whole number, not " + std::string(Py_TYPE(seed.ptr())->tp_name));
    }
    const std::uint64_t word = PyLong_AsUnsignedLongLongMask(number);
    Py_DECREF(number);
    return word;
}

// The text of a Python string; it lives as long as the string.
inline std::string_view text_of(const nb::handle& text) {
    Py_ssize_t size = 0;
    const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (bytes == nullptr) {  // lone surrogates
        PyErr_Clear();
        refuse("a text with broken characters is neither a card nor a move");
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
