/// @file
/// @brief Launches that are refused, and why; the launch functions; attributes; occupancy.
#include <cooperative_groups.h>

#include "runtime_test.hpp"

namespace {

/// Its copy reads it.
struct Copied {
  int value = 0;
  Copied() = default;
  Copied(const Copied& other) : value(other.value) {}
};
__global__ void takes_copied(Copied, int*) {}
__global__ void takes_many_copied(Copied, Copied, Copied, Copied, Copied, Copied, Copied, Copied, double, Copied) {}

__global__ void nothing() {}
__global__ void set_by_test() {}
__global__ void __launch_bounds__(128) bounded() {}
__global__ void __cluster_dims__(2, 1, 1) paired() {}
__global__ void with_static_shared(float* out) {
  __shared__ float s[8192];
  s[threadIdx.x] = 1;
  __syncthreads();
  if (out != nullptr) *out = s[0];
}
template <class T>
__global__ void store(T* p, T value, int count) {
  if (threadIdx.x < static_cast<unsigned>(count)) p[threadIdx.x] = value;
}
__global__ void meet(int* sum) {
  atomicAdd(sum, 1);
  cooperative_groups::this_grid().sync();
  if (blockIdx.x == 0 && threadIdx.x == 0) *sum *= 10;
}
__global__ void cluster_size_of(unsigned* p) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *p = cooperative_groups::this_cluster().num_blocks();
}

/// Its destructor calls what only host code may call.
struct FreesMemory {
  int* memory;
  int value;
  ~FreesMemory() { cudaFree(memory); }
};
__global__ void store_argument(FreesMemory argument, int* p) { *p = argument.value; }

int host_variable = 0;

cudaError_t launch(dim3 grid, dim3 block, std::size_t shared = 0) {
  cudaGetLastError();
  nothing<<<grid, block, shared>>>();
  return cudaGetLastError();
}

template <class Kernel, class... A>
cudaError_t launch_clustered(Kernel kernel, dim3 grid, dim3 cluster, std::size_t shared, A... arguments) {
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {cluster.x, cluster.y, cluster.z};
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = 32;
  config.dynamicSmemBytes = shared;
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaGetLastError();
  const cudaError_t error = cudaLaunchKernelEx(&config, kernel, arguments...);
  REQUIRE(cudaGetLastError() == error);
  return error;
}

int active_blocks(int threads, std::size_t shared) {
  int n = -1;
  REQUIRE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, set_by_test, threads, shared) == cudaSuccess);
  return n;
}

}  // namespace

TEST_CASE("arguments travel as bytes: the host destroys its copies, and the device none") {
  int *stored = nullptr, *memory = nullptr, value = 0;
  REQUIRE(cudaMalloc(&stored, sizeof *stored) == cudaSuccess);
  REQUIRE(cudaMalloc(&memory, sizeof *memory) == cudaSuccess);
  {
    const FreesMemory argument{memory, 7};
    store_argument<<<1, 1>>>(argument, stored);
    REQUIRE(cudaMemcpy(&value, stored, sizeof value, cudaMemcpyDeviceToHost) == cudaSuccess);
  }
  CHECK(value == 7);
  CHECK(cudaFree(memory) == cudaErrorInvalidValue);  // the first copy that was destroyed has freed it
  cudaGetLastError();
  REQUIRE(cudaFree(stored) == cudaSuccess);
}

TEST_CASE("an argument of a launch may launch as well") {
  int* p = nullptr;
  REQUIRE(cudaMallocManaged(&p, 8) == cudaSuccess);
  p[0] = p[1] = 0;
  const auto launch_first = [&] {
    store<int><<<1, 1>>>(p, 1, 1);
    return 2;
  };
  store<int><<<1, 1>>>(p + 1, launch_first(), 1);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(p[0] == 1);
  REQUIRE(p[1] == 2);
  REQUIRE(cudaFree(p) == cudaSuccess);
}

