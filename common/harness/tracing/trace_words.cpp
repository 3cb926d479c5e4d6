/// @file
/// @brief Reads lists of numbers.
#include "harness/tracing/trace_words.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

#include "lockstep/size.hpp"
#include "lockstep/usage_error.hpp"

namespace lockstep {
namespace {

std::vector<std::size_t> parse_numbers(const char* option, const std::string& text, const char* or_else) {
  std::vector<std::size_t> numbers;
  const char* const last = text.data() + text.size();
  for (const char* at = text.data();; ++at) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(at, last, number);
    if (error != std::errc{} || (end != last && *end != ','))
      throw UsageError(fmt::format("{} {}: write numbers from 0, such as 0,3{}", option, text, or_else));
    numbers.push_back(number);
    if (end == last) return numbers;
    at = end;
  }
}

std::size_t parse_events(const std::string& text) {
  constexpr std::int64_t kMost = 1'000'000;
  std::int64_t events = 0;
  try {
    events = parse_count(text);
  } catch (const UsageError&) {  // the message below says more
  }
  if (events < 1 || events > kMost) throw UsageError(fmt::format("--trace-events {}: must be 1 to {}", text, kMost));
  return static_cast<std::size_t>(events);
}

}  // namespace

TraceRequest parse_trace(const TraceWords& words, std::string_view file) {
  for (const TraceWord& word : kTraceWords)
    if (file.empty() && !(words.*word.value).empty())
      throw UsageError(fmt::format("{} {}: it chooses what --trace FILE records; write both", word.option, words.*word.value));
  TraceRequest request;
  if (!words.blocks.empty()) request.blocks = parse_numbers("--trace-blocks", words.blocks, "");
  if (words.warps == "all")
    request.warps.clear();
  else if (!words.warps.empty())
    request.warps = parse_numbers("--trace-warps", words.warps, ", or all");
  if (!words.events.empty()) request.events = parse_events(words.events);
  return request;
}

}  // namespace lockstep
