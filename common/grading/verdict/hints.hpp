/// @file
/// @brief The hints of an exercise, by part and by what is wrong; and those that fit every exercise.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "grading/verdict/failure_kind.hpp"
#include "grading/verdict/kit.hpp"

namespace lockstep::grading {

struct Hint {
  FailureKind kind = FailureKind::answer;  ///< what it helps against
  std::string text;

  friend bool operator==(const Hint&, const Hint&) = default;
};

using Hints = std::map<std::string, std::vector<Hint>>;

/// Reads a file of hints: under each heading, such as `## part4 hazard`, a list, each item a hint. An item's lines become one.
/// @return the hints by the heading's first word, in their order; none where there is no such file
Hints read_hints(const std::filesystem::path& path);

/// The hints for a part that failed in this way, the fitting ones first: the part's own for that kind, those for every exercise, and then
/// the part's others.
std::vector<std::string> hints_for(const Kit& kit, const std::string& part, FailureKind kind);

}  // namespace lockstep::grading
