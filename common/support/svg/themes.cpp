/// @file
/// @brief Writes the style sheet of a drawing's colours.
#include "support/svg/themes.hpp"

#include <fmt/format.h>

namespace lockstep {

std::string in_both_themes(std::string_view css_class, std::span<const Paint> paints) {
  std::string light, dark, dark_page;
  for (const Paint& paint : paints) {
    light += fmt::format(".{0} {1}, .light-mode .{0} {1} {{ {2}: {3}; }}\n", css_class, paint.of, paint.property, paint.light);
    dark += fmt::format(".{} {} {{ {}: {}; }}\n", css_class, paint.of, paint.property, paint.dark);
    dark_page += fmt::format(".dark-mode .{} {} {{ {}: {}; }}\n", css_class, paint.of, paint.property, paint.dark);
  }
  return fmt::format("{}@media screen and (prefers-color-scheme: dark) {{\n{}}}\n@media screen {{\n{}}}\n", light, dark, dark_page);
}

}  // namespace lockstep
