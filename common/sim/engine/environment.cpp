/// @file
/// @brief Reads environment variables strictly: a setting that was not understood must not pass for one that works.
#include "sim/engine/environment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <thread>

namespace lockstep::sim {
namespace {

std::string_view text_of(const char* variable) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? std::string_view() : text;
}

[[noreturn]] void refuse(const char* variable, std::string_view text, std::string_view right) {
  fmt::print(stderr, "lockstep: error: {} must be {}, got '{}'\n", variable, right, text);
  std::exit(2);
}

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return number;
}

}  // namespace

std::uint64_t number_from_environment(const char* variable, std::uint64_t otherwise) {
  const std::string_view text = text_of(variable);
  if (text.empty()) return otherwise;
  const std::optional<std::uint64_t> number = number_in(text);
  if (!number) refuse(variable, text, "a whole number such as 4");
  return *number;
}

std::optional<Remainder> remainder_from_environment(const char* variable) {
  const std::string_view text = text_of(variable);
  if (text.empty()) return {};
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto remainder = number_in(text.substr(0, slash)), divisor = number_in(text.substr(std::min(slash + 1, text.size())));
  if (!remainder || !divisor || *remainder >= *divisor) refuse(variable, text, "a remainder and a divisor such as 1/4");
  return Remainder{*remainder, *divisor};
}

bool wish_from_environment(const char* variable) {
  const std::string_view text = text_of(variable);
  if (text.empty() || text == "0") return false;
  if (text != "1") refuse(variable, text, "1 or 0");
  return true;
}

std::size_t cores() { return std::max(1u, std::thread::hardware_concurrency()); }

std::size_t workers_wanted() { return std::max<std::size_t>(1, number_from_environment("LOCKSTEP_WORKERS", cores())); }

}  // namespace lockstep::sim
