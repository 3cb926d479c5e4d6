/// @file
/// @brief Each run's best version against its limit and its peer, in one table: for terminals, and for the site.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/record.hpp"

namespace lockstep::bench {

/// The best version of a single run.
struct BestVersion {
  std::string lesson{}, run{};
  std::string version{};             ///< the fastest verified one that is neither the CPU's nor a peer
  double ms = 0;                     ///< median
  double spread = 0;                 ///< slowest minus fastest repetition, over the median
  std::optional<double> of_limit{};  ///< per cent
  std::string peer{};                ///< the fastest peer; where there is none, the fastest on the CPU; empty: neither was run
  bool on_cpu = false;               ///< the peer is the CPU's version
  std::optional<double> speedup{};   ///< how many times as fast as that
};

/// A line for each run that is not a sweep and has such a version, the smallest size first.
std::vector<BestVersion> best_versions(const std::vector<RecordedRun>& runs);

/// The smallest first, runs of equal size by name.
void sort_by_size(std::vector<RecordedRun>& runs);

// How tables write their numbers.

/// Three significant digits, including trailing zeros.
std::string milliseconds(double ms);
/// Per cent: whole, except for small ones.
std::string share(const std::optional<double>& percent);
/// How many times as fast.
std::string times(const std::optional<double>& ratio);
/// A name that may be broken at its blanks, with powers of two written as such, for narrow tables.
std::string in_words(std::string name);

/// At most 80 characters wide.
std::string summary_text(const std::vector<BestVersion>& rows);

std::string summary_markdown(const std::vector<BestVersion>& rows);

}  // namespace lockstep::bench
