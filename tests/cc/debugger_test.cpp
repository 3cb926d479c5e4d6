/// @file
/// @brief A debugger stops in a kernel, where the source says, and knows whose turn it is.
#include <filesystem>
#include <fstream>
#include <string>

#include "catch.hpp"
#include "course_compiler.hpp"
#include "skipped.hpp"
#include "support/processes/process.hpp"
#include "support/temporary_folder.hpp"

using lockstep::Outcome;
using lockstep::run_program;
using lockstep::run_shell;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;

TEST_CASE("a debugger stops at a line of a kernel, prints its variables and threadIdx, and steps over a barrier in the same thread") {
  if (!run_shell("command -v gdb").succeeded()) return note_skipped("there is no gdb (./lockstep setup --all installs it)");
  const TemporaryFolder folder;
  std::ofstream(folder / "program.cu") << "__global__ void fill(int* p, int base) {\n"
                                          "  const int value = base + threadIdx.x;\n"
                                          "  __syncthreads();\n"
                                          "  p[threadIdx.x] = value;\n"
                                          "}\n"
                                          "int main() {\n"
                                          "  int* p;\n"
                                          "  cudaMalloc(&p, 256);\n"
                                          "  fill<<<dim3(1, 2), 64>>>(p, 100);\n"
                                          "  return cudaDeviceSynchronize();\n"
                                          "}\n";
  REQUIRE(cc({folder / "program.cu", "-o", folder / "program"}).succeeded());
  const Outcome outcome = run_program("/usr/bin/env", {"gdb",
                                                       "-q",
                                                       "-batch",
                                                       "-x",
                                                       LOCKSTEP_SOURCE_DIR "/common/sim/debug.gdb",
                                                       "-ex",
                                                       "tbreak program.cu:3 if threadIdx.x == 40 && blockIdx.y == 1",
                                                       "-ex",
                                                       "run",
                                                       "-ex",
                                                       "print threadIdx",
                                                       "-ex",
                                                       "next",
                                                       "-ex",
                                                       "print threadIdx.x",
                                                       "-ex",
                                                       "print value",
                                                       "-ex",
                                                       "continue",
                                                       folder / "program"});
  CAPTURE(outcome.out, outcome.err);
  for (const char* part : {"program.cu:3\n", "$1 = {x = 40, y = 0, z = 0}\n", "\n4\t", "$2 = 40\n", "$3 = 140\n", "exited normally"})
    CHECK(outcome.out.find(part) != std::string::npos);
}
