/// @file
/// @brief Matches the runs of two records, and says what changed.
#include "bench/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "bench/timed.hpp"
#include "support/text/text.hpp"

namespace lockstep::bench {
namespace {

using nlohmann::json;

constexpr double kLeastChange = 1.03;

/// Times by place and version.
using Times = std::map<std::pair<std::string, std::string>, Timing>;

void add_times(const std::string& place, const json& versions, Times& times) {
  for (const json& version : versions)
    if (const auto time = best_known_time(version)) times[{place, version.at("name")}] = *time;
}

Times times_of(const std::vector<RecordedRun>& runs) {
  Times times;
  for (const RecordedRun& run : runs) {
    const std::string place = run.lesson + " " + run.name;
    if (!run.is_sweep()) {
      add_times(place, run.data.at("versions"), times);
      continue;
    }
    for (const json& point : run.data.at("runs")) {
      std::string at = place;
      for (const std::string& key : run.keys()) at += fmt::format(" {}={}", key, as_text(point.at(key)));
      add_times(at, point.at("versions"), times);
    }
  }
  return times;
}

bool has_changed(const Timing& before, const Timing& after) {
  const auto& [fast, slow] = std::minmax(before, after, [](const Timing& a, const Timing& b) { return a.median < b.median; });
  return slow.median > kLeastChange * fast.median && fast.median < slow.min;
}

std::set<std::string> places_of(const Times& times) {
  std::set<std::string> places;
  for (const auto& [where, time] : times) places.insert(where.first);
  return places;
}

/// What `some` have and `others` do not: one line where all of a run is missing.
std::vector<std::string> missing_from(const Times& others, const Times& some) {
  const std::set<std::string> known = places_of(others);
  std::set<std::string> missing;
  for (const auto& [where, time] : some) {
    if (!known.contains(where.first))
      missing.insert(where.first);
    else if (!others.contains(where))
      missing.insert(where.first + " " + where.second);
  }
  return {missing.begin(), missing.end()};
}

std::string list(const char* what, const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += wrapped(fmt::format("{} {}", what, name), kScreenWidth, 5) + "\n";
  return text;
}

std::string table(const std::vector<Change>& changed) {
  std::string text = fmt::format("  {:44} {:>9} {:>9} {:>13}\n", "", "before ms", "after ms", "times as fast");
  std::string place;
  for (const Change& change : changed) {
    if (change.place != place) text += wrapped(change.place, kScreenWidth, 2) + "\n";
    place = change.place;
    text += fmt::format("  {:44} {:>9.4g} {:>9.4g} {:>13.3g}\n", change.version, change.before_ms, change.after_ms,
                        change.before_ms / change.after_ms);
  }
  return text;
}

}  // namespace

Comparison compare(const std::vector<RecordedRun>& before, const std::vector<RecordedRun>& after) {
  const Times old_times = times_of(before), new_times = times_of(after);
  Comparison comparison{.added = missing_from(old_times, new_times), .gone = missing_from(new_times, old_times)};
  for (const auto& [where, time] : new_times) {
    const auto old = old_times.find(where);
    if (old == old_times.end()) continue;
    ++comparison.compared;
    if (has_changed(old->second, time)) comparison.changed.push_back({where.first, where.second, old->second.median, time.median});
  }
  return comparison;
}

std::string comparison_text(const Comparison& comparison) {
  std::string text = list("new: ", comparison.added) + list("gone:", comparison.gone);
  if (comparison.changed.empty()) return text + fmt::format("None of {} times changed.\n", comparison.compared);
  return text + table(comparison.changed) +
         fmt::format(
             "{} of {} times changed: medians more than 3 % apart, and the faster below\n"
             "every repetition of the slower.\n",
             comparison.changed.size(), comparison.compared);
}

}  // namespace lockstep::bench
