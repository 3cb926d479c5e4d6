/// @file
/// @brief cuBLAS's copies of vectors and matrices between host and device.
#include "sim/libraries/cublas/handle.hpp"
#include "sim/libraries/cublas/numbers.hpp"
#include "sim/runtime/copies/copies.hpp"

namespace lockstep::sim::blas {

namespace {

struct Side2D {
  const void* p;
  Index leading;  ///< elements from column to column
};

cublasStatus_t transfer(Call call, Index rows, Index columns, Index element, Side2D from, Side2D to, Blocking blocking,
                        cudaStream_t stream) {
  if (element <= 0 || from.leading < rows || to.leading < rows || from.leading <= 0 || to.leading <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (rows <= 0 || columns <= 0) return CUBLAS_STATUS_SUCCESS;
  const auto bytes = [&](Index count) { return static_cast<std::size_t>(count * element); };
  const auto plane = [&](Side2D side) {
    return Plane{static_cast<std::byte*>(const_cast<void*>(side.p)), bytes(side.leading), bytes(side.leading * columns)};
  };
  const BoxCopy box{.dst = plane(to), .src = plane(from), .width = bytes(rows), .height = static_cast<std::size_t>(columns)};
  const cudaError_t error = api([&] { return submit_copy(box, blocking, stream, call); });
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

// A vector is a matrix of one row, whose columns are the steps apart.
cublasStatus_t transfer_vector(Call call, Index n, Index element, const void* x, Index incx, const void* y, Index incy, Blocking blocking,
                               cudaStream_t stream = nullptr) {
  if (incx == 1 && incy == 1)
    return transfer(call, n, 1, element, {x, std::max<Index>(n, 1)}, {y, std::max<Index>(n, 1)}, blocking, stream);
  return transfer(call, 1, n, element, {x, incx}, {y, incy}, blocking, stream);
}

}  // namespace

}  // namespace lockstep::sim::blas

using namespace lockstep::sim;
using namespace lockstep::sim::blas;

#define LOCKSTEP_VECTOR transfer_vector(Call::here(), n, elemSize, x, incx, y, incy, Blocking::until_done)
#define LOCKSTEP_VECTOR_ASYNC transfer_vector(Call::here(), n, elemSize, x, incx, y, incy, Blocking::no, stream)
#define LOCKSTEP_MATRIX transfer(Call::here(), rows, cols, elemSize, {A, lda}, {B, ldb}, Blocking::until_done, nullptr)
#define LOCKSTEP_MATRIX_ASYNC transfer(Call::here(), rows, cols, elemSize, {A, lda}, {B, ldb}, Blocking::no, stream)
#define LOCKSTEP_CUBLAS_DEFINE(suffix, Int)                                       \
  LOCKSTEP_CUBLAS_SET_VECTOR(suffix, Int) { return LOCKSTEP_VECTOR; }             \
  LOCKSTEP_CUBLAS_GET_VECTOR(suffix, Int) { return LOCKSTEP_VECTOR; }             \
  LOCKSTEP_CUBLAS_SET_MATRIX(suffix, Int) { return LOCKSTEP_MATRIX; }             \
  LOCKSTEP_CUBLAS_GET_MATRIX(suffix, Int) { return LOCKSTEP_MATRIX; }             \
  LOCKSTEP_CUBLAS_SET_VECTOR_ASYNC(suffix, Int) { return LOCKSTEP_VECTOR_ASYNC; } \
  LOCKSTEP_CUBLAS_GET_VECTOR_ASYNC(suffix, Int) { return LOCKSTEP_VECTOR_ASYNC; } \
  LOCKSTEP_CUBLAS_SET_MATRIX_ASYNC(suffix, Int) { return LOCKSTEP_MATRIX_ASYNC; } \
  LOCKSTEP_CUBLAS_GET_MATRIX_ASYNC(suffix, Int) { return LOCKSTEP_MATRIX_ASYNC; }
LOCKSTEP_CUBLAS_DEFINE(, int)
LOCKSTEP_CUBLAS_DEFINE(_64, int64_t)
#undef LOCKSTEP_CUBLAS_DEFINE
#undef LOCKSTEP_MATRIX_ASYNC
#undef LOCKSTEP_MATRIX
#undef LOCKSTEP_VECTOR_ASYNC
#undef LOCKSTEP_VECTOR
