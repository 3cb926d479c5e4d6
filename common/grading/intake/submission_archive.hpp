/// @file
/// @brief Reads the exercise.cu out of an archive. Nothing is unpacked to disk, and no more than a limit to memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "grading/intake/exercise_search.hpp"

namespace lockstep::grading {

constexpr std::int64_t kMostUnpackedBytes = 64 * 1024 * 1024;  ///< of all that a submission's archives hold; and of each archive itself

/// Adds up bytes.
class ByteCount {
 public:
  /// @return whether there are more than kMostUnpackedBytes now
  bool exceeds_with(std::int64_t more) { return (total_ += more) > kMostUnpackedBytes; }

 private:
  std::int64_t total_ = 0;
};

/// Shows a search what is in archives: zip, or tar that may be compressed by gzip, bzip2 or xz. All of a submission's count together.
class ArchiveReader {
 public:
  explicit ArchiveReader(ExerciseSearch& search) : search_(search) {}

  /// @param bytes  of the archive; one that has more than kMostUnpackedBytes may be cut off after those
  /// @param path   where it is in the submission; empty: it is the submission, and archives in it are opened, too
  void read(std::string_view bytes, const std::string& path);

 private:
  class Walk;

  void read_zip(std::string_view bytes, const std::string& path);
  void read_tar(std::string_view bytes, const std::string& path);

  ExerciseSearch& search_;
  ByteCount streamed_;  ///< zips, and tars after their compression was undone
  ByteCount unpacked_;  ///< the files in them: one that is sparse is longer than what it is made of
};

}  // namespace lockstep::grading
