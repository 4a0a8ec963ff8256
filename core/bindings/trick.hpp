// The trick family as Python classes.
#pragma once

#include <nanobind/nanobind.h>

namespace paiyou::bindings {

void bind_trick(nanobind::module_& module);

}  // namespace paiyou::bindings
