/// @file
/// @brief Tests the benches of a GPU on a version that is right only in its first run.
#include "bench.hpp"

#include <cmath>

#include "catch.hpp"
#include "lockstep/arrays.hpp"
#include "lockstep/cuda_error.hpp"

using namespace lockstep;

namespace {

/// Copies its input, but only as long as it is told to.
class Copying final : public Case {
 public:
  void bind(Arrays& arrays) override {
    x_ = arrays.input("x", x);
    y_ = arrays.output("y", y);
  }
  void run(std::size_t, const Launch& launch) override {
    if (copies) lockstep::check(cudaMemcpyAsync(y_, x_, x.size() * sizeof(float), cudaMemcpyDefault, launch.stream));
  }
  Verdict check() override { return {}; }

  std::vector<float> x{1, 2, 3}, y{0, 0, 0};
  bool copies = true;

 private:
  const float* x_ = nullptr;
  float* y_ = nullptr;
};

}  // namespace

TEST_CASE("Each run of a bench begins with the inputs as they are and with poisoned outputs", "[bench]") {
  const Memory memory = GENERATE(Memory::device, Memory::pinned);
  Copying problem;
  const auto bench = make_gpu_bench(memory, problem, {}, find_device());
  bench->run_once(0);
  CHECK(problem.y == problem.x);
  problem.x[1] = 7;
  bench->run_once(0);
  CHECK(problem.y == std::vector<float>{1, 7, 3});
  problem.copies = false;
  bench->run_once(0);
  for (const float y : problem.y) CHECK(std::isnan(y));
}

TEST_CASE("Timed runs begin with poisoned outputs and leave theirs on the host", "[bench]") {
  const Memory memory = GENERATE(Memory::device, Memory::pinned);
  Copying problem;
  const auto bench = make_gpu_bench(memory, problem, {.reps = 2}, find_device());
  const auto timed = [&] { return memory == Memory::pinned ? bench->time_end_to_end(0) : bench->time(0); };
  bench->run_once(0);
  problem.y = {0, 0, 0};
  CHECK(timed().value_or(Timing{}).reps == 2);
  CHECK(problem.y == problem.x);
  problem.copies = false;
  timed();
  for (const float y : problem.y) CHECK(std::isnan(y));
  if (memory == Memory::pinned) CHECK_FALSE(bench->time(0));
}
