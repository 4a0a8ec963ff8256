#include "bindings/arrays.hpp"

#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#include <numpy/arrayobject.h>

#include <algorithm>
#include <array>

namespace paiyou::bindings {

void load_numpy() {
    if (_import_array() < 0) throw nanobind::python_error();
}

Int8Array new_int8_array(std::initializer_list<std::size_t> shape) {
    std::array<npy_intp, 4> sizes{};
    std::copy(shape.begin(), shape.end(), sizes.begin());
    PyObject* const array = PyArray_ZEROS(static_cast<int>(shape.size()), sizes.data(), NPY_INT8, 0);
    if (array == nullptr) throw nanobind::python_error();
    auto* const data = static_cast<std::int8_t*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(array)));
    return {nanobind::steal(array), data};
}

}  // namespace paiyou::bindings
