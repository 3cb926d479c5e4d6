/// @file
/// @brief What the fast functions lose, and what a fused multiply-add keeps: relative errors against the host's double.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

constexpr int kResults = 2;

__global__ void exponentials(float x, float* y) {
  y[0] = expf(x);
  y[1] = __expf(x);
}

/// a² − b: the square rounded first, and the square as it is.
__global__ void square_less(float a, float b, float* y) {
  y[0] = __fmul_rn(a, a) - b;
  y[1] = __fmaf_rn(a, a, -b);
}

/// Runs a kernel that leaves two results, and prints how far each is from the right one.
template <class Launch>
static void show(const char* what, const char* first, const char* second, double right, Launch launch) {
  float *device = nullptr, y[kResults];
  check(cudaMalloc(&device, sizeof y));
  launch(device);
  check(cudaGetLastError());
  check(cudaMemcpy(y, device, sizeof y, cudaMemcpyDeviceToHost));
  check(cudaFree(device));
  std::printf("%-17s %-8s %7.1e   %-8s %7.1e\n", what, first, std::abs(y[0] - right) / right, second, std::abs(y[1] - right) / right);
}

int main() {
  for (const float x : {1.0F, 10.0F, 40.0F, 80.0F}) {
    char what[32];
    std::snprintf(what, sizeof what, "e^%.0f", x);
    show(what, "expf", "__expf", std::exp(static_cast<double>(x)), [=](float* y) { exponentials<<<1, 1>>>(x, y); });
  }
  const float a = 1.001F, b = 1;  // what is left is small: the rounding of the square is a large part of it
  const double right = static_cast<double>(a) * a - b;
  show("1.001^2 - 1", "* and -", "fma", right, [=](float* y) { square_less<<<1, 1>>>(a, b, y); });
  return EXIT_SUCCESS;
}
