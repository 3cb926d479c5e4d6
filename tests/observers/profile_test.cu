/// @file
/// @brief The profile of small kernels, counted by hand: by launch, by line, and in sum.
#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "catch.hpp"
#include "lockstep/sim/profile.hpp"
#include "observation/observation.hpp"

using lockstep::Counters;
using lockstep::LaunchCounters;
using lockstep::Observation;

namespace {

constexpr unsigned kLine = __LINE__;
__global__ void odd_and_even(const int* in, int* out) {
  const unsigned i = threadIdx.x;
  if (i % 2 == 0)
    out[i] = in[i];  // kLine + 4
  else
    out[i + 64] = in[4 * i];  // kLine + 6
  out[i + 128] = 1;           // kLine + 7
}

__global__ void halving(float* data) {
  __shared__ float s[64];
  s[threadIdx.x] = data[threadIdx.x];
  for (unsigned half = 32; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
  }
  if (threadIdx.x == 0) *data = s[0];
}

__device__ int seen_by_kernels[4];

__global__ void nothing() {}
__global__ void first_lane(int* out) {
  if (threadIdx.x == 0) *out = 1;
}

// Lane 0 stores in shared memory, as its warp stores elsewhere.
__global__ void shared_and_elsewhere(int* out) {
  __shared__ int own[64];
  int* const to = threadIdx.x == 0 ? own : out + threadIdx.x;
  *to = 1;
}

__global__ void read_texture(cudaTextureObject_t texture, int* out) { out[threadIdx.x] = tex1Dfetch<int>(texture, threadIdx.x); }

__device__ int tally[4];
__constant__ int table[4] = {1, 2, 3, 4};
__global__ void spaces(int* out) {
  int mine[4] = {1, 2, 3, 4};
  for (int& x : mine) x += table[threadIdx.x % 4];
  tally[threadIdx.x % 4] = mine[threadIdx.x % 4];
  out[threadIdx.x] = mine[0];
}
__global__ void fill_with_vectors(int* out) { reinterpret_cast<float4*>(out)[threadIdx.x] = make_float4(1, 2, 3, 4); }
__global__ void read_tally(int* out) { *out = tally[threadIdx.x]; }

__global__ void atomics(int* out) {
  atomicAdd(out + threadIdx.x % 8, 2);
  const int before = atomicAdd(out + 8, 1);
  atomicMax(out + 9 + threadIdx.x, before);
}

static __device__ int hidden;
__global__ void count_in_hidden() { hidden = static_cast<int>(threadIdx.x) + hidden; }

__device__ __noinline__ void store(int* out, bool waits) {
  if (waits) __syncwarp();
  *out = 1;
}
__global__ void meet_inside_and_before_a_call(int* out) {
  const bool waits_inside = threadIdx.x >= 16;
  if (!waits_inside) __syncwarp();
  store(out + threadIdx.x, waits_inside);
}

// Two ways lead back to the head of the loop: lanes could run ahead on the short one.
__global__ void skip_every_other_turn(const int* in, int* out) {
  const unsigned lane = threadIdx.x;
  unsigned turn = 0;
  while (true) {
    const int value = in[32 * turn + lane];
    ++turn;
    if ((turn + lane) % 2 == 0) continue;
    out[32 * turn + lane] = value;
    if (turn >= 7) break;
  }
}

constexpr unsigned kCopies = __LINE__;
__global__ void copy_floats(float* to, const float* from, unsigned floats) {
  const unsigned i = threadIdx.x;
  std::memcpy(to + i, from + i, sizeof(float));                                           // kCopies + 3
  memcpy(to + 32 + 4 * i, from + 4 * i, (i < 16 ? floats : 2 * floats) * sizeof(float));  // kCopies + 4
  memset(to + 256 + 4 * i, 0, 16);                                                        // kCopies + 5
  to[i + 512] = 1;                                                                        // kCopies + 6
}
__host__ __device__ unsigned bits_of(float value) {
  unsigned bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
__global__ void copy_to_shared_memory(const float* from, unsigned* out) {
  __shared__ float s[64];
  memcpy(s + threadIdx.x, from + threadIdx.x, sizeof(float));
  __syncthreads();
  out[threadIdx.x] = bits_of(s[threadIdx.x ^ 1]);
}

/// Warp 0 does what warp 1 does, and more: 32 other elements, and one that is the same for all lanes.
__global__ void share_out(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 32) out[threadIdx.x + 64] = in[threadIdx.x + 64] + in[0];
}

__global__ void read_both(const int* a, const int* b, int* out) {
  out[threadIdx.x] = b[threadIdx.x];
  if (threadIdx.x < 32) out[threadIdx.x] += a[threadIdx.x];
}

class Memory {
 public:
  Memory() {
    REQUIRE(cudaMalloc(&data_, 4096) == cudaSuccess);
    REQUIRE(cudaMemset(data_, 0, 4096) == cudaSuccess);
  }
  ~Memory() { cudaFree(data_); }
  int* ints() const { return static_cast<int*>(data_); }
  float* floats() const { return static_cast<float*>(data_); }

