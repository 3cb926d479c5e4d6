/// @file
/// @brief What tests ask of a program's messages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

namespace lockstep::testing {

/// True where `text` has `part` in it.
inline bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

/// The number of lines, each of which ends with a newline.
inline std::size_t lines(const std::string& text) { return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')); }

}  // namespace lockstep::testing
