/// @file
/// @brief cuSOLVER: `cusolverDnSpotrf`, in place. Our rows are its columns: our lower triangle is its upper one, and A = UᵀU with U = Lᵀ.
#include <cusolverDn.h>

#include <stdexcept>
#include <string>

#include "copy_lower.hpp"
#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

void check(cusolverStatus_t status) {
  if (status != CUSOLVER_STATUS_SUCCESS) throw std::runtime_error("cuSOLVER: status " + std::to_string(static_cast<int>(status)));
}

class Handle {
 public:
  Handle() { check(cusolverDnCreate(&handle_)); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { static_cast<void>(cusolverDnDestroy(handle_)); }
  cusolverDnHandle_t get() const { return handle_; }

 private:
  cusolverDnHandle_t handle_ = nullptr;
};

void run(const Cholesky::Device& p, const Launch& launch) {
  static const Handle handle;  // made in the first run, which is not timed
  const int n = static_cast<int>(p.n), pitch = static_cast<int>(p.pitch);
  check(cusolverDnSetStream(handle.get(), launch.stream));
  copy_lower(p, launch.stream);  // it works in place: this is part of its time, as of ours
  int elements = 0;
  check(cusolverDnSpotrf_bufferSize(handle.get(), CUBLAS_FILL_MODE_UPPER, n, p.l, pitch, &elements));
  float* const workspace = launch.scratch<float>(static_cast<std::size_t>(elements));
  check(cusolverDnSpotrf(handle.get(), CUBLAS_FILL_MODE_UPPER, n, p.l, pitch, workspace, elements, p.info));
}

const Version version{__FILE__, "cusolverDnSpotrf", run};

}  // namespace
