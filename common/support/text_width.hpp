/// @file
/// @brief Text in the columns of a terminal.
#pragma once

#include <cstddef>
#include <string>

namespace lockstep {

inline constexpr std::size_t kScreenWidth = 80;

/// Number of characters, of UTF-8.
std::size_t display_width(const std::string& text);

/// The first `width` characters.
std::string first_characters(const std::string& text, std::size_t width);

/// The text where it fits in `width` characters, else its beginning and "…".
std::string cut_to(const std::string& text, std::size_t width);

/// The text with blanks before it, `width` characters wide.
std::string right_aligned(const std::string& text, int width);

/// The text without the blanks at its end.
std::string without_end_blanks(const std::string& text);

/// The text in lines of at most `width` characters, broken at blanks, the lines after the first behind `indent` blanks.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent);

}  // namespace lockstep