 private:
  void* data_ = nullptr;
};

Observation profile(const std::function<void()>& launch, unsigned requests = 0, bool shares = false) {
  lockstep::sim::start_profile(requests, shares);
  launch();
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  return lockstep::sim::stop_profile();
}

double requests(const Counters& of, const std::string& op) { return of.at("l1tex__t_requests_pipe_lsu_mem_global_op_" + op + ".sum"); }
double sectors(const Counters& of, const std::string& op) { return of.at("l1tex__t_sectors_pipe_lsu_mem_global_op_" + op + ".sum"); }

std::vector<std::string> not_in_table(const Counters& reported) {
  std::vector<std::string> names;
  for (const auto& [name, value] : reported)
    if (std::ranges::none_of(lockstep::all_counters(), [&](const lockstep::Counter& row) { return row.name == name; }))
      names.push_back(name);
  return names;
}

Counters line_of(const LaunchCounters& launch, unsigned line) {
  for (const auto& one : launch.lines)
    if (one.line == line) return one.counters;
  FAIL("no counters on line " << line);
  return {};
}

}  // namespace

TEST_CASE("each warp's share of the work is counted where that is asked for") {
  using lockstep::Share;
  const Memory in, out;
  const auto launch = [&] { share_out<<<1, 64>>>(in.ints(), out.ints()); };
  CHECK_FALSE(profile(launch).launches.at(0).shares);
  const lockstep::WarpShares shares = profile(launch, 0, true).launches.at(0).shares.value();
  CHECK(shares.global == Share{4, 6});  // what all lanes of a warp read together is not among them
  CHECK(shares.global_and_shared == Share{5, 7});
  CHECK(shares.read_bytes == Share{256, 384});
  CHECK(shares.stored_bytes == Share{256, 384});
  CHECK(shares.most_steps == 5);
}

TEST_CASE("what a warp reads and stores is counted for one array, and for all together") {
  using lockstep::Share;
  const Memory a, b, out;
  const auto launch = [&] { read_both<<<1, 64>>>(a.ints(), b.ints(), out.ints()); };
  const lockstep::WarpShares shares = profile(launch, 0, true).launches.at(0).shares.value();
  CHECK(shares.read_bytes == Share{128, 256});
  CHECK(shares.stored_bytes == Share{128, 256});
  CHECK(shares.stored_of_all == Share{128, 256});
  CHECK(shares.read_of_all.all >= 384);  // and what is added to, if the compiler reads it again
  CHECK(shares.read_of_all.busiest >= 256);
  CHECK(shares.read_of_all.busiest <= 384);
}

