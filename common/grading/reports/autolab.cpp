/// @file
/// @brief Writes what Autolab's documentation asks of the last line.
#include "grading/reports/autolab.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/text/clean_text.hpp"

namespace lockstep::grading {
namespace {

std::string problem_name(const PartGrade& part) {
  std::string name = clean_line(part.name);
  std::erase(name, ':');  // Autolab takes what is before a colon for something else
  return name;
}

}  // namespace

std::string to_autolab(const Grade& grade) {
  auto scores = nlohmann::ordered_json::object();
  for (const PartGrade& part : grade.parts) scores[problem_name(part)] = part.points();
  const nlohmann::ordered_json line{{"scores", scores}, {"scoreboard", {grade.points()}}};
  return line.dump() + "\n";
}

}  // namespace lockstep::grading
