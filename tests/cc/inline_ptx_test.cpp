/// @file
/// @brief `./lockstep cc`: programs with inline PTX, and what the check sees of them.
#include <fstream>

#include "catch.hpp"
#include "course_compiler.hpp"
#include "support/processes/process.hpp"
#include "support/temporary_folder.hpp"
#include "texts.hpp"

using lockstep::Outcome;
using lockstep::run_program;
using lockstep::run_shell;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;

namespace {

/// Each thread writes to shared memory and reads its neighbour's word, both by PTX.
std::string neighbours(const std::string& barrier) {
  return "__global__ void k(int* p) {\n"
         "  __shared__ int s[64];\n"
         "  unsigned at = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]);\n"
         "  unsigned other = (unsigned)__cvta_generic_to_shared(&s[63 - threadIdx.x]), lane;\n"
         "  asm(\"mov.u32 %0, %%tid.x;\" : \"=r\"(lane));\n"
         "  asm volatile(\"st.shared.u32 [%0], %1;\" :: \"r\"(at), \"r\"(lane) : \"memory\");\n" +
         barrier +
         "\n  asm volatile(\"ld.shared.u32 %0, [%1];\" : \"=r\"(lane) : \"r\"(other) : \"memory\");\n"
         "  p[threadIdx.x] = lane;\n"
         "}\n"
         "int main() {\n  int* p;\n  cudaMallocManaged(&p, 256);\n  k<<<1, 64>>>(p);\n"
         "  int status = cudaDeviceSynchronize() != cudaSuccess || p[0] != 63;\n  cudaFree(p);\n  return status;\n}\n";
}

}  // namespace

TEST_CASE("programs with inline PTX run in every dialect, and the check sees their accesses") {
  const TemporaryFolder folder;
  const std::string dialect = GENERATE("-std=c++11", "-std=c++17", "-std=c++20");
  std::ofstream(folder / "right.cu") << neighbours("  asm volatile(\"bar.sync 0;\" ::: \"memory\");");
  const Outcome right = cc({folder / "right.cu", "-o", folder / "right", dialect});
  CAPTURE(right.err);
  REQUIRE(right.succeeded());
  REQUIRE(right.err.empty());
  REQUIRE(run_program(folder / "right", {}).succeeded());
  const Outcome silent = run_shell("LOCKSTEP_CHECK=1 '" + (folder / "right") + "'");
  CAPTURE(silent.err);
  REQUIRE(silent.succeeded());
}

TEST_CASE("a race through inline PTX is found on its lines") {
  const TemporaryFolder folder;
  std::ofstream(folder / "race.cu") << neighbours("");
  REQUIRE(cc({folder / "race.cu", "-o", folder / "race"}).succeeded());
  const Outcome ran = run_shell("LOCKSTEP_CHECK=1 '" + (folder / "race") + "'");
  CAPTURE(ran.err);
  REQUIRE(ran.code == 1);
  REQUIRE(ran.err.find("race in kernel k") != std::string::npos);
  REQUIRE(ran.err.find("race.cu:8") != std::string::npos);
  REQUIRE(ran.err.find("race.cu:6") != std::string::npos);
}

TEST_CASE("an instruction that is not simulated is named on its line") {
  const TemporaryFolder folder;
  std::ofstream(folder / "bad.cu")
      << "__global__ void k() {\n  asm volatile(\n    \"{\\n\"\n    \"wgmma.fence.sync.aligned;\\n\"\n    \"}\");\n}\nint main() {}\n";
  const Outcome outcome = cc({folder / "bad.cu", "-o", folder / "bad"});
  REQUIRE(outcome.code == 1);
  REQUIRE(outcome.err == (folder / "bad.cu") + ":4: error: wgmma.fence.sync.aligned in inline PTX is not simulated; use nvcuda::wmma\n");
}
