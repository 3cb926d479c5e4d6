/// @file
/// @brief The device's answers about itself, and the errors' names.
#include <cstring>
#include <string>
#include <thread>

#include "runtime_test.hpp"

TEST_CASE("there is one device, number 0") {
  int n = -1;
  REQUIRE(cudaGetDeviceCount(&n) == cudaSuccess);
  REQUIRE(n == 1);
  REQUIRE(cudaGetDeviceCount(nullptr) == cudaErrorInvalidValue);
  REQUIRE(cudaSetDevice(0) == cudaSuccess);
  REQUIRE(cudaSetDevice(1) == cudaErrorInvalidDevice);
  REQUIRE(cudaSetDevice(-1) == cudaErrorInvalidDevice);
  REQUIRE(cudaInitDevice(0, 0, 0) == cudaSuccess);
  REQUIRE(cudaGetDevice(&n) == cudaSuccess);
  REQUIRE(n == 0);
  REQUIRE(cudaGetDevice(nullptr) == cudaErrorInvalidValue);
  cudaDeviceProp p;
  REQUIRE(cudaGetDeviceProperties(&p, 0) == cudaSuccess);
  REQUIRE(cudaChooseDevice(&n, &p) == cudaSuccess);
  REQUIRE(cudaChooseDevice(&n, nullptr) == cudaErrorInvalidValue);
}

TEST_CASE("properties and attributes agree") {
  cudaDeviceProp p;
  REQUIRE(cudaGetDeviceProperties(&p, 1) == cudaErrorInvalidDevice);
  REQUIRE(cudaGetDeviceProperties(nullptr, 0) == cudaErrorInvalidValue);
  REQUIRE(cudaGetDeviceProperties(&p, 0) == cudaSuccess);
  REQUIRE(std::string(p.name) == "Lockstep SIMT simulator");
  REQUIRE(p.major == 9);
  REQUIRE(p.multiProcessorCount == 8);
  REQUIRE(p.totalGlobalMem == std::size_t{8} << 30);
  struct Pair {
    cudaDeviceAttr attribute;
    long property;
  };
  const Pair pairs[] = {{cudaDevAttrMaxThreadsPerBlock, 1024},
                        {cudaDevAttrMaxThreadsPerBlock, p.maxThreadsPerBlock},
                        {cudaDevAttrMaxBlockDimZ, p.maxThreadsDim[2]},
                        {cudaDevAttrMaxGridDimX, p.maxGridSize[0]},
                        {cudaDevAttrMaxGridDimY, 65535},
                        {cudaDevAttrWarpSize, 32},
                        {cudaDevAttrMaxSharedMemoryPerBlock, 48 * 1024},
                        {cudaDevAttrMaxSharedMemoryPerBlockOptin, 227 * 1024},
                        {cudaDevAttrMaxSharedMemoryPerMultiprocessor, 228 * 1024},
                        {cudaDevAttrMaxRegistersPerBlock, 65536},
                        {cudaDevAttrMultiProcessorCount, p.multiProcessorCount},
                        {cudaDevAttrMaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor},
                        {cudaDevAttrMaxBlocksPerMultiprocessor, p.maxBlocksPerMultiProcessor},
                        {cudaDevAttrComputeCapabilityMajor, p.major},
                        {cudaDevAttrL2CacheSize, p.l2CacheSize},
                        {cudaDevAttrTextureAlignment, static_cast<long>(p.textureAlignment)},
                        {cudaDevAttrCooperativeLaunch, 1},
                        {cudaDevAttrClusterLaunch, 1},
                        {cudaDevAttrMemoryPoolsSupported, 1},
                        {cudaDevAttrEccEnabled, 0}};
  for (const Pair& pair : pairs) {
    int value = -1;
    CAPTURE(pair.attribute);
    REQUIRE(cudaDeviceGetAttribute(&value, pair.attribute, 0) == cudaSuccess);
    REQUIRE(value == pair.property);
  }
  int value = 0;
  REQUIRE(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(0), 0) == cudaErrorInvalidValue);
  REQUIRE(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0) == cudaErrorInvalidValue);
  REQUIRE(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 1) == cudaErrorInvalidDevice);
  REQUIRE(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0) == cudaErrorInvalidValue);
}

TEST_CASE("limits and settings are kept") {
  std::size_t value = 0;
  REQUIRE(cudaDeviceGetLimit(&value, cudaLimitStackSize) == cudaSuccess);
  REQUIRE(value == 1024);
  REQUIRE(cudaDeviceSetLimit(cudaLimitStackSize, 2000) == cudaSuccess);
  REQUIRE(cudaDeviceGetLimit(&value, cudaLimitStackSize) == cudaSuccess);
  REQUIRE(value == 2000);
  REQUIRE(cudaDeviceSetLimit(cudaLimitStackSize, std::size_t{1} << 40) == cudaErrorInvalidValue);
  REQUIRE(cudaDeviceGetLimit(&value, cudaLimitDevRuntimeSyncDepth) == cudaErrorUnsupportedLimit);
  REQUIRE(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 1) == cudaErrorUnsupportedLimit);
  REQUIRE(cudaDeviceSetLimit(static_cast<cudaLimit>(99), 1) == cudaErrorInvalidValue);
  REQUIRE(cudaDeviceGetLimit(nullptr, cudaLimitStackSize) == cudaErrorInvalidValue);

  cudaFuncCache cache;
  REQUIRE(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1) == cudaSuccess);
  REQUIRE(cudaDeviceGetCacheConfig(&cache) == cudaSuccess);
  REQUIRE(cache == cudaFuncCachePreferL1);
  REQUIRE(cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(9)) == cudaErrorInvalidValue);
  cudaSharedMemConfig banks;
  REQUIRE(cudaDeviceGetSharedMemConfig(&banks) == cudaSuccess);
  REQUIRE(banks == cudaSharedMemBankSizeFourByte);
  REQUIRE(cudaDeviceSetSharedMemConfig(static_cast<cudaSharedMemConfig>(9)) == cudaErrorInvalidValue);
  unsigned flags = 0;
  REQUIRE(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync) == cudaSuccess);
  REQUIRE(cudaGetDeviceFlags(&flags) == cudaSuccess);
  REQUIRE((flags & cudaDeviceScheduleMask) == cudaDeviceScheduleBlockingSync);
  REQUIRE(cudaSetDeviceFlags(0x1000) == cudaErrorInvalidValue);
}

