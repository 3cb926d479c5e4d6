/// @file
/// @brief Copies and fills of linear and pitched memory, of arrays, and of `__device__` and `__constant__` variables.
///
/// Errors of all: cudaErrorInvalidMemcpyDirection (no such kind), cudaErrorInvalidPitchValue (rows overlap), cudaErrorInvalidValue (the
/// kind contradicts a pointer, or the bytes are not all inside of one allocation), cudaErrorInvalidSymbol (not a variable of the device).
#pragma once

#include "driver_types.h"

static inline struct cudaPitchedPtr make_cudaPitchedPtr(void* d, size_t p, size_t xsz, size_t ysz) {
  struct cudaPitchedPtr made = {d, p, xsz, ysz};
  return made;
}
static inline struct cudaExtent make_cudaExtent(size_t w, size_t h, size_t d) {
  struct cudaExtent made = {w, h, d};
  return made;
}
static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  struct cudaPos made = {x, y, z};
  return made;
}

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t cudaMemcpy(void* dst, const void* src, size_t count, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream LOCKSTEP_OR(nullptr));
cudaError_t cudaMemcpyPeer(void* dst, int dstDevice, const void* src, int srcDevice, size_t count);
cudaError_t cudaMemcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice, size_t count,
                                cudaStream_t stream LOCKSTEP_OR(nullptr));
/// `height` rows of `width` bytes, `dpitch` and `spitch` bytes apart.
cudaError_t cudaMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                              enum cudaMemcpyKind kind, cudaStream_t stream LOCKSTEP_OR(nullptr));
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms* p);
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms* p, cudaStream_t stream LOCKSTEP_OR(nullptr));
cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms* p);
cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms* p, cudaStream_t stream LOCKSTEP_OR(nullptr));

/// Offsets and widths are in bytes, `hOffset` and heights in rows.
cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t spitch, size_t width,
                                size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t spitch, size_t width,
                                     size_t height, enum cudaMemcpyKind kind, cudaStream_t stream LOCKSTEP_OR(nullptr));
cudaError_t cudaMemcpy2DFromArray(void* dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t width,
                                  size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void* dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t width,
                                       size_t height, enum cudaMemcpyKind kind, cudaStream_t stream LOCKSTEP_OR(nullptr));
cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t count, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void* dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t count, enum cudaMemcpyKind kind,
                                   cudaStream_t stream LOCKSTEP_OR(nullptr));
cudaError_t cudaMemcpyFromArrayAsync(void* dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count,
                                     enum cudaMemcpyKind kind, cudaStream_t stream LOCKSTEP_OR(nullptr));
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src, size_t wOffsetSrc,
                                     size_t hOffsetSrc, size_t width, size_t height,
                                     enum cudaMemcpyKind kind LOCKSTEP_OR(cudaMemcpyDeviceToDevice));
cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src, size_t wOffsetSrc,
                                   size_t hOffsetSrc, size_t count, enum cudaMemcpyKind kind LOCKSTEP_OR(cudaMemcpyDeviceToDevice));

/// `value`'s lowest byte, `count` times.
cudaError_t cudaMemset(void* devPtr, int value, size_t count);
cudaError_t cudaMemsetAsync(void* devPtr, int value, size_t count, cudaStream_t stream LOCKSTEP_OR(nullptr));
cudaError_t cudaMemset2D(void* devPtr, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void* devPtr, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream LOCKSTEP_OR(nullptr));
cudaError_t cudaMemset3D(struct cudaPitchedPtr pitchedDevPtr, int value, struct cudaExtent extent);
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitchedDevPtr, int value, struct cudaExtent extent,
                              cudaStream_t stream LOCKSTEP_OR(nullptr));

#ifdef __cplusplus
}  // extern "C"

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

#endif
