/// @file
/// @brief Reads the columns' numbers out of the counters.
#include "harness/reports/counter_columns.hpp"

#include <fmt/format.h>

#include <array>

namespace lockstep {
namespace {

constexpr const char* kNothing = "–";
constexpr std::array kGlobalOps = {"ld", "st", "red", "atom"};
constexpr std::array kSharedOps = {"ld", "st", "atom"};

double requests(const Counters& c, const std::string& op) { return value_of(c, "l1tex__t_requests_pipe_lsu_mem_global_op_" + op + ".sum"); }
double sectors(const Counters& c, const std::string& op) { return value_of(c, "l1tex__t_sectors_pipe_lsu_mem_global_op_" + op + ".sum"); }
double ideal(const Counters& c, const std::string& op) { return value_of(c, "lockstep__ideal_sectors_mem_global_op_" + op + ".sum"); }

double of_shared_ops(const Counters& c, const char* before) {
  double sum = 0;
  for (const char* op : kSharedOps) sum += value_of(c, fmt::format("{}_mem_shared_op_{}.sum", before, op));
  return sum;
}

double shared_requests(const Counters& c) { return of_shared_ops(c, "lockstep__requests"); }

double all_requests(const Counters& c) {
  double sum = shared_requests(c);
  for (const char* op : kGlobalOps) sum += requests(c, op);
  return sum;
}

std::string sectors_against_ideal(const Counters& c, const std::string& op) {
  const double count = requests(c, op);
  if (count == 0) return kNothing;
  return fmt::format("{:.1f}/{:<4.1f}", sectors(c, op) / count, ideal(c, op) / count);
}

std::string loads(const Counters& c) { return sectors_against_ideal(c, "ld"); }
std::string stores(const Counters& c) { return sectors_against_ideal(c, "st"); }

std::string bytes_moved(const Counters& c) {
  const double bytes = value_of(c, "lockstep__bytes_moved.sum");
  return bytes == 0 ? kNothing : short_count(bytes);
}

std::string wavefronts(const Counters& c) {
  return shared_requests(c) == 0 ? kNothing : short_count(of_shared_ops(c, "l1tex__data_pipe_lsu_wavefronts"));
}

std::string conflicts(const Counters& c) {
  return shared_requests(c) == 0 ? kNothing : short_count(of_shared_ops(c, "l1tex__data_bank_conflicts_pipe_lsu"));
}

std::string ratio(double value) { return fmt::format("{:.{}f}", value, value < 10 ? 2 : value < 100 ? 1 : 0); }

std::string lanes(const Counters& c) {
  const double value = value_of(c, "lockstep__lanes_per_step.ratio");
  return value == 0 ? kNothing : fmt::format("{:.1f}", value);
}

std::string count_or_nothing(const Counters& c, const char* name) {
  const double value = value_of(c, name);
  return value == 0 ? kNothing : short_count(value);
}

std::string barriers(const Counters& c) { return count_or_nothing(c, "lockstep__barriers.sum"); }
std::string atomics(const Counters& c) { return count_or_nothing(c, "lockstep__atomics.sum"); }
std::string contention(const Counters& c) { return count_or_nothing(c, "lockstep__atomic_contention.max"); }

/// Barriers or atomics: a line hardly ever has both.
std::string synchronisation(const Counters& c) {
  if (const double count = value_of(c, "lockstep__barriers.sum"); count > 0) return short_count(count) + 'b';
  if (const double count = value_of(c, "lockstep__atomics.sum"); count > 0) return short_count(count) + 'a';
  return kNothing;
}

std::string request_count(const Counters& c) {
  const double count = all_requests(c);
  return count == 0 ? kNothing : short_count(count);
}

std::string against_ideal(const Counters& c) {
  double touched = 0, least = 0;
  for (const char* op : kGlobalOps) {
    touched += sectors(c, op);
    least += ideal(c, op);
  }
  return least == 0 ? kNothing : ratio(touched / least);
}

}  // namespace

const std::vector<CounterColumn> kGlobalColumns = {
    {"sectors a", "load", 10, loads},
    {"sectors a", "store", 10, stores},
    {"bytes", "moved", 7, bytes_moved},
};

const std::vector<CounterColumn> kSharedColumns = {
    {"shared", "wavefronts", 11, wavefronts},
    {"bank", "conflicts", 10, conflicts},
};

const std::vector<CounterColumn> kWorkColumns = {
    {"active", "lanes", 7, lanes},
    {"", "barriers", 9, barriers},
    {"", "atomics", 8, atomics},
    {"at one", "word", 7, contention},
};

const std::vector<CounterColumn> kLaunchColumns = {
    {"sectors a", "load", 10, loads},     {"sectors a", "store", 10, stores},
    {"bytes", "moved", 7, bytes_moved},   {"shared", "wavefronts", 11, wavefronts},
    {"bank", "conflicts", 10, conflicts}, {"active", "lanes", 7, lanes},
    {"", "barriers", 9, barriers},        {"", "atomics", 8, atomics},
};

const std::vector<CounterColumn> kLineColumns = {
    {"re-", "quests", 6, request_count},
    {"sec-", "tors", 6, against_ideal},
    {"wave-", "fronts", 7, wavefronts},
    {"con-", "flicts", 7, conflicts},
    {"", "lanes", 6, lanes},
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
