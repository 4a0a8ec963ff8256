#pragma once

#include <nanobind/nanobind.h>

namespace paiyou::bindings {

void bind_theory(nanobind::module_& module);

}  // namespace paiyou::bindings
