/// @file
/// @brief run() writes over the registers that it has saved for the harness, whose pointers would lead elsewhere.
/// Expected: 0
/// Says: a function has changed what its caller keeps on the stack
#include "exercise.hpp"
#include "lockstep/cuda.hpp"

namespace {
void run(const Norm::Device&, const Launch&) {
  auto* const frame = static_cast<volatile std::uintptr_t*>(__builtin_frame_address(0));
  frame[0] += 8;
}
const Version version{__FILE__, "the length of a vector", run};
}  // namespace
