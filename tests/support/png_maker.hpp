/// @file
/// @brief PNG files made by hand, of kinds that no writer of ours makes, and damaged ones.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep::testing {

/// What the header of a PNG says of its pixels (ISO/IEC 15948, "IHDR Image header").
enum class PngColour : std::uint8_t { grey = 0, rgb = 2, palette = 3, grey_alpha = 4, rgb_alpha = 6 };

/// 32 bits, the highest first.
inline std::string png_word(std::uint32_t word) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(word >> shift & 0xff);
  return bytes;
}

/// A chunk: its length, type, data, and the cyclic redundancy check of type and data.
inline std::string png_chunk(std::string_view type, std::string_view data) {
  const std::string checked = std::string(type) + std::string(data);
  std::uint32_t crc = 0xffffffff;
  for (const char c : checked) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc % 2 != 0 ? 0xedb88320 : 0);
  }
  return png_word(static_cast<std::uint32_t>(data.size())) + checked + png_word(~crc);
}

/// zlib's format (RFC 1950) with one stored block: at most 65535 bytes.
inline std::string zlib_stored(std::string_view data) {
  const auto length = static_cast<std::uint16_t>(data.size());
  std::string bytes = "\x78\x01\x01";
  for (const std::uint16_t half : {length, static_cast<std::uint16_t>(~length)}) {
    bytes += static_cast<char>(half & 0xff);
    bytes += static_cast<char>(half >> 8);
  }
  std::uint32_t a = 1, b = 0;
  for (const char c : data) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  return bytes + std::string(data) + png_word(b << 16 | a);
}

inline std::string png_header(std::uint32_t width, std::uint32_t height, int depth, PngColour colour) {
  std::string data = png_word(width) + png_word(height);
  for (const int byte : {depth, static_cast<int>(colour), 0, 0, 0}) data += static_cast<char>(byte);
  return "\x89PNG\r\n\x1a\n" + png_chunk("IHDR", data);
}

/// A whole file.
/// @param rows     each row: a byte 0 (no filter), then its pixels
/// @param between  chunks before the pixels, such as a palette
inline std::string png(std::uint32_t width, std::uint32_t height, int depth, PngColour colour, std::string_view rows,
                       std::string_view between = {}) {
  return png_header(width, height, depth, colour) + std::string(between) + png_chunk("IDAT", zlib_stored(rows)) + png_chunk("IEND", {});
}

}  // namespace lockstep::testing
