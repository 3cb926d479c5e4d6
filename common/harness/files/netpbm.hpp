/// @file
/// @brief The plain formats of Netpbm: PGM (P2, P5) and PPM (P3, P6).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lockstep/image.hpp"

namespace lockstep {

/// Reads a picture from a file's content. @throws UsageError, which does not name the file, where it is damaged, or larger than
/// `most_bytes`
Image read_netpbm(std::string_view content, std::size_t most_bytes);

/// The content of a P5 or P6 file.
std::string netpbm_content(const Image& image);

}  // namespace lockstep
