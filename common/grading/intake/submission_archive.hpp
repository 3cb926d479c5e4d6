/// @file
/// @brief Reads the exercise.cu out of an archive. Nothing is unpacked to disk, and no more than a limit to memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "grading/intake/source_text.hpp"

namespace lockstep::grading {

constexpr std::int64_t kMostUnpackedBytes = 64 * 1024 * 1024;  ///< of all that an archive holds; and of the archive itself

/// The text of the one exercise.cu in a zip, or a tar that may be compressed by gzip, bzip2 or xz.
/// @param file    of a regular file, at its beginning; stays open
/// @param lesson  as in read_submission()
Reading read_archive(int file, const std::string& lesson);

}  // namespace lockstep::grading