TEST_CASE("each line has its own counters") {
  const Memory in, out;
  const Observation seen = profile([&] { odd_and_even<<<1, 64>>>(in.ints(), out.ints()); });
  REQUIRE(seen.launches.size() == 1);
  const LaunchCounters& launch = seen.launches[0];
  CHECK(launch.kernel == "odd_and_even");
  CHECK(requests(launch.counters, "ld") == 4);
  CHECK(requests(launch.counters, "st") == 6);
  const Counters even = line_of(launch, kLine + 4), odd = line_of(launch, kLine + 6), joined = line_of(launch, kLine + 7);
  CHECK(requests(even, "ld") == 2);
  CHECK(sectors(even, "ld") == 8);
  CHECK(sectors(odd, "ld") == 32);
  CHECK(odd.at("lockstep__ideal_sectors_mem_global_op_ld.sum") == 4);
  CHECK(sectors(odd, "st") == 8);
  CHECK(requests(joined, "st") == 2);
  CHECK(sectors(joined, "st") == 8);
  CHECK(joined.at("lockstep__bytes_needed.sum") == 256);
  CHECK(joined.at("lockstep__lanes_per_step.ratio") == 32);
}

TEST_CASE("a tree in shared memory: wavefronts, barriers, and ever fewer lanes") {
  const Memory data;
  const Observation seen = profile([&] { halving<<<3, 64>>>(data.floats()); });
  const Counters& all = seen.launches.at(0).counters;
  // Of each of the 3 blocks: 2 warps write, then 6 steps of one warp read two and write one; thread 0 reads one.
  CHECK(all.at("lockstep__requests_mem_shared_op_st.sum") == 3 * (2 + 6));
  CHECK(all.at("lockstep__requests_mem_shared_op_ld.sum") == 3 * (6 * 2 + 1));
  CHECK(all.at("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum") == 3 * (6 * 2 + 1));
  CHECK(all.at("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum") == 0);
  CHECK(all.at("lockstep__barriers.sum") == 3 * 6);
  CHECK(all.at("lockstep__bytes_needed.sum") == 3 * (256 + 4));
}

TEST_CASE("steps: one lane of 32 in what only thread 0 does") {
  const Memory out;
  const Observation seen = profile([&] {
    nothing<<<1, 32>>>();
    first_lane<<<1, 32>>>(out.ints());
    first_lane<<<2, 40>>>(out.ints());
  });
  REQUIRE(seen.launches.size() == 3);
  const Counters &empty = seen.launches[0].counters, &one = seen.launches[1].counters, &four = seen.launches[2].counters;
  const double blocks = empty.at("lockstep__steps.sum");  // of a kernel without branches
  CHECK(empty.at("lockstep__lane_steps.sum") == 32 * blocks);
  // One lane is in the block after the branch, and in its store.
  CHECK(one.at("lockstep__steps.sum") >= 3);
  CHECK(one.at("lockstep__lane_steps.sum") == 32 * (one.at("lockstep__steps.sum") - 2) + 2);
  // Warps of 32 and 8 lanes, in two blocks; only the first has a thread 0.
  CHECK(four.at("lockstep__lane_steps.sum") == 2 * (one.at("lockstep__lane_steps.sum") + 8 * (one.at("lockstep__steps.sum") - 2)));
  CHECK(one.at("lockstep__lanes_per_step.ratio") == one.at("lockstep__lane_steps.sum") / one.at("lockstep__steps.sum"));
}

TEST_CASE("__device__ variables are global memory, and constants and local arrays are not") {
  const Memory out;
  const Observation seen = profile([&] {
    spaces<<<1, 32>>>(out.ints());
    read_tally<<<1, 1>>>(out.ints());
  });
  const Counters& all = seen.launches.at(0).counters;
  CHECK(requests(all, "ld") == 0);
  CHECK(requests(all, "st") == 2);
  CHECK(sectors(all, "st") >= 5);
  CHECK(sectors(all, "st") <= 6);  // the four variables may lie in two sectors
  CHECK(requests(seen.launches.at(1).counters, "ld") == 1);
}

TEST_CASE("variables that only this file can see are global memory, too") {
  const Observation seen = profile([] { count_in_hidden<<<1, 32>>>(); });
  const Counters& all = seen.launches.at(0).counters;
  CHECK(requests(all, "ld") == 1);
  CHECK(requests(all, "st") == 1);
}