TEST_CASE("extents beyond the limits are refused") {
  REQUIRE(launch(1, 1024) == cudaSuccess);
  REQUIRE(launch(1, dim3(1, 1, 64)) == cudaSuccess);
  REQUIRE(launch(dim3(1, 65535), 1) == cudaSuccess);
  const dim3 bad_blocks[] = {0, 1025, dim3(1, 1, 65), dim3(1, 1025), dim3(32, 32, 2), dim3(1, 0, 1), dim3(65536, 65536, 65536)};
  for (const dim3 block : bad_blocks) REQUIRE(launch(1, block) == cudaErrorInvalidValue);
  const dim3 bad_grids[] = {0, dim3(1, 65536), dim3(1, 1, 65536), dim3(2147483648U), dim3(1, 1, 0)};
  for (const dim3 grid : bad_grids) REQUIRE(launch(grid, 1) == cudaErrorInvalidValue);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("a refused launch is the last error, not a later one") {
  nothing<<<1, 2000>>>();
  REQUIRE(cudaPeekAtLastError() == cudaErrorInvalidValue);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(cudaGetLastError() == cudaErrorInvalidValue);
  REQUIRE(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("launch bounds and shared memory") {
  cudaGetLastError();
  bounded<<<1, 128>>>();
  REQUIRE(cudaGetLastError() == cudaSuccess);
  bounded<<<1, 129>>>();
  REQUIRE(cudaGetLastError() == cudaErrorInvalidValue);

  REQUIRE(launch(1, 1, 48 * 1024) == cudaSuccess);
  REQUIRE(launch(1, 1, 48 * 1024 + 1) == cudaErrorInvalidValue);
  REQUIRE(launch(1, 1, 228 * 1024) == cudaErrorInvalidValue);
  with_static_shared<<<1, 1, 16 * 1024>>>(nullptr);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  with_static_shared<<<1, 1, 16 * 1024 + 1>>>(nullptr);
  REQUIRE(cudaGetLastError() == cudaErrorInvalidValue);

  REQUIRE(cudaFuncSetAttribute(set_by_test, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000) == cudaSuccess);
  set_by_test<<<1, 1, 100000>>>();
  REQUIRE(cudaGetLastError() == cudaSuccess);
  set_by_test<<<1, 1, 100001>>>();
  REQUIRE(cudaGetLastError() == cudaErrorInvalidValue);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("function attributes") {
  constexpr auto kDynamic = cudaFuncAttributeMaxDynamicSharedMemorySize;
  REQUIRE(cudaFuncSetAttribute(set_by_test, kDynamic, 227 * 1024) == cudaSuccess);
  REQUIRE(cudaFuncSetAttribute(set_by_test, kDynamic, 227 * 1024 + 1) == cudaErrorInvalidValue);
  REQUIRE(cudaFuncSetAttribute(set_by_test, kDynamic, -1) == cudaErrorInvalidValue);
  REQUIRE(cudaFuncSetAttribute(with_static_shared, kDynamic, 195 * 1024 + 1) == cudaErrorInvalidValue);
  REQUIRE(cudaFuncSetAttribute(nothing, cudaFuncAttributePreferredSharedMemoryCarveout, 100) == cudaSuccess);
  REQUIRE(cudaFuncSetAttribute(nothing, cudaFuncAttributePreferredSharedMemoryCarveout, 101) == cudaErrorInvalidValue);
  REQUIRE(cudaFuncSetAttribute(nothing, static_cast<cudaFuncAttribute>(77), 1) == cudaErrorInvalidValue);
  const void* null = nullptr;
  REQUIRE(cudaFuncSetAttribute(null, kDynamic, 1) == cudaErrorInvalidDeviceFunction);
  REQUIRE(cudaFuncSetAttribute(static_cast<const void*>(&host_variable), kDynamic, 1) == cudaErrorInvalidResourceHandle);
  REQUIRE(cudaFuncSetCacheConfig(nothing, cudaFuncCachePreferL1) == cudaSuccess);
  REQUIRE(cudaFuncSetCacheConfig(nothing, static_cast<cudaFuncCache>(9)) == cudaErrorInvalidValue);

  cudaFuncAttributes a;
  REQUIRE(cudaFuncGetAttributes(&a, with_static_shared) == cudaSuccess);
  REQUIRE(a.sharedSizeBytes == 32768);
  REQUIRE(a.maxThreadsPerBlock == 1024);
  REQUIRE(a.maxDynamicSharedSizeBytes == 16 * 1024);
  REQUIRE(a.binaryVersion == 90);
  REQUIRE(cudaFuncGetAttributes(&a, bounded) == cudaSuccess);
  REQUIRE(a.maxThreadsPerBlock == 128);
  REQUIRE(cudaFuncGetAttributes(&a, paired) == cudaSuccess);
  REQUIRE(a.requiredClusterWidth == 2);
  REQUIRE(a.clusterDimMustBeSet == 1);
  REQUIRE(cudaFuncGetAttributes(&a, store<float>) == cudaSuccess);
  REQUIRE(cudaFuncGetAttributes(nullptr, bounded) == cudaErrorInvalidValue);
  REQUIRE(cudaFuncGetAttributes(&a, null) == cudaErrorInvalidDeviceFunction);
  const char* name = nullptr;
  REQUIRE(cudaFuncGetName(&name, bounded) == cudaSuccess);
  REQUIRE(std::string(name) == "bounded");
}

TEST_CASE("a kernel whose arguments copy themselves can be asked about before it is launched") {
  cudaFuncAttributes a;
  REQUIRE(cudaFuncGetAttributes(&a, takes_copied) == cudaSuccess);
  int blocks = 0;
  REQUIRE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, takes_many_copied, 256, 0) == cudaSuccess);
  REQUIRE(blocks == 8);
}

TEST_CASE("cudaLaunchKernel binds its arguments") {
  DeviceArray<double> d(std::vector<double>(4, 0));
  double* p = d.data();
  double value = 2.5;
  int count = 3;
  void* arguments[] = {&p, &value, &count};
  REQUIRE(cudaLaunchKernel(store<double>, 1, 4, arguments) == cudaSuccess);
  value = 9;  // the arguments were copied
  REQUIRE(d.values() == std::vector<double>{2.5, 2.5, 2.5, 0});
  REQUIRE(cudaLaunchKernel(reinterpret_cast<const void*>(&store<double>), 1, 2, arguments, 0, nullptr) == cudaSuccess);
  REQUIRE(d.values() == std::vector<double>{9, 9, 2.5, 0});
  REQUIRE(cudaLaunchKernel(nothing, 1, 0, nullptr) == cudaErrorInvalidValue);
  const void* null = nullptr;
  REQUIRE(cudaLaunchKernel(null, 1, 1, nullptr, 0, nullptr) == cudaErrorInvalidDeviceFunction);
  REQUIRE(cudaLaunchKernel(static_cast<const void*>(&host_variable), 1, 1, nullptr, 0, nullptr) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
}

TEST_CASE("cooperative launches have to fit on the device at once") {
  DeviceArray<int> sum(std::vector<int>{0});
  int* p = sum.data();
  void* arguments[] = {&p};
  REQUIRE(cudaLaunchCooperativeKernel(meet, 16, 1024, arguments) == cudaSuccess);
  REQUIRE(sum.values()[0] == 16 * 1024 * 10);
  REQUIRE(cudaLaunchCooperativeKernel(meet, 17, 1024, arguments) == cudaErrorCooperativeLaunchTooLarge);
  REQUIRE(cudaLaunchCooperativeKernel(meet, 1, 2048, arguments) == cudaErrorInvalidValue);
  REQUIRE(cudaLaunchCooperativeKernel(meet, 0, 1, arguments) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("clusters") {
  REQUIRE(launch_clustered(nothing, 4, 2, 0) == cudaSuccess);
  REQUIRE(launch_clustered(nothing, 16, 8, 0) == cudaSuccess);
  REQUIRE(launch_clustered(nothing, dim3(4, 4), dim3(2, 4), 0) == cudaSuccess);
  REQUIRE(launch_clustered(nothing, 12, 3, 0) == cudaSuccess);
  REQUIRE(launch_clustered(nothing, 4, dim3(0, 0, 0), 0) == cudaSuccess);
  REQUIRE(launch_clustered(nothing, 3, 2, 0) == cudaErrorInvalidClusterSize);
  REQUIRE(launch_clustered(nothing, 4, dim3(0, 1, 1), 0) == cudaErrorInvalidClusterSize);
  REQUIRE(launch_clustered(nothing, 9, 9, 0) == cudaErrorInvalidClusterSize);
  REQUIRE(launch_clustered(nothing, 16, 16, 0) == cudaErrorInvalidClusterSize);
  REQUIRE(launch_clustered(nothing, 0, 2, 0) == cudaErrorInvalidValue);
  REQUIRE(cudaFuncSetAttribute(nothing, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) == cudaSuccess);
  REQUIRE(launch_clustered(nothing, 16, 16, 0) == cudaSuccess);
  REQUIRE(launch_clustered(nothing, 32, 32, 0) == cudaErrorInvalidClusterSize);
  REQUIRE(cudaFuncSetAttribute(nothing, cudaFuncAttributeNonPortableClusterSizeAllowed, 0) == cudaSuccess);

  REQUIRE(launch_clustered(paired, 4, 2, 0) == cudaSuccess);
  REQUIRE(launch_clustered(paired, 4, 4, 0) == cudaErrorInvalidClusterSize);
  paired<<<3, 32>>>();
  REQUIRE(cudaGetLastError() == cudaErrorInvalidClusterSize);
  paired<<<4, 32>>>();
  REQUIRE(cudaGetLastError() == cudaSuccess);

  DeviceArray<unsigned> size(1);
  REQUIRE(launch_clustered(cluster_size_of, 8, 4, 0, size.data()) == cudaSuccess);
  REQUIRE(size.values()[0] == 4);
  REQUIRE(cudaLaunchKernelExC(nullptr, reinterpret_cast<const void*>(&paired), nullptr) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("a launch records its events when the grid has run") {
  cudaEvent_t begun = nullptr, triggered = nullptr;
  REQUIRE(cudaEventCreateWithFlags(&begun, cudaEventDisableTiming) == cudaSuccess);
  REQUIRE(cudaEventCreateWithFlags(&triggered, cudaEventDisableTiming) == cudaSuccess);
  cudaLaunchAttribute attributes[2] = {};
  attributes[0].id = cudaLaunchAttributeLaunchCompletionEvent;
  attributes[0].val.launchCompletionEvent.event = begun;
  attributes[1].id = cudaLaunchAttributeProgrammaticEvent;
  attributes[1].val.programmaticEvent.event = triggered;
  cudaLaunchConfig_t config{};
  config.gridDim = config.blockDim = 1;
  config.attrs = attributes;
  config.numAttrs = 2;
  REQUIRE(cudaLaunchKernelEx(&config, nothing) == cudaSuccess);
  REQUIRE(cudaEventQuery(begun) == cudaErrorNotReady);
  REQUIRE(cudaEventSynchronize(triggered) == cudaSuccess);
  REQUIRE(cudaEventQuery(begun) == cudaSuccess);
  attributes[1].id = cudaLaunchAttributeDeviceUpdatableKernelNode;
  REQUIRE(cudaLaunchKernelEx(&config, nothing) == cudaErrorNotSupported);
  cudaGetLastError();
  REQUIRE(cudaEventDestroy(begun) == cudaSuccess);
  REQUIRE(cudaEventDestroy(triggered) == cudaSuccess);
}

TEST_CASE("occupancy is an H100's") {
  REQUIRE(cudaFuncSetAttribute(set_by_test, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024) == cudaSuccess);
  struct Case {
    int threads;
    std::size_t shared;
    int blocks;
  };
  const Case cases[] = {{128, 0, 16},         {1024, 0, 2},        {32, 0, 32},         {33, 0, 32},          {64, 0, 32},
                        {96, 0, 21},          {100, 0, 16},        {192, 0, 10},        {256, 0, 8},          {384, 0, 5},
                        {512, 0, 4},          {640, 0, 3},         {768, 0, 2},         {1000, 0, 2},         {1025, 0, 0},
                        {32, 1024, 32},       {32, 4096, 32},      {32, 7000, 28},      {32, 7168, 28},       {32, 10000, 20},
                        {32, 20000, 11},      {32, 33000, 6},      {128, 48 * 1024, 4}, {128, 100 * 1024, 2}, {128, 113 * 1024, 2},
                        {128, 114 * 1024, 1}, {128, 227 * 1024, 1}};
  for (const Case& c : cases) {
    CAPTURE(c.threads, c.shared);
    REQUIRE(active_blocks(c.threads, c.shared) == c.blocks);
  }
  int n = 0;
  REQUIRE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, with_static_shared, 128, 0) == cudaSuccess);
  REQUIRE(n == 6);
  REQUIRE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, nothing, 128, 100 * 1024) == cudaSuccess);
  REQUIRE(n == 0);  // more than its attribute allows
  REQUIRE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, nothing, 0, 0) == cudaErrorInvalidValue);
  REQUIRE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, nothing, 32, 0) == cudaErrorInvalidValue);
  REQUIRE(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, nothing, 32, 0, cudaOccupancyDisableCachingOverride) == cudaSuccess);
  REQUIRE(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, nothing, 32, 0, 3) == cudaErrorInvalidValue);
}

