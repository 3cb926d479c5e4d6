/// @file
/// @brief Copies to and from variables of the device.
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "runtime_test.hpp"

namespace {

__device__ float table[16];
__constant__ int constants[8];
__device__ int counter = 5;
__managed__ int shared_counter;
__device__ int unasked[4];
int host_variable = 0;

struct Point {
  int x, y;
};
namespace names {
__device__ int first[4] = {1, 2, 3, 4}, *second = first, third(7), fourth{8}, (*fifth)[4] = &first;
}  // namespace names
static __device__ Point origin = {3, 4}, corners[2];
inline __device__ int inline_variable = 9;
const __constant__ Point fixed[2] = {{1, 2}, {3, 4}};
__managed__ int managed = 2, managed_array[4];

__global__ void read_forms(int* out) {
  static __device__ int calls = 1, more[4];
  out[0] = names::first[3] + *names::second + names::third + names::fourth + (*names::fifth)[1];
  out[1] = origin.y + corners[1].x + inline_variable + fixed[1].x + managed + managed_array[3];
  out[2] = calls + more[3];
}

__global__ void read(int* out) { out[threadIdx.x] = constants[threadIdx.x] + counter; }
__global__ void count() { atomicAdd(&counter, 1), atomicAdd(&shared_counter, 1); }

}  // namespace

