/// @file
/// @brief What students hand in: finds each submission, and reads its exercise.cu without trusting anything about it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grading/intake/source_text.hpp"

namespace lockstep::grading {

/// One student's work.
struct Submission {
  std::string student;         ///< fit for tables and file names: UTF-8, no `/`, no control characters; no two are equal
  std::filesystem::path path;  ///< a folder, an archive or a .cu file; or something that read_submission() will refuse
  std::string note = {};       ///< one line: which of several hand-ins it is; otherwise empty
};

/// The submissions among the paths of a command line, sorted by student.
///
/// A file is a submission. So is a folder that has exercise.cu directly in it, or that has no folder, archive or .cu file in it. Any other
/// folder is one of submissions: everything in it is one, except hidden files, `build` and `__MACOSX`. A folder `late` in it holds
/// submissions, too: they are taken instead of those that the same students handed in in time.
/// The student has the name of the file or folder, without its extension; for exercise.cu, that of the folder it is in. Where two names
/// would be equal, extensions and the names of the folders around them are added until they differ.
/// @throws std::invalid_argument  one line, where there is no such path, or a folder cannot be read
std::vector<Submission> find_submissions(const std::vector<std::filesystem::path>& paths);

/// The text of the submission's exercise.cu, which may be anywhere in a folder or archive, or what is wrong with the submission, in one
/// line. Archives in a folder or an archive are read as if they were unpacked there, those in these are not opened. Follows no link,
/// unpacks nothing to disk, keeps to the limits of kMostSourceBytes, kMostEntries and kMostUnpackedBytes.
/// @param lesson  the name of the lesson's folder: of a copy of the whole course, only that lesson's exercise.cu counts
Reading read_submission(const std::filesystem::path& path, const std::string& lesson);

}  // namespace lockstep::grading
