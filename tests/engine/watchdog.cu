/// @file
/// @brief A kernel that runs for long is told of while it runs.
#include <chrono>
#include <cstdlib>
#include <thread>

#include "catch.hpp"
#include "device_array.hpp"

namespace {

// In one block, for a time: a test has to end. Another one keeps the worker that is looked at first from taking it.
__global__ void wait_for_plain_variable(const int* flag, long long nanoseconds) {
  if (blockIdx.x > 1) return;
  if (blockIdx.x == 0) nanoseconds /= 8;
  const long long start = clock64();
  while (*flag == 0 && clock64() - start < nanoseconds) {
  }
}
__global__ void nothing() {}

}  // namespace

TEST_CASE("a kernel that runs for long is told of once, with its block, and one that is done is not") {
  setenv("LOCKSTEP_PATIENCE", "1", 1);
  const Ending ending = ending_of([] {
    nothing<<<4, 32>>>();
    cudaDeviceSynchronize();
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));
    const DeviceArray<int> flag(1);
    wait_for_plain_variable<<<5, 1>>>(flag.get(), 1'200'000'000);
    cudaDeviceSynchronize();
  });
  unsetenv("LOCKSTEP_PATIENCE");
  REQUIRE(ending.error == cudaSuccess);
  REQUIRE(ending.text ==
          "lockstep: kernel wait_for_plain_variable has run for 1 s and is in block (1,0,0)\n"
          "  does a loop wait for what never changes? Ctrl-C ends the program\n");
}