TEST_CASE("peers, buses and versions") {
  int value = -1;
  REQUIRE(cudaDeviceCanAccessPeer(&value, 0, 0) == cudaSuccess);
  REQUIRE(value == 0);
  REQUIRE(cudaDeviceCanAccessPeer(&value, 0, 1) == cudaErrorInvalidDevice);
  REQUIRE(cudaDeviceEnablePeerAccess(0, 0) == cudaErrorPeerAccessUnsupported);
  REQUIRE(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorInvalidDevice);
  REQUIRE(cudaDeviceDisablePeerAccess(0) == cudaErrorPeerAccessNotEnabled);
  REQUIRE(cudaRuntimeGetVersion(&value) == cudaSuccess);
  REQUIRE(value == 13000);
  REQUIRE(cudaDriverGetVersion(&value) == cudaSuccess);
  REQUIRE(value == 13000);
  REQUIRE(cudaRuntimeGetVersion(nullptr) == cudaErrorInvalidValue);
  char bus[16];
  REQUIRE(cudaDeviceGetPCIBusId(bus, sizeof bus, 0) == cudaSuccess);
  REQUIRE(cudaDeviceGetPCIBusId(bus, 3, 0) == cudaErrorInvalidValue);
  REQUIRE(cudaDeviceGetByPCIBusId(&value, bus) == cudaSuccess);
  REQUIRE(value == 0);
  REQUIRE(cudaDeviceGetByPCIBusId(&value, "00:00.0") == cudaSuccess);
  REQUIRE(cudaDeviceGetByPCIBusId(&value, "0000:41:00.0") == cudaErrorInvalidDevice);
  REQUIRE(cudaDeviceGetByPCIBusId(&value, nullptr) == cudaErrorInvalidValue);
  REQUIRE(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0) == cudaErrorInvalidDevice);
  REQUIRE(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1) == cudaErrorInvalidDevice);
  REQUIRE(cudaDeviceGetP2PAttribute(&value, static_cast<cudaDeviceP2PAttr>(9), 0, 1) == cudaErrorInvalidValue);
  int devices[] = {0, 1};
  REQUIRE(cudaSetValidDevices(devices, 1) == cudaSuccess);
  REQUIRE(cudaSetValidDevices(nullptr, 0) == cudaSuccess);
  REQUIRE(cudaSetValidDevices(devices, 2) == cudaErrorInvalidDevice);
  REQUIRE(cudaSetValidDevices(nullptr, 1) == cudaErrorInvalidValue);
  REQUIRE(cudaProfilerStart() == cudaSuccess);
  REQUIRE(cudaProfilerStop() == cudaSuccess);
}

TEST_CASE("errors have CUDA's names and texts") {
  REQUIRE(std::string(cudaGetErrorName(cudaSuccess)) == "cudaSuccess");
  REQUIRE(std::string(cudaGetErrorString(cudaSuccess)) == "no error");
  REQUIRE(std::string(cudaGetErrorName(cudaErrorInvalidConfiguration)) == "cudaErrorInvalidConfiguration");
  REQUIRE(std::string(cudaGetErrorString(cudaErrorInvalidConfiguration)) == "invalid configuration argument");
  REQUIRE(std::string(cudaGetErrorString(cudaErrorMemoryAllocation)) == "out of memory");
  REQUIRE(std::string(cudaGetErrorString(cudaErrorIllegalAddress)) == "an illegal memory access was encountered");
  REQUIRE(std::string(cudaGetErrorName(static_cast<cudaError_t>(5555))) == "unrecognized error code");
  REQUIRE(std::string(cudaGetErrorString(static_cast<cudaError_t>(5555))) == "unrecognized error code");
  REQUIRE(cudaErrorUnknown == 999);
}

TEST_CASE("the last error is kept until it is asked for, by thread") {
  cudaGetLastError();
  REQUIRE(cudaSetDevice(7) == cudaErrorInvalidDevice);
  REQUIRE(cudaSetDevice(0) == cudaSuccess);  // a success does not clear it
  REQUIRE(cudaPeekAtLastError() == cudaErrorInvalidDevice);
  cudaError_t elsewhere = cudaErrorUnknown;
  std::thread([&] { elsewhere = cudaPeekAtLastError(); }).join();
  REQUIRE(elsewhere == cudaSuccess);
  REQUIRE(cudaGetLastError() == cudaErrorInvalidDevice);
  REQUIRE(cudaGetLastError() == cudaSuccess);
}
