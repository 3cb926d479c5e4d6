/// @file
/// @brief What may be in a submission beside its exercise.cu, and what may not.
#include "grading/intake/exercise_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "support/text/clean_text.hpp"

namespace lockstep::grading {
namespace {

const std::string kWanted = "exercise.cu";

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    if (end != at) parts.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

}  // namespace

bool has_part(const std::string& path, const std::string& name) {
  const auto parts = parts_of(path);
  return std::find(parts.begin(), parts.end(), name) != parts.end();
}

bool is_left_behind(const std::string& name) { return (name.starts_with('.') && name != ".") || name == "__MACOSX" || name == "build"; }

bool ExerciseSearch::meets(const std::string& path, EntryKind kind) {
  if (++entries_ > kMostEntries) complain(fmt::format("it holds more than {} files and folders", kMostEntries));
  const auto parts = parts_of(path);
  if (has_complaint() || parts.empty() || std::any_of(parts.begin(), parts.end(), is_left_behind)) return false;

  if (kind == EntryKind::link && link_.empty()) link_ = path;
  if (kind == EntryKind::file && path.ends_with(".cu") && other_.empty()) other_ = path;
  if (kind == EntryKind::folder || parts.back() != kWanted) return false;
  if (kind == EntryKind::link) complain(fmt::format("{} is a link, and links are not followed", clean_line(path)));
  if (kind == EntryKind::special) complain(fmt::format("{} is not a regular file", clean_line(path)));
  met_ = path;
  return kind == EntryKind::file;
}

void ExerciseSearch::take(std::string bytes) {
  if (found_.empty()) {
    found_ = met_;
    bytes_ = std::move(bytes);
  } else if (bytes != bytes_) {
    complain(fmt::format("it holds two different exercise.cu files: {} and {}", clean_line(found_), clean_line(met_)));
  }
}

Reading ExerciseSearch::result() {
  if (has_complaint()) return wrong(complaint_);
  if (!found_.empty()) return to_source_text(std::move(bytes_));
  std::string complaint = "there is no exercise.cu in it";
  if (!other_.empty()) complaint += fmt::format("; {} must have that name", clean_line(other_));
  if (!link_.empty()) complaint += fmt::format("; {} is a link, and links are not followed", clean_line(link_));
  return wrong(complaint);
}

}  // namespace lockstep::grading
