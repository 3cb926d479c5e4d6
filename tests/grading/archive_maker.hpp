/// @file
/// @brief Archives as students make them, and as nobody should.
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <filesystem>
#include <stdexcept>
#include <string>

namespace lockstep::testing {

/// Writes one archive; it is whole once this is gone.
class ArchiveMaker {
 public:
  /// @param filter   gzip, bzip2, xz; none where it is empty
  /// @param options  of libarchive, such as "zip:encryption=aes256"
  ArchiveMaker(const std::filesystem::path& path, const std::string& format, const std::string& filter = "",
               const std::string& options = "")
      : archive_(::archive_write_new()) {
    require(::archive_write_set_format_by_name(archive_, format.c_str()));
    if (!filter.empty()) require(::archive_write_add_filter_by_name(archive_, filter.c_str()));
    if (!options.empty()) require(::archive_write_set_options(archive_, options.c_str()));
    if (options.find("encryption") != options.npos) require(::archive_write_set_passphrase(archive_, "secret"));
    require(::archive_write_open_filename(archive_, path.c_str()));
  }
  ArchiveMaker(const ArchiveMaker&) = delete;
  ArchiveMaker& operator=(const ArchiveMaker&) = delete;
  ~ArchiveMaker() { ::archive_write_free(archive_); }

  ArchiveMaker& file(const std::string& path, const std::string& bytes) { return add(path, AE_IFREG, bytes, "", ""); }
  ArchiveMaker& symbolic_link(const std::string& path, const std::string& target) { return add(path, AE_IFLNK, "", target, ""); }
  ArchiveMaker& hard_link(const std::string& path, const std::string& target) { return add(path, AE_IFREG, "", "", target); }
  ArchiveMaker& special(const std::string& path, unsigned type) { return add(path, type, "", "", ""); }
  ArchiveMaker& folder(const std::string& path) { return add(path, AE_IFDIR, "", "", ""); }

 private:
  ArchiveMaker& add(const std::string& path, unsigned type, const std::string& bytes, const std::string& link, const std::string& hard) {
    archive_entry* entry = ::archive_entry_new();
    ::archive_entry_set_pathname_utf8(entry, path.c_str());
    ::archive_entry_set_filetype(entry, type);
    ::archive_entry_set_perm(entry, 0644);
    if (!link.empty()) ::archive_entry_set_symlink(entry, link.c_str());
    if (!hard.empty()) ::archive_entry_set_hardlink(entry, hard.c_str());
    ::archive_entry_set_size(entry, static_cast<la_int64_t>(bytes.size()));
    require(::archive_write_header(archive_, entry));
    if (!bytes.empty()) ::archive_write_data(archive_, bytes.data(), bytes.size());
    require(::archive_write_finish_entry(archive_));
    ::archive_entry_free(entry);
    return *this;
  }

  void require(int status) {
    if (status < ARCHIVE_WARN) throw std::runtime_error(::archive_error_string(archive_));
  }

  archive* archive_;
};

}  // namespace lockstep::testing
