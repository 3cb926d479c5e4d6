/// @file
/// @brief Copies and fills of linear and pitched memory, of arrays, and of `__device__` and `__constant__` variables.
///
/// Errors of all: cudaErrorInvalidMemcpyDirection (no such kind), cudaErrorInvalidPitchValue (rows overlap), cudaErrorInvalidValue (the
/// kind contradicts a pointer, or the bytes are not all inside of one allocation), cudaErrorInvalidSymbol (not a variable of the device).
#pragma once

#include "driver_types.h"

cudaError_t cudaMemcpy(void* dst, const void* src, std::size_t count, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* dst, const void* src, std::size_t count, cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpyPeer(void* dst, int dstDevice, const void* src, int srcDevice, std::size_t count);
cudaError_t cudaMemcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice, std::size_t count, cudaStream_t stream = nullptr);
/// `height` rows of `width` bytes, `dpitch` and `spitch` bytes apart.
cudaError_t cudaMemcpy2D(void* dst, std::size_t dpitch, const void* src, std::size_t spitch, std::size_t width, std::size_t height,
                         cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* dst, std::size_t dpitch, const void* src, std::size_t spitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream = nullptr);

/// Offsets and widths are in bytes, `hOffset` and heights in rows.
cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, std::size_t wOffset, std::size_t hOffset, const void* src, std::size_t spitch,
                                std::size_t width, std::size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, std::size_t wOffset, std::size_t hOffset, const void* src, std::size_t spitch,
                                     std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2DFromArray(void* dst, std::size_t dpitch, cudaArray_const_t src, std::size_t wOffset, std::size_t hOffset,
                                  std::size_t width, std::size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void* dst, std::size_t dpitch, cudaArray_const_t src, std::size_t wOffset, std::size_t hOffset,
                                       std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpyToArray(cudaArray_t dst, std::size_t wOffset, std::size_t hOffset, const void* src, std::size_t count,
                              cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void* dst, cudaArray_const_t src, std::size_t wOffset, std::size_t hOffset, std::size_t count,
                                cudaMemcpyKind kind);

/// `value`'s lowest byte, `count` times.
cudaError_t cudaMemset(void* devPtr, int value, std::size_t count);
cudaError_t cudaMemsetAsync(void* devPtr, int value, std::size_t count, cudaStream_t stream = nullptr);
cudaError_t cudaMemset2D(void* devPtr, std::size_t pitch, int value, std::size_t width, std::size_t height);
cudaError_t cudaMemset2DAsync(void* devPtr, std::size_t pitch, int value, std::size_t width, std::size_t height,
                              cudaStream_t stream = nullptr);
cudaError_t cudaMemset3D(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent);
cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent, cudaStream_t stream = nullptr);

inline cudaPitchedPtr make_cudaPitchedPtr(void* d, std::size_t p, std::size_t xsz, std::size_t ysz) { return {d, p, xsz, ysz}; }
inline cudaExtent make_cudaExtent(std::size_t w, std::size_t h, std::size_t d) { return {w, h, d}; }
inline cudaPos make_cudaPos(std::size_t x, std::size_t y, std::size_t z) { return {x, y, z}; }

namespace lockstep::sim {
/// A `__device__`, `__constant__` or `__managed__` variable.
struct Symbol {
  const void* address;
  std::size_t bytes;
};
template <class T>
Symbol symbol_of(const T& variable) {
  return {const_cast<const char*>(&reinterpret_cast<const volatile char&>(variable)), sizeof(T)};
}

cudaError_t copy_to_symbol(Symbol symbol, const void* src, std::size_t count, std::size_t offset, cudaMemcpyKind kind, bool async,
                           cudaStream_t stream);
cudaError_t copy_from_symbol(void* dst, Symbol symbol, std::size_t count, std::size_t offset, cudaMemcpyKind kind, bool async,
                             cudaStream_t stream);
cudaError_t symbol_address(void** devPtr, Symbol symbol);
cudaError_t symbol_size(std::size_t* size, Symbol symbol);
}  // namespace lockstep::sim

template <class T>
cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* src, std::size_t count, std::size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return lockstep::sim::copy_to_symbol(lockstep::sim::symbol_of(symbol), src, count, offset, kind, false, nullptr);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* src, std::size_t count, std::size_t offset = 0,
                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = nullptr) {
  return lockstep::sim::copy_to_symbol(lockstep::sim::symbol_of(symbol), src, count, offset, kind, true, stream);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* dst, const T& symbol, std::size_t count, std::size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return lockstep::sim::copy_from_symbol(dst, lockstep::sim::symbol_of(symbol), count, offset, kind, false, nullptr);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const T& symbol, std::size_t count, std::size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = nullptr) {
  return lockstep::sim::copy_from_symbol(dst, lockstep::sim::symbol_of(symbol), count, offset, kind, true, stream);
}
/// The variable's address on the device, for copies and kernel arguments.
template <class P, class T>
cudaError_t cudaGetSymbolAddress(P** devPtr, const T& symbol) {
  return lockstep::sim::symbol_address(reinterpret_cast<void**>(devPtr), lockstep::sim::symbol_of(symbol));
}
template <class T>
cudaError_t cudaGetSymbolSize(std::size_t* size, const T& symbol) {
  return lockstep::sim::symbol_size(size, lockstep::sim::symbol_of(symbol));
}
