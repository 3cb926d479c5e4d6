/// @file
/// @brief cuBLAS: `cublasSdot`, with the result left on the device.
#include <cublas_v2.h>

#include <stdexcept>
#include <string>

#include "lockstep/cuda.hpp"
#include "problem.hpp"

namespace {

void check(cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS) throw std::runtime_error(std::string("cuBLAS: ") + cublasGetStatusString(status));
}

/// A cuBLAS context. Making one takes much longer than a dot product: one serves all runs, made in the first, which is not timed.
class Handle {
 public:
  Handle() {
    check(cublasCreate(&handle_));
    check(cublasSetPointerMode(handle_, CUBLAS_POINTER_MODE_DEVICE));  // else each call would wait for its result
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { static_cast<void>(cublasDestroy(handle_)); }
  cublasHandle_t get() const { return handle_; }

 private:
  cublasHandle_t handle_ = nullptr;
};

void run(const DotProduct::Device& p, const Launch& launch) {
  static const Handle handle;
  check(cublasSetStream(handle.get(), launch.stream));
  check(cublasSdot_64(handle.get(), p.n, p.a, 1, p.b, 1, p.sum));
}

const Version version{__FILE__, "cublasSdot", run};

}  // namespace
