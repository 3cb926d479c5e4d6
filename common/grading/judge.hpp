/// @file
/// @brief Has an exercise's tests judge a program, and makes parts and points of their report.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "grades.hpp"
#include "kit.hpp"

namespace lockstep::grading {

/// The parts of an exercise, in order, none of them passed. Which there are depends on the backend: those tagged [gpu] are asked of a GPU
/// alone, those tagged [sim] of the simulator.
/// @throws std::runtime_error where the tests' program cannot be run
std::vector<PartGrade> parts_of(const Kit& kit);

/// How a program is to be judged.
struct Judging {
  std::uint64_t seed = 1;
  bool boxed = false;
  std::string version = {};            ///< of the program's, the one to judge; empty: the first that is no peer
  std::filesystem::path picture = {};  ///< becomes the access pattern of its kernels as SVG, where one was drawn; empty: none is asked for
};

/// The parts, as the tests judge `program`. Points are given for a complete report alone.
/// @throws std::runtime_error where the tests' program itself fails
std::vector<PartGrade> judge(const Kit& kit, const std::filesystem::path& program, const Judging& how);

}  // namespace lockstep::grading
