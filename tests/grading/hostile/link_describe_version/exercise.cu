/// @file
/// @brief Defines a function of the harness, which ends the program.
/// Expected: 11
/// Says: 
#include "exercise.hpp"
#include "lockstep/cuda.hpp"

lockstep::VersionInfo lockstep::describe_version(std::string_view, std::string_view idea, std::string_view, lockstep::Memory memory) {
  return {"exercise", "beyond", std::string(idea), memory};
}
// The solution stands here.
