/// @file
/// @brief What nvcc makes of a lesson's version: for claims about widths, unrolling and barriers that no counter shows.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::testing {

/// The PTX of a version's file, "03_reduction/v8_unrolled", for compute capability 9.0. Without nvcc there is none, and the running test
/// says that it was skipped.
std::optional<std::string> ptx_of(const std::string& version);

/// The part of PTX that is one kernel's: of the first whose mangled name contains `name`. Empty where there is none.
std::string kernel_in(const std::string& ptx, const std::string& name);

/// How often `text` occurs in `ptx`.
std::size_t occurrences(const std::string& ptx, const std::string& text);

/// The opcodes of a kernel in their order: "ld.global.v4.f32".
std::vector<std::string> instructions_in(const std::string& kernel);

/// Of these the accesses to global and shared memory, with the bytes of a lane: "ld.global 16", "st.shared 4".
std::vector<std::string> accesses_in(const std::string& kernel);

}  // namespace lockstep::testing
