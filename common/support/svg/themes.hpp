/// @file
/// @brief Colours of a drawing on light pages and on dark ones.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lockstep {

/// What is painted, and in which colours.
struct Paint {
  const char *of, *property, *light, *dark;
};

/// Light on paper. A page around the drawing may choose by its class; otherwise the reader's system chooses.
/// Without CSS variables, which not every viewer knows.
/// @param css_class  of the whole drawing
std::string in_both_themes(std::string_view css_class, std::span<const Paint> paints);

}  // namespace lockstep
