/// @file
/// @brief Traces of small kernels, step by step as they would be written down by hand.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <functional>
#include <string>
#include <vector>

#include "catch.hpp"
#include "lockstep/sim/trace.hpp"
#include "observation/observation.hpp"
#include "observation/trace.hpp"

using lockstep::KernelTrace;
using lockstep::TraceRequest;
using nlohmann::json;

namespace {

constexpr unsigned kFold = __LINE__;
__global__ void fold(const float* in, float* out) {
  __shared__ float sums[2][4];
  float* const mine = sums[0];
  mine[threadIdx.x] = in[threadIdx.x];  // kFold + 4
  __syncthreads();                      // kFold + 5
  for (unsigned half = 4; half > 0; half /= 2) {
    if (threadIdx.x < half) mine[threadIdx.x] += mine[threadIdx.x + half];  // kFold + 7
    __syncthreads();                                                        // kFold + 8
  }
  if (threadIdx.x == 0) *out = mine[0];
}

constexpr unsigned kShuffles = __LINE__;
__global__ void shuffles(const float* in, int* out) {
  const float other = __shfl_down_sync(0xffffffff, in[threadIdx.x], 1);               // kShuffles + 2
  const unsigned above = __ballot_sync(0xffffffff, other > 3);                        // kShuffles + 3
  if (threadIdx.x < 4) out[threadIdx.x] = __shfl_xor_sync(0xf, threadIdx.x * 10, 1);  // kShuffles + 4
  if (threadIdx.x == 4) out[4] = static_cast<int>(above);
}

__global__ void count(int* counters, const double* weights, double* sums) {
  const int before = atomicAdd(counters, 1);
  atomicAdd(sums + threadIdx.x % 2, weights[threadIdx.x]);
  if (before == 2) atomicCAS(counters + 1, 7, 9);
}

constexpr unsigned kLeave = __LINE__;
__global__ void leave(int* out, int n) {
  const int i = static_cast<int>(threadIdx.x);
  if (i >= n) return;  // kLeave + 3
  out[i] = i;          // kLeave + 4
}

struct View {
  float4* points;
  int first;
};
__constant__ int scale[2] = {3, 5};
__device__ short seen[8];
__global__ void look(View view, bool* flags, long long* large) {
  extern __shared__ float4 copies[];
  copies[threadIdx.x] = view.points[threadIdx.x + view.first];
  seen[threadIdx.x] = static_cast<short>(scale[1] - 10);
  flags[threadIdx.x] = copies[threadIdx.x].y > 2;
  large[threadIdx.x] = threadIdx.x == 0 ? -1 : (1LL << 60) + threadIdx.x;
}

__device__ __noinline__ void put(int* to, int value) {
  value *= 2;
  *to = value;
}
__global__ void call(int* out) {
  const int i = static_cast<int>(threadIdx.x);
  put(out + i, i);
  out[i + 4] = 1;
}

__global__ void spin_alone(int* out, int turns) {
  for (int i = 0; i < turns; ++i) out[i % 4] = i;
}

__global__ void wait_twice(float* out) {
  __syncthreads();
  out[threadIdx.x] = 1;
  __syncthreads();
}

__global__ void wait_in_warp(float* out) {
  out[threadIdx.x] = 1;
  __syncwarp();
  out[threadIdx.x] = 2;
}

constexpr unsigned kOutside = __LINE__;
__global__ void look_outside(float* data) {
  data[threadIdx.x] = *reinterpret_cast<float*>(threadIdx.x < 2 ? data : nullptr);  // kOutside + 2
}

// The lists that tiles go through differ in length, and so does what their first lanes do. A reduction's shuffles follow one another with
// nothing in between.
__global__ void reduce_lists(const float* in, float* out) {
  namespace groups = cooperative_groups;
  const auto tile = groups::tiled_partition<16>(groups::this_thread_block());
  for (unsigned list = 16 * blockIdx.x + tile.meta_group_rank(); list < 120; list += 16 * gridDim.x) {
    const float before = in[list];
    float least = before;
    for (unsigned i = tile.thread_rank(); i < 7 * list % 11; i += 16) least = fminf(least, in[7 * i]);
    least = groups::reduce(tile, least, groups::less<float>());
    if (tile.thread_rank() == 0) {
      least = fminf(least, in[static_cast<unsigned>(least)]);
      out[list] = least;
      if (least != before) out[120] = 1;
    }
  }
}

class Memory {
 public:
  Memory() {
    REQUIRE(cudaMalloc(&data_, kBytes) == cudaSuccess);
    std::vector<float> values(kBytes / sizeof(float));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
    REQUIRE(cudaMemcpy(data_, values.data(), kBytes, cudaMemcpyHostToDevice) == cudaSuccess);
  }
  ~Memory() { cudaFree(data_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  template <class T>
  T* as() const {
    return static_cast<T*>(data_);
  }

 private:
  static constexpr std::size_t kBytes = 512;
  void* data_ = nullptr;
};

KernelTrace trace_of(const std::function<void()>& launch, const TraceRequest& what = {}) {
  lockstep::sim::start_trace(what);
  launch();
  return *lockstep::sim::stop_trace();
}

std::vector<json> of_kind(const json& launch, const std::string& kind) {
  std::vector<json> events;
  for (const json& event : launch["events"])
    if (event["kind"] == kind) events.push_back(event);
  return events;
}

unsigned line_of(const json& event) { return event["at"][1].get<unsigned>(); }

const json& array_of(const json& launch, const json& event) { return launch["arrays"][event["array"].get<std::size_t>()]; }

}  // namespace

TEST_CASE("a tree in shared memory: lanes, values, branches and barriers in their order") {
  const Memory in, out;
  const KernelTrace trace = trace_of([&] { fold<<<1, 8>>>(in.as<float>(), out.as<float>()); });
  REQUIRE(trace.launches.size() == 1);
  const json& launch = trace.launches[0];
  CHECK(launch["kernel"] == "fold");
  CHECK(launch["block"] == json({8, 1, 1}));
  CHECK(trace.cut.empty());
  REQUIRE(trace.files.size() == 1);
  CHECK(trace.files[0].ends_with("trace_test.cu"));

  std::vector<std::pair<std::string, unsigned>> told;
  for (const json& event : launch["events"])
    if (line_of(event) <= kFold + 8 && told.size() < 14) told.emplace_back(event["kind"].get<std::string>(), line_of(event) - kFold);
  const std::vector<std::pair<std::string, unsigned>> wanted{{"step", 3},  {"load", 4}, {"store", 4},  {"arrive", 5}, {"barrier", 5},
                                                             {"step", 6},  {"step", 7}, {"branch", 7}, {"load", 7},   {"load", 7},
                                                             {"store", 7}, {"join", 8}, {"arrive", 8}, {"barrier", 8}};
  CHECK(told == wanted);

  const auto branches = of_kind(launch, "branch");
  REQUIRE(branches.size() == 4);
  CHECK(branches[0]["lanes"] == 0xff);
  CHECK(branches[0]["into"] == json({0x0f, 0xf0}));
  CHECK(branches[2]["into"] == json({0x01, 0xfe}));
  const auto stores = of_kind(launch, "store");
  REQUIRE(stores.size() == 5);
  CHECK(stores[0]["value"] == json({0, 1, 2, 3, 4, 5, 6, 7}));
  CHECK(stores[1]["value"] == json({4, 6, 8, 10}));
  CHECK(stores[1]["index"] == json({0, 1, 2, 3}));
  CHECK(stores[3]["value"] == json({28}));
  CHECK(array_of(launch, stores[1]) == json{{"name", "sums"},
                                            {"space", "shared"},
                                            {"type", "float"},
                                            {"scalar", "f32"},
                                            {"scalar_bytes", 4},
                                            {"components", 1},
                                            {"shape", {2, 4}},
                                            {"start", 0},
                                            {"block", 0}});
  CHECK(array_of(launch, stores[4])["name"] == "out");
  CHECK(array_of(launch, stores[4])["shape"] == json({128}));
  CHECK(stores[0]["wavefronts"] == 1);
  CHECK(stores[4]["sectors"] == 1);
  const auto exits = of_kind(launch, "exit");
  REQUIRE(exits.size() == 1);
  CHECK(exits[0]["lanes"] == 0xff);
}

TEST_CASE("shuffles and votes: what each lane brings, what it takes, and from whom") {
  const Memory in, out;
  const json launch = trace_of([&] { shuffles<<<1, 32>>>(in.as<float>(), out.as<int>()); }).launches[0];
  const auto exchanges = of_kind(launch, "exchange");
  REQUIRE(exchanges.size() == 3);
  CHECK(exchanges[0]["name"] == "__shfl_down_sync");
  CHECK(line_of(exchanges[0]) == kShuffles + 2);
  CHECK(exchanges[0]["in"][5] == 5);
  CHECK(exchanges[0]["out"][5] == 6);
  CHECK(exchanges[0]["from"][5] == 6);
  CHECK(exchanges[0]["out"][31] == 31);
  CHECK(exchanges[1]["name"] == "__ballot_sync");
  CHECK(exchanges[1]["in"][2] == 0);
  CHECK(exchanges[1]["in"][3] == 1);
  CHECK(exchanges[1]["out"][9] == 0xfffffff8);
  CHECK_FALSE(exchanges[1].contains("from"));
  CHECK(exchanges[2]["lanes"] == 0xf);
  CHECK(line_of(exchanges[2]) == kShuffles + 4);
  CHECK(exchanges[2]["in"] == json({0, 10, 20, 30}));
  CHECK(exchanges[2]["out"] == json({10, 0, 30, 20}));
  const auto stores = of_kind(launch, "store");
  REQUIRE(stores.size() == 2);
  for (const json& store : stores) CHECK(store["value"] == (store["lanes"] == 0xf ? json({10, 0, 30, 20}) : json({-8})));
}

TEST_CASE("half warps may exchange again and again, with nothing in between") {
  const Memory in, out;
  TraceRequest all;
  all.blocks = {0, 1, 2, 3};
  all.warps = {};
  const KernelTrace trace = trace_of([&] { reduce_lists<<<4, 256>>>(in.as<float>(), out.as<float>()); }, all);
  REQUIRE(trace.launches.size() == 1);
  std::size_t stored = 0, exchanged = 0;
  for (const json& event : of_kind(trace.launches[0], "store")) stored += event["index"].size();
  for (const json& event : of_kind(trace.launches[0], "exchange")) exchanged += event["in"].size();
  CHECK(stored == 120 + 109);                     // 109 lists have a smaller element than their first
  CHECK(exchanged == std::size_t{120} * 16 * 5);  // four steps among 16 lanes, and what lane 0 has for all
}

TEST_CASE("atomics: old and new values, lane after lane") {
  const Memory counters, weights, sums;
  cudaMemset(counters.as<int>(), 0, 8);
  cudaMemset(sums.as<double>(), 0, 16);
  const std::vector<double> ones(4, 0.5);
  cudaMemcpy(weights.as<double>(), ones.data(), 32, cudaMemcpyHostToDevice);
  const json launch = trace_of([&] { count<<<1, 4>>>(counters.as<int>(), weights.as<double>(), sums.as<double>()); }).launches[0];
  const auto atomics = of_kind(launch, "atomic");
  REQUIRE(atomics.size() == 3);
  CHECK(atomics[0]["operation"] == "add");
  CHECK(atomics[0]["old"] == json({0, 1, 2, 3}));
  CHECK(atomics[0]["new"] == json({1, 2, 3, 4}));
  CHECK(atomics[0]["index"] == json({0, 0, 0, 0}));
  CHECK(atomics[1]["old"] == json({0.0, 0.0, 0.5, 0.5}));
  CHECK(atomics[1]["new"] == json({0.5, 0.5, 1.0, 1.0}));
  CHECK(array_of(launch, atomics[1])["type"] == "double");
  CHECK(atomics[2]["operation"] == "compare_exchange");
  CHECK(atomics[2]["lanes"] == 0x4);
  CHECK(atomics[2]["old"] == json({0}));  // it was not 7, so it stays
  CHECK(atomics[2]["new"] == json({0}));
}

TEST_CASE("lanes that return early leave the others alone") {
  const Memory out;
  const json launch = trace_of([&] { leave<<<1, 32>>>(out.as<int>(), 5); }).launches[0];
  const auto branches = of_kind(launch, "branch");
  REQUIRE(branches.size() == 1);
  CHECK(line_of(branches[0]) == kLeave + 3);
  const auto exits = of_kind(launch, "exit");
  REQUIRE(exits.size() == 1);  // those that return wait for the others at the kernel's end
  CHECK(exits[0]["lanes"] == 0xffffffff);
  const auto stores = of_kind(launch, "store");
  REQUIRE(stores.size() == 1);
  CHECK(stores[0]["lanes"] == 0x1f);
  CHECK(stores[0]["value"] == json({0, 1, 2, 3, 4}));
}

TEST_CASE("arrays are named and typed: in a structure, dynamic, constant, of the device") {
  const Memory points, flags, large;
  const View view{points.as<float4>(), 1};
  const json launch = trace_of([&] { look<<<1, 2, 64>>>(view, flags.as<bool>(), large.as<long long>()); }).launches[0];
  const auto find = [&](const std::string& name) {
    for (const json& array : launch["arrays"])
      if (array["name"] == name) return array;
    return json();
  };
  CHECK(find("view.points")["type"] == "float4");
  CHECK(find("view.points")["components"] == 4);
  CHECK(find("view.points")["shape"] == json({32}));
  CHECK(find("copies")["space"] == "shared");
  CHECK(find("copies")["shape"] == json({4}));
  CHECK(find("scale")["space"] == "constant");
  CHECK(find("scale")["shape"] == json({2}));
  CHECK(find("seen")["scalar"] == "i16");
  CHECK(find("flags")["scalar"] == "bool");
  CHECK(find("large")["scalar"] == "i64");

  const auto loads = of_kind(launch, "load");
  CHECK(loads[0]["index"] == json({4, 8}));
  CHECK(loads[0]["value"] == json({{4, 5, 6, 7}, {8, 9, 10, 11}}));
  CHECK(loads[0]["bytes"] == 16);
  std::vector<json> values;
  for (const json& store : of_kind(launch, "store")) values.push_back(store["value"]);
  REQUIRE(values.size() == 4);
  CHECK(values[1] == json({-5, -5}));
  CHECK(values[2] == json({true, true}));
  CHECK(values[3] == json({-1, "1152921504606846977"}));  // too large for a reader of JSON that has doubles
}

TEST_CASE("a function that is called is stepped into, and what follows the call comes after it") {
  const Memory out;
  const json launch = trace_of([&] { call<<<1, 4>>>(out.as<int>()); }).launches[0];
  const auto stores = of_kind(launch, "store");
  REQUIRE(stores.size() == 2);
  CHECK(stores[0]["value"] == json({0, 2, 4, 6}));
  CHECK(stores[1]["index"] == json({4, 5, 6, 7}));
}

TEST_CASE("a barrier of a warp says how many of its threads go on") {
  const Memory out;
  const json launch = trace_of([&] { wait_in_warp<<<1, 20>>>(out.as<float>()); }).launches[0];
  const json barriers = of_kind(launch, "barrier");
  REQUIRE(barriers.size() == 1);
  CHECK(barriers[0]["sync"] == "warp");
  CHECK(barriers[0]["arrived"] == 20);
  CHECK(of_kind(launch, "arrive").empty());
}

TEST_CASE("blocks and warps are chosen, and of the other warps it is told where they wait") {
  const Memory in, out;
  const auto launch_it = [&] { fold<<<2, 8>>>(in.as<float>(), out.as<float>()); };
  const json both = trace_of(launch_it, {.blocks = {0, 1}}).launches[0];
  CHECK(of_kind(both, "exit").size() == 2);
  CHECK(trace_of(launch_it, {.blocks = {7}}).launches.empty());

  const auto two_warps = [&] { wait_twice<<<1, 64>>>(out.as<float>()); };
  const json first = trace_of(two_warps).launches[0];
  std::vector<std::pair<unsigned, unsigned>> waits;  // warps, and threads that are there
  for (const json& event : of_kind(first, "arrive")) waits.emplace_back(event["warp"].get<unsigned>(), event["arrived"].get<unsigned>());
  CHECK(waits == std::vector<std::pair<unsigned, unsigned>>{{0, 32}, {1, 64}, {0, 32}, {1, 64}});
  CHECK(of_kind(first, "barrier").size() == 2);
  CHECK(of_kind(first, "store").size() == 1);
  const json all = trace_of(two_warps, {.warps = {}}).launches[0];
  CHECK(of_kind(all, "store").size() == 2);
  const json second = trace_of(two_warps, {.warps = {1}}).launches[0];
  REQUIRE(of_kind(second, "store").size() == 1);
  CHECK(of_kind(second, "store")[0]["index"][0] == 32);
}

TEST_CASE("what ended a launch is told behind its last event") {
  const Memory in;
  const KernelTrace trace = trace_of([&] {
    look_outside<<<1, 4>>>(in.as<float>());
    cudaDeviceSynchronize();
  });
  cudaDeviceReset();
  REQUIRE(trace.launches.size() == 1);
  const json& hazards = trace.launches[0]["hazards"];
  REQUIRE(hazards.size() == 1);
  CHECK(hazards[0]["kind"] == "out-of-bounds");
  CHECK(hazards[0]["events"] == json({trace.launches[0]["events"].size() - 1, nullptr}));
  CHECK(hazards[0]["at"][1] == kOutside + 2);
}

TEST_CASE("a trace ends where it is full, and says so") {
  const Memory out;
  const KernelTrace trace = trace_of(
      [&] {
        spin_alone<<<1, 1>>>(out.as<int>(), 100000);
        spin_alone<<<1, 1>>>(out.as<int>(), 1);
      },
      {.events = 50});
  REQUIRE(trace.launches.size() == 1);
  CHECK(trace.launches[0]["events"].size() == 50);
  CHECK(trace.events == 50);
  CHECK(trace.cut == "the trace has room for 50 events, and ends in launch 1 (spin_alone), before the program did");
  const auto stores = of_kind(trace.launches[0], "store");
  REQUIRE(stores.size() > 10);
  for (std::size_t i = 0; i < stores.size(); ++i) CHECK(stores[i]["value"] == json({i}));
}
