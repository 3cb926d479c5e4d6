/// @file
/// @brief cuBLAS: `cublasSgeam` for C, and `cublasSdot` of C with itself for the norm. It has no
/// call that does both, so C is read again.
///
/// cuBLAS stores matrices by columns. Our C by rows is its Cᵀ by columns, `width` x `height`; so we
/// ask for Aᵀ + B in its words.
#include "lockstep/cublas.hpp"
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

/// C without what lies between its rows. cublasSdot takes vectors, so a C with padding must be
/// copied for it.
const float* packed(const MatrixAdd::Device& p, const Launch& launch) {
  if (p.pitch == p.width) return p.c;
  float* copy = launch.scratch<float>(static_cast<std::size_t>(p.width * p.height));
  const auto row_bytes = static_cast<std::size_t>(p.width) * sizeof(float),
             pitch_bytes = static_cast<std::size_t>(p.pitch) * sizeof(float);
  lockstep::check(cudaMemcpy2DAsync(copy, row_bytes, p.c, pitch_bytes, row_bytes,
                                    static_cast<std::size_t>(p.height), cudaMemcpyDeviceToDevice,
                                    launch.stream));
  return copy;
}

void run(const MatrixAdd::Device& p, const Launch& launch) {
  const cublasHandle_t handle = lockstep::cublas(launch.stream);
  const float one = 1;
  lockstep::check(cublasSetPointerMode(
      handle,
      CUBLAS_POINTER_MODE_HOST));  // for the two ones; the dot product's result is the device's
  lockstep::check(cublasSgeam_64(handle, CUBLAS_OP_N, CUBLAS_OP_T, p.width, p.height, &one, p.a,
                                 p.pitch, &one, p.b, p.b_pitch, p.c, p.pitch));
  lockstep::check(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));

  const float* c = packed(p, launch);
  lockstep::check(cublasSdot_64(handle, p.width * p.height, c, 1, c, 1, p.norm));
}

const Version version{__FILE__, "cublasSgeam, then cublasSdot of C with itself", run};

}  // namespace
