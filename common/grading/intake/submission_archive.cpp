/// @file
/// @brief libarchive in two steps, so that every byte that is unpacked is counted: first the compression, then the archive.
#include "grading/intake/submission_archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <locale.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "support/text/clean_text.hpp"
#include "support/text/text.hpp"

namespace lockstep::grading {
namespace {

constexpr std::size_t kPiece = 64 * 1024;

struct Free {
  void operator()(archive* a) const { ::archive_read_free(a); }
};
using Archive = std::unique_ptr<archive, Free>;

/// How a message calls the archive.
std::string subject(const std::string& path) { return path.empty() ? "the archive" : shown_path(path); }

std::string too_large(const std::string& path) {
  constexpr std::int64_t kMost = kMostUnpackedBytes / (1024 * 1024);
  if (path.empty()) return fmt::format("the archive holds more than {} MiB: hand in exercise.cu alone", kMost);
  return fmt::format("with {}, its archives hold more than {} MiB: hand in exercise.cu alone", subject(path), kMost);
}

std::string damaged(archive* a, const std::string& path) {
  constexpr std::size_t kMostCharacters = 100;
  const char* why = ::archive_error_string(a);
  return fmt::format("{} is damaged: {}; pack it anew, or hand in exercise.cu alone", subject(path),
                     cut_to(clean_line(why != nullptr ? why : "it ends too early"), kMostCharacters));
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

/// An archive's bytes after gzip, bzip2 or xz were undone, as libarchive asks for them.
class Unpacked {
 public:
  Unpacked(std::string_view bytes, const std::string& path, ByteCount& count) : path_(path), count_(count), archive_(::archive_read_new()) {
    ::archive_read_support_filter_gzip(archive_.get());
    ::archive_read_support_filter_bzip2(archive_.get());
    ::archive_read_support_filter_xz(archive_.get());
    ::archive_read_support_format_raw(archive_.get());
    archive_entry* whole = nullptr;
    if (::archive_read_open_memory(archive_.get(), bytes.data(), bytes.size()) != ARCHIVE_OK ||
        ::archive_read_next_header(archive_.get(), &whole) != ARCHIVE_OK)
      complaint_ = damaged(archive_.get(), path_);
  }
  Unpacked(const Unpacked&) = delete;
  Unpacked& operator=(const Unpacked&) = delete;

  const std::string& complaint() const { return complaint_; }  ///< what went wrong below the archive; empty where nothing did

  static la_ssize_t read(archive*, void* self, const void** piece) { return static_cast<Unpacked*>(self)->next(piece); }

 private:
  la_ssize_t next(const void** piece) {
    const la_ssize_t count = ::archive_read_data(archive_.get(), buffer_.data(), buffer_.size());
    if (count < 0) complaint_ = damaged(archive_.get(), path_);
    if (count_.exceeds_with(std::max<la_ssize_t>(count, 0))) complaint_ = too_large(path_);
    *piece = buffer_.data();
    return complaint_.empty() ? count : -1;
  }

  const std::string& path_;
  ByteCount& count_;
  Archive archive_;
  std::vector<char> buffer_ = std::vector<char>(kPiece);
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

bool begins_like_zip(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");  // with entries, without
}

}  // namespace

/// Goes through the entries of an archive, and counts what they hold.
class ArchiveReader::Walk {
 public:
  Walk(archive* a, const std::string& path, ArchiveReader& reader)
      : archive_(a), path_(path), reader_(reader), search_(reader.search_), is_outermost_(path.empty()) {}

  void run() {
    archive_entry* entry = nullptr;
    int status = ARCHIVE_OK;
    while (!search_.has_complaint() && (status = ::archive_read_next_header(archive_, &entry)) != ARCHIVE_EOF) {
      if (status < ARCHIVE_WARN) return search_.complain(damaged(archive_, path_));
      look_at(entry);
    }
  }

 private:
  void look_at(archive_entry* entry) {
    const std::string name = path_of(entry), path = is_outermost_ ? name : path_ + "/" + name;
    const Look look = search_.meets(path, kind_of(entry));
    if (search_.has_complaint()) return;
    if (leads_out(name))
      return search_.complain(
          fmt::format("{} names {}, which is outside of it; hand in exercise.cu alone", subject(path_), shown_path(name)));
    if (::archive_entry_is_encrypted(entry) != 0)
      return search_.complain(fmt::format("{} is encrypted; hand it in without a password", subject(path_)));
    const bool is_opened = look == Look::inside && is_outermost_;
    std::string bytes = read_data(is_opened ? std::size_t{kMostUnpackedBytes} : look == Look::at_source ? kMostSourceBytes + 1 : 0);
    if (search_.has_complaint()) return;
    if (look == Look::at_source) search_.take(std::move(bytes));
    if (is_opened) reader_.read(bytes, path);
    if (look == Look::inside && !is_opened) search_.leave_closed(path);
  }

  /// Reads all of it, whatever is kept: a size that an archive states need not be true.
  std::string read_data(std::size_t most_kept) {
    std::string kept;
    std::array<char, kPiece> piece;
    la_ssize_t count = 0;
    while ((count = ::archive_read_data(archive_, piece.data(), piece.size())) > 0) {
      if (reader_.unpacked_.exceeds_with(count)) search_.complain(too_large(path_));
      if (search_.has_complaint()) return {};
      kept.append(piece.data(), std::min(static_cast<std::size_t>(count), most_kept - kept.size()));
    }
    if (count < 0) search_.complain(damaged(archive_, path_));
    return kept;
  }

  archive* archive_;
  const std::string& path_;
  ArchiveReader& reader_;
  ExerciseSearch& search_;
  bool is_outermost_;
};

void ArchiveReader::read_zip(std::string_view bytes, const std::string& path) {
  if (streamed_.exceeds_with(static_cast<std::int64_t>(bytes.size()))) return search_.complain(too_large(path));
  const Archive zip(::archive_read_new());
  ::archive_read_support_format_zip(zip.get());
  if (::archive_read_open_memory(zip.get(), bytes.data(), bytes.size()) != ARCHIVE_OK) return search_.complain(damaged(zip.get(), path));
  Walk(zip.get(), path, *this).run();
}

void ArchiveReader::read_tar(std::string_view bytes, const std::string& path) {
  Unpacked unpacked(bytes, path, streamed_);
  if (!unpacked.complaint().empty()) return search_.complain(unpacked.complaint());
  const Archive tar(::archive_read_new());
  ::archive_read_support_format_tar(tar.get());
  if (::archive_read_open(tar.get(), &unpacked, nullptr, Unpacked::read, nullptr) == ARCHIVE_OK)
    Walk(tar.get(), path, *this).run();
  else
    search_.complain(fmt::format("{} is neither a zip nor a tar archive; hand in exercise.cu", path.empty() ? "it" : subject(path)));
  if (!unpacked.complaint().empty()) search_.complain(unpacked.complaint());
}

void ArchiveReader::read(std::string_view bytes, const std::string& path) {
  if (bytes.size() > std::size_t{kMostUnpackedBytes}) return search_.complain(too_large(path));
  if (bytes.empty()) return search_.complain(fmt::format("{} is empty; hand in exercise.cu", subject(path)));
  const Utf8Locale locale;
  return begins_like_zip(bytes) ? read_zip(bytes, path) : read_tar(bytes, path);
}

}  // namespace lockstep::grading
