/// @file
/// @brief Writes and reads a grade's JSON.
#include "grading/reports/grades_json.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace lockstep::grading {
namespace {

using Json = nlohmann::ordered_json;

Json to_object(const PartGrade& part) {
  return {{"name", part.name},     {"title", part.title},       {"of", part.of},
          {"passed", part.passed}, {"optional", part.optional}, {"diagnostics", part.diagnostics}};
}

PartGrade part_from(const Json& json) {
  return {json.at("name"), json.at("title"), json.at("of"), json.at("passed"), json.at("optional"), json.at("diagnostics")};
}

GradeStatus status_from(const std::string& name) {
  for (const GradeStatus status : {GradeStatus::graded, GradeStatus::broken})
    if (name == to_string(status)) return status;
  throw std::invalid_argument(name);
}

}  // namespace

std::string to_json(const Grade& grade) {
  Json parts = Json::array();
  for (const PartGrade& part : grade.parts) parts.push_back(to_object(part));
  Json json{{"student", grade.student}, {"lesson", grade.lesson},   {"status", to_string(grade.status)},
            {"message", grade.message}, {"points", grade.points()}, {"of", grade.of()},
            {"seed", grade.seed},       {"seconds", grade.seconds}, {"parts", parts}};
  if (grade.counted) json["counted"] = to_json(*grade.counted);
  if (grade.solution) json["solution"] = to_json(*grade.solution);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<Grade> from_json(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    Grade grade{
        json.at("student"), json.at("lesson"), status_from(json.at("status")), json.at("message"), json.at("seed"), json.at("seconds"), {}};
    for (const Json& part : json.at("parts")) grade.parts.push_back(part_from(part));
    if (json.contains("counted")) grade.counted = counted_run(json["counted"]);
    if (json.contains("solution")) grade.solution = counted_run(json["solution"]);
    if (json.at("points") != grade.points() || json.at("of") != grade.of()) return std::nullopt;
    return grade;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace lockstep::grading
