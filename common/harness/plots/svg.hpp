/// @file
/// @brief Drawings as SVG text.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

/// A drawing that grows downwards. Lengths are in pixels; classes are of the style sheet.
class Svg {
 public:
  using Attributes = std::vector<std::pair<std::string, std::string>>;

  void rectangle(double x, double y, double width, double height, std::string_view css_class);
  void line(double x1, double y1, double x2, double y2, std::string_view css_class);
  void text(double x, double y, std::string_view text, std::string_view css_class);
  /// Text that reads upwards.
  void upward_text(double x, double y, std::string_view text, std::string_view css_class);

  /// What is drawn until end_group() belongs together.
  void begin_group(std::string_view css_class, const Attributes& attributes);
  void end_group();

  /// The whole file. @param title  for those who cannot see it  @param css_class  of the whole drawing, to which alone the style should
  /// apply, for on a page it would apply to all of it  @param style  CSS
  std::string document(double width, double height, std::string_view title, std::string_view css_class, std::string_view style) const;

 private:
  std::string body_;
};

}  // namespace lockstep
