/// @file
/// @brief Where the system has no room at the simulator's usual addresses (some on Arm have 39 bits for them), it takes fewer at others.
#include <fstream>
#include <string>

#include "catch.hpp"
#include "course_compiler.hpp"
#include "support/processes/process.hpp"
#include "support/temporary_folder.hpp"
#include "texts.hpp"

using lockstep::Outcome;
using lockstep::run_program;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;

namespace {

// With an argument it launches a kernel on the page after the memory.
const char* const kReversing = R"(#include <cuda_runtime.h>
#include <cstdio>
__device__ int calls;
__global__ void reverse(int* p) {
  __shared__ int s[64];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[63 - threadIdx.x];
  atomicAdd(&calls, 1);
}
int main(int count, char**) {
  int *p, *managed, h[64], n = 0;
  cudaMalloc(&p, sizeof h);
  cudaMallocManaged(&managed, sizeof h);
  for (int i = 0; i < 64; ++i) h[i] = managed[i] = i;
  cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice);
  reverse<<<1, 64>>>(p);
  reverse<<<1, 64>>>(managed);
  cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  cudaMemcpyFromSymbol(&n, calls, sizeof n);
  printf("%p %p %d %d %d\n", (void*)p, (void*)managed, h[0], managed[1], n);
  if (count > 1) reverse<<<1, 64>>>(p + 128);
  cudaDeviceSynchronize();
  cudaFree(p);
  cudaFree(managed);
}
)";

// 572 GiB of addresses: less than the simulator takes as a rule.
Outcome run_narrow(const std::string& command) { return run_program("/bin/sh", {"-c", "ulimit -v 600000000; exec " + command}); }

}  // namespace

TEST_CASE("with few addresses a program gives the same answers, and its mistakes are seen") {
  const TemporaryFolder folder;
  const std::string source = folder / "program.cu", program = folder / "program";
  std::ofstream(source) << kReversing;
  const Outcome compiled = cc({source, "-o", program});
  INFO(compiled.err);
  REQUIRE(compiled.succeeded());

  const Outcome right = run_narrow(program);
  CAPTURE(right.out, right.err);
  REQUIRE(right.succeeded());
  REQUIRE(has(right.out, "0x1000000"));
  REQUIRE(has(right.out, " 0x3000000"));  // managed memory, after 128 GiB for the device
  REQUIRE(has(right.out, " 63 62 128\n"));

  const Outcome checked = run_narrow("env LOCKSTEP_CHECK=1 " + program);
  CAPTURE(checked.err);
  REQUIRE(has(checked.out, " 63 62 128\n"));
  REQUIRE(checked.err.empty());

  const Outcome wrong = run_narrow(program + " wrong");
  CAPTURE(wrong.err);
  REQUIRE(has(wrong.err, "an illegal memory access: to 0x1000001000, 256 bytes past the end"));
}
