/// @file
/// @brief What `--sweep` and several types of `--type` vary, and the points that come of it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/running/bench.hpp"
#include "harness/running/lesson.hpp"

namespace lockstep {

/// What is run at one point.
struct PointRequest {
  const Lesson* lesson = nullptr;     ///< of the point's type
  std::vector<std::size_t> versions;  ///< indices into its versions, ascending
  Size size;
  RunSettings settings;
};

/// A value of a sweep, as people write it, and what it changes in a point.
struct SweepValue {
  std::string text;
  std::function<void(PointRequest&)> apply;
};

struct Sweep {
  std::string key;
  std::vector<SweepValue> values;
};

/// The forms of --sweep that the lesson has, for help and messages.
std::string sweep_forms(const LessonInfo& info);

/// Reads `key=values`. @throws UsageError where the lesson has no such sweep, or where a value is none
Sweep parse_sweep(const std::string& text, const LessonInfo& info);

/// All points of up to two sweeps, from the one that has what is not swept: all values of the second for the first value of the first, and
/// so on.
std::vector<PointRequest> points_of(const std::vector<Sweep>& sweeps, const PointRequest& rest);

/// The values of options that are also keys of a sweep. @throws UsageError where the text is none
unsigned parse_block(const std::string& text);
unsigned parse_grid(const std::string& text);
Tile parse_tile(const std::string& text);
unsigned parse_elements(const std::string& text);
unsigned parse_threads(const std::string& text);

/// The value of an option that counts something. @param of_what  for people: "repetitions must be"
/// @throws UsageError where it is not a number from 1 to `most`
std::int64_t bounded(const std::string& option, const std::string& text, std::int64_t most, const char* of_what);

/// Puts the option in front of what `parse` complains of.
template <class Parse>
auto parse_named(const std::string& option, const std::string& text, Parse parse) {
  try {
    return parse(text);
  } catch (const UsageError& error) {
    throw UsageError(option + ": " + error.what());
  }
}

}  // namespace lockstep
