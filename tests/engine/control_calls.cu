/// @file
/// @brief Basic blocks and calls reach observers that follow them, and are not even called while there is none.
#include "catch.hpp"
#include "control_counter.hpp"

namespace {

__device__ __noinline__ unsigned twice(unsigned x) { return 2 * x; }

__global__ void loop(unsigned* out, unsigned rounds) {
  unsigned sum = 0;
  for (unsigned i = 0; i < rounds; ++i) sum += twice(i);
  *out = sum;
}

void run(unsigned rounds) {
  unsigned* out = nullptr;
  REQUIRE(cudaMalloc(&out, sizeof *out) == cudaSuccess);
  loop<<<1, 1>>>(out, rounds);
  unsigned sum = 0;
  REQUIRE(cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost) == cudaSuccess);
  REQUIRE(sum == rounds * (rounds - 1));
  REQUIRE(cudaFree(out) == cudaSuccess);
}

}  // namespace

TEST_CASE("an observer that follows control sees each round of a loop, and each call") {
  run(3);
  unsigned blocks = 0, begun = 0;
  {
    const ControlCounter few(true);
    run(3);
    blocks = few.blocks;
    begun = few.begun;
    REQUIRE(begun == few.ended);
    REQUIRE(begun >= 3);
  }
  const ControlCounter many(true);
  run(13);
  REQUIRE(many.begun == begun + 10);
  REQUIRE(many.ended == many.begun);
  REQUIRE(many.blocks >= blocks + 10);
  REQUIRE((many.blocks - blocks) % 10 == 0);
}

TEST_CASE("while no observer follows control, kernels do not call anybody") {
  ControlCounter deaf(false);
  const ControlCounter follower(true);
  run(3);
  REQUIRE(follower.blocks > 0);
  REQUIRE_FALSE(follower.last_call_is_off());
  {
    const lockstep::sim::OnlyObservers only({&deaf});
    REQUIRE(follower.last_call_is_off());
    run(3);
  }
  REQUIRE_FALSE(follower.last_call_is_off());
  const unsigned before = follower.blocks;
  run(3);
  REQUIRE(follower.blocks == 2 * before);
  REQUIRE(deaf.blocks + deaf.begun + deaf.ended == 0);  // an observer that does not ask is not called
}
