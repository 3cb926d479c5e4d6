/// @file
/// @brief Pictures in files: PNG by libpng, and PGM and PPM, the plain formats of Netpbm.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep {

/// A picture of bytes.
struct Image {
  std::int64_t width = 0, height = 0;
  int channels = 1;                   ///< 1: grey; 3: red, green, blue
  std::vector<std::uint8_t> bytes{};  ///< row by row, `channels` for each pixel, nothing between the rows
};

/// Reads a PNG of any kind, or a PGM or PPM (P2, P3, P5, P6). 16 bits, and other numbers of levels, become the nearest of 256; a palette
/// becomes colours; what is transparent lies on white.
/// @throws UsageError where there is no such file, it is damaged or of another kind, or the picture takes more than 1 GiB, judged by the
/// size that its header claims, before that memory is allocated
Image read_image(const std::string& path);

/// @throws UsageError where a file's name does not say how to write a picture with that many channels: it must end in .png, or .pgm (grey)
/// or .ppm (colour)
void require_image_name(const std::string& path, int channels);

/// Writes a picture, whole or not at all, in the format that the file's name asks for. @throws UsageError as require_image_name, and where
/// the file cannot be written
void write_image(const std::string& path, const Image& image);

/// The brightness of each pixel: a grey picture as it is, of a coloured one 0.299 red + 0.587 green + 0.114 blue, rounded
/// (ITU-R BT.601).
Image to_grey(Image image);

}  // namespace lockstep
