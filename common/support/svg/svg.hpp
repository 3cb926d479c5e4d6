/// @file
/// @brief Drawings as SVG text.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

/// What is around a drawing.
struct SvgFrame {
  double width, height;       ///< of the drawing, in its own units
  double scale = 1;           ///< pixels for a unit, where there is room for them
  std::string title{};        ///< for readers who cannot see it
  std::string description{};  ///< and what they would see; may be empty
  std::string css_class{};  ///< of the whole drawing: the style should apply only to this class, as on a page it would apply to everything
  std::string style{};      ///< CSS
};

/// A drawing that grows downwards. Lengths are in units of its frame; classes are of the style sheet.
class Svg {
 public:
  using Attributes = std::vector<std::pair<std::string, std::string>>;

  void rectangle(double x, double y, double width, double height, std::string_view css_class);
  void circle(double x, double y, double radius, std::string_view css_class);
  void line(double x1, double y1, double x2, double y2, std::string_view css_class);
  void text(double x, double y, std::string_view text, std::string_view css_class);
  /// Text that reads upwards.
  void upward_text(double x, double y, std::string_view text, std::string_view css_class);

  /// What is drawn until end_group() belongs together.
  void begin_group(std::string_view css_class, const Attributes& attributes);
  void end_group();

  /// The whole file.
  std::string document(const SvgFrame& frame) const;

 private:
  std::string body_;
};

}  // namespace lockstep
