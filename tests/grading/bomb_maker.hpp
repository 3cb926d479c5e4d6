/// @file
/// @brief Archives of some MB that unpack to 10 GB, made in moments: one piece is deflated, and repeated.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

namespace lockstep::testing {

constexpr std::uint64_t kBombBytes = 10'000'000'000;
constexpr std::uint64_t kBombPiece = 40'000'000;

/// @param format  zlib's window bits: -15 raw deflate, 31 gzip
/// @param flush   Z_FULL_FLUSH: more may follow; Z_FINISH: it is the end
inline std::string deflated(const std::string& bytes, int format, int flush) {
  z_stream stream{};
  ::deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, format, 9, Z_DEFAULT_STRATEGY);
  std::string out(bytes.size() / 100 + 1000, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  ::deflate(&stream, flush);
  out.resize(out.size() - stream.avail_out);
  ::deflateEnd(&stream);
  return out;
}

inline std::string repeated(const std::string& piece) {
  std::string all;
  for (std::uint64_t made = 0; made < kBombBytes; made += kBombPiece) all += piece;
  return all;
}

inline std::string little_endian(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xff);
  return text;
}

/// A zip of one file (APPNOTE 4.3.7, 4.3.12, 4.3.16). @param stated  the size that it claims to have; @return the archive's size
inline std::uintmax_t make_zip_bomb(const std::filesystem::path& path, const std::string& name, std::uint32_t stated,
                                    bool has_directory = true) {
  const std::string data = repeated(deflated(std::string(kBombPiece, '\0'), -15, Z_FULL_FLUSH)) + deflated("", -15, Z_FINISH);
  const std::string what = little_endian(20, 2) + little_endian(has_directory ? 0 : 8, 2) + little_endian(8, 2) + std::string(8, '\0') +
                           little_endian(has_directory ? data.size() : 0, 4) + little_endian(stated, 4) + little_endian(name.size(), 2) +
                           little_endian(0, 2);
  const std::string local = "PK\x03\x04" + what + name + data;
  const std::string central = "PK\x01\x02" + little_endian(20, 2) + what + std::string(14, '\0') + name;
  const std::string end = "PK\x05\x06" + little_endian(0, 4) + little_endian(1, 2) + little_endian(1, 2) +
                          little_endian(central.size(), 4) + little_endian(local.size(), 4) + little_endian(0, 2);
  std::ofstream(path, std::ios::binary) << local << (has_directory ? central + end : "");
  return std::filesystem::file_size(path);
}

/// gzip members one after the other are one file (RFC 1952).
/// @param begin  what comes first; @param block  512 bytes of which the rest is made; @return the archive's size
inline std::uintmax_t make_gzip_bomb(const std::filesystem::path& path, const std::string& begin, const std::string& block) {
  std::string piece;
  while (piece.size() < kBombPiece) piece += block;
  std::ofstream(path, std::ios::binary) << deflated(begin, 31, Z_FINISH) << repeated(deflated(piece, 31, Z_FINISH));
  return std::filesystem::file_size(path);
}

}  // namespace lockstep::testing
