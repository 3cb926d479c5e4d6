/// @file
/// @brief Writes SVG.
#include "support/svg/svg.hpp"

#include <fmt/format.h>

#include "support/text/markup.hpp"

namespace lockstep {

void Svg::rectangle(double x, double y, double width, double height, std::string_view css_class) {
  body_ += fmt::format("<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" class=\"{}\"/>\n", x, y, width, height, css_class);
}

void Svg::circle(double x, double y, double radius, std::string_view css_class) {
  body_ += fmt::format("<circle cx=\"{:g}\" cy=\"{:g}\" r=\"{:g}\" class=\"{}\"/>\n", x, y, radius, css_class);
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view css_class) {
  body_ += fmt::format("<line x1=\"{:g}\" y1=\"{:g}\" x2=\"{:g}\" y2=\"{:g}\" class=\"{}\"/>\n", x1, y1, x2, y2, css_class);
}

void Svg::text(double x, double y, std::string_view text, std::string_view css_class) {
  body_ += fmt::format("<text x=\"{:g}\" y=\"{:g}\" class=\"{}\">{}</text>\n", x, y, css_class, markup_escaped(text));
}

void Svg::upward_text(double x, double y, std::string_view text, std::string_view css_class) {
  body_ +=
      fmt::format("<text transform=\"translate({:g} {:g}) rotate(-90)\" class=\"{}\">{}</text>\n", x, y, css_class, markup_escaped(text));
}

void Svg::begin_group(std::string_view css_class, const Attributes& attributes) {
  body_ += fmt::format("<g class=\"{}\"", css_class);
  for (const auto& [name, value] : attributes) body_ += fmt::format(" {}=\"{}\"", name, markup_escaped(value));
  body_ += ">\n";
}

void Svg::end_group() { body_ += "</g>\n"; }

std::string Svg::document(const SvgFrame& frame) const {
  const std::string description = frame.description.empty() ? "" : fmt::format("<desc>{}</desc>\n", markup_escaped(frame.description));
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:g}\" height=\"{:g}\" viewBox=\"0 0 {:g} {:g}\" class=\"{}\" role=\"img\">\n"
      "<title>{}</title>\n{}<style>{}</style>\n<rect width=\"100%\" height=\"100%\" class=\"page\"/>\n{}</svg>\n",
      frame.width * frame.scale, frame.height * frame.scale, frame.width, frame.height, frame.css_class, markup_escaped(frame.title),
      description, frame.style, body_);
}

}  // namespace lockstep
