/// @file
/// @brief Copies to and from `__device__` and `__constant__` variables by name.
#include "lockstep/sim/api/copy_functions.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/copies/copies.hpp"
#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {

namespace {

bool is_variable(Symbol symbol) { return find_variables(symbol.address) != nullptr; }

// `other` is the host kind that fits the direction.
cudaError_t check(Symbol symbol, std::size_t count, std::size_t offset, cudaMemcpyKind kind, cudaMemcpyKind other) {
  if (!is_variable(symbol)) return cudaErrorInvalidSymbol;
  if (kind != other && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  return offset <= symbol.bytes && count <= symbol.bytes - offset ? cudaSuccess : cudaErrorInvalidValue;
}

Plane plane(const void* p, std::size_t count, bool checked) {
  return {static_cast<std::byte*>(const_cast<void*>(p)), count, count, checked};
}

Plane plane(Symbol symbol, std::size_t offset, std::size_t count) {
  return plane(static_cast<const std::byte*>(symbol.address) + offset, count, true);
}

}  // namespace

cudaError_t copy_to_symbol(Symbol symbol, const void* src, std::size_t count, std::size_t offset, cudaMemcpyKind kind, bool async,
                           cudaStream_t stream) {
  return api([&, call = Call{async ? "cudaMemcpyToSymbolAsync" : "cudaMemcpyToSymbol", __builtin_return_address(0)}] {
    if (const cudaError_t error = check(symbol, count, offset, kind, cudaMemcpyHostToDevice)) return error;
    const BoxCopy box{.dst = plane(symbol, offset, count), .src = plane(src, count, false), .width = count, .kind = kind};
    return submit_copy(box, async ? Blocking::no : Blocking::until_done, stream, call);
  });
}

cudaError_t copy_from_symbol(void* dst, Symbol symbol, std::size_t count, std::size_t offset, cudaMemcpyKind kind, bool async,
                             cudaStream_t stream) {
  return api([&, call = Call{async ? "cudaMemcpyFromSymbolAsync" : "cudaMemcpyFromSymbol", __builtin_return_address(0)}] {
    if (const cudaError_t error = check(symbol, count, offset, kind, cudaMemcpyDeviceToHost)) return error;
    const BoxCopy box{.dst = plane(dst, count, false), .src = plane(symbol, offset, count), .width = count, .kind = kind};
    return submit_copy(box, async ? Blocking::no : Blocking::until_done, stream, call);
  });
}

cudaError_t symbol_address(void** devPtr, Symbol symbol) {
  return api([&] {
    if (devPtr == nullptr) return cudaErrorInvalidValue;
    if (!is_variable(symbol)) return cudaErrorInvalidSymbol;
    *devPtr = const_cast<void*>(symbol.address);
    give_address(symbol.address, symbol.bytes);
    return cudaSuccess;
  });
}

cudaError_t symbol_size(std::size_t* size, Symbol symbol) {
  return api([&] {
    if (size == nullptr) return cudaErrorInvalidValue;
    if (!is_variable(symbol)) return cudaErrorInvalidSymbol;
    *size = symbol.bytes;
    return cudaSuccess;
  });
}

}  // namespace lockstep::sim
