/// @file
/// @brief Finds the file's name, a colon and a number.
#include "grading/intake/source_places.hpp"

#include <cctype>
#include <charconv>

namespace lockstep::grading {
namespace {

/// Whether a file's name that begins here is whole: not the end of "my_exercise.cu".
bool begins_name(std::string_view text, std::size_t at) {
  if (at == 0) return true;
  const auto before = static_cast<unsigned char>(text[at - 1]);
  return before < 0x80 && std::isalnum(before) == 0 && before != '_' && before != '-' && before != '.';
}

}  // namespace

std::vector<SourcePlace> source_places(std::string_view text, std::size_t last_line) {
  constexpr std::string_view kName = "exercise.cu:";
  std::vector<SourcePlace> places;
  for (std::size_t at = text.find(kName); at != text.npos; at = text.find(kName, at + 1)) {
    const char* const digits = text.data() + at + kName.size();
    std::size_t line = 0;
    const auto [end, error] = std::from_chars(digits, text.data() + text.size(), line);
    if (error != std::errc() || line == 0 || line > last_line || !begins_name(text, at)) continue;
    places.push_back({at, static_cast<std::size_t>(end - text.data()), line});
  }
  return places;
}

}  // namespace lockstep::grading
