/// @file
/// @brief Reads a rubric.
#include "grading/intake/rubric.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string_view>

#include "support/input_file.hpp"
#include "support/text/clean_text.hpp"

namespace lockstep::grading {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  const std::string line = clean_line(fmt::format("the rubric {}: {}", path, why));
  throw std::invalid_argument(line + "; write {\"part1\": 4, \"part2\": 2.5}");
}

std::string content_of(const std::string& path) {
  constexpr std::size_t kMost = 1 << 20;
  try {
    return read_content(path, [](std::string_view content, std::string_view) {
      if (content.size() > kMost) throw UsageError("it is larger than 1 MiB");
    });
  } catch (const UsageError& error) {
    refuse(path, error.what());
  }
}

/// The rubric as JSON. A name given twice is refused: JSON would keep its last value, which need not be the one that was meant.
nlohmann::json object_of(const std::string& path) {
  std::set<std::string> names;
  std::string twice;
  const auto note_name = [&](int depth, nlohmann::json::parse_event_t event, const nlohmann::json& name) {
    if (depth == 1 && event == nlohmann::json::parse_event_t::key && !names.insert(name).second) twice = name;
    return true;
  };
  auto json = nlohmann::json::parse(content_of(path), note_name, false);
  if (!json.is_object()) refuse(path, "it is not a JSON object");
  if (!twice.empty()) refuse(path, fmt::format("{} is given twice", twice));
  return json;
}

}  // namespace

Rubric read_rubric(const std::string& path, const std::vector<PartGrade>& parts) {
  const nlohmann::json json = object_of(path);
  std::vector<std::string> names;
  for (const PartGrade& part : parts) names.push_back(part.name);
  Rubric rubric;
  for (const auto& [name, points] : json.items()) {
    if (std::ranges::find(names, name) == names.end())
      refuse(path, fmt::format("there is no part '{}'; there are {}", name, fmt::join(names, ", ")));
    if (!points.is_number() || !(points.get<double>() >= 0) || !std::isfinite(points.get<double>()))
      refuse(path, fmt::format("the points of {} must be a number, 0 or more", name));
    rubric[name] = points.get<double>();
  }
  return rubric;
}

void apply_rubric(const Rubric& rubric, std::vector<PartGrade>& parts) {
  for (PartGrade& part : parts)
    if (const auto own = rubric.find(part.name); own != rubric.end()) part.of = own->second;
}

}  // namespace lockstep::grading
