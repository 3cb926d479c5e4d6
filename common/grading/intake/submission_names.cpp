/// @file
/// @brief Finds submissions, and gives each student a name of their own.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>

#include "grading/intake/exercise_search.hpp"
#include "grading/intake/latest_hand_in.hpp"
#include "grading/intake/submission.hpp"
#include "support/text/clean_text.hpp"
#include "support/text/text.hpp"

namespace lockstep::grading {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(fs::symlink_status(path, error));
}

bool could_be_handed_in(const fs::path& path) {
  return is_folder(path) || !archive_extension(path.filename().string()).empty() || !source_stem(path.filename().string()).empty();
}

std::vector<fs::path> contents(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> found;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (!is_left_behind(at->path().filename().string())) found.push_back(at->path());
  if (error) throw std::invalid_argument(fmt::format("{}: cannot be read ({})", clean_line(folder.string()), error.message()));
  return found;
}

/// The path itself, or what is in it where it is a folder of submissions.
std::vector<fs::path> submissions_at(const fs::path& path) {
  if (!is_folder(path)) return {path};
  std::vector<fs::path> inside = contents(path);
  const auto is_the_exercise = [](const fs::path& one) { return is_exercise(one.filename().string()) && !is_folder(one); };
  if (std::any_of(inside.begin(), inside.end(), is_the_exercise)) return {path};
  if (std::none_of(inside.begin(), inside.end(), could_be_handed_in)) return {path};
  std::vector<fs::path> found;
  for (const fs::path& one : inside) {
    const bool is_for_late = is_for_late_ones(one.filename().string());
    const std::vector<fs::path> hand_ins = is_for_late ? submissions_at(one) : std::vector{one};
    found.insert(found.end(), hand_ins.begin(), hand_ins.end());
  }
  return found;
}

/// Short enough for a folder of its own, whatever its bytes became. Cut between two characters.
std::string short_enough(std::string name) {
  constexpr std::size_t kMostBytes = 200;
  name.resize(whole_characters(name, kMostBytes));
  return name;
}

/// Absolute, without `.`, `..` and a `/` at the end; its last part may be a link, and stays one.
fs::path plain_path(const fs::path& path) {
  fs::path plain = fs::absolute(path).lexically_normal();
  return plain.has_filename() ? plain : plain.parent_path();
}

/// "ada.tar.gz" and "ada.cu.txt" are ada's.
std::string without_extension(const std::string& name) {
  if (const std::string stem = source_stem(name); !stem.empty()) return stem;
  const std::string extension = archive_extension(name);
  return extension.empty() ? fs::path(name).stem().string() : name.substr(0, name.size() - extension.size());
}

/// @param distance  how much of the path is in the name: 0 the stem, 1 the whole file name, 2 the folder's name before it, …
std::string name_of(const fs::path& path, int distance) {
  const bool in_folder = is_exercise(path.filename().string());
  const fs::path named = in_folder ? path.parent_path() : path;
  std::string name = named.filename().string();
  if (distance == 0 && !in_folder && !is_folder(path)) name = without_extension(name);
  fs::path around = named.parent_path();
  for (int i = 1; i < distance && around.has_filename(); ++i, around = around.parent_path())
    name.insert(0, around.filename().string() + "_");
  return short_enough(clean_line(name));
}

/// Of `late/ada.zip` and `ada/`, only the first is left.
void leave_latest(std::vector<Submission>& found) {
  const auto student = [](const Submission& one) { return name_of(one.path, 0); };
  std::vector<fs::path> replaced;
  for (Submission& late : found) {
    const fs::path folder = late.path.parent_path();
    if (!is_for_late_ones(folder.filename().string())) continue;
    for (const Submission& one : found) {
      if (one.path.parent_path() != folder.parent_path() || student(one) != student(late)) continue;
      late.note =
          fmt::format("the later of two hand-ins was taken: {}", clean_line(late.path.lexically_relative(folder.parent_path()).string()));
      replaced.push_back(one.path);
    }
  }
  std::erase_if(found, [&](const Submission& one) { return std::ranges::find(replaced, one.path) != replaced.end(); });
}

/// The tables of the class stand beside the students' folders.
bool is_no_name(const std::string& name) {
  constexpr std::array<std::string_view, 7> kTaken{"", ".", "..", "grades.csv", "junit.xml", "leaderboard.csv", "similar.html"};
  return std::ranges::find(kTaken, name) != kTaken.end();
}

/// What differs in their names is lost where they are cleaned or cut: one strange name must not stop a class.
void number_alike(std::vector<Submission>& submissions, const std::map<std::string, std::vector<std::size_t>>& by_name) {
  std::set<std::string> taken;
  for (const auto& [name, bearers] : by_name)
    if (bearers.size() == 1 && !is_no_name(name)) taken.insert(name);
  for (Submission& submission : submissions) {
    if (taken.contains(submission.student)) continue;
    const std::string name = name_of(submission.path, 0);
    int number = 0;
    do submission.student = fmt::format("{}-{}", name, ++number);
    while (!taken.insert(submission.student).second);
  }
}

void name_all(std::vector<Submission>& submissions) {
  constexpr int kFurthest = 32;
  std::vector<int> distances(submissions.size(), 0);
  std::map<std::string, std::vector<std::size_t>> by_name;
  for (int round = 0; round < kFurthest; ++round) {
    by_name.clear();
    for (std::size_t i = 0; i < submissions.size(); ++i) {
      submissions[i].student = name_of(submissions[i].path, distances[i]);
      by_name[submissions[i].student].push_back(i);
    }
    bool all_differ = true;
    for (const auto& [name, bearers] : by_name) {
      if (bearers.size() == 1 && !is_no_name(name)) continue;
      all_differ = false;
      for (const std::size_t i : bearers) ++distances[i];
    }
    if (all_differ) return;
  }
  number_alike(submissions, by_name);
}

}  // namespace

std::vector<Submission> find_submissions(const std::vector<fs::path>& paths) {
  std::vector<Submission> found;
  for (const fs::path& path : paths) {
    std::error_code error;
    if (!fs::exists(fs::symlink_status(path, error)))
      throw std::invalid_argument(fmt::format("{}: there is no such file or folder", clean_line(path.string())));
    for (const fs::path& one : submissions_at(plain_path(path))) found.push_back({"", one});
  }
  const auto by_path = [](const Submission& a, const Submission& b) { return a.path < b.path; };
  const auto is_in_another = [&](const Submission& one) {  // exercise.cu, where the folder that it is in is named, too
    return is_exercise(one.path.filename().string()) && std::ranges::find(found, one.path.parent_path(), &Submission::path) != found.end();
  };
  const auto same_path = [](const Submission& a, const Submission& b) { return a.path == b.path; };
  std::sort(found.begin(), found.end(), by_path);
  found.erase(std::unique(found.begin(), found.end(), same_path), found.end());  // a folder and something in it may both be named
  std::vector<Submission> own;
  std::ranges::remove_copy_if(found, std::back_inserter(own), is_in_another);
  found = std::move(own);

  leave_latest(found);
  name_all(found);
  std::sort(found.begin(), found.end(), [](const Submission& a, const Submission& b) { return a.student < b.student; });
  return found;
}

}  // namespace lockstep::grading
