/// @file
/// @brief Tells text from anything else, and says how the file should have been saved.
#include "grading/intake/source_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "support/text/clean_text.hpp"

namespace lockstep::grading {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && std::string_view("\t\n\v\f\r").find(c) == std::string_view::npos) || byte == 0x7f;
}

/// With a byte order mark, or without one where most of the text is ASCII: then every other byte is 0.
bool is_utf16(std::string_view bytes) {
  if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff")) return true;
  std::size_t zeros[2] = {0, 0};
  for (std::size_t i = 0; i < bytes.size(); ++i) zeros[i % 2] += bytes[i] == '\0' ? 1 : 0;
  return std::min(zeros[0], zeros[1]) == 0 && std::max(zeros[0], zeros[1]) > bytes.size() / 4;
}

std::ptrdiff_t line_of(std::string_view bytes, std::size_t at) {
  return 1 + std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(at), '\n');
}

std::string complaint_about(std::string_view bytes) {
  if (bytes.size() > kMostSourceBytes) return fmt::format("exercise.cu is larger than {} KiB", kMostSourceBytes / 1024);
  if (bytes.find_first_not_of(" \t\n\v\f\r") == bytes.npos) return "exercise.cu is empty";
  if (is_utf16(bytes)) return "exercise.cu is in UTF-16; save it as UTF-8";
  if (const auto control = std::find_if(bytes.begin(), bytes.end(), is_control); control != bytes.end())
    return fmt::format("exercise.cu is not text: byte {} is 0x{:02x}", control - bytes.begin(), static_cast<unsigned char>(*control));
  if (const std::size_t at = first_not_utf8(bytes); at != bytes.npos)
    return fmt::format("exercise.cu is not in UTF-8, but perhaps in Latin-1 or Windows-1252 (byte 0x{:02x} in line {}); save it as UTF-8",
                       static_cast<unsigned char>(bytes[at]), line_of(bytes, at));
  return {};
}

std::string with_unix_lines(std::string_view bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (bytes.substr(i, 2) != "\r\n") text += bytes[i];
  return text;
}

}  // namespace

Reading to_source_text(std::string bytes) {
  if (bytes.starts_with(kByteOrderMark)) bytes.erase(0, kByteOrderMark.size());
  if (std::string complaint = complaint_about(bytes); !complaint.empty()) return wrong(std::move(complaint));
  return {with_unix_lines(bytes), ""};
}

}  // namespace lockstep::grading
