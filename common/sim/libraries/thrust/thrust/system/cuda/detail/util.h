/// @file
/// @brief Thrust's helpers for the runtime API. What ends a kernel there is an instruction of the hardware.
#pragma once

#include <thrust/detail/config.h>

#define asm(instruction) __trap()
#include_next <thrust/system/cuda/detail/util.h>
#undef asm

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

/// Waits if the policy wants it, and throws where a kernel failed.
template <class Policy>
void wait_for_work(execution_policy<Policy>& policy, const char* name) {
  cuda_cub::throw_on_error(cuda_cub::synchronize_optional(policy), name);
}

/// The same for what the host cannot go on without.
template <class Policy>
void wait_for_result(execution_policy<Policy>& policy, const char* name) {
  cuda_cub::throw_on_error(cuda_cub::synchronize(policy), name);
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
