/// @file
/// @brief `./lockstep cc`: C sources call the runtime API, cuBLAS and cuRAND, and kernels by way of a `.cu` file.
#include <fstream>

#include "catch.hpp"
#include "course_compiler.hpp"
#include "support/processes/process.hpp"
#include "support/temporary_folder.hpp"

using lockstep::Outcome;
using lockstep::run_program;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;

TEST_CASE("a program of a C file and a CUDA file") {
  const TemporaryFolder folder;
  std::ofstream(folder / "double.cu") << R"(
__global__ void twice(float* p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] *= 2;
}
extern "C" cudaError_t launch_twice(float* p, int n, dim3 block) {
  twice<<<(n + block.x - 1) / block.x, block>>>(p, n);
  return cudaGetLastError();
}
)";
  std::ofstream(folder / "main.c") << R"(
#include <stdio.h>

#include <cublas_v2.h>
#include <cuComplex.h>
#include <cuda.h>
#include <cuda_runtime.h>
#include <curand.h>

cudaError_t launch_twice(float* p, int n, dim3 block);

enum { N = 100 };

int main(void) {
  struct cudaDeviceProp properties;
  cudaStream_t stream;
  cudaEvent_t event;
  float host[N], factor = 3.0f, *p;
  float4 vector = make_float4(1, 2, 3, 4);
  cuFloatComplex square = cuCmulf(make_cuFloatComplex(1, 2), make_cuFloatComplex(1, 2));
  dim3 block = {32, 1, 1};
  cublasHandle_t blas;
  curandGenerator_t random;
  CUresult driver = CUDA_SUCCESS;
  enum cudaMemcpyKind back = cudaMemcpyDeviceToHost;
  struct cudaExtent extent = make_cudaExtent(4, 2, 1);
  struct cudaPitchedPtr pitched;
  cudaError_t error = cudaGetDeviceProperties(&properties, 0);
  for (int i = 0; i < N; ++i) host[i] = (float)i;
  if (!error) error = cudaMalloc((void**)&p, sizeof host);
  if (!error) error = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  if (!error) error = cudaEventCreate(&event);
  if (!error) error = cudaMalloc3D(&pitched, extent);
  if (!error) error = cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);
  if (!error) error = launch_twice(p, N, block);
  cublasCreate(&blas);
  cublasSscal(blas, N, &factor, p, 1);
  if (!error) error = cudaMemcpy(host, p, sizeof host, back);
  if (error) printf("%s\n", cudaGetErrorString(error));
  printf("%g %g %g\n", (double)host[7], (double)vector.w, (double)cuCimagf(square));
  curandCreateGenerator(&random, CURAND_RNG_PSEUDO_DEFAULT);
  curandGenerateUniform(random, p, N);
  if (!error) error = cudaMemcpy(host, p, sizeof host, back);
  printf("%d %d\n", host[0] > 0 && host[0] <= 1 && host[0] != host[1], (int)driver);
  return error == cudaSuccess ? 0 : 1;
}
)";
  const Outcome compiled =
      cc({"-Wall", "-Wextra", folder / "main.c", folder / "double.cu", "-lcublas", "-lcurand", "-o", folder / "program"});
  CAPTURE(compiled.err);
  REQUIRE(compiled.succeeded());
  CHECK(compiled.err.empty());
  const Outcome ran = run_program(folder / "program", {});
  CAPTURE(ran.err);
  CHECK(ran.succeeded());
  CHECK(ran.out == "42 4 4\n1 0\n");
}
