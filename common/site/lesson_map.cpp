#include "lesson_map.hpp"

#include <fmt/format.h>

namespace lockstep::site {

std::string lesson_graph(const std::vector<Lesson>& lessons) {
  std::string graph =
      "digraph lessons {\n  rankdir=TB\n  nodesep=0.2\n  ranksep=0.3\n  node [shape=box style=rounded fontname=\"Helvetica\" fontsize=11 "
      "margin=\"0.12,0.06\"]\n  edge [arrowsize=0.6]\n";
  for (const Lesson& lesson : lessons) {
    graph += fmt::format("  l{0} [label=\"{0} · {1}\" URL=\"lesson_{0}.html\" target=\"_self\"]\n", lesson.number, lesson.title);
    for (const std::string& base : lesson.builds_on) graph += fmt::format("  l{} -> l{}\n", base, lesson.number);
  }
  return graph + "}\n";
}

}  // namespace lockstep::site
