/// @file
/// @brief Makes a program of a submission's source.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>

#include "grading/intake/symbols.hpp"
#include "grading/sandbox/place.hpp"
#include "grading/verdict/kit.hpp"

namespace lockstep::grading {

/// What compiling and linking one source may use up.
inline constexpr Allowance kCompiler{.cpu = std::chrono::seconds{20}, .wall = std::chrono::seconds{60}, .may_start_programs = true};

/// What became of a source.
struct Built {
  std::filesystem::path program;  ///< meaningless where there is a complaint
  std::string complaint;          ///< one line: why there is no program
  std::string details;            ///< what the compiler said
  bool is_certain = true;         ///< that the complaint is the source's fault: a missing compiler, too, does not compile it
};

/// Builds `source` in `place`. Whatever it says or does, nothing but files of `folder` is written.
/// @param folder  holds the program, and is the caller's to remove
Built build_submission(const std::string& source, const Kit& kit, const SimulatorNames& simulator, const Place& place,
                       const std::filesystem::path& folder);

/// Builds the course's own solution in the same way. Where that fails, it is the grader's failure, and no submission's.
/// @throws std::runtime_error where it fails: one line says why
void require_solution_builds(const Kit& kit, const SimulatorNames& simulator, const Place& place);

}  // namespace lockstep::grading
