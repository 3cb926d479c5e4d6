/// @file
/// @brief What may be in a submission beside its exercise.cu, and what may not.
#include "grading/intake/exercise_search.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <vector>

#include "grading/intake/latest_hand_in.hpp"
#include "support/text/clean_text.hpp"
#include "support/text/text.hpp"

namespace lockstep::grading {
namespace {

constexpr std::size_t kMostDifferent = 16;  // exercise.cu files that are kept in memory
constexpr std::array<std::string_view, 2> kExtensions{".cu", ".cu.txt"};
constexpr std::array<std::string_view, 6> kArchiveExtensions{".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz"};

bool ends_like(std::string_view name, std::string_view extension) {
  if (name.size() < extension.size()) return false;
  const auto is_same = [](unsigned char a, char b) { return std::tolower(a) == b; };
  return std::ranges::equal(name.substr(name.size() - extension.size()), extension, is_same);
}

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

std::string shown_path(const std::string& path) {
  constexpr std::size_t kMostCharacters = 60;
  return cut_to(clean_line(path), kMostCharacters);
}

std::string archive_extension(const std::string& name) {
  for (const std::string_view extension : kArchiveExtensions)
    if (ends_like(name, extension)) return name.substr(name.size() - extension.size());
  return {};
}

bool is_left_behind(const std::string& name) { return (name.starts_with('.') && name != ".") || name == "__MACOSX" || name == "build"; }

Look ExerciseSearch::meets(const std::string& path, EntryKind kind) {
  if (++entries_ > kMostEntries) complain(fmt::format("it holds more than {} files and folders; hand in exercise.cu alone", kMostEntries));
  const auto parts = parts_of(path);
  if (has_complaint() || parts.empty() || std::any_of(parts.begin(), parts.end(), is_left_behind)) return Look::away;

  if (kind == EntryKind::link && link_.empty()) link_ = path;
  if (kind == EntryKind::file && path.ends_with(".cu") && other_.empty()) other_ = path;
  if (kind == EntryKind::file && !archive_extension(parts.back()).empty()) return Look::inside;
  if (kind == EntryKind::folder || !is_exercise(parts.back())) return Look::away;
  if (kind == EntryKind::link) complain(fmt::format("{} is a link, and links are not followed; hand in the file itself", shown_path(path)));
  if (kind == EntryKind::special) complain(fmt::format("{} is not a regular file; hand in exercise.cu as a file", shown_path(path)));
  met_ = path;
  return kind == EntryKind::file ? Look::at_source : Look::away;
}

bool ExerciseSearch::is_of_lesson(const std::string& path) const {
  const auto parts = parts_of(path);
  return parts.size() >= 3 && parts[parts.size() - 3] == "lessons" && parts[parts.size() - 2] == lesson_;
}

void ExerciseSearch::take(std::string bytes) {
  const bool is_own = is_of_lesson(met_);
  if (found_own_ && !is_own) return;
  if (is_own && !found_own_) {
    found_own_ = true;
    too_many_ = false;
    found_.clear();
    contents_.clear();
  }
  const auto same = std::ranges::find(contents_, bytes);
  too_many_ = too_many_ || (same == contents_.end() && contents_.size() == kMostDifferent);
  if (too_many_) return;
  found_.push_back({met_, static_cast<std::size_t>(same - contents_.begin())});
  if (same == contents_.end()) contents_.push_back(std::move(bytes));
}

/// Only one that is certainly later than each that differs from it is the latest.
const ExerciseSearch::HandIn* ExerciseSearch::latest() const {
  const HandIn* last = &found_.front();
  for (const HandIn& one : found_)
    if (is_certainly_later(one.path, last->path)) last = &one;
  const auto is_before = [&](const HandIn& one) { return one.content == last->content || is_certainly_later(last->path, one.path); };
  return std::ranges::all_of(found_, is_before) ? last : nullptr;
}

Reading ExerciseSearch::conflict() const {
  constexpr std::size_t kMostShown = 3;
  std::vector<std::string> paths;
  for (std::size_t content = 0; content < std::min(kMostShown, contents_.size()); ++content)
    paths.push_back(shown_path(std::ranges::find(found_, content, &HandIn::content)->path));
  if (contents_.size() == 2)
    return wrong(fmt::format("it holds two different exercise.cu files: {} and {}; hand in the one that counts", paths[0], paths[1]));
  if (contents_.size() > kMostShown) paths.emplace_back("…");
  return wrong(
      fmt::format("it holds {} different exercise.cu files: {}; hand in the one that counts", contents_.size(), fmt::join(paths, ", ")));
}

Reading ExerciseSearch::nothing_found() const {
  std::string complaint = "there is no exercise.cu in it";
  if (!other_.empty()) complaint += fmt::format("; {} must have that name", shown_path(other_));
  if (!link_.empty()) complaint += fmt::format("; {} is a link, and links are not followed", shown_path(link_));
  if (!closed_.empty()) complaint += fmt::format("; {} is an archive in an archive: hand in what is in it", shown_path(closed_));
  return wrong(complaint);
}

Reading ExerciseSearch::result() {
  if (has_complaint()) return wrong(complaint_);
  if (too_many_)
    return wrong(fmt::format("it holds more than {} different exercise.cu files; hand in the one that counts", kMostDifferent));
  if (found_.empty()) return nothing_found();
  const HandIn* counts = latest();
  if (counts == nullptr) return conflict();
  Reading reading = to_source_text(contents_[counts->content]);
  if (contents_.size() > 1)
    reading.note = fmt::format("of {} different exercise.cu files, the latest was taken: {}", contents_.size(), shown_path(counts->path));
  return reading;
}

}  // namespace lockstep::grading
