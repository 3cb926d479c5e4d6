/// @file
/// @brief Finds the one exercise.cu among the files of a submission, whether in a folder or in an archive.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "grading/intake/source_text.hpp"

namespace lockstep::grading {

constexpr std::size_t kMostEntries = 10'000;  ///< of a submission: files and folders

/// What a submission's entry is, where it is more than a name.
enum class EntryKind { file, folder, link, special };

/// Sees each entry in turn. A complaint is final: what comes after it need not be looked at.
///
/// Where a lesson's own folder is among them (lessons/04_dot_product), as in a copy of the whole course, the exercise.cu in it is the one.
class ExerciseSearch {
 public:
  /// @param lesson  the name of its folder
  explicit ExerciseSearch(std::string lesson) : lesson_(std::move(lesson)) {}

  /// Takes note of an entry. @param path  of UTF-8 or not, with `/` between its parts
  /// @return whether it is an exercise.cu (or exercise.cu.txt, as some servers call it), whose bytes are to be given to take()
  bool meets(const std::string& path, EntryKind kind);

  /// At most kMostSourceBytes + 1 bytes of the exercise.cu that was met last: more need not be read to refuse it.
  void take(std::string bytes);

  void complain(std::string complaint) { complaint_ = std::move(complaint); }
  bool has_complaint() const { return !complaint_.empty(); }

  /// The text of the only exercise.cu; to be called once, at the end.
  Reading result();

 private:
  bool is_of_lesson(const std::string& path) const;

  std::string lesson_;
  std::size_t entries_ = 0;
  std::string complaint_;
  std::string conflict_;       // two that differ: a complaint, unless the lesson's own comes
  std::string met_;            // the exercise.cu that was met last
  std::string found_, bytes_;  // the first one
  std::string link_, other_;   // a link, and a file X.cu, for the message where there is no exercise.cu
};

/// True where a part of `path` is called `name`.
bool has_part(const std::string& path, const std::string& name);

/// Is it exercise.cu, maybe with the `.txt` that some servers append?
bool is_exercise(const std::string& name);
/// The name without `.cu` or `.cu.txt`; nothing where it ends with neither.
std::string source_stem(const std::string& name);

/// Folders and files that editors, version control, builds and macOS leave behind.
bool is_left_behind(const std::string& name);

}  // namespace lockstep::grading
