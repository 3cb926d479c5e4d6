/// @file
/// @brief Makes a barrier of kernels in the host's memory.
/// Expected: 0
/// Says: the host calls a function of kernels
#include <cstdio>
#include <cuda/barrier>
void attack() {
  lockstep::sim::initialise(*reinterpret_cast<lockstep::sim::PhaseBarrier*>(&stdout), 1, lockstep::sim::Scope::block,
                            lockstep::sim::Site::current());
}
// The solution stands here.
