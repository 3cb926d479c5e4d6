/// @file
/// @brief What the build leaves for checking and grading the exercise of one lesson.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::grading {

/// Paths. All but those of the build exist wherever the course is.
struct Kit {
  std::string lesson;                ///< "04_dot_product"
  std::filesystem::path source_dir;  ///< the course
  std::filesystem::path build_dir;   ///< its build for one backend

  std::filesystem::path exercise() const { return source_dir / "lessons" / lesson / "exercise.cu"; }
  std::filesystem::path hints() const { return source_dir / "lessons" / lesson / "hints.md"; }
  std::filesystem::path common_hints() const { return source_dir / "lessons" / "hints.md"; }  ///< of every exercise, by kind of failure
  std::filesystem::path solution() const { return source_dir / "solutions" / lesson / "exercise.cu"; }

  std::filesystem::path tests() const { return build_dir / "exercises" / (lesson + "_tests"); }             ///< the Catch2 program
  std::filesystem::path program() const { return build_dir / "exercises" / lesson; }                        ///< of exercise()
  std::filesystem::path solution_program() const { return build_dir / "solutions" / lesson / "exercise"; }  ///< of solution()
  std::filesystem::path settings() const { return build_dir / "exercises" / (lesson + ".settings"); }       ///< for builder()

  /// What makes a program of a submission: the script, the translator, the guard where there is one, and what the program is linked with.
  std::filesystem::path builder() const { return source_dir / "common" / "grading" / "intake" / "build_submission.sh"; }
  std::vector<std::filesystem::path> building_tools() const {
    std::vector<std::filesystem::path> tools{builder(), build_dir / "lockstep-translate", build_dir / "lockstep_kit.o"};
    if (const auto guard = build_dir / "lockstep-guard"; std::filesystem::exists(guard))
      tools.insert(tools.end(), {guard, source_dir / "common" / "grading" / "guard" / "checks" / "new_in_vault.syms"});
    return tools;
  }
};

}  // namespace lockstep::grading
