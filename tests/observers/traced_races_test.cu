/// @file
/// @brief A launch with a race is traced in both orders of its threads, and its reports are tied to the accesses that race.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "catch.hpp"
#include "lockstep/sim/check.hpp"
#include "lockstep/sim/trace.hpp"
#include "observation/observation.hpp"
#include "observation/trace.hpp"

using lockstep::KernelTrace;
using lockstep::TraceRequest;
using nlohmann::json;

namespace {

constexpr unsigned kTurn = __LINE__;
__global__ void turn_twice(const int* in, int* out) {
  __shared__ int tile[64];
  const unsigned t = threadIdx.x;
  for (unsigned round = 0; round < 2; ++round) {
    tile[t] = in[t] + 100 * static_cast<int>(round);  // kTurn + 5
    if (round == 0) __syncthreads();
    out[64 * round + t] = tile[63 - t];  // kTurn + 7
    __syncthreads();
  }
}

// Each thread reads what it wrote itself, before any other writes: that is not a race.
__global__ void add_blocks(const int* in, int* sum) {
  if (threadIdx.x != 0) return;
  *sum = *sum + in[blockIdx.x];
  *sum = *sum + 0;
}

__global__ void add_in_warp(int* data) { data[threadIdx.x] += data[(threadIdx.x + 1) % 32]; }

__global__ void copy(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }

class Numbers {
 public:
  Numbers() {
    REQUIRE(cudaMallocManaged(&data_, kCount * sizeof(int)) == cudaSuccess);
    for (int i = 0; i < kCount; ++i) data_[i] = i + 1;
  }
  ~Numbers() { cudaFree(data_); }
  Numbers(const Numbers&) = delete;
  Numbers& operator=(const Numbers&) = delete;
  int* get() const { return data_; }

 private:
  static constexpr int kCount = 128;
  int* data_ = nullptr;
};

KernelTrace trace_of(const std::function<void()>& launch, const TraceRequest& what = {}) {
  lockstep::sim::start_check();
  lockstep::sim::start_trace(what);
  launch();
  KernelTrace trace = *lockstep::sim::stop_trace();
  lockstep::sim::stop_check();
  return trace;
}

std::vector<std::string> orders_of(const KernelTrace& trace) {
  std::vector<std::string> orders;
  for (const json& launch : trace.launches)
    orders.push_back(launch["kernel"].get<std::string>() + " " + launch["order"].get<std::string>());
  return orders;
}

/// The two accesses of a launch's first report, in the order of the trace.
std::vector<json> accesses_of(const json& launch) {
  REQUIRE_FALSE(launch["hazards"].empty());
  const json& numbers = launch["hazards"][0]["events"];
  REQUIRE(numbers[0].is_number());
  REQUIRE(numbers[1].is_number());
  std::vector<std::size_t> events{numbers[0].get<std::size_t>(), numbers[1].get<std::size_t>()};
  std::ranges::sort(events);
  return {launch["events"][events[0]], launch["events"][events[1]]};
}

/// A place of the second access's lists that belongs to an element which the first touches, too.
std::size_t common_place(const json& first, const json& second) {
  for (std::size_t i = 0; i < second["index"].size(); ++i)
    if (std::ranges::find(first["index"], second["index"][i]) != first["index"].end()) return i;
  FAIL("the two accesses touch nothing in common");
  return 0;
}

}  // namespace

