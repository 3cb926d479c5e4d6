/// @file
/// @brief Draws the map in Graphviz's language.
#include "site/pages/lesson_map.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::site {

namespace {

// By one arrow or several. Bases have smaller numbers, otherwise a cycle would never end.
bool builds_on(const std::vector<Lesson>& lessons, const std::string& later, const std::string& earlier) {
  const auto found = std::ranges::find(lessons, later, &Lesson::number);
  return found != lessons.end() && std::ranges::any_of(found->builds_on, [&](const std::string& base) {
           return base < later && (base == earlier || builds_on(lessons, base, earlier));
         });
}

}  // namespace

std::string lesson_graph(const std::vector<Lesson>& lessons) {
  std::string graph =
      "digraph lessons {\n  rankdir=TB\n  nodesep=0.2\n  ranksep=0.3\n  node [shape=box style=rounded fontname=\"Helvetica\" fontsize=11 "
      "margin=\"0.12,0.06\"]\n  edge [arrowsize=0.6]\n";
  for (const Lesson& lesson : lessons) {
    graph += fmt::format("  l{0} [label=\"{0} · {1}\" URL=\"lesson_{0}.html\" target=\"_self\"]\n", lesson.number, lesson.title);
    for (const std::string& base : lesson.builds_on) {
      const auto has_it = [&](const std::string& other) { return builds_on(lessons, other, base); };
      if (std::ranges::none_of(lesson.builds_on, has_it)) graph += fmt::format("  l{} -> l{}\n", base, lesson.number);
    }
  }
  return graph + "}\n";
}

}  // namespace lockstep::site
