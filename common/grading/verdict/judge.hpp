/// @file
/// @brief Has an exercise's tests judge a program, and makes parts and points of their report.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "grading/verdict/grades.hpp"
#include "grading/verdict/kit.hpp"

namespace lockstep::grading {

/// The parts of an exercise, in order, none of them passed. Which there are depends on the backend: those tagged [gpu] are asked of a GPU
/// alone, those tagged [sim] of the simulator.
/// @throws std::runtime_error where the tests' program cannot be run
std::vector<PartGrade> parts_of(const Kit& kit);

/// The longest that all runs of one program may take together.
constexpr std::chrono::seconds kAllRuns{240};

/// How a program is to be judged.
struct Judging {
  std::uint64_t seed = 1;
  bool boxed = false;
  std::string version = {};                  ///< the program's version to judge; empty: the first that is not a peer
  std::filesystem::path picture = {};        ///< gets the access pattern of its kernels as SVG, if one is drawn; empty: none is wanted
  std::filesystem::path printed = {};        ///< gets what it printed in each part's last run (see printed.hpp); empty: that is not wanted
  std::filesystem::path counted = {};        ///< gets the counters of its largest run (see rank/work.hpp); empty: they are not wanted
  std::chrono::seconds all_runs = kAllRuns;  ///< after so long it is not run again: what passed until then counts
  /// Hears of each part as its tests begin, from another thread. @param done  parts that were judged before  @param all  how many there are
  std::function<void(const PartGrade& part, std::size_t done, std::size_t all)> begins = {};
};

/// The parts, as the tests judge `program`. Points are given for a complete report alone.
/// @throws std::runtime_error where the tests' program itself fails
std::vector<PartGrade> judge(const Kit& kit, const std::filesystem::path& program, const Judging& how);

}  // namespace lockstep::grading
