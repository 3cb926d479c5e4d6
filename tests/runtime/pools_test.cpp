/// @file
/// @brief Memory that is allocated and freed in stream order.
#include <cstdint>

#include "runtime_test.hpp"

namespace {

std::uint64_t counter(cudaMemPool_t pool, cudaMemPoolAttr attribute) {
  std::uint64_t value = 0;
  REQUIRE(cudaMemPoolGetAttribute(pool, attribute, &value) == cudaSuccess);
  return value;
}

}  // namespace

TEST_CASE("memory is freed when its stream comes to it") {
  cudaMemPool_t pool;
  REQUIRE(cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess);
  const std::uint64_t before = counter(pool, cudaMemPoolAttrUsedMemCurrent);
  int* p = nullptr;
  REQUIRE(cudaMallocAsync(&p, 64, nullptr) == cudaSuccess);
  REQUIRE(cudaMemsetAsync(p, 0, 64) == cudaSuccess);
  REQUIRE(cudaFreeAsync(p, nullptr) == cudaSuccess);
  REQUIRE(counter(pool, cudaMemPoolAttrUsedMemCurrent) == before + 64);
  REQUIRE(cudaFreeAsync(p, nullptr) == cudaErrorInvalidValue);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(counter(pool, cudaMemPoolAttrUsedMemCurrent) == before);
  REQUIRE(counter(pool, cudaMemPoolAttrUsedMemHigh) >= before + 64);
  REQUIRE(cudaFreeAsync(p, nullptr) == cudaErrorInvalidValue);
}

TEST_CASE("the two ways to free mix") {
  int *p = nullptr, *q = nullptr;
  REQUIRE(cudaMallocAsync(&p, 64, nullptr) == cudaSuccess);
  REQUIRE(cudaFree(p) == cudaSuccess);
  REQUIRE(cudaMalloc(&q, 64) == cudaSuccess);
  REQUIRE(cudaFreeAsync(q, nullptr) == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(cudaFree(q) == cudaErrorInvalidValue);
}

TEST_CASE("errors of the stream-ordered allocator") {
  int* p = nullptr;
  int local = 0;
  REQUIRE(cudaMallocAsync(&p, 0, nullptr) == cudaSuccess);
  REQUIRE(p == nullptr);
  REQUIRE(cudaMallocAsync(static_cast<void**>(nullptr), 4, nullptr) == cudaErrorInvalidValue);
  REQUIRE(cudaMallocAsync(&p, std::size_t{1} << 50, nullptr) == cudaErrorMemoryAllocation);
  REQUIRE(cudaFreeAsync(nullptr, nullptr) == cudaSuccess);
  REQUIRE(cudaFreeAsync(&local, nullptr) == cudaErrorInvalidValue);
  REQUIRE(cudaMallocAsync(&p, 64, reinterpret_cast<cudaStream_t>(&local)) == cudaErrorInvalidResourceHandle);
  REQUIRE(cudaMallocAsync(&p, 64, nullptr) == cudaSuccess);
  REQUIRE(cudaFreeAsync(p + 1, nullptr) == cudaErrorInvalidValue);
  REQUIRE(cudaFreeAsync(p, nullptr) == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("frees that wait are done before memory is called full") {
  char* p = nullptr;
  std::size_t free = 0, total = 0;
  REQUIRE(cudaMemGetInfo(&free, &total) == cudaSuccess);
  for (int i = 0; i < 3; ++i) {
    REQUIRE(cudaMallocAsync(&p, free - 1024, nullptr) == cudaSuccess);
    REQUIRE(cudaFreeAsync(p, nullptr) == cudaSuccess);
  }
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("pools of one's own") {
  cudaMemPool_t pool = nullptr, other = nullptr, standard = nullptr;
  cudaMemPoolProps props{};
  REQUIRE(cudaMemPoolCreate(&pool, &props) == cudaErrorInvalidValue);
  props.allocType = cudaMemAllocationTypePinned;
  props.location = {cudaMemLocationTypeDevice, 0};
  props.maxSize = 1000;
  REQUIRE(cudaMemPoolCreate(&pool, &props) == cudaSuccess);
  int* p = nullptr;
  REQUIRE(cudaMallocFromPoolAsync(&p, 600, pool, nullptr) == cudaSuccess);
  REQUIRE(counter(pool, cudaMemPoolAttrUsedMemCurrent) == 600);
  int* q = nullptr;
  REQUIRE(cudaMallocAsync(&q, 600, pool, nullptr) == cudaErrorMemoryAllocation);
  REQUIRE(cudaMallocFromPoolAsync(&q, 64, nullptr, nullptr) == cudaErrorInvalidValue);
  REQUIRE(cudaFreeAsync(p, nullptr) == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);

  std::uint64_t value = UINT64_MAX;
  REQUIRE(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &value) == cudaSuccess);
  REQUIRE(counter(pool, cudaMemPoolAttrReleaseThreshold) == UINT64_MAX);
  REQUIRE(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &value) == cudaErrorInvalidValue);
  value = 0;
  REQUIRE(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &value) == cudaSuccess);
  REQUIRE(counter(pool, cudaMemPoolAttrUsedMemHigh) == 0);
  REQUIRE(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value) == cudaErrorInvalidValue);
  int reuse = 0;
  REQUIRE(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse) == cudaSuccess);
  REQUIRE(reuse == 1);
  REQUIRE(cudaMemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(88), &reuse) == cudaErrorInvalidValue);
  REQUIRE(cudaMemPoolTrimTo(pool, 0) == cudaSuccess);
  cudaMemAccessFlags access;
  REQUIRE(cudaMemPoolGetAccess(&access, pool, &props.location) == cudaSuccess);
  REQUIRE(access == cudaMemAccessFlagsProtReadWrite);
  const cudaMemAccessDesc own{props.location, cudaMemAccessFlagsProtReadWrite};
  REQUIRE(cudaMemPoolSetAccess(pool, &own, 1) == cudaSuccess);

  REQUIRE(cudaDeviceGetDefaultMemPool(&standard, 0) == cudaSuccess);
  REQUIRE(cudaDeviceGetDefaultMemPool(&standard, 1) == cudaErrorInvalidDevice);
  REQUIRE(cudaMemGetDefaultMemPool(&other, &props.location, cudaMemAllocationTypePinned) == cudaSuccess);
  REQUIRE(other == standard);
  REQUIRE(cudaMemSetMemPool(&props.location, cudaMemAllocationTypePinned, pool) == cudaSuccess);
  REQUIRE(cudaMemGetMemPool(&other, &props.location, cudaMemAllocationTypePinned) == cudaSuccess);
  REQUIRE(other == pool);
  REQUIRE(cudaMemGetMemPool(&other, &props.location, cudaMemAllocationTypeManaged) == cudaErrorNotSupported);
  REQUIRE(cudaMemGetMemPool(&other, nullptr, cudaMemAllocationTypePinned) == cudaErrorInvalidValue);
  REQUIRE(cudaDeviceSetMemPool(0, standard) == cudaSuccess);
  REQUIRE(cudaDeviceSetMemPool(0, pool) == cudaSuccess);
  REQUIRE(cudaDeviceGetMemPool(&other, 0) == cudaSuccess);
  REQUIRE(other == pool);
  REQUIRE(cudaMemPoolDestroy(pool) == cudaSuccess);
  REQUIRE(cudaMemPoolDestroy(pool) == cudaErrorInvalidValue);
  REQUIRE(cudaDeviceGetMemPool(&other, 0) == cudaSuccess);
  REQUIRE(other == standard);
  REQUIRE(cudaMemPoolDestroy(standard) == cudaErrorInvalidValue);
}
