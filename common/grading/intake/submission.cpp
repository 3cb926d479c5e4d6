/// @file
/// @brief Reads a submission: a single file, a folder, or an archive.
#include "grading/intake/submission.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <system_error>

#include "grading/intake/exercise_search.hpp"
#include "grading/intake/submission_archive.hpp"
#include "support/text/clean_text.hpp"
#include "support/text/text.hpp"

namespace lockstep::grading {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestComplaint = 300;  // characters: names in an archive may be as long as it
constexpr int kDeepest = 32;                    // folders in folders: each keeps a descriptor open

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

std::string cannot_read(const fs::path& path, const std::string& why) {
  return fmt::format("{} cannot be read: {}", clean_line(path.filename().string()), why);
}

/// Opens a regular file that is not a link, symbolic or hard. @param complaint  what is wrong, where there is no file
File open_file(const fs::path& path, std::string& complaint) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);  // a FIFO must not hold us up
  const int error = errno;
  File file(descriptor < 0 ? nullptr : ::fdopen(descriptor, "rb"));
  struct stat status {};
  const std::string name = clean_line(path.filename().string());
  if (file == nullptr)
    complaint =
        error == ELOOP ? name + " is a link, and links are not followed; hand in the file itself" : cannot_read(path, std::strerror(error));
  else if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))
    complaint = name + " is not a regular file; hand in exercise.cu as a file";
  else if (status.st_nlink > 1)
    complaint = name + " is a hard link: another name of the same file exists; hand in a copy";
  return complaint.empty() ? std::move(file) : nullptr;
}

std::string first_bytes(std::FILE* file, std::size_t most) {
  struct stat status {};
  if (::fstat(::fileno(file), &status) != 0) return {};
  std::string bytes(std::min(most, static_cast<std::size_t>(status.st_size)), '\0');
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file));
  return bytes;
}

EntryKind kind_of(fs::file_type type) {
  switch (type) {
    case fs::file_type::symlink:
      return EntryKind::link;
    case fs::file_type::directory:
      return EntryKind::folder;
    case fs::file_type::regular:
      return EntryKind::file;
    default:
      return EntryKind::special;
  }
}

constexpr std::size_t kMostArchiveBytes = std::size_t{kMostUnpackedBytes} + 1;  // one more shows that it is too large

void look_at(const fs::path& folder, const std::string& path, EntryKind kind, ExerciseSearch& search, ArchiveReader& archives) {
  const Look look = search.meets(path, kind);
  if (look == Look::away) return;
  std::string complaint;
  const File file = open_file(folder / path, complaint);
  if (file == nullptr)
    search.complain(complaint);
  else if (look == Look::inside)
    archives.read(first_bytes(file.get(), kMostArchiveBytes), path);
  else
    search.take(first_bytes(file.get(), kMostSourceBytes + 1));
}

Reading read_folder(const fs::path& folder, const std::string& lesson) {
  std::map<std::string, EntryKind> entries;  // sorted, so that of several mistakes the same one is reported each time
  std::error_code error;
  fs::recursive_directory_iterator at(folder, error), end;  // does not go into folders that are links
  while (!error && at != end && entries.size() <= kMostEntries) {
    if (at.depth() >= kDeepest) return wrong(fmt::format("its folders are nested more than {} deep; hand in exercise.cu alone", kDeepest));
    if (is_left_behind(at->path().filename().string())) at.disable_recursion_pending();
    entries.emplace(at->path().lexically_relative(folder).string(), kind_of(at->symlink_status(error).type()));
    if (!error) at.increment(error);
  }
  if (error) return wrong(cannot_read(folder, error.message()));

  ExerciseSearch search(lesson);
  ArchiveReader archives(search);
  for (const auto& [path, kind] : entries)
    if (!search.has_complaint()) look_at(folder, path, kind, search, archives);
  return search.result();
}

Reading read_file_or_archive(const fs::path& path, const std::string& lesson) {
  std::string complaint;
  const File file = open_file(path, complaint);
  if (file == nullptr) return wrong(complaint);
  if (!source_stem(path.filename().string()).empty()) return to_source_text(first_bytes(file.get(), kMostSourceBytes + 1));
  ExerciseSearch search(lesson);
  ArchiveReader(search).read(first_bytes(file.get(), kMostArchiveBytes), "");
  return search.result();
}

}  // namespace

Reading read_submission(const fs::path& path, const std::string& lesson) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  Reading reading = fs::is_directory(status) ? read_folder(path, lesson) : read_file_or_archive(path, lesson);
  reading.complaint = cut_to(reading.complaint, kLongestComplaint);
  return reading;
}

}  // namespace lockstep::grading
