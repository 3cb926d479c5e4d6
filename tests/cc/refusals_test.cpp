/// @file
/// @brief A call that CUDA refuses says on standard error which number was wrong, and where: once for each place, and the code is CUDA's
/// own.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "catch.hpp"
#include "course_compiler.hpp"
#include "support/processes/process.hpp"
#include "support/temporary_folder.hpp"

using lockstep::Outcome;
using lockstep::run_program;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;

namespace {

constexpr const char* kRefused = R"(#include <cstdlib>
__global__ void k(int* p) { *p = 1; }
__global__ void __launch_bounds__(64) bounded(int* p) { *p = 1; }
__global__ void shares(int* p) { __shared__ int s[100]; s[threadIdx.x] = 1; *p = s[0]; }
int main() {
  int *p, *q, h[4] = {};
  cudaMalloc(&p, 256);
  k<<<1, 2048>>>(p);
  k<<<dim3(1, 70000), 32>>>(p);
  k<<<0, 32>>>(p);
  bounded<<<1, 128>>>(p);
  shares<<<1, 32, 300000>>>(p);
  for (int i = 0; i < 3; ++i) k<<<1, 1025 + i>>>(p);
  void* arguments[] = {&p};
  cudaLaunchCooperativeKernel(k, 10000, 1024, arguments);
  cudaMemcpy(h, p, 1024, cudaMemcpyDeviceToHost);
  cudaMemcpy(h, p, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(nullptr, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(h, 0, sizeof h);
  cudaFree(p + 1);
  cudaFree(p);
  cudaFree(p);
  cudaMalloc(&q, -4);
  return cudaGetLastError() == cudaErrorMemoryAllocation ? 0 : 1;
}
)";

}  // namespace

TEST_CASE("a refused call names the number, the limit and the line") {
  const TemporaryFolder folder;
  std::ofstream(folder / "p.cu") << kRefused;
  const Outcome compiled = cc({folder / "p.cu", "-o", folder / "p"});
  CAPTURE(compiled.err);
  REQUIRE(compiled.succeeded());
  const Outcome ran = run_program(folder / "p", {});
  CAPTURE(ran.err);
  REQUIRE(ran.succeeded());
  REQUIRE(ran.out.empty());
  for (const char* const line :
       {"p.cu:8: k<<<1, 2048>>>: 2048 threads per block; the limit is 1024\n",
        "p.cu:9: k<<<(1,70000,1), 32>>>: gridDim.y is 70000; the limit is 65535\n",
        "p.cu:10: k<<<0, 32>>>: gridDim.x is 0; at least 1 is needed\n",
        "p.cu:11: bounded<<<1, 128>>>: 128 threads per block; bounded allows 64 by its __launch_bounds__\n",
        "p.cu:12: shares<<<1, 32, 300000>>>: 300000 bytes of dynamic shared memory; the limit is 48752, beside 400 bytes of __shared__ ",
        "p.cu:13: k<<<1, 1025>>>: 1025 threads per block; the limit is 1024\n",
        "p.cu:15: k<<<10000, 1024>>>: a cooperative grid of 10000 blocks; the device holds 16 of this size at once\n",
        "p.cu:16: cudaMemcpy: 1024 bytes do not fit in the source: the 256 bytes from cudaMalloc\n",
        "p.cu:17: cudaMemcpy: cudaMemcpyHostToDevice says that the destination is on the device, but it is host memory at ",
        "; are destination and source swapped, or is it the other kind?\n", "p.cu:18: cudaMemcpy: the destination is a null pointer\n",
        "p.cu:19: cudaMemset: the destination is host memory at ", "p.cu:20: cudaFree: byte 4 of the 256 bytes from cudaMalloc at ",
        ": pass the address that cudaMalloc gave\n", "p.cu:22: cudaFree: byte 0 of the 256 bytes from cudaMalloc at ",
        ", which was freed: it is freed twice\n", "p.cu:23: cudaMalloc: -4 bytes (a negative size?); of the device's "}) {
    CAPTURE(line);
    CHECK(ran.err.find(line) != std::string::npos);
  }
  CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 14);
}

TEST_CASE("what a reset freed is not called freed twice") {
  const TemporaryFolder folder;
  std::ofstream(folder / "p.cu") << "int main() {\n  int* p;\n  cudaMalloc(&p, 64);\n  cudaDeviceReset();\n"
                                    "  return cudaFree(p) == cudaErrorInvalidValue ? 0 : 1;\n}\n";
  REQUIRE(cc({folder / "p.cu", "-o", folder / "p"}).succeeded());
  const Outcome ran = run_program(folder / "p", {});
  CAPTURE(ran.err);
  CHECK(ran.succeeded());
  CHECK(ran.err.find("p.cu:5: cudaFree: byte 0 of the 64 bytes from cudaMalloc at ") != std::string::npos);
  CHECK(ran.err.find(", which was freed by cudaDeviceReset: free memory before the reset, or not at all\n") != std::string::npos);
}

