/// @file
/// @brief Finds the one exercise.cu among the files of a submission, whether in a folder or in an archive.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "grading/intake/source_text.hpp"

namespace lockstep::grading {

constexpr std::size_t kMostEntries = 10'000;  ///< of a submission: files and folders, also those in its archives

/// What a submission's entry is, where it is more than a name.
enum class EntryKind { file, folder, link, special };

/// What is to be done with an entry.
enum class Look {
  away,
  at_source,  ///< an exercise.cu: its bytes are to be given to take()
  inside      ///< an archive: its entries are to be shown, too, if it is not itself in an archive
};

/// Sees each entry in turn. A complaint is final: what comes after it need not be looked at.
///
/// Where a lesson's own folder is among them (lessons/04_dot_product), as in a copy of the whole course, the exercise.cu in it is the one.
/// Of several, the latest counts if their names leave no doubt about it; see is_certainly_later().
class ExerciseSearch {
 public:
  /// @param lesson  the name of its folder
  explicit ExerciseSearch(std::string lesson) : lesson_(std::move(lesson)) {}

  /// Takes note of an entry. @param path  of UTF-8 or not, with `/` between its parts; an archive is a part like a folder
  Look meets(const std::string& path, EntryKind kind);

  /// At most kMostSourceBytes + 1 bytes of the exercise.cu that was met last: more need not be read to refuse it.
  void take(std::string bytes);

  /// Takes note of an archive that is not opened, for the message where there is no exercise.cu.
  void leave_closed(const std::string& path) { closed_ = path; }

  void complain(std::string complaint) { complaint_ = std::move(complaint); }
  bool has_complaint() const { return !complaint_.empty(); }

  /// The text of the one that counts; to be called once, at the end.
  Reading result();

 private:
  struct HandIn {
    std::string path;
    std::size_t content;  ///< index of one in contents_
  };

  bool is_of_lesson(const std::string& path) const;
  const HandIn* latest() const;
  Reading conflict() const;
  Reading nothing_found() const;

  std::string lesson_;
  std::size_t entries_ = 0;
  std::string complaint_;
  std::string met_;  // the exercise.cu that was met last
  std::vector<HandIn> found_;
  std::vector<std::string> contents_;  // those that differ
  bool found_own_ = false;             // the lesson's own, in a copy of the course: no other counts
  bool too_many_ = false;              // more that differ than are kept
  std::string link_, other_, closed_;  // a link, a file X.cu, an archive in an archive: for the message where there is no exercise.cu
};

/// True where a part of `path` is called `name`.
bool has_part(const std::string& path, const std::string& name);

/// A path for messages: on one line, and not too long for what comes after it.
std::string shown_path(const std::string& path);

/// Is it exercise.cu, maybe with the `.txt` that some servers append?
bool is_exercise(const std::string& name);
/// The name without `.cu` or `.cu.txt`; nothing where it ends with neither.
std::string source_stem(const std::string& name);
/// What the name of an archive that can be read ends with, in capitals or not; otherwise nothing.
std::string archive_extension(const std::string& name);

/// Folders and files that editors, version control, builds and macOS leave behind.
bool is_left_behind(const std::string& name);

}  // namespace lockstep::grading
