#pragma once

#include <nanobind/nanobind.h>

namespace paiyou::bindings {

// Play-out networks.
void bind_networks(nanobind::module_& module);

}  // namespace paiyou::bindings