TEST_CASE("a vector of constants is stored at once") {
  const Memory out;
  const Observation seen = profile([&] { fill_with_vectors<<<1, 8>>>(out.ints()); });
  const Counters& all = seen.launches.at(0).counters;
  CHECK(requests(all, "st") == 1);
  CHECK(sectors(all, "st") == 4);
}

TEST_CASE("atomics: how many, how contended, with a result and without") {
  const Memory out;
  const Observation seen = profile([&] { atomics<<<2, 32>>>(out.ints()); });
  const Counters& all = seen.launches.at(0).counters;
  CHECK(requests(all, "red") == 4);
  CHECK(requests(all, "atom") == 2);
  CHECK(sectors(all, "atom") == 64);
  CHECK(all.at("lockstep__atomics.sum") == 192);
  CHECK(all.at("lockstep__atomic_contention.max") == 32);
}

// As nvcc compiles them: each byte that a pointer leads to is an access, and the lanes' accesses to their first bytes are one instruction.
TEST_CASE("memcpy and memset are counted byte by byte, as the lanes of a warp make them together") {
  const Memory in, out;
  const Observation seen = profile([&] { copy_floats<<<1, 32>>>(out.floats(), in.floats(), 1); });
  const LaunchCounters& launch = seen.launches.at(0);
  const Counters one = line_of(launch, kCopies + 3), some = line_of(launch, kCopies + 4), set = line_of(launch, kCopies + 5);
  for (const char* const op : {"ld", "st"}) {
    CAPTURE(op);
    CHECK(requests(one, op) == 4);
    CHECK(sectors(one, op) == 4 * 4);
    CHECK(requests(some, op) == 8);
    CHECK(sectors(some, op) == 4 * 16 + 4 * 8);  // the lower half of the warp has no more than 4 bytes to copy
  }
  CHECK(requests(set, "ld") == 0);
  CHECK(requests(set, "st") == 16);
  CHECK(sectors(set, "st") == 16 * 16);
  CHECK(set.at("lockstep__bytes_needed.sum") == 512);
  CHECK(requests(line_of(launch, kCopies + 6), "st") == 1);
}

TEST_CASE("memcpy between a thread's own variables is no access, and one to shared memory is") {
  const Memory in, out;
  const float half = 0.5f;
  REQUIRE(cudaMemcpy(in.floats() + 3, &half, sizeof half, cudaMemcpyDefault) == cudaSuccess);
  const Observation seen = profile([&] { copy_to_shared_memory<<<1, 64>>>(in.floats(), reinterpret_cast<unsigned*>(out.ints())); });
  const Counters& all = seen.launches.at(0).counters;
  CHECK(requests(all, "ld") == 2 * 4);
  CHECK(requests(all, "st") == 2);
  CHECK(all.at("lockstep__requests_mem_shared_op_st.sum") == 2 * 4);
  CHECK(all.at("lockstep__requests_mem_shared_op_ld.sum") == 2);
  unsigned bits[4];
  REQUIRE(cudaMemcpy(bits, out.ints(), sizeof bits, cudaMemcpyDefault) == cudaSuccess);
  CHECK(bits[2] == bits_of(half));
  CHECK(bits[3] == 0);
}

TEST_CASE("lanes that are about to call a function go before those that are in it, and join them there") {
  const Memory out;
  const Observation seen = profile([&] { meet_inside_and_before_a_call<<<1, 32>>>(out.ints()); });
  const Counters& all = seen.launches.at(0).counters;
  CHECK(requests(all, "st") == 1);
  CHECK(sectors(all, "st") == 4);
}

TEST_CASE("lanes that skip the rest of a turn wait for the others at the head of the loop") {
  const Memory in, out;
  const Observation seen = profile([&] { skip_every_other_turn<<<1, 32>>>(in.ints(), out.ints()); });
  const Counters& all = seen.launches.at(0).counters;
  // In each turn one half of the lanes stores; the even lanes end in the 7th, the odd ones in the 8th.
  CHECK(requests(all, "ld") == 8);
  CHECK(requests(all, "st") == 8);
}

