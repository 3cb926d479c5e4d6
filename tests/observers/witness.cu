/// @file
/// @brief A launch with a race is run again in another order, which is reported, and which the program does not notice.
#include <cuda_runtime.h>

#include <cassert>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "lockstep/sim/check.hpp"
#include "observation/observation.hpp"

using lockstep::Hazard;
using lockstep::Severity;

namespace {

constexpr int kThreads = 64;

__device__ int last_writer;

__global__ void reverse_without_barrier(int* out) {
  __shared__ int s[kThreads];
  const int t = static_cast<int>(threadIdx.x);
  s[t] = t;
  out[t] = s[kThreads - 1 - t];
}
__global__ void last_block(int* out) { *out = static_cast<int>(blockIdx.x) + 10; }
__global__ void last_block_float(float* out) { *out = 0.5f * static_cast<float>(blockIdx.x) + 1.25f; }
__global__ void last_block_double(double* out) { out[1] = static_cast<double>(blockIdx.x) + 0.125; }
__global__ void last_block_short(short* out) { out[3] = static_cast<short>(blockIdx.x - 7); }
// Without the first block's value the second block writes nothing.
__global__ void all_but_first_half(float* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) out[0] = 0.5f;
  if (blockIdx.x == 1 && out[0] == 0.5f) out[1] = 0.5f;
}
__global__ void last_block_variable() { last_writer = static_cast<int>(blockIdx.x) + 10; }
__global__ void same_value(int* out) { *out = 7; }
__global__ void read_in_vain(int* data, int* out) {
  const int other = data[1 - threadIdx.x];
  data[threadIdx.x] = 3;
  if (other == 12345) *out = 1;
}
// After a barrier the last thread to come goes on first.
__global__ void two_after_barrier(int* out, unsigned one, unsigned other) {
  __syncthreads();
  if (threadIdx.x == one) *out = 1;
  if (threadIdx.x == other) *out = 2;
}
__global__ void two_after_warp_barrier(int* out, unsigned one, unsigned other) {
  __syncwarp();
  if (threadIdx.x == one) *out = 1;
  if (threadIdx.x == other) *out = 2;
}
__global__ void racy_and_talking(int* out) {
  std::printf("block %u\n", blockIdx.x);
  *out = static_cast<int>(blockIdx.x);
}
// The first thread decides which page is written.
__global__ void racy_page(int* first, int* pages) {
  if (*first < 0) {
    *first = static_cast<int>(blockIdx.x);
    pages[blockIdx.x * 2048] = 5;
  }
}
__global__ void spins_unless_first(int* flag, int* out) {
  if (blockIdx.x == 0) *flag = 1;
  if (blockIdx.x == 1) {
    unsigned turns = 0;
    for (int seen = *flag; seen != 1;) ++turns;
    *out = 1 + static_cast<int>(turns);
  }
}
__global__ void reads_for_ever_unless_first(int* flag, int* out) {
  if (blockIdx.x == 0) *flag = 1;
  if (blockIdx.x == 1) {
    const int wanted = *flag;
    for (int i = 0; wanted != 1; i = (i + 1) % 16) out[i] += 1;
    *out = 1;
  }
}
// No call at its only basic block, because that is empty.
__global__ void stops_unless_first(int* flag) {
  if (blockIdx.x == 0) *flag = 1;
  if (blockIdx.x == 1 && *flag != 1)
    for (;;) {
    }
}
__global__ void locks_up_unless_first(int* flag, int* lock) {
  if (blockIdx.x == 0) *flag = 1;
  if (blockIdx.x == 1 && *flag != 1)
    while (atomicCAS(lock, 5, 6) != 5) {
    }
}
// Block 0 takes so long that block 1, on another core, has read the flag before.
__device__ void take_time(int* out) {
  if (threadIdx.x != 0) return;
  for (int i = 0; i < 300'000; ++i) out[i % 16] = i;
}
template <int kExtent>
__global__ void spins_unless_last(int* flag, int* out) {
  if (blockIdx.x == 0) take_time(out);
  if (blockIdx.x == 0) *flag = 1;
  if (blockIdx.x == 1)
    for (int seen = *flag; seen != 1;) {
    }
}
template <int kExtent>
__global__ void stops_unless_last(int* flag, int* out) {
  if (blockIdx.x == 0) take_time(out);
  if (blockIdx.x == 0) *flag = 1;
  if (blockIdx.x == 1 && *flag != 1)
    for (;;) {
    }
}
template <int kExtent>
__global__ void reads_for_ever_unless_last(int* flag, int* out) {
  if (blockIdx.x == 0) take_time(out);
  if (blockIdx.x == 0) *flag = 1;
  if (blockIdx.x == 1)
    for (int i = 0, seen = *flag; seen != 1; i = (i + 1) % 16) out[16 + i + threadIdx.x] += 1;
}
__global__ void asserts_unless_first(int* flag) {
  if (blockIdx.x == 0) *flag = 1;
  if (blockIdx.x == 1) assert(*flag == 1);
}
__global__ void racy_surface(int* out, cudaSurfaceObject_t surface) {
  *out = static_cast<int>(blockIdx.x);
  const int x = static_cast<int>(blockIdx.x * sizeof(int));
  surf1Dwrite(surf1Dread<int>(surface, x) + 1, surface, x);
}
__global__ void put(int* to, int value) { *to = value; }
__global__ void clean(int* to) { to[threadIdx.x] = 1; }

template <class T>
class Managed {
 public:
  explicit Managed(std::size_t count, T value = {}) {
    REQUIRE(cudaMallocManaged(&data_, count * sizeof(T)) == cudaSuccess);
    for (std::size_t i = 0; i < count; ++i) data_[i] = value;
  }
  ~Managed() { cudaFree(data_); }
  Managed(const Managed&) = delete;
  Managed& operator=(const Managed&) = delete;
  T* get() const { return data_; }
  T& operator[](std::size_t i) const { return data_[i]; }

 private:
  T* data_ = nullptr;
};

std::vector<Hazard> races(const std::function<void()>& program) {
  lockstep::sim::start_check();
  program();
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  std::vector<Hazard> found = lockstep::sim::stop_check();
  std::erase_if(found, [](const Hazard& hazard) { return hazard.kind != "race"; });
  return found;
}

// The one witness of the program's races.
std::string witness(const std::function<void()>& program) {
  const std::vector<Hazard> found = races(program);
  REQUIRE_FALSE(found.empty());
  for (const Hazard& hazard : found)
    if (hazard.severity != Severity::note) CHECK(hazard.witness == found.front().witness);
  return found.front().witness;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// What is printed to `stream` while one lives.
class Capture {
 public:
  explicit Capture(std::FILE*& stream) : stream_(stream), before_(std::exchange(stream, std::tmpfile())) { REQUIRE(stream_ != nullptr); }
  ~Capture() { std::fclose(std::exchange(stream_, before_)); }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;
  std::string text() const {
    std::fflush(stream_);
    std::rewind(stream_);
    std::string all(4096, '\0');
    all.resize(std::fread(all.data(), 1, all.size(), stream_));
    return all;
  }

 private:
  std::FILE*& stream_;
  std::FILE* before_;
};

}  // namespace

TEST_CASE("a race in shared memory: the other order reads other values, and the program keeps the first ones") {
  const Managed<int> out(kThreads);
  const std::string text = witness([&] { reverse_without_barrier<<<1, kThreads>>>(out.get()); });
  CHECK(contains(text, "when blocks and threads run from the last to the first, element 0 of the 256 bytes from cudaMallocManaged at 0x"));
  CHECK(contains(text, "is 63 (int) instead of -1; 64 of 64 elements differ"));
  CHECK(out[0] == -1);  // the poison of what was not written
  CHECK(out[kThreads - 1] == 0);
}

TEST_CASE("a race between blocks: who comes last is another") {
  const Managed<int> out(4);
  const std::string text = witness([&] { last_block<<<8, 1>>>(out.get()); });
  CHECK(contains(text, "element 0 of the 16 bytes from cudaMallocManaged"));
  CHECK(contains(text, "is 10 (int) instead of 17; 1 of 4 elements differs"));
  CHECK(out[0] == 17);
}

TEST_CASE("values are shown as what they are") {
  const Managed<float> floats(4);
  CHECK(contains(witness([&] { last_block_float<<<4, 1>>>(floats.get()); }), "is 1.25 (float) instead of 2.75"));
  const Managed<double> doubles(4);
  CHECK(contains(witness([&] { last_block_double<<<4, 1>>>(doubles.get()); }), "element 1 of the 32 bytes from cudaMallocManaged at 0x"));
  CHECK(contains(witness([&] { last_block_double<<<4, 1>>>(doubles.get()); }), "is 0.125 (double) instead of 3.125; 1 of 4 elements"));
  const Managed<short> shorts(8);
  float* poisoned = nullptr;
  REQUIRE(cudaMalloc(&poisoned, 4 * sizeof(float)) == cudaSuccess);
  CHECK(contains(witness([&] { all_but_first_half<<<2, 2>>>(poisoned); }), "is NaN (float) instead of 0.5"));
  cudaFree(poisoned);
  const std::string text = witness([&] { last_block_short<<<4, 1>>>(shorts.get()); });
  CHECK(contains(text, "element 3 of the 16 bytes"));
  CHECK(contains(text, "is -7 (short) instead of -4; 1 of 8 elements"));
}

TEST_CASE("variables of the device are compared, too") {
  CHECK(contains(witness([] { last_block_variable<<<4, 1>>>(); }), "a __device__ variable is 10 (int) instead of 13; 1 word of"));
  int value = 0;
  REQUIRE(cudaMemcpyFromSymbol(&value, last_writer, sizeof value) == cudaSuccess);
  CHECK(value == 13);
}

TEST_CASE("pinned and device memory are compared, too") {
  int* pinned = nullptr;
  REQUIRE(cudaMallocHost(&pinned, 64) == cudaSuccess);
  CHECK(contains(witness([&] { last_block<<<4, 1>>>(pinned); }), "of the 64 bytes from cudaMallocHost"));
  CHECK(*pinned == 13);
  int* device = nullptr;
  REQUIRE(cudaMalloc(&device, 64) == cudaSuccess);
  CHECK(contains(witness([&] { last_block<<<4, 1>>>(device); }), "of the 64 bytes from cudaMalloc"));
  int value = 0;
  REQUIRE(cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(value == 13);
  cudaFree(device);
  cudaFreeHost(pinned);
}

TEST_CASE("a race that never changes the answer has no witness") {
  const Managed<int> out(4), data(2);
  CHECK(witness([&] { same_value<<<4, 1>>>(out.get()); }).empty());
  CHECK(witness([&] { read_in_vain<<<1, 2>>>(data.get(), out.get()); }).empty());
  CHECK(races([&] { clean<<<1, 4>>>(out.get()); }).empty());
}

TEST_CASE("behind a barrier the order is the opposite one as well") {
  const Managed<int> out(1);
  for (const auto& [one, other] : {std::pair{0u, 63u}, {0u, 5u}, {5u, 62u}, {62u, 63u}}) {
    CAPTURE(one, other);
    const std::string text =
        witness([&, pair = std::pair(one, other)] { two_after_barrier<<<1, 64>>>(out.get(), pair.first, pair.second); });
    CHECK(contains(text, "from the last to the first"));
    CHECK(out[0] == (other == 63 ? 1 : 2));
  }
  for (const auto& [one, other] : {std::pair{0u, 5u}, {5u, 29u}, {0u, 31u}}) {
    CAPTURE(one, other);
    CHECK_FALSE(
        witness([&, pair = std::pair(one, other)] { two_after_warp_barrier<<<1, 32>>>(out.get(), pair.first, pair.second); }).empty());
  }
}

TEST_CASE("what a kernel prints is printed once") {
  const Managed<int> out(1);
  std::string text, printed;
  {
    const Capture capture(stdout);
    text = witness([&] { racy_and_talking<<<3, 1>>>(out.get()); });
    printed = capture.text();
  }
  CHECK(contains(text, "is 0 (int) instead of 2"));
  CHECK(printed == "block 0\nblock 1\nblock 2\n");
}

TEST_CASE("memory that only the other order writes is put back") {
  const Managed<int> first(1, -1), pages(4 * 2048);
  CHECK_FALSE(witness([&] { racy_page<<<4, 1>>>(first.get(), pages.get()); }).empty());
  CHECK(first[0] == 0);
  CHECK(pages[0] == 5);
  for (std::size_t page = 1; page < 4; ++page) CHECK(pages[page * 2048] == 0);
}

TEST_CASE("what is written through a surface is put back") {
  const Managed<int> out(1);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t array = nullptr;
  REQUIRE(cudaMallocArray(&array, &format, 4, 0, cudaArraySurfaceLoadStore) == cudaSuccess);
  const int zeros[4] = {};
  REQUIRE(cudaMemcpyToArray(array, 0, 0, zeros, sizeof zeros, cudaMemcpyHostToDevice) == cudaSuccess);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  REQUIRE(cudaCreateSurfaceObject(&surface, &resource) == cudaSuccess);
  CHECK(contains(witness([&] { racy_surface<<<4, 1>>>(out.get(), surface); }), "is 0 (int) instead of 3; 1 of 1 elements differs"));
  int values[4] = {};
  REQUIRE(cudaMemcpyFromArray(values, array, 0, 0, sizeof values, cudaMemcpyDeviceToHost) == cudaSuccess);
  for (const int value : values) CHECK(value == 1);
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(array);
}

TEST_CASE("a kernel that hangs or fails in the other order leaves no trace") {
  const Managed<int> flag(1), out(16), lock(1);
  std::string printed;
  {
    const Capture capture(stderr);
    witness([&] { spins_unless_first<<<2, 1>>>(flag.get(), out.get()); });
    CHECK(flag[0] == 1);
    CHECK(out[0] == 1);
    flag[0] = out[0] = 0;
    witness([&] { reads_for_ever_unless_first<<<2, 1>>>(flag.get(), out.get()); });
    CHECK(flag[0] == 1);
    CHECK(out[0] == 1);
    CHECK(out[1] == 0);
    flag[0] = 0;
    witness([&] { stops_unless_first<<<2, 1>>>(flag.get()); });
    CHECK(flag[0] == 1);
    flag[0] = 0;
    witness([&] { locks_up_unless_first<<<2, 1>>>(flag.get(), lock.get()); });
    CHECK(flag[0] == 1);
    flag[0] = 0;
    witness([&] { asserts_unless_first<<<2, 1>>>(flag.get()); });
    CHECK(flag[0] == 1);
    printed = capture.text();
  }
  CHECK(printed.empty());
  CHECK(cudaGetLastError() == cudaSuccess);
  put<<<1, 1>>>(out.get(), 42);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[0] == 42);
}

// A kernel of its own for each extent: what one trial showed of a kernel is remembered.
template <int kExtent>
void check_kernels_that_hang_out_of_order() {
  CAPTURE(kExtent);
  const Managed<int> flag(1), out(64);
  witness([&] { spins_unless_last<kExtent><<<2, kExtent>>>(flag.get(), out.get()); });
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(flag[0] == 1);
  flag[0] = 0;
  witness([&] { stops_unless_last<kExtent><<<2, kExtent>>>(flag.get(), out.get()); });
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(flag[0] == 1);
  flag[0] = 0;
  witness([&] { reads_for_ever_unless_last<kExtent><<<2, kExtent>>>(flag.get(), out.get()); });
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(flag[0] == 1);
}

TEST_CASE("a kernel that only hangs where its blocks run at once is checked in their order") {
  check_kernels_that_hang_out_of_order<1>();
  check_kernels_that_hang_out_of_order<32>();
}

TEST_CASE("a witness is the same each time") {
  const Managed<int> out(kThreads);
  const std::string once = witness([&] { reverse_without_barrier<<<1, kThreads>>>(out.get()); });
  CHECK(once == witness([&] { reverse_without_barrier<<<1, kThreads>>>(out.get()); }));
}

TEST_CASE("a race between streams has nothing to do with the order of threads") {
  const Managed<int> out(1);
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  CHECK(witness([&] {
          put<<<1, 1, 0, streams[0]>>>(out.get(), 1);
          put<<<1, 1, 0, streams[1]>>>(out.get(), 2);
        }).empty());
  for (const cudaStream_t stream : streams) cudaStreamDestroy(stream);
}