TEST_CASE("a race in shared memory: the accesses behind the barrier that is missing, not others of the same lines") {
  const Numbers in, out;
  const KernelTrace trace = trace_of([&] { turn_twice<<<1, 64>>>(in.get(), out.get()); });  // its first warp alone was asked for
  REQUIRE(orders_of(trace) == std::vector<std::string>{"turn_twice numbered", "turn_twice reversed"});
  for (const json& launch : trace.launches) {
    CAPTURE(launch["order"]);
    CHECK(launch["hazards"][0]["kind"] == "race");
    const auto accesses = accesses_of(launch);
    CHECK(accesses[0]["warp"] == (launch["order"] == "numbered" ? 0 : 1));
    CHECK(accesses[1]["warp"] == (launch["order"] == "numbered" ? 1 : 0));
    const json& store = accesses[accesses[0]["kind"] == "store" ? 0 : 1];
    const json& load = accesses[accesses[0]["kind"] == "store" ? 1 : 0];
    CHECK(store["at"][1] == kTurn + 5);
    CHECK(load["at"][1] == kTurn + 7);
    CHECK(store["value"][0] > 100);  // of the second round
    common_place(store, load);
  }
}

TEST_CASE("a race between blocks: both blocks are traced, other threads' memory alone is meant, and the answer stays the program's own") {
  const Numbers in, sum;
  *sum.get() = 0;
  const KernelTrace trace = trace_of([&] {
    add_blocks<<<4, 64>>>(in.get(), sum.get());
    copy<<<1, 32>>>(in.get(), sum.get() + 1);
    cudaDeviceSynchronize();
  });
  CHECK(*sum.get() == 1 + 2 + 3 + 4);
  REQUIRE(orders_of(trace) == std::vector<std::string>{"add_blocks numbered", "add_blocks reversed", "copy numbered"});
  CHECK(trace.launches[2]["hazards"].empty());
  std::vector<json> read;
  for (const json& launch : {trace.launches[0], trace.launches[1]}) {
    const auto accesses = accesses_of(launch);
    CHECK(accesses[0]["block"] == (launch["order"] == "numbered" ? 0 : 1));
    CHECK(accesses[1]["block"] == (launch["order"] == "numbered" ? 1 : 0));
    CHECK((accesses[0]["kind"] == "store" || accesses[1]["kind"] == "store"));
    CHECK(launch["arrays"][accesses[0]["array"].get<std::size_t>()]["name"] == "sum");
    CHECK(accesses[0]["array"] == accesses[1]["array"]);
    const json& load = accesses[accesses[0]["kind"] == "load" ? 0 : 1];
    read.push_back(load["value"][0]);
  }
  CHECK(read[0] != read[1]);  // which is why the order matters
}

TEST_CASE("a race within a warp is between two lanes, in each order") {
  const Numbers data;
  const KernelTrace trace = trace_of([&] { add_in_warp<<<1, 32>>>(data.get()); });
  REQUIRE(orders_of(trace) == std::vector<std::string>{"add_in_warp numbered", "add_in_warp reversed"});
  for (const json& launch : trace.launches) {
    const auto accesses = accesses_of(launch);
    const json& store = accesses[accesses[0]["kind"] == "store" ? 0 : 1];
    const json& load = accesses[accesses[0]["kind"] == "store" ? 1 : 0];
    CHECK(load["kind"] == "load");
    CHECK(load["index"] != store["index"]);  // its own element each lane may read
  }
}

TEST_CASE("a kernel that races in each launch is traced twice the first time") {
  const Numbers in, sum;
  const KernelTrace trace = trace_of([&] {
    for (int i = 0; i < 3; ++i) add_blocks<<<2, 32>>>(in.get(), sum.get());
  });
  CHECK(orders_of(trace) ==
        std::vector<std::string>{"add_blocks numbered", "add_blocks reversed", "add_blocks numbered", "add_blocks numbered"});
}

TEST_CASE("where there is no race, or no room, a launch is traced once") {
  const Numbers in, out;
  CHECK(orders_of(trace_of([&] { copy<<<1, 64>>>(in.get(), out.get()); })) == std::vector<std::string>{"copy numbered"});
  const KernelTrace full = trace_of([&] { add_blocks<<<2, 32>>>(in.get(), out.get()); }, {.events = 5});
  CHECK(orders_of(full) == std::vector<std::string>{"add_blocks numbered"});
  CHECK(full.events == 5);
  CHECK_FALSE(full.cut.empty());
}