TEST_CASE("the counters of several launches add up, but of the largest of their kind the largest is kept") {
  const Memory in, out;
  const Observation seen = profile([&] {
    odd_and_even<<<1, 64>>>(in.ints(), out.ints());
    atomics<<<2, 32>>>(out.ints());
    atomics<<<1, 16>>>(out.ints());
    first_lane<<<1, 32>>>(out.ints());
  });
  const Counters all = total(seen.launches);
  CHECK(requests(all, "st") == 6 + 1);
  CHECK(requests(all, "red") == 4 + 2);
  CHECK(all.at("lockstep__atomic_contention.max") == 32);
  double steps = 0, lanes = 0;
  for (const LaunchCounters& launch : seen.launches) {
    steps += launch.counters.at("lockstep__steps.sum");
    lanes += launch.counters.at("lockstep__lane_steps.sum");
  }
  CHECK(all.at("lockstep__lanes_per_step.ratio") == lanes / steps);
}

TEST_CASE("every counter that is reported is in the table") {
  const Memory in, out;
  const Observation seen = profile([&] { odd_and_even<<<1, 64>>>(in.ints(), out.ints()); });
  const Counters& reported = seen.launches.at(0).counters;
  CHECK(not_in_table(reported).empty());
  CHECK(reported.size() == lockstep::all_counters().size());  // and whatever is in the table is reported
  Counters more = reported;
  more["lockstep__loads_that_nobody_listed.sum"] = 1;
  CHECK(not_in_table(more) == std::vector<std::string>{"lockstep__loads_that_nobody_listed.sum"});
}

TEST_CASE("bytes that come from the device to where the host sees them: by copies, and by kernels") {
  constexpr std::size_t kBytes = 64 * sizeof(int);
  int *device, *pinned, *managed, host[64] = {};
  cudaMalloc(&device, 2 * kBytes);
  cudaMallocHost(&pinned, kBytes);
  cudaMallocManaged(&managed, kBytes);
  const auto bytes = [](const std::function<void()>& work) { return profile(work).bytes_to_host; };
  CHECK(bytes([&] { cudaMemcpy(host, device, kBytes, cudaMemcpyDeviceToHost); }) == kBytes);
  CHECK(bytes([&] { cudaMemcpyAsync(pinned, device, kBytes, cudaMemcpyDefault); }) == kBytes);
  CHECK(bytes([&] { cudaMemcpy(managed, device, kBytes, cudaMemcpyDeviceToDevice); }) == kBytes);
  CHECK(bytes([&] { cudaMemcpy2D(host, 32, device, 64, 16, 4, cudaMemcpyDeviceToHost); }) == 64);
  CHECK(bytes([&] { cudaMemcpyFromSymbol(host, seen_by_kernels, sizeof seen_by_kernels); }) == sizeof seen_by_kernels);
  CHECK(bytes([&] { first_lane<<<2, 32>>>(managed); }) == 2 * sizeof(int));
  CHECK(bytes([&] { first_lane<<<1, 32>>>(pinned); }) == sizeof(int));

  CHECK(bytes([&] { cudaMemcpy(device, host, kBytes, cudaMemcpyHostToDevice); }) == 0);
  CHECK(bytes([&] { cudaMemcpyAsync(device, host, kBytes, cudaMemcpyHostToDevice); }) == 0);
  CHECK(bytes([&] { cudaMemcpy(device + 64, device, kBytes, cudaMemcpyDeviceToDevice); }) == 0);
  CHECK(bytes([&] { cudaMemcpy(host, managed, kBytes, cudaMemcpyDefault); }) == 0);
  CHECK(bytes([&] { first_lane<<<1, 32>>>(device); }) == 0);
  cudaFree(device);
  cudaFree(managed);
  cudaFreeHost(pinned);
}

