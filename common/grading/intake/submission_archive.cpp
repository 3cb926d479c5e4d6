/// @file
/// @brief libarchive in two steps, so that every byte that is unpacked is counted: first the compression, then the archive.
#include "grading/intake/submission_archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "grading/intake/exercise_search.hpp"
#include "support/text/clean_text.hpp"

namespace lockstep::grading {
namespace {

constexpr std::size_t kPiece = 64 * 1024;

struct Free {
  void operator()(archive* a) const { ::archive_read_free(a); }
};
using Archive = std::unique_ptr<archive, Free>;

std::string too_large() {
  return fmt::format("the archive holds more than {} MiB: hand in exercise.cu alone", kMostUnpackedBytes / (1024 * 1024));
}

std::string damaged(archive* a) {
  const char* why = ::archive_error_string(a);
  return fmt::format("the archive is damaged: {}", clean_line(why != nullptr ? why : "it ends too early"));
}

/// UTF-8 for this thread: libarchive gives no names of files that it cannot turn into the locale's characters.
class Utf8Locale {
 public:
  Utf8Locale() : utf8_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)), before_(::uselocale(utf8_)) {}
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;
  ~Utf8Locale() {
    ::uselocale(before_);
    if (utf8_ != nullptr) ::freelocale(utf8_);
  }

 private:
  locale_t utf8_, before_;
};

/// A file's bytes after gzip, bzip2 or xz were undone, as libarchive asks for them.
class Unpacked {
 public:
  explicit Unpacked(int file) : archive_(::archive_read_new()) {
    ::archive_read_support_filter_gzip(archive_.get());
    ::archive_read_support_filter_bzip2(archive_.get());
    ::archive_read_support_filter_xz(archive_.get());
    ::archive_read_support_format_raw(archive_.get());
    archive_entry* whole = nullptr;
    if (::archive_read_open_fd(archive_.get(), file, kPiece) != ARCHIVE_OK ||
        ::archive_read_next_header(archive_.get(), &whole) != ARCHIVE_OK)
      complaint_ = damaged(archive_.get());
  }
  Unpacked(const Unpacked&) = delete;
  Unpacked& operator=(const Unpacked&) = delete;

  const std::string& complaint() const { return complaint_; }  ///< what went wrong below the archive; empty where nothing did

  static la_ssize_t read(archive*, void* self, const void** piece) { return static_cast<Unpacked*>(self)->next(piece); }

 private:
  la_ssize_t next(const void** piece) {
    const la_ssize_t count = ::archive_read_data(archive_.get(), buffer_.data(), buffer_.size());
    if (count < 0) complaint_ = damaged(archive_.get());
    total_ += std::max<la_ssize_t>(count, 0);
    if (total_ > kMostUnpackedBytes) complaint_ = too_large();
    *piece = buffer_.data();
    return complaint_.empty() ? count : -1;
  }

  Archive archive_;
  std::vector<char> buffer_ = std::vector<char>(kPiece);
  std::int64_t total_ = 0;
  std::string complaint_;
};

EntryKind kind_of(archive_entry* entry) {
  if (::archive_entry_hardlink(entry) != nullptr || ::archive_entry_filetype(entry) == AE_IFLNK) return EntryKind::link;
  if (::archive_entry_filetype(entry) == AE_IFDIR) return EntryKind::folder;
  return ::archive_entry_filetype(entry) == AE_IFREG ? EntryKind::file : EntryKind::special;
}

/// Windows puts backslashes into archives.
std::string path_of(archive_entry* entry) {
  const char* name = ::archive_entry_pathname_utf8(entry);
  if (name == nullptr) name = ::archive_entry_pathname(entry);
  std::string path = name != nullptr ? name : "";
  std::replace(path.begin(), path.end(), '\\', '/');
  return path;
}

bool leads_out(const std::string& path) {
  const bool has_drive = path.find(":/") == 1;
  return path.starts_with('/') || has_drive || has_part(path, "..");
}

/// Goes through the entries of an archive, and counts what they hold.
class Walk {
 public:
  Walk(archive* a, const std::string& lesson) : archive_(a), search_(lesson) {}

  void run() {
    archive_entry* entry = nullptr;
    int status = ARCHIVE_OK;
    while (!search_.has_complaint() && (status = ::archive_read_next_header(archive_, &entry)) != ARCHIVE_EOF) {
      if (status < ARCHIVE_WARN) return search_.complain(damaged(archive_));
      look_at(entry);
    }
  }
  Reading result() { return search_.result(); }

 private:
  void look_at(archive_entry* entry) {
    const std::string path = path_of(entry);
    const bool wanted = search_.meets(path, kind_of(entry));
    if (search_.has_complaint()) return;
    if (leads_out(path)) return search_.complain(fmt::format("the archive names {}, which is outside of it", clean_line(path)));
    if (::archive_entry_is_encrypted(entry) != 0) return search_.complain("the archive is encrypted; hand it in without a password");
    std::string bytes = read_data(wanted);
    if (wanted && !search_.has_complaint()) search_.take(std::move(bytes));
  }

  /// Reads what is not wanted, too: a size that an archive states need not be true.
  std::string read_data(bool wanted) {
    std::string kept;
    std::array<char, kPiece> piece;
    la_ssize_t count = 0;
    while ((count = ::archive_read_data(archive_, piece.data(), piece.size())) > 0) {
      total_ += count;
      if (total_ > kMostUnpackedBytes) search_.complain(too_large());
      if (search_.has_complaint()) return {};
      if (wanted) kept.append(piece.data(), std::min(static_cast<std::size_t>(count), kMostSourceBytes + 1 - kept.size()));
    }
    if (count < 0) search_.complain(damaged(archive_));
    return kept;
  }

  archive* archive_;
  ExerciseSearch search_;
  std::int64_t total_ = 0;
};

Reading read_zip(int file, const std::string& lesson) {
  const Archive zip(::archive_read_new());
  ::archive_read_support_format_zip(zip.get());
  if (::archive_read_open_fd(zip.get(), file, kPiece) != ARCHIVE_OK) return wrong(damaged(zip.get()));
  Walk walk(zip.get(), lesson);
  walk.run();
  return walk.result();
}

Reading read_tar(int file, const std::string& lesson) {
  Unpacked unpacked(file);
  if (!unpacked.complaint().empty()) return wrong(unpacked.complaint());
  const Archive tar(::archive_read_new());
  ::archive_read_support_format_tar(tar.get());
  if (::archive_read_open(tar.get(), &unpacked, nullptr, Unpacked::read, nullptr) != ARCHIVE_OK)
    return wrong(unpacked.complaint().empty() ? "it is neither a zip nor a tar archive" : unpacked.complaint());
  Walk walk(tar.get(), lesson);
  walk.run();
  return unpacked.complaint().empty() ? walk.result() : wrong(unpacked.complaint());
}

bool begins_like_zip(int file) {
  std::array<char, 4> magic{};
  if (::pread(file, magic.data(), magic.size(), 0) != static_cast<ssize_t>(magic.size())) return false;
  const std::string_view begin(magic.data(), magic.size());
  return begin == "PK\x03\x04" || begin == "PK\x05\x06";  // with entries, without
}

}  // namespace

Reading read_archive(int file, const std::string& lesson) {
  struct stat status {};
  if (::fstat(file, &status) != 0 || status.st_size > kMostUnpackedBytes) return wrong(too_large());
  if (status.st_size == 0) return wrong("the archive is empty");
  const Utf8Locale locale;
  return begins_like_zip(file) ? read_zip(file, lesson) : read_tar(file, lesson);
}

}  // namespace lockstep::grading
