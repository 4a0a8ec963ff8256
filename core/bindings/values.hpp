// States and views are values in Python: copied, compared, and not hashed, since a state changes.
#pragma once

#include <nanobind/nanobind.h>

namespace paiyou::bindings {

template <typename Value>
void make_value(nanobind::class_<Value>& type) {
    namespace nb = nanobind;
    type.def("__copy__", [](const Value& self) { return self; });
    type.def("__deepcopy__", [](const Value& self, const nb::handle&) { return self; }, nb::arg("memo"));
    type.def(
        "__eq__",
        [](const Value& self, const nb::object& other) {
            return nb::isinstance<Value>(other) && self == nb::cast<const Value&>(other);
        },
        nb::arg("other").none());
    type.attr("__hash__") = nb::none();
}

}  // namespace paiyou::bindings
