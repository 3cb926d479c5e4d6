/// @file
/// @brief Reads the columns' numbers out of the counters.
#include "harness/reports/counter_columns.hpp"

#include <fmt/format.h>

#include <span>

#include "harness/reports/cells.hpp"

namespace lockstep {
namespace {

constexpr const char* kNothing = "–";

double sum_of(const Counters& c, std::span<const Counter> rows) {
  double sum = 0;
  for (const Counter& row : rows) sum += value_of(c, row);
  return sum;
}

std::string sectors_against_ideal(const Counters& c, const char* op) {
  const double count = value_of(c, of_op(kCounters.requests, op));
  if (count == 0) return kNothing;
  return fmt::format("{:.1f}/{:<4.1f}", value_of(c, of_op(kCounters.sectors, op)) / count,
                     value_of(c, of_op(kCounters.ideal_sectors, op)) / count);
}

std::string loads(const Counters& c) { return sectors_against_ideal(c, "ld"); }
std::string stores(const Counters& c) { return sectors_against_ideal(c, "st"); }

std::string of_shared_memory(const Counters& c, std::span<const Counter> rows) {
  return sum_of(c, kCounters.shared_requests) == 0 ? kNothing : short_count(sum_of(c, rows));
}

std::string wavefronts(const Counters& c) { return of_shared_memory(c, kCounters.wavefronts); }
std::string conflicts(const Counters& c) { return of_shared_memory(c, kCounters.bank_conflicts); }

template <Counter CounterTable::*which>
std::string one_counter(const Counters& c) {
  const Counter& counter = kCounters.*which;
  const double value = value_of(c, counter);
  if (value == 0) return kNothing;
  return counter.accumulation == Accumulation::ratio ? fmt::format("{:.1f}", value) : short_count(value);
}

/// A column of one counter, under the table's heading.
template <Counter CounterTable::*which>
CounterColumn column(int least_width) {
  const auto [over, name] = (kCounters.*which).heading;
  return {over, name, least_width, one_counter<which>};
}

/// Barriers or atomics: a line hardly ever has both.
std::string synchronisation(const Counters& c) {
  if (const double count = value_of(c, kCounters.barriers); count > 0) return short_count(count) + 'b';
  if (const double count = value_of(c, kCounters.atomics); count > 0) return short_count(count) + 'a';
  return kNothing;
}

std::string request_count(const Counters& c) {
  const double count = sum_of(c, kCounters.requests) + sum_of(c, kCounters.shared_requests);
  return count == 0 ? kNothing : short_count(count);
}

std::string against_ideal(const Counters& c) {
  const double least = sum_of(c, kCounters.ideal_sectors);
  return least == 0 ? kNothing : ratio(sum_of(c, kCounters.sectors) / least);
}

}  // namespace

const std::vector<CounterColumn> kGlobalColumns = {
    {"sectors a", "load", 10, loads},
    {"sectors a", "store", 10, stores},
    column<&CounterTable::bytes_moved>(7),
};

const std::vector<CounterColumn> kSharedColumns = {
    {"shared", "wavefronts", 11, wavefronts},
    {"bank", "conflicts", 10, conflicts},
};

const std::vector<CounterColumn> kWorkColumns = {
    column<&CounterTable::lanes_per_step>(7),
    column<&CounterTable::barriers>(9),
    column<&CounterTable::atomics>(8),
    column<&CounterTable::contention>(7),
};

const std::vector<CounterColumn> kLaunchColumns = {
    {"sectors a", "load", 10, loads},         {"sectors a", "store", 10, stores},   column<&CounterTable::bytes_moved>(7),
    {"shared", "wavefronts", 11, wavefronts}, {"bank", "conflicts", 10, conflicts}, column<&CounterTable::lanes_per_step>(7),
    column<&CounterTable::barriers>(9),       column<&CounterTable::atomics>(8),
};

const std::vector<CounterColumn> kLineColumns = {
    {"re-", "quests", 6, request_count},
    {"sec-", "tors", 6, against_ideal},
    {"wave-", "fronts", 7, wavefronts},
    {"con-", "flicts", 7, conflicts},
    {"", "lanes", 6, one_counter<&CounterTable::lanes_per_step>},
    {"", "sync", 6, synchronisation},
};

std::string short_count(double count) {
  if (count < 1e4) return fmt::format("{:.0f}", count);
  const char* unit = "k";
  for (const char* next : {"M", "G", "T", "P"}) {
    count /= 1000;
    if (count < 999.5) break;
    unit = next;
  }
  return fmt::format("{:.{}f}{}", count, count < 9.995 ? 2 : count < 99.95 ? 1 : 0, unit);
}

std::vector<TextColumn> text_columns(const std::vector<CounterColumn>& columns, const std::vector<Counters>& rows) {
  std::vector<TextColumn> all;
  for (const CounterColumn& column : columns) {
    TextColumn& text = all.emplace_back(column.least_width, std::vector<std::string>{column.over, column.name});
    for (const Counters& counters : rows) text.cells.push_back(column.cell(counters));
  }
  return all;
}

}  // namespace lockstep
