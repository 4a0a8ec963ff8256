// Bad input becomes a ValueError with one sentence.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace paiyou::bindings {

[[noreturn]] inline void refuse(const std::string& sentence) { throw nanobind::value_error(sentence.c_str()); }

}  // namespace paiyou::bindings
