/// @file
/// @brief What nvcc compiles a version's kernel to, for the tests that hold a version to the instructions that it claims.
#pragma once

#include <string>
#include <vector>

namespace lockstep::testing {

bool has_nvcc();

using Instructions = std::vector<std::string>;  ///< opcodes in their order: "ld.global.v4.f32"

/// The PTX instructions of a kernel, for an H100. Fails the running test where nvcc refuses the file or compiles no such kernel.
Instructions instructions_of(const std::string& lesson, const std::string& version, const std::string& kernel);

}  // namespace lockstep::testing
