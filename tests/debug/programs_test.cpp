/// @file
/// @brief The debugger on programs of `./lockstep cc -G`: going from thread to thread, CUDA's types, wrong words.
#include <fstream>

#include "gdb.hpp"
#include "support/temporary_folder.hpp"

using lockstep::Outcome;
using lockstep::run_program;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;

namespace {

const char* const kProgram = R"(#include <cuda_bf16.h>
struct Pair { float a; int b; };
__device__ float twice(float x) {
  const float y = x + x;
  return y;
}
__global__ void first(int* out) { out[threadIdx.x] = 1; }
template <class T>
__global__ void fill(T* out, int base) {
  __shared__ T tile[4][2];
  const int i = threadIdx.x;
  const float4 v{1, 2, 3, twice(i)};
  const __nv_bfloat16 half = __float2bfloat16_rn(1.5f);
  const Pair pair{v.w, base + i};
  tile[i % 4][i / 4 % 2] = pair.b;
  __syncthreads();
  const int from = __shfl_xor_sync(~0u, i, 1);
  if (threadIdx.x < 8) out[threadIdx.x] = tile[i % 4][0] + from + pair.a + __bfloat162float(half);
}
int main() {
  int* out;
  cudaMalloc(&out, 256);
  first<<<1, 64>>>(out);
  fill<<<dim3(1, 2), 64>>>(out, 100);
  return cudaDeviceSynchronize();
}
)";

/// The program, compiled for a debugger.
class Program {
 public:
  Program() {
    std::ofstream(folder_ / "program.cu") << kProgram;
    REQUIRE(cc({"-G", folder_ / "program.cu", "-o", path()}).succeeded());
  }
  std::string path() const { return folder_ / "program"; }

 private:
  TemporaryFolder folder_;
};

/// As `./lockstep debug` does; in tests nothing is to be built.
Outcome debug(std::vector<std::string> words, const std::string& path = "/usr/bin:/bin") {
  words.insert(words.begin(), {"PATH=" + path, LOCKSTEP_BINARY_DIR "/lockstep-front", LOCKSTEP_SOURCE_DIR, "sim", "", "debug"});
  return run_program("/usr/bin/env", words, kCompiling);
}

}  // namespace

TEST_CASE("./lockstep debug stops in the kernel of that name, and hands words on to gdb") {
  if (!has_gdb()) return;
  const Program program;
  const auto outcome = debug({program.path(),
                              "--kernel",
                              "fill",
                              "--block",
                              "0,1",
                              "--thread",
                              "40",
                              "--",
                              "-batch",
                              "-ex",
                              "next",
                              "-ex",
                              "next",
                              "-ex",
                              "step",
                              "-ex",
                              "print x",
                              "-ex",
                              "backtrace",
                              "-ex",
                              "finish",
                              "-ex",
                              "until 16",
                              "-ex",
                              "info locals",
                              "-ex",
                              "next",
                              "-ex",
                              "next",
                              "-ex",
                              "print from",
                              "-ex",
                              "print threadIdx",
                              "-ex",
                              "print tile[1]",
                              "-ex",
                              "print tile[0]@2"});
  check_parts(outcome.out, {"fill<<<(1,2), 64>>> block (0,1,0) thread (40,0,0) program.cu:10\n", "\n12\t", "$1 = 40\n", "#0  twice", "#1  ",
                            "fill ()", "\n16\t", "tile = {{", "i = 40\n", "pair = {a = 80, b = 140}\n", "v = {1, 2, 3, 80}\n",
                            "half = 1.5\n", "base = 100\n", "\n17\t", "$3 = 41\n", "$4 = (40, 0, 0)\n", "$5 = {1", "$6 = {{1"});
  CHECK(outcome.out.find("#2  ") == std::string::npos);
}

TEST_CASE("a debugger goes to a thread that waits, to one that has not begun, and to none that has ended") {
  if (!has_gdb()) return;
  const Program program;
  const auto outcome = gdb({"lockstep-start 0 33 fill", "lockstep-thread 33", "lockstep-thread 0,5 0", "lockstep-thread 32", "next",
                            "info lockstep-threads", "lockstep-thread 0,1 2", "lockstep-thread 0,0 1", "info lockstep-threads"},
                           {program.path()});
  check_parts(outcome.out, {"block (0,0,0) thread (33,0,0) program.cu:10\n", "block (0,0,0) thread (32,0,0) program.cu:16\n", "\n17\t",
                            "warp 1: threads 32 to 63\n", "* lane  0", "program.cu:17", "runs\n", "program.cu:16", "__syncthreads\n",
                            "block (0,1,0) thread (2,0,0) program.cu:10\n", "lanes 0-1", "waits at __syncthreads\n", "* lane  2",
                            "lanes 3-31", "has not begun\n"});
  check_parts(outcome.err, {"you are already at block (0,0,0) thread (33,0,0)\n", "fill<<<(1,2), 64>>> has no block (0,5,0)",
                            "block (0,0,0) thread (1,0,0) has ended\n"});
}

TEST_CASE("a step at a thread's end says that it has ended") {
  if (!has_gdb()) return;
  const Program program;
  check_parts(gdb({"lockstep-start 0 63", "next"}, {program.path()}).out,
              {"first<<<1, 64>>> block (0,0,0) thread (63,0,0) program.cu:7\n", "thread (63,0,0) has ended\n"});
}

TEST_CASE("an editor waits for a thread, too") {
  if (!has_gdb()) return;
  const Program program;
  check_parts(gdb({"lockstep-await 0 3", "run", "print threadIdx"}, {program.path()}).out,
              {"program.cu:7\n", "first<<<1, 64>>> block (0,0,0) thread (3,0,0) program.cu:7\n", "$1 = (3, 0, 0)\n"});
}

TEST_CASE("a debugger's report of wrong words") {
  if (!has_gdb()) return;
  const Program program;
  const auto no_kernel = debug({program.path(), "--kernel", "nothing", "--", "-batch"});
  CHECK(no_kernel.code == 2);
  CHECK(no_kernel.err == "lockstep: no kernel nothing was launched; there were first<<<1, 64>>>, fill<<<(1,2), 64>>>\n");
}

TEST_CASE("without gdb a line says how to get it") {
  const auto outcome = debug({"/bin/sh"}, "/nowhere");
  CHECK(outcome.code == 3);
  CHECK(outcome.err == "lockstep: debug needs gdb: './lockstep setup --all' installs it, and so does 'apt-get install gdb'\n");
}
