/// @file
/// @brief Fills with values of 1, 2 or 4 bytes, and which allocation holds an address.
#include "lockstep/sim/driver/memory.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/copies/copies.hpp"
#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {

cudaError_t fill_values(void* to, std::size_t pitch, unsigned value, unsigned size, std::size_t count, std::size_t rows, bool async,
                        cudaStream_t stream) {
  return api([&, call = Call::here("cuMemset")] {
    if (reinterpret_cast<std::uintptr_t>(to) % size != 0 || pitch % size != 0) return cudaErrorInvalidValue;
    const BoxFill box{
        .dst = {static_cast<std::byte*>(to), pitch, pitch * rows}, .value = value, .element = size, .width = count * size, .height = rows};
    return submit_fill(box, async ? Blocking::no : Blocking::until_done, stream, call);
  });
}

bool allocation_range(const void* p, CUdeviceptr* begin, std::size_t* bytes) {
  const ApiCall call;
  const Allocation* const allocation = find_allocation(p);
  if (allocation == nullptr) return false;
  if (begin != nullptr) *begin = reinterpret_cast<std::uintptr_t>(allocation->begin);
  if (bytes != nullptr) *bytes = allocation->bytes;
  return true;
}

}  // namespace lockstep::sim
