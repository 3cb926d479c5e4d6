/// @file
/// @brief Looks at each element of an SVG.
#include "grading/reports/plain_drawing.hpp"

#include <algorithm>
#include <array>
#include <pugixml.hpp>
#include <string_view>

namespace lockstep::grading {
namespace {

constexpr std::array<std::string_view, 5> kElements{"title", "style", "rect", "line", "text"};

bool is_plain_shape(pugi::xml_node node) {
  const bool is_known = std::find(kElements.begin(), kElements.end(), node.name()) != kElements.end();
  return is_known && std::none_of(node.begin(), node.end(), [](pugi::xml_node child) { return child.type() == pugi::node_element; });
}

/// Groups hold no groups: a browser draws those recursively.
bool is_plain(pugi::xml_node node) {
  return node.name() == std::string_view("g") ? std::all_of(node.begin(), node.end(), is_plain_shape) : is_plain_shape(node);
}

}  // namespace

bool is_plain_drawing(const std::string& svg) {
  pugi::xml_document document;
  if (!document.load_buffer(svg.data(), svg.size(), pugi::parse_full, pugi::encoding_utf8)) return false;
  const pugi::xml_node root = document.first_child();  // a DOCTYPE, where entities are declared, would stand before it
  return root.name() == std::string_view("svg") && !root.next_sibling() && std::all_of(root.begin(), root.end(), is_plain);
}

}  // namespace lockstep::grading
