/// @file
/// @brief Reads a rubric.
#include "rubric.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace lockstep::grading {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw std::invalid_argument(fmt::format("the rubric {}: {}; write {{\"part1\": 4, \"part2\": 2.5}}", path, why));
}

}  // namespace

Rubric read_rubric(const std::string& path, const std::vector<PartGrade>& parts) {
  std::ifstream file(path);
  if (!file) refuse(path, "it cannot be read");
  const auto json = nlohmann::json::parse(file, nullptr, false);
  if (!json.is_object()) refuse(path, "it is no JSON object");
  std::vector<std::string> names;
  for (const PartGrade& part : parts) names.push_back(part.name);
  Rubric rubric;
  for (const auto& [name, points] : json.items()) {
    if (std::ranges::find(names, name) == names.end())
      refuse(path, fmt::format("there is no part '{}', there are {}", name, fmt::join(names, ", ")));
    if (!points.is_number() || !(points.get<double>() >= 0) || !std::isfinite(points.get<double>()))
      refuse(path, fmt::format("the points of {} are no number from 0 on", name));
    rubric[name] = points.get<double>();
  }
  return rubric;
}

void apply_rubric(const Rubric& rubric, std::vector<PartGrade>& parts) {
  for (PartGrade& part : parts)
    if (const auto own = rubric.find(part.name); own != rubric.end()) part.of = own->second;
}

}  // namespace lockstep::grading
