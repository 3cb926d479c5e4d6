/// @file
/// @brief What may be in a submission beside its exercise.cu, and what may not.
#include "grading/intake/exercise_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "support/text/clean_text.hpp"

namespace lockstep::grading {
namespace {

constexpr std::array<std::string_view, 2> kExtensions{".cu", ".cu.txt"};

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

std::string source_stem(const std::string& name) {
  for (const std::string_view extension : kExtensions)
    if (name.ends_with(extension)) return name.substr(0, name.size() - extension.size());
  return {};
}

bool is_exercise(const std::string& name) { return source_stem(name) == "exercise"; }

bool is_left_behind(const std::string& name) { return (name.starts_with('.') && name != ".") || name == "__MACOSX" || name == "build"; }

bool ExerciseSearch::meets(const std::string& path, EntryKind kind) {
  if (++entries_ > kMostEntries) complain(fmt::format("it holds more than {} files and folders", kMostEntries));
  const auto parts = parts_of(path);
  if (has_complaint() || parts.empty() || std::any_of(parts.begin(), parts.end(), is_left_behind)) return false;

  if (kind == EntryKind::link && link_.empty()) link_ = path;
  if (kind == EntryKind::file && path.ends_with(".cu") && other_.empty()) other_ = path;
  if (kind == EntryKind::folder || !is_exercise(parts.back())) return false;
  if (kind == EntryKind::link) complain(fmt::format("{} is a link, and links are not followed", clean_line(path)));
  if (kind == EntryKind::special) complain(fmt::format("{} is not a regular file", clean_line(path)));
  met_ = path;
  return kind == EntryKind::file;
}

bool ExerciseSearch::is_of_lesson(const std::string& path) const {
  const auto parts = parts_of(path);
  return parts.size() >= 3 && parts[parts.size() - 3] == "lessons" && parts[parts.size() - 2] == lesson_;
}

void ExerciseSearch::take(std::string bytes) {
  const bool own = is_of_lesson(met_), found_own = is_of_lesson(found_);
  if (found_own && !own) return;
  if (found_.empty() || own != found_own) {
    found_ = met_;
    bytes_ = std::move(bytes);
    conflict_.clear();
  } else if (bytes != bytes_) {
    conflict_ = fmt::format("it holds two different exercise.cu files: {} and {}; hand in the one that counts", clean_line(found_),
                            clean_line(met_));
  }
}

Reading ExerciseSearch::result() {
  if (has_complaint()) return wrong(complaint_);
  if (!conflict_.empty()) return wrong(conflict_);
  if (!found_.empty()) return to_source_text(std::move(bytes_));
  std::string complaint = "there is no exercise.cu in it";
  if (!other_.empty()) complaint += fmt::format("; {} must have that name", clean_line(other_));
  if (!link_.empty()) complaint += fmt::format("; {} is a link, and links are not followed", clean_line(link_));
  return wrong(complaint);
}

}  // namespace lockstep::grading
