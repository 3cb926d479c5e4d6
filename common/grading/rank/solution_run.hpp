/// @file
/// @brief What the course's own solution costs, for comparison.
#pragma once

#include <cstdint>
#include <optional>

#include "grading/rank/work.hpp"
#include "grading/verdict/kit.hpp"

namespace lockstep::grading {

/// The run of the solution that compares with a submission's, for this seed. It is judged as a submission is, once for each build: then
/// the counters are kept in the build's folder. Nothing where the build has no solution, as in a copy that students are given.
/// @throws std::runtime_error where the solution does not pass
std::optional<CountedRun> solution_run(const Kit& kit, std::uint64_t seed);

}  // namespace lockstep::grading
