/// @file
/// @brief Reads the values of a sweep.
#include "harness/cli/sweep.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "lockstep/usage_error.hpp"

namespace lockstep {
namespace {

constexpr unsigned kMostThreads = 1024;
constexpr unsigned kMostBlocks = std::numeric_limits<int>::max();
constexpr unsigned kMostElements = std::numeric_limits<int>::max();

/// What a key varies, and how its values are read.
struct Key {
  std::string_view name;
  int dimensions;
  void (*apply)(PointRequest& point, Size value);
};

const Key* find_key(std::string_view name, const LessonInfo& info) {
  static constexpr Key kKeys[] = {
      {"block", 1, [](PointRequest& point, Size value) { point.settings.block = parse_block(to_string(value)); }},
      {"grid", 1, [](PointRequest& point, Size value) { point.settings.grid = parse_grid(to_string(value)); }},
      {"threads", 1, [](PointRequest& point, Size value) { point.settings.threads = parse_threads(to_string(value)); }},
      {"elements", 1, [](PointRequest& point, Size value) { point.settings.elements = parse_elements(to_string(value)); }},
      {"tile", 2, [](PointRequest& point, Size value) { point.settings.tile = parse_tile(to_string(value, 2)); }},
      {"size", 0, [](PointRequest& point, Size value) { point.size = value; }},
  };
  for (const Key& key : kKeys)
    if (key.name == name && (name != "tile" || info.takes_tile) && (name != "elements" || info.takes_elements)) return &key;
  return nullptr;
}

std::vector<Size> values_of(const Key& key, const std::string& text, const LessonInfo& info) {
  if (key.dimensions == 0) return parse_sizes(text, info.dimensions, info.size_form, info.second_extent);
  return parse_sizes(text, key.dimensions);
}

}  // namespace

std::int64_t bounded(const std::string& option, const std::string& text, std::int64_t most, const char* of_what) {
  std::int64_t value = 0;
  try {
    value = parse_count(text);
  } catch (const UsageError&) {
    value = 0;
  }
  if (value < 1 || value > most) throw UsageError(fmt::format("{} {}: {} 1 to {}", option, text, of_what, most));
  return value;
}

unsigned parse_block(const std::string& text) {
  return static_cast<unsigned>(bounded("--block", text, kMostThreads, "threads per block must be"));
}
unsigned parse_grid(const std::string& text) {
  return static_cast<unsigned>(bounded("--grid", text, kMostBlocks, "blocks in the grid must be"));
}
unsigned parse_elements(const std::string& text) {
  return static_cast<unsigned>(bounded("--elements", text, kMostElements, "elements of a block must be"));
}
unsigned parse_threads(const std::string& text) {
  return static_cast<unsigned>(bounded("--threads", text, kMostThreads, "threads of the CPU must be"));
}

Tile parse_tile(const std::string& text) {
  try {
    const Size size = parse_size(text, 2);
    if (size.width <= kMostThreads && size.height <= kMostThreads && size.count() <= kMostThreads)
      return {static_cast<unsigned>(size.width), static_cast<unsigned>(size.height)};
  } catch (const UsageError&) {  // the message below says more
  }
  throw UsageError(fmt::format("--tile {}: a tile is a block of WxH threads, 1 to {} in all, such as 16x16", text, kMostThreads));
}

std::string sweep_forms(const LessonInfo& info) {
  return fmt::format("block=64,128,256 or grid=… or {}{}threads=… or size=2^10..2^20", info.takes_tile ? "tile=8x8,16x16 or " : "",
                     info.takes_elements ? "elements=… or " : "");
}

Sweep parse_sweep(const std::string& text, const LessonInfo& info) {
  const auto equals = text.find('=');
  const Key* const key = equals == text.npos ? nullptr : find_key(text.substr(0, equals), info);
  if (key == nullptr) throw UsageError(fmt::format("--sweep {}: write {} (a range doubles)", text, sweep_forms(info)));
  Sweep sweep{.key = std::string(key->name), .values = {}};
  const int dimensions = key->dimensions == 0 ? info.dimensions : key->dimensions;
  for (const Size value :
       parse_named("--sweep " + text, text.substr(equals + 1), [&](const std::string& t) { return values_of(*key, t, info); }))
    sweep.values.push_back({to_string(value, dimensions), [key, value](PointRequest& point) { key->apply(point, value); }});
  for (PointRequest tried; const SweepValue& value : sweep.values) value.apply(tried);  // refuses what is out of bounds
  return sweep;
}

std::vector<PointRequest> points_of(const std::vector<Sweep>& sweeps, const PointRequest& rest) {
  std::vector<PointRequest> points{rest};
  for (const Sweep& sweep : sweeps) {
    std::vector<PointRequest> finer;
    for (const PointRequest& point : points)
      for (const SweepValue& value : sweep.values) {
        finer.push_back(point);
        value.apply(finer.back());
      }
    points = std::move(finer);
  }
  return points;
}

}  // namespace lockstep