TEST_CASE("what the lanes of a warp do in one instruction is counted for each memory by itself") {
  int* managed;
  cudaMallocManaged(&managed, 32 * sizeof(int));
  const Memory device;
  for (int* const out : {managed, device.ints()}) {
    const Observation seen = profile([&] { shared_and_elsewhere<<<1, 32>>>(out); });
    const Counters& all = seen.launches.at(0).counters;
    CHECK(seen.bytes_to_host == (out == managed ? 31 * sizeof(int) : 0));
    CHECK(requests(all, "st") == 1);
    CHECK(sectors(all, "st") == 4);
    CHECK(all.at("lockstep__requests_mem_shared_op_st.sum") == 1);
  }
  cudaFree(managed);
}

TEST_CASE("bytes that are read through textures, or copied for kernels into constants, are counted apart") {
  int* device;
  cudaMalloc(&device, 32 * sizeof(int));
  cudaMemset(device, 0, 32 * sizeof(int));
  cudaResourceDesc memory{};
  memory.resType = cudaResourceTypeLinear;
  memory.res.linear = {device, cudaCreateChannelDesc<int>(), 32 * sizeof(int)};
  cudaTextureDesc how{};
  cudaTextureObject_t texture = 0;
  REQUIRE(cudaCreateTextureObject(&texture, &memory, &how, nullptr) == cudaSuccess);
  const Memory out;
  CHECK(profile([&] { read_texture<<<1, 32>>>(texture, out.ints()); }).texture_bytes == 32 * sizeof(int));
  const int zeros[4] = {};
  CHECK(profile([&] { cudaMemcpyToSymbol(table, device, sizeof table, 0, cudaMemcpyDeviceToDevice); }).bytes_to_constants == sizeof table);
  CHECK(profile([&] { cudaMemcpyToSymbol(table, zeros, sizeof table); }).bytes_to_constants == 0);
  CHECK(profile([&] { first_lane<<<1, 32>>>(device); }).texture_bytes == 0);
  cudaDestroyTextureObject(texture);
  cudaFree(device);
}

TEST_CASE("only launches between start and stop are counted, and the first requests of the first warp are kept") {
  const Memory in, out;
  odd_and_even<<<1, 64>>>(in.ints(), out.ints());
  const Observation seen = profile(
      [&] {
        odd_and_even<<<2, 64>>>(in.ints(), out.ints());
        odd_and_even<<<1, 8>>>(in.ints(), out.ints());
      },
      1);
  odd_and_even<<<1, 64>>>(in.ints(), out.ints());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(seen.launches.size() == 2);
  const auto& kept = seen.launches[0].requests.value();
  REQUIRE(kept.size() == 5);  // each of the five accesses once; nothing of the other warps
  const auto& load = kept[0];
  CHECK(!load.write);
  CHECK(!load.shared);
  CHECK(load.bytes == 4);
  CHECK(load.line == kLine + 4);
  CHECK(load.lanes == 0x55555555u);
  CHECK(load.address[6] == 24);
  CHECK(kept[1].write);
  CHECK(kept[2].line == kLine + 6);
  CHECK(kept[2].address[1] == 16);
  CHECK(kept[4].line == kLine + 7);
  REQUIRE(seen.launches[1].requests->size() == 5);
  CHECK(seen.launches[1].requests->at(0).lanes == 0x55u);
}

TEST_CASE("of a long loop the first requests are kept, and those of what comes after it") {
  const Memory in, out;
  const Observation seen = profile([&] { halving<<<1, 64>>>(in.floats()); }, 2);
  const auto& kept = seen.launches.at(0).requests.value();
  REQUIRE(kept.size() == 2 + 3 * 2 + 2);  // in: load and store; two rounds of the loop, of six; out: load and store
  CHECK(!kept.front().shared);
  CHECK(kept[2].lanes == 0xffffffffu);
  CHECK(kept[5].lanes == 0xffffu);
  CHECK(kept.back().write);
  CHECK(!kept.back().shared);
}
