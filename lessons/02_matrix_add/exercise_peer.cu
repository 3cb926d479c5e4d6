/// @file
/// @brief The exercise's peer, cuBLAS: `cublasSgeam` for T, then `cublasSgemv` of A with a vector
/// of ones for the sums.
///
/// cuBLAS stores matrices by columns. Our A by rows is its Aᵀ by columns, `width` x `height`.
#include <vector>

#include "exercise.hpp"
#include "lockstep/cublas.hpp"
#include "lockstep/cuda.hpp"

namespace {

void run(const ScaledTranspose::Device& p, const Launch& launch) {
  static const std::vector<float> host_ones(65536, 1.0F);
  const auto width = static_cast<std::size_t>(p.width);
  float* const ones = launch.scratch<float>(width);
  for (std::size_t done = 0; done < width; done += host_ones.size())
    lockstep::check(cudaMemcpyAsync(ones + done, host_ones.data(),
                                    std::min(width - done, host_ones.size()) * sizeof(float),
                                    cudaMemcpyHostToDevice, launch.stream));

  const cublasHandle_t handle = lockstep::cublas(launch.stream);
  const float zero = 0;
  lockstep::check(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  lockstep::check(cublasSgeam_64(handle, CUBLAS_OP_T, CUBLAS_OP_N, p.height, p.width, &p.alpha, p.a,
                                 p.pitch, &zero, nullptr, p.t_pitch, p.t, p.t_pitch));
  lockstep::check(cublasSgemv_64(handle, CUBLAS_OP_T, p.width, p.height, &p.alpha, p.a, p.pitch,
                                 ones, 1, &zero, p.sums, 1));
}

const Version version{__FILE__, "cublasSgeam, then cublasSgemv with a vector of ones", run};

}  // namespace