TEST_CASE("variables are copied to and from") {
  const std::vector<int> values{1, 2, 3, 4, 5, 6, 7, 8};
  REQUIRE(cudaMemcpyToSymbol(constants, values.data(), 32) == cudaSuccess);
  int five = 5;
  REQUIRE(cudaMemcpyToSymbol(counter, &five, sizeof five) == cudaSuccess);
  DeviceArray<int> out(8);
  read<<<1, 8>>>(out.data());
  REQUIRE(out.values() == std::vector<int>{6, 7, 8, 9, 10, 11, 12, 13});

  int back[2];
  REQUIRE(cudaMemcpyFromSymbol(back, constants, 8, 12) == cudaSuccess);
  REQUIRE(back[0] == 4);
  REQUIRE(cudaMemcpyToSymbolAsync(constants, out.data(), 8, 24, cudaMemcpyDeviceToDevice) == cudaSuccess);
  REQUIRE(cudaMemcpyFromSymbolAsync(back, constants, 8, 24) == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(back[1] == 7);
}

TEST_CASE("a copy to a managed variable that is not waited for is not seen early") {
  shared_counter = 5;
  const int seven = 7;
  REQUIRE(cudaMemcpyToSymbolAsync(shared_counter, &seven, sizeof seven) == cudaSuccess);
  REQUIRE(shared_counter == 5);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(shared_counter == 7);
}

TEST_CASE("kernels change variables, and the host sees managed ones") {
  int before = 0, after = 0;
  REQUIRE(cudaMemcpyFromSymbol(&before, counter, sizeof before) == cudaSuccess);
  const int managed_before = shared_counter;
  count<<<2, 32>>>();
  REQUIRE(cudaMemcpyFromSymbol(&after, counter, sizeof after) == cudaSuccess);
  REQUIRE(after == before + 64);
  REQUIRE(shared_counter == managed_before + 64);
}

TEST_CASE("a variable's address and size") {
  void* p = nullptr;
  std::size_t bytes = 0;
  float values[16] = {1, 2, 3};
  REQUIRE(cudaGetSymbolAddress(&p, table) == cudaSuccess);
  REQUIRE(cudaMemcpy(p, values, sizeof values, cudaMemcpyHostToDevice) == cudaSuccess);
  REQUIRE(cudaGetSymbolSize(&bytes, table) == cudaSuccess);
  REQUIRE(bytes == 64);
  cudaPointerAttributes attributes;
  REQUIRE(cudaPointerGetAttributes(&attributes, p) == cudaSuccess);
  REQUIRE(attributes.type == cudaMemoryTypeDevice);
  REQUIRE(cudaGetSymbolAddress(&p, shared_counter) == cudaSuccess);
  REQUIRE(cudaPointerGetAttributes(&attributes, p) == cudaSuccess);
  REQUIRE(attributes.type == cudaMemoryTypeManaged);
  REQUIRE(cudaGetSymbolAddress(&p, host_variable) == cudaErrorInvalidSymbol);
  REQUIRE(cudaGetSymbolSize(&bytes, host_variable) == cudaErrorInvalidSymbol);
  REQUIRE(cudaGetSymbolAddress(static_cast<void**>(nullptr), table) == cudaErrorInvalidValue);
}

// nvcc lets `table` pass for a pointer, but it is the address of the host's variable of that name.
TEST_CASE("a variable that was not asked for its address is no device memory to the host") {
  int host[4] = {1, 2, 3, 4};
  for (const auto kind : {cudaMemcpyHostToDevice, cudaMemcpyDefault}) REQUIRE(cudaMemcpy(unasked, host, 16, kind) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpy(host, unasked, 16, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  REQUIRE(cudaMemset(unasked, 0, 16) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpyToSymbol(unasked, host, 16) == cudaSuccess);
  REQUIRE(cudaMemset(unasked, 0, 16) == cudaErrorInvalidValue);

  void* asked = nullptr;
  REQUIRE(cudaGetSymbolAddress(&asked, unasked) == cudaSuccess);
  REQUIRE(cudaMemset(asked, 0, 16) == cudaSuccess);
  REQUIRE(cudaMemcpyFromSymbol(host, unasked, 16) == cudaSuccess);
  REQUIRE(host[3] == 0);
  REQUIRE(cudaMemset(&shared_counter, 0, sizeof shared_counter) == cudaSuccess);  // a managed one is one variable
}

TEST_CASE("errors of copies to variables") {
  int host[32] = {};
  REQUIRE(cudaMemcpyToSymbol(table, host, 65) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpyToSymbol(counter, host, 8) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpyToSymbol(table, host, 60, 8) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpyFromSymbol(host, table, 68) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpyToSymbol(constants, nullptr, 4) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpyToSymbol(constants, host, 0) == cudaSuccess);
  REQUIRE(cudaMemcpyToSymbol(host_variable, host, 4) == cudaErrorInvalidSymbol);
  REQUIRE(cudaMemcpyToSymbol(&counter, host, 4) == cudaErrorInvalidSymbol);  // the address of a variable is not the variable
  REQUIRE(cudaMemcpyToSymbol("counter", host, 4) == cudaErrorInvalidSymbol);
  for (const auto kind : {cudaMemcpyDeviceToHost, cudaMemcpyHostToHost, static_cast<cudaMemcpyKind>(7)})
    REQUIRE(cudaMemcpyToSymbol(constants, host, 4, 0, kind) == cudaErrorInvalidMemcpyDirection);
  REQUIRE(cudaMemcpyFromSymbol(host, constants, 4, 0, cudaMemcpyHostToDevice) == cudaErrorInvalidMemcpyDirection);
  REQUIRE(cudaMemcpyToSymbol(constants, host, 4, 0, cudaMemcpyDeviceToDevice) == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpyToSymbol(constants, host, 4, 0, cudaMemcpyDefault) == cudaSuccess);
}

TEST_CASE("variables of every form keep their values and sizes, and lie apart, each as aligned as memory from cudaMalloc") {
  DeviceArray<int> out(3);
  read_forms<<<1, 1>>>(out.data());
  REQUIRE(out.values() == std::vector<int>{22, 18, 1});
  void *first = nullptr, *second = nullptr;
  std::size_t bytes = 0;
  REQUIRE(cudaGetSymbolSize(&bytes, names::first) == cudaSuccess);
  REQUIRE(bytes == 16);
  REQUIRE(cudaGetSymbolAddress(&first, names::first) == cudaSuccess);
  REQUIRE(cudaGetSymbolAddress(&second, names::second) == cudaSuccess);
  REQUIRE(reinterpret_cast<std::uintptr_t>(first) % 256 == 0);
  REQUIRE(reinterpret_cast<std::uintptr_t>(second) % 256 == 0);
  REQUIRE(std::abs(static_cast<char*>(first) - static_cast<char*>(second)) >= 1024);
}