TEST_CASE("the block size that fills the device") {
  int grid = 0, block = 0;
  REQUIRE(cudaOccupancyMaxPotentialBlockSize(&grid, &block, nothing) == cudaSuccess);
  REQUIRE(block == 1024);
  REQUIRE(grid == 2 * 8);
  REQUIRE(cudaOccupancyMaxPotentialBlockSize(&grid, &block, nothing, 0, 300) == cudaSuccess);
  REQUIRE(block == 256);
  REQUIRE(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded) == cudaSuccess);
  REQUIRE(block == 128);
  REQUIRE(cudaFuncSetAttribute(set_by_test, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024) == cudaSuccess);
  const auto bytes = [](int threads) { return static_cast<std::size_t>(threads) * 256; };
  REQUIRE(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, set_by_test, bytes) == cudaSuccess);
  REQUIRE(block == 896);  // as on an H100
  REQUIRE(cudaOccupancyMaxPotentialBlockSize(nullptr, &block, nothing) == cudaErrorInvalidValue);
  REQUIRE(cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, bounded, 0, 0, cudaOccupancyDefault) == cudaSuccess);
  REQUIRE(block == 128);
  REQUIRE(cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, bounded, 0, 0, 7) == cudaErrorInvalidValue);
  REQUIRE(cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(&grid, &block, set_by_test, bytes) == cudaSuccess);
  REQUIRE(block == 896);
  REQUIRE(cudaFuncSetSharedMemConfig(nothing, cudaSharedMemBankSizeEightByte) == cudaSuccess);
  REQUIRE(cudaFuncSetSharedMemConfig(nothing, static_cast<cudaSharedMemConfig>(5)) == cudaErrorInvalidValue);

  std::size_t shared = 0;
  REQUIRE(cudaOccupancyAvailableDynamicSMemPerBlock(&shared, set_by_test, 1, 128) == cudaSuccess);
  REQUIRE(shared == 227 * 1024);
  REQUIRE(cudaOccupancyAvailableDynamicSMemPerBlock(&shared, set_by_test, 2, 128) == cudaSuccess);
  REQUIRE(active_blocks(128, shared) == 2);
  REQUIRE(active_blocks(128, shared + 128) == 1);
  REQUIRE(cudaOccupancyAvailableDynamicSMemPerBlock(&shared, set_by_test, 3, 1024) == cudaErrorInvalidValue);
  REQUIRE(cudaOccupancyAvailableDynamicSMemPerBlock(&shared, set_by_test, 0, 128) == cudaErrorInvalidValue);

  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {8, 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = 64;
  config.blockDim = 1024;
  config.attrs = &attribute;
  config.numAttrs = 1;
  int n = 0;
  REQUIRE(cudaOccupancyMaxActiveClusters(&n, nothing, &config) == cudaSuccess);
  REQUIRE(n == 2);
  REQUIRE(cudaOccupancyMaxPotentialClusterSize(&n, nothing, &config) == cudaSuccess);
  REQUIRE(n == 8);
  attribute.val.clusterDim.x = 3;
  REQUIRE(cudaOccupancyMaxActiveClusters(&n, nothing, &config) == cudaErrorInvalidClusterSize);
  attribute.val.clusterDim.x = 16;
  REQUIRE(cudaOccupancyMaxActiveClusters(&n, nothing, &config) == cudaErrorInvalidClusterSize);
}
