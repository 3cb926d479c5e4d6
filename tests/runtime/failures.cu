/// @file
/// @brief A kernel that fails: when the error shows, which calls return it, and how it ends.
#include <cassert>
#include <thread>

#include "runtime_test.hpp"

namespace {

__global__ void nothing() {}
__global__ void trap() { __trap(); }
__global__ void fail_assertion() { assert(threadIdx.x > 1000); }
__global__ void write(int* p) { *p = 1; }
__global__ void call_the_api(int* n) { cudaSetDevice(*n = 0); }

struct Fault {
  cudaError_t error;
  void (*launch)();
};

void launch_trap() { trap<<<1, 1>>>(); }
void launch_assertion() { fail_assertion<<<1, 1>>>(); }
void launch_null_write() { write<<<1, 1>>>(nullptr); }

}  // namespace

TEST_CASE("a failed kernel is every later call's error, until the device is reset") {
  const QuietErrors quiet;
  const Fault fault = GENERATE(Fault{cudaErrorLaunchFailure, launch_trap}, Fault{cudaErrorAssert, launch_assertion},
                               Fault{cudaErrorIllegalAddress, launch_null_write});
  int *d = nullptr, n = 0;
  cudaStream_t stream;
  REQUIRE(cudaMalloc(&d, 64) == cudaSuccess);
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  fault.launch();
  REQUIRE(cudaGetLastError() == cudaSuccess);  // the launch itself was right
  REQUIRE(cudaDeviceSynchronize() == fault.error);
  REQUIRE(cudaPeekAtLastError() == fault.error);
  REQUIRE(cudaGetLastError() == fault.error);
  REQUIRE(cudaGetLastError() == cudaSuccess);

  void* p = nullptr;
  cudaFuncAttributes attributes;
  REQUIRE(cudaMalloc(&p, 4) == fault.error);
  REQUIRE(cudaFree(d) == fault.error);
  REQUIRE(cudaMallocHost(&p, 4) == fault.error);
  REQUIRE(cudaStreamQuery(stream) == fault.error);
  REQUIRE(cudaStreamDestroy(stream) == fault.error);
  REQUIRE(cudaFuncGetAttributes(&attributes, nothing) == fault.error);
  nothing<<<1, 1>>>();
  REQUIRE(cudaGetLastError() == fault.error);
  REQUIRE(cudaSetDevice(77) == cudaErrorInvalidDevice);  // what needs no device still works
  REQUIRE(cudaGetDeviceCount(&n) == cudaSuccess);

  REQUIRE(cudaDeviceReset() == cudaSuccess);
  cudaGetLastError();
  REQUIRE(cudaFree(d) == cudaErrorInvalidValue);  // all memory is gone
  REQUIRE(cudaStreamQuery(stream) == cudaErrorInvalidResourceHandle);
  DeviceArray<int> fresh(1);
  write<<<1, 1>>>(fresh.data());
  REQUIRE(fresh.values()[0] == 1);
  cudaGetLastError();
}

TEST_CASE("what was queued behind a failed kernel does not run") {
  const QuietErrors quiet;
  int* pinned = nullptr;
  REQUIRE(cudaMallocHost(&pinned, sizeof(int)) == cudaSuccess);
  *pinned = 0;
  trap<<<1, 1>>>();
  write<<<1, 1>>>(pinned);
  REQUIRE(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  REQUIRE(*pinned == 0);
  REQUIRE(cudaDeviceReset() == cudaSuccess);
  cudaGetLastError();
}

TEST_CASE("kernels run after a reset that found work waiting") {
  DeviceArray<int> d(1);
  write<<<1, 1>>>(d.data());
  REQUIRE(cudaDeviceReset() == cudaSuccess);
  nothing<<<1, 1>>>();
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("a kernel may not call the runtime API") {
  const QuietErrors quiet;
  DeviceArray<int> d(1);
  call_the_api<<<1, 1>>>(d.data());
  REQUIRE(cudaDeviceSynchronize() == cudaErrorNotPermitted);
  REQUIRE(cudaDeviceReset() == cudaSuccess);
  cudaError_t elsewhere = cudaErrorUnknown;
  std::thread([&] { elsewhere = cudaDeviceSynchronize(); }).join();
  REQUIRE(elsewhere == cudaSuccess);  // no lock was left behind
  cudaGetLastError();
}
