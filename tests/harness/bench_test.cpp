/// @file
/// @brief Tests the benches on versions that stop being right.
#include "harness/running/bench.hpp"

#include <cmath>
#include <map>
#include <set>

#include "catch.hpp"
#include "harness/timing/backend.hpp"
#include "lockstep/arrays.hpp"
#include "lockstep/cuda_error.hpp"

using namespace lockstep;

namespace {

/// Copies its input, but only as often as it is told to.
class Copying final : public Case {
 public:
  void bind(Arrays& arrays) override {
    x_ = arrays.input("x", x);
    y_ = arrays.output("y", y);
  }
  void run(std::size_t version, const Launch& launch) override {
    if (launch.pool != nullptr) scratch[version].insert(launch.scratch<float>(2));
    if (copies_left-- > 0) lockstep::check(cudaMemcpyAsync(y_, x_, x.size() * sizeof(float), cudaMemcpyDefault, launch.stream));
    if (launch.stream == nullptr) lockstep::check(cudaDeviceSynchronize());  // on the host the work is done when run() returns
  }
  Verdict check() override { return {}; }

  std::vector<float> x{1, 2, 3}, y{0, 0, 0};
  int copies_left = 1000;
  std::map<std::size_t, std::set<const float*>> scratch;  // each version's places

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
  problem.copies_left = 0;
  bench->run_once(0);
  for (const float y : problem.y) CHECK(std::isnan(y));
}

TEST_CASE("Each timed run begins with poisoned outputs, and those of the last come to the host", "[bench]") {
  const auto memory = GENERATE(Memory::host, Memory::device);
  Copying problem;
  const auto bench = memory == Memory::host ? make_host_bench(problem, {}) : make_gpu_bench(memory, problem, {}, find_device());
  REQUIRE(bench->plan());
  bench->upload_inputs();
  CHECK(bench->time_once(0) >= 0);
  bench->fetch_outputs();
  CHECK(problem.y == problem.x);
  problem.copies_left = 0;
  bench->time_once(0);
  bench->fetch_outputs();
  for (const float y : problem.y) CHECK(std::isnan(y));
}

TEST_CASE("So does each run with copies: what an earlier one wrote does not count", "[bench]") {
  const auto memory = GENERATE(Memory::device, Memory::pinned);
  if (kOnSimulator && memory == Memory::device) return;  // what its copies take means nothing there
  Copying problem;
  const auto bench = make_gpu_bench(memory, problem, {.reps = 2}, find_device());
  const auto timed = [&] { return bench->time_end_to_end(0).value_or(Timing{}); };
  CHECK(timed().reps == 2);
  CHECK(problem.y == problem.x);
  problem.copies_left = 1;
  timed();
  for (const float y : problem.y) CHECK(std::isnan(y));
}

TEST_CASE("What copies by itself has no time without them", "[bench]") {
  Copying problem;
  CHECK_FALSE(make_gpu_bench(Memory::pinned, problem, {}, find_device())->plan());
}

TEST_CASE("Each version has scratch memory of its own, which it keeps from its first run on", "[bench]") {
  const auto memory = GENERATE(Memory::device, Memory::pinned);
  Copying problem;
  const auto bench = make_gpu_bench(memory, problem, {.reps = 3}, find_device());
  for (const std::size_t version : {0U, 1U, 0U, 1U}) bench->run_once(version);
  CHECK(problem.scratch[0].size() == 1);
  CHECK(problem.scratch[1].size() == 1);
  CHECK(problem.scratch[0] != problem.scratch[1]);
}
