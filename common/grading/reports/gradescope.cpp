/// @file
/// @brief Writes what Gradescope's documentation calls results.json.
#include "grading/reports/gradescope.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "grading/reports/leaderboard.hpp"
#include "support/text/clean_text.hpp"

namespace lockstep::grading {
namespace {

using Json = nlohmann::ordered_json;

std::string output_of(const Grade& grade, const PartGrade& part) {
  if (part.passed) return "passed";
  if (!part.diagnostics.empty()) return clean_text(fmt::format("{}", fmt::join(part.diagnostics, "\n")));
  return grade.message.empty() ? "not passed" : clean_line(grade.message);
}

Json test_of(const Grade& grade, const PartGrade& part, std::size_t number) {
  return {{"name", clean_line(part.title.empty() ? part.name : part.title)},
          {"number", std::to_string(number)},
          {"score", part.points()},
          {"max_score", part.due()},
          {"status", part.passed ? "passed" : "failed"},
          {"output", output_of(grade, part)},
          {"output_format", "text"},
          {"visibility", "visible"}};
}

/// Gradescope sorts by the first column.
Json leaderboard_of(const Grade& grade) {
  const Work& work = grade.counted->work;
  Json columns = Json::array({{{"name", "cost (our solution: 1)"}, {"value", std::stod(cost_text(grade))}, {"order", "asc"}}});
  for (const Price& price : kPrices) columns.push_back({{"name", price.name}, {"value", work.*price.count}, {"order", "asc"}});
  return columns;
}

}  // namespace

std::string to_gradescope(const Grade& grade) {
  Json tests = Json::array();
  for (const PartGrade& part : grade.parts) tests.push_back(test_of(grade, part, tests.size() + 1));
  const std::string summary = fmt::format("{}: {:.6g} of {:.6g} points", grade.lesson, grade.points(), grade.of());
  Json results{{"score", grade.points()},
               {"execution_time", std::llround(std::ceil(grade.seconds))},
               {"output", clean_text(grade.message.empty() ? summary : summary + "\n" + grade.message)},
               {"output_format", "text"},
               {"visibility", "visible"},
               {"tests", tests}};
  if (grade.is_ranked()) results["leaderboard"] = leaderboard_of(grade);
  return results.dump(2) + "\n";
}

}  // namespace lockstep::grading