TEST_CASE("what a kernel must not launch is refused, with its line") {
  const TemporaryFolder folder;
  std::ofstream(folder / "p.cu") << R"(#include <cstdio>
__global__ void child(int* p) { *p = 1; }
__global__ void gives_shared() { __shared__ int s; child<<<1, 1>>>(&s); }
__global__ void gives_local() { int mine; child<<<1, 1>>>(&mine); }
__global__ void fails() { child<<<1, 1>>>(nullptr); }
__global__ void asks() { size_t a, b; cudaMemGetInfo(&a, &b); }
int main(int, char** words) {
  if (*words[1] == 's') gives_shared<<<1, 1>>>();
  if (*words[1] == 'l') gives_local<<<1, 1>>>();
  if (*words[1] == 'f') fails<<<1, 1>>>();
  if (*words[1] == 'a') asks<<<1, 1>>>();
  std::printf("%s", cudaGetErrorName(cudaDeviceSynchronize()));
}
)";
  const Outcome compiled = cc({folder / "p.cu", "-o", folder / "p"});
  CAPTURE(compiled.err);
  REQUIRE(compiled.succeeded());
  struct Mistake {
    const char *word, *error, *text, *line;
  };
  for (const Mistake& mistake :
       {Mistake{"s", "cudaErrorIllegalAddress", "kernel gives_shared: the child child is given a pointer to shared memory", "p.cu:3"},
        Mistake{"l", "cudaErrorIllegalAddress", "kernel gives_local: the child child is given a pointer to local memory", "p.cu:4"},
        Mistake{"f", "cudaErrorIllegalAddress", "kernel child: an illegal memory access", "p.cu:2"},
        Mistake{"a", "cudaErrorNotPermitted", "kernel asks: a kernel called cudaMemGetInfo, which only host code may call", "p.cu:6"}}) {
    const Outcome ran = run_program(folder / "p", {mistake.word});
    CAPTURE(ran.err, mistake.text);
    CHECK(ran.out == mistake.error);
    CHECK(ran.err.find(mistake.text) != std::string::npos);
    CHECK(ran.err.find(mistake.line) != std::string::npos);
  }
}

TEST_CASE("what only the compiler knows to be wrong in device code does not compile") {
  const TemporaryFolder folder;
  std::ofstream(folder / "p.cu") << R"(int from_host = 3;
float computed();
__device__ float dynamic = computed();
__device__ int copied = from_host;
__global__ void k(int n) {
  int a[n];
  const int warps = blockDim.x / 32;
  float b[warps + 1];
  a[0] = b[0] = 1;
}
int main() { int host[from_host]; return host[0] = 0; }
)";
  const Outcome compiled = cc({folder / "p.cu", "-c", "-o", folder / "p.o"});
  CAPTURE(compiled.err);
  REQUIRE(!compiled.succeeded());
  for (const char* const text :
       {"p.cu:3:", "p.cu:4:", "does not have a constant initializer", "p.cu:6:", "the length of a is not constant", "p.cu:8:"})
    CHECK(compiled.err.find(text) != std::string::npos);
  CHECK(compiled.err.find("p.cu:11") == std::string::npos);
}

TEST_CASE("what is constant may initialise the device's variables and give arrays their length, in every dialect") {
  const TemporaryFolder folder;
  std::ofstream(folder / "p.cu") << R"(#include <algorithm>
#include <cmath>
struct Point {
  float x, y;
  __host__ __device__ constexpr Point(float x_, float y_) : x(x_), y(y_) {}
};
struct Empty {
  int x;
  __host__ __device__ Empty() {}
};
const int kLength = 3;
__device__ int increment(int x) { return x + 1; }
__device__ int (*pointer)(int) = increment;
__constant__ float table[kLength] = {1.f, float(1) / 3, M_PI};
__device__ int array[kLength] = {kLength}, *inside = array + 1, *number = (int*)0x100;
__device__ Point point(1, 2);
__device__ Empty empty;
template <int n, class T>
__global__ void k(T* p) {
  const int twice = 2 * n;
  T a[twice + sizeof(T)];
  a[1] = p[1];
  p[0] = std::max(2, std::min(a[1], 3));
}
int main() {
  int* p;
  cudaMallocManaged(&p, 8);
  p[1] = 7;
  k<2><<<1, 1>>>(p);
  cudaDeviceSynchronize();
  return p[0] - 3;
}
)";
  const std::string dialect = GENERATE("-std=c++14", "-std=c++20");
  const Outcome compiled = cc({folder / "p.cu", "-o", folder / "p", dialect, "--expt-relaxed-constexpr"});
  CAPTURE(compiled.err);
  REQUIRE(compiled.succeeded());
  REQUIRE(run_program(folder / "p", {}).succeeded());
}
