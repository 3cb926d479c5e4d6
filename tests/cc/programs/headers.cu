/// @file
/// @brief CUDA's small headers, each included, and what they declare: complex numbers, constants, types of libraries.
#include <builtin_types.h>
#include <common_functions.h>
#include <crt/common_functions.h>
#include <crt/device_double_functions.h>
#include <crt/device_functions.h>
#include <crt/host_config.h>
#include <crt/host_defines.h>
#include <crt/math_functions.h>
#include <crt/sm_70_rt.h>
#include <crt/sm_80_rt.h>
#include <crt/sm_90_rt.h>
#include <cuComplex.h>
#include <cuda_stdint.h>
#include <device_atomic_functions.h>
#include <device_double_functions.h>
#include <device_functions.h>
#include <device_types.h>
#include <host_config.h>
#include <host_defines.h>
#include <library_types.h>
#include <math_constants.h>
#include <math_functions.h>
#include <sm_20_atomic_functions.h>
#include <sm_20_intrinsics.h>
#include <sm_30_intrinsics.h>
#include <sm_32_atomic_functions.h>
#include <sm_32_intrinsics.h>
#include <sm_35_atomic_functions.h>
#include <sm_35_intrinsics.h>
#include <sm_60_atomic_functions.h>
#include <sm_61_intrinsics.h>

#include <cstdio>

__global__ void complex_numbers(cuDoubleComplex* d, cuFloatComplex* f) {
  const cuDoubleComplex a = make_cuDoubleComplex(1, 2), b = make_cuDoubleComplex(3, -4);
  d[0] = cuCadd(a, b);
  d[1] = cuCsub(a, b);
  d[2] = cuCmul(a, b);
  d[3] = cuCdiv(d[2], b);
  d[4] = cuCfma(a, b, cuConj(a));
  d[5] = make_cuDoubleComplex(cuCabs(b), cuCabs(make_cuDoubleComplex(3e300, 4e300)));
  const cuComplex x = cuComplexDoubleToFloat(a);
  f[0] = cuCmulf(x, make_cuComplex(3, -4));
  f[1] = cuCdivf(f[0], make_cuFloatComplex(3, -4));
  f[2] = make_cuFloatComplex(cuCabsf(make_cuComplex(3e30f, 4e30f)), cuCimagf(x));
}

__global__ void constants(double* out) {
  out[0] = CUDART_PI;
  out[1] = CUDART_INF;
  out[2] = CUDART_NAN;
  out[3] = CUDART_MAX_NORMAL_F;
  out[4] = CUDART_NEG_ZERO;
  out[5] = CUDART_NEG_ZERO_F;
  out[6] = CUDART_LN2_HI + CUDART_LN2_LO;
}

static bool equal(cuDoubleComplex a, double x, double y) { return cuCreal(a) == x && cuCimag(a) == y; }

int main() {
  cuDoubleComplex* d;
  cuFloatComplex* f;
  double* c;
  cudaMallocManaged(&d, 6 * sizeof *d);
  cudaMallocManaged(&f, 3 * sizeof *f);
  cudaMallocManaged(&c, 7 * sizeof *c);
  complex_numbers<<<1, 1>>>(d, f);
  constants<<<1, 1>>>(c);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  const bool sums = equal(d[0], 4, -2) && equal(d[1], -2, 6) && equal(d[2], 11, 2) && fabs(d[3].x - 1) < 1e-15 && fabs(d[3].y - 2) < 1e-15;
  const bool others = equal(d[4], 12, 0) && d[5].x == 5 && fabs(d[5].y / 5e300 - 1) < 1e-15;
  const bool floats = f[0].x == 11 && f[0].y == 2 && fabsf(f[1].x - 1) < 1e-6f && fabsf(f[2].x / 5e30f - 1) < 1e-6f && f[2].y == 2;
  const bool limits = c[0] == 3.14159265358979311600 && isinf(c[1]) && isnan(c[2]) && c[3] == 3.4028234663852886e38;
  const bool zeros = c[4] == 0 && signbit(c[4]) && c[5] == 0 && signbit(c[5]) && c[6] == log(2.0);
  const bool names = CUDA_R_32F == 0 && CUDA_R_16F == 2 && CUDA_R_16BF == 14 && MAJOR_VERSION == 0 && cudaRoundMinInf == 3;
  std::printf("%s\n", sums && others && floats && limits && zeros && names ? "passed" : "failed");
  return cudaFree(d) != cudaSuccess || cudaFree(f) != cudaSuccess || cudaFree(c) != cudaSuccess;
}
