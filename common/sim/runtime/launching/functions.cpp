/// @file
/// @brief Kernels' attributes.
#include "sim/runtime/launching/functions.hpp"

#include <link.h>

#include <algorithm>
#include <map>

#include "lockstep/sim/api/launch_functions.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/context/device.hpp"

namespace lockstep::sim {

namespace {

// Is the address in a part of the program, or of a shared library, that can be executed?
bool is_code(const void* address) {
  struct Search {
    std::uintptr_t address;
  } search{reinterpret_cast<std::uintptr_t>(address)};
  const auto look = [](dl_phdr_info* object, std::size_t, void* data) {
    const std::uintptr_t wanted = static_cast<Search*>(data)->address;
    for (int i = 0; i < object->dlpi_phnum; ++i) {
      const auto& part = object->dlpi_phdr[i];
      const std::uintptr_t begin = object->dlpi_addr + part.p_vaddr;
      if (part.p_type == PT_LOAD && (part.p_flags & PF_X) != 0 && wanted - begin < part.p_memsz) return 1;
    }
    return 0;
  };
  return dl_iterate_phdr(look, &search) != 0;
}

// Runs `body(kernel)` for functions that name a kernel.
template <class Body>
cudaError_t with_kernel(const void* function, Body body) {
  return both_api([&] {
    KernelEntry* kernel = nullptr;
    if (const cudaError_t error = find_kernel(function, &kernel)) return error;
    return body(*kernel);
  });
}

cudaError_t set_attribute(KernelEntry& kernel, cudaFuncAttribute attribute, int value) {
  const auto set_cluster = [&](unsigned& extent) {
    if (value < 0) return cudaErrorInvalidValue;
    extent = static_cast<unsigned>(value);
    for (unsigned* other : {&kernel.traits.cluster.x, &kernel.traits.cluster.y, &kernel.traits.cluster.z}) *other = std::max(*other, 1U);
    return cudaSuccess;
  };
  switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
      if (value < 0 || static_cast<std::size_t>(value) + static_shared_bytes(kernel) > device::kSharedPerBlockOptin)
        return cudaErrorInvalidValue;
      kernel.max_dynamic_shared = value;
      return cudaSuccess;
    case cudaFuncAttributePreferredSharedMemoryCarveout:
      if (value < cudaSharedmemCarveoutDefault || value > cudaSharedmemCarveoutMaxShared) return cudaErrorInvalidValue;
      kernel.preferred_carveout = value;
      return cudaSuccess;
    case cudaFuncAttributeRequiredClusterWidth:
      return set_cluster(kernel.traits.cluster.x);
    case cudaFuncAttributeRequiredClusterHeight:
      return set_cluster(kernel.traits.cluster.y);
    case cudaFuncAttributeRequiredClusterDepth:
      return set_cluster(kernel.traits.cluster.z);
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
      kernel.non_portable_cluster = value != 0;
      return cudaSuccess;
    case cudaFuncAttributeClusterSchedulingPolicyPreference:
      return cudaSuccess;
    case cudaFuncAttributeClusterDimMustBeSet:
    case cudaFuncAttributeMax:
      break;
  }
  return cudaErrorInvalidValue;
}

cudaFuncAttributes attributes_of(const KernelEntry& kernel) {
  cudaFuncAttributes all{};
  all.sharedSizeBytes = static_shared_bytes(kernel);
  all.maxThreadsPerBlock = thread_limit(kernel);
  all.numRegs = device::kRegistersPerThread;
  all.ptxVersion = all.binaryVersion = device::kComputeMajor * 10 + device::kComputeMinor;
  all.maxDynamicSharedSizeBytes = static_cast<int>(dynamic_shared_limit(kernel));
  all.preferredShmemCarveout = kernel.preferred_carveout;
  all.clusterDimMustBeSet = kernel.traits.cluster.x > 0;
  all.requiredClusterWidth = static_cast<int>(kernel.traits.cluster.x);
  all.requiredClusterHeight = static_cast<int>(kernel.traits.cluster.y);
  all.requiredClusterDepth = static_cast<int>(kernel.traits.cluster.z);
  all.nonPortableClusterSizeAllowed = kernel.non_portable_cluster;
  return all;
}

}  // namespace

cudaError_t find_kernel(const void* function, KernelEntry** kernel) {
  static std::map<const void*, KernelEntry*> known;
  if (function == nullptr) return cudaErrorInvalidDeviceFunction;
  KernelEntry*& entry = known[function];
  if (entry == nullptr) {
    if (!is_code(function)) return cudaErrorInvalidResourceHandle;
    entry = &entry_of(function);
  }
  *kernel = entry;
  return cudaSuccess;
}

std::size_t static_shared_bytes(const KernelEntry& kernel) {
  static std::map<const KernelEntry*, std::size_t> known;  // found by comparing names: too slow for each launch
  const auto [place, fresh] = known.try_emplace(&kernel);
  if (fresh) place->second = kernel.static_shared_bytes();
  return place->second;
}

std::size_t dynamic_shared_limit(const KernelEntry& kernel) {
  const auto limit = static_cast<std::size_t>(kernel.max_dynamic_shared);
  return limit == device::kSharedPerBlock ? limit - static_shared_bytes(kernel) : limit;  // until it is set, static and dynamic share 48 KB
}

int thread_limit(const KernelEntry& kernel) {
  return kernel.traits.max_threads == 0 ? device::kMaxThreadsPerBlock
                                        : std::min(device::kMaxThreadsPerBlock, static_cast<int>(kernel.traits.max_threads));
}

}  // namespace lockstep::sim

using namespace lockstep::sim;

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, const void* func) {
  return with_kernel(func, [&, pc = Call::here().pc](const KernelEntry& kernel) {
    if (attr == nullptr) return cudaErrorInvalidValue;
    write_out(attr, attributes_of(kernel), pc);
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetAttribute(const void* func, cudaFuncAttribute attr, int value) {
  return with_kernel(func, [&](KernelEntry& kernel) { return set_attribute(kernel, attr, value); });
}

cudaError_t cudaFuncSetCacheConfig(const void* func, cudaFuncCache cacheConfig) {
  return with_kernel(func, [&](const KernelEntry&) {
    return cacheConfig >= cudaFuncCachePreferNone && cacheConfig <= cudaFuncCachePreferEqual ? cudaSuccess : cudaErrorInvalidValue;
  });
}

// Banks are four bytes wide, whatever is asked for.
cudaError_t cudaFuncSetSharedMemConfig(const void* func, cudaSharedMemConfig config) {
  return with_kernel(func, [&](const KernelEntry&) {
    return config >= cudaSharedMemBankSizeDefault && config <= cudaSharedMemBankSizeEightByte ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* functionPtr, const void* symbolPtr) {
  return with_kernel(symbolPtr, [&](const KernelEntry&) {
    if (functionPtr == nullptr) return cudaErrorInvalidValue;
    *functionPtr = static_cast<cudaFunction_t>(const_cast<void*>(symbolPtr));
    return cudaSuccess;
  });
}

cudaError_t cudaFuncGetName(const char** name, const void* func) {
  return with_kernel(func, [&](const KernelEntry& kernel) {
    if (name == nullptr) return cudaErrorInvalidValue;
    *name = kernel.traits.name;
    return cudaSuccess;
  });
}
