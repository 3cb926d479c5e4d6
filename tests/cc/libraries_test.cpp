/// @file
/// @brief Programs that call CUDA's libraries, through `./lockstep cc`.
#include <filesystem>
#include <fstream>

#include "catch.hpp"
#include "course_compiler.hpp"
#include "support/processes/process.hpp"
#include "support/temporary_folder.hpp"

using lockstep::Outcome;
using lockstep::run_program;
using lockstep::run_shell;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

const fs::path kPrograms = fs::path(LOCKSTEP_SOURCE_DIR) / "tests/cc/programs";

}  // namespace

TEST_CASE("programs that call CUDA's libraries run, and are found correct") {
  const TemporaryFolder folder;
  for (const char* name : {"curand_device"}) {
    CAPTURE(name);
    const std::string program = folder / name;
    const Outcome compiled = cc({(kPrograms / name).string() + ".cu", "-o", program, "-lcurand", "-lcublas"});
    CAPTURE(compiled.err);
    REQUIRE(compiled.succeeded());
    REQUIRE(compiled.err.empty());
    for (const char* check : {"", "LOCKSTEP_CHECK=1 "}) {
      const Outcome ran = run_shell(check + ("'" + program + "'"));
      CAPTURE(check, ran.out, ran.err);
      REQUIRE(ran.succeeded());
      REQUIRE(ran.out.starts_with("passed"));
    }
  }
}

TEST_CASE("threads that share the state of a generator race") {
  const TemporaryFolder folder;
  std::ofstream(folder / "shared.cu") << "#include <curand_kernel.h>\n"
                                         "__global__ void k(curandState* s, float* out) {\n"
                                         "  if (threadIdx.x == 0) curand_init(1, 0, 0, s);\n"
                                         "  __syncthreads();\n"
                                         "  out[threadIdx.x] = curand_uniform(s);\n}\n"
                                         "int main() {\n  curandState* s;\n  float* out;\n  cudaMalloc(&s, sizeof *s);\n"
                                         "  cudaMalloc(&out, 64 * sizeof *out);\n  k<<<1, 64>>>(s, out);\n"
                                         "  return cudaDeviceSynchronize();\n}\n";
  const Outcome compiled = cc({folder / "shared.cu", "-o", folder / "shared"});
  CAPTURE(compiled.err);
  REQUIRE(compiled.succeeded());
  const Outcome ran = run_shell("LOCKSTEP_CHECK=1 '" + (folder / "shared") + "'");
  CAPTURE(ran.err);
  REQUIRE(ran.code == 1);
  REQUIRE(ran.err.find("race in kernel k") != std::string::npos);
  REQUIRE(ran.err.find("shared.cu:5") != std::string::npos);
}
