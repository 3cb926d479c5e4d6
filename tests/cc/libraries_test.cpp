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

// What a program that calls cuBLAS, with `h` its handle, says on standard error.
std::string told(const std::string& body, const char* check = "LOCKSTEP_CHECK=1 ") {
  const TemporaryFolder folder;
  std::ofstream(folder / "blas.cu") << "#include <cublas_v2.h>\n#include <vector>\n"
                                       "__global__ void fill(float* p) { p[threadIdx.x] = 1; }\nint main() {\n"
                                       "  cublasHandle_t h;\n  cublasCreate(&h);\n  const float one = 1, zero = 0;\n  float* a;\n"
                                       "  cudaMalloc(&a, 4096);\n"
                                    << body << "  cudaDeviceSynchronize();\n  cudaFree(a);\n}\n";
  const Outcome compiled = cc({folder / "blas.cu", "-o", folder / "blas"});
  CAPTURE(compiled.err);
  REQUIRE(compiled.succeeded());
  return run_shell("cd '" + (folder / "") + "' && " + check + "./blas").err;
}

}  // namespace

TEST_CASE("programs that call CUDA's libraries run, and are found correct") {
  const TemporaryFolder folder;
  for (const char* name :
       {"curand_device", "curand_host", "curand_discrete", "curand_sobol", "cublas_levels", "cublas_calls", "cublas_legacy"}) {
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

TEST_CASE("cuBLAS's functions have the names of the library, too") {
  const TemporaryFolder folder;
  std::ofstream(folder / "names.cu")
      << "#include <cublas_v2.h>\nint main() {\n  cublasHandle_t handle;\n"
         "  return cublasCreate_v2(&handle) + cublasSetStream_v2(handle, 0) + cublasDestroy_v2(handle);\n}\n";
  const Outcome compiled = cc({folder / "names.cu", "-o", folder / "names", "-lcublas"});
  CAPTURE(compiled.err);
  REQUIRE(compiled.succeeded());
  CHECK(run_program(folder / "names", {}).succeeded());
}

TEST_CASE("cuBLAS with handles and without them do not go together") {
  const TemporaryFolder folder;
  for (const char* both : {"#include <cublas.h>\n#include <cublas_v2.h>\n", "#include <cublas_v2.h>\n#include <cublas.h>\n"}) {
    std::ofstream(folder / "both.cu") << both << "int main() {}\n";
    const Outcome compiled = cc({folder / "both.cu", "-o", folder / "both"});
    CHECK(compiled.code == 1);
    CHECK(compiled.err == (folder / "both.cu") + ":2: error: cublas.h and cublas_v2.h cannot both be included: leave out one of them\n");
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

TEST_CASE("a call of cuBLAS that goes past the end of an allocation is told with the sizes") {
  const std::string text = told(
      "  cudaMemset(a, 0, 4096);\n"
      "  cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 32, 32, 33, &one, a, 32, a, 33, &zero, a, 32);\n",
      "");
  CAPTURE(text);
  CHECK(text.starts_with(
      "lockstep: error: cublasSgemm reads 33 times 128 bytes of A, up to byte 4224 of the 4096 bytes from cudaMalloc at "));
  CHECK(text.find("blas.cu:11\n") != std::string::npos);
}

TEST_CASE("a call of cuBLAS with memory of the host fails as on a GPU, and says why") {
  const std::string text = told(
      "  std::vector<float> x(10);\n  float sum;\n  cublasSscal(h, 10, &one, x.data(), 1);\n"
      "  if (cublasSasum(h, 10, a, 1, &sum) == CUBLAS_STATUS_SUCCESS) return 3;\n"
      "  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 4;\n");
  CAPTURE(text);
  CHECK(text.find("out-of-bounds, blas.cu:12") != std::string::npos);
  CHECK(text.find("cublasSscal writes 40 bytes of x: host memory at ") != std::string::npos);
  CHECK(text.find("lockstep: 1 error") != std::string::npos);
}

TEST_CASE("the check knows what calls of cuBLAS read and write") {
  SECTION("memory that was never written") {
    const std::string text = told("  float sum;\n  cudaMemset(a, 0, 36);\n  cublasSasum(h, 10, a, 1, &sum);\n");
    CAPTURE(text);
    CHECK(text.find("uninitialised-read, blas.cu:12") != std::string::npos);
    CHECK(text.find("cublasSasum reads byte 36 of the 4096 bytes") != std::string::npos);
  }
  SECTION("nothing is read of a result that is only written, of the other triangle, or times zero") {
    const std::string text = told(
        "  cudaMemset(a, 0, 3072);\n"
        "  cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &one, a, 8, a, 8, &zero, a + 768, 8);\n"
        "  cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &zero, a + 960, 8, a, 8, &zero, a + 832, 8);\n"
        "  cudaMemcpy2D(a + 896, 32, a, 32, 4, 8, cudaMemcpyDeviceToDevice);\n"
        "  cublasStrsv(h, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 1, a + 900, 8, a, 1);\n");
    CHECK(text.empty());
  }
  SECTION("another stream") {
    const std::string text = told(
        "  cudaStream_t s;\n  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);\n  fill<<<1, 64>>>(a);\n"
        "  cublasSetStream(h, s);\n  cublasSscal(h, 64, &one, a, 1);\n  cudaDeviceSynchronize();\n  cudaStreamDestroy(s);\n");
    CAPTURE(text);
    CHECK(text.find("race in kernel fill, blas.cu:14") != std::string::npos);
    CHECK(text.find("cublasSscal reads byte 0 of the 256 bytes") == std::string::npos);
    CHECK(text.find("which kernel fill wrote") != std::string::npos);
  }
  SECTION("a result on the device, in the host's pointer mode") {
    const std::string text = told("  cudaMemset(a, 0, 4096);\n  cublasSasum(h, 10, a, 1, a + 10);\n", "");
    CAPTURE(text);
    CHECK(text.find("cublasSasum writes its result to byte 40 of the 4096 bytes") != std::string::npos);
    CHECK(text.find("blas.cu:11\n") != std::string::npos);
    CHECK(text.find("CUBLAS_POINTER_MODE_DEVICE") != std::string::npos);
  }
}

TEST_CASE("what the simulator's cuRAND lacks is refused by name") {
  const TemporaryFolder folder;
  std::ofstream(folder / "twister.cu") << "#include <curand.h>\nint main() {\n  curandGenerator_t g;\n"
                                          "  if (curandCreateGenerator(&g, CURAND_RNG_PSEUDO_MT19937) == CURAND_STATUS_SUCCESS) return 1;\n"
                                          "  curandCreateGenerator(&g, CURAND_RNG_QUASI_SOBOL32);\n"
                                          "  return curandSetQuasiRandomGeneratorDimensions(g, 338) == CURAND_STATUS_SUCCESS;\n}\n";
  REQUIRE(cc({folder / "twister.cu", "-o", folder / "twister"}).succeeded());
  const Outcome ran = run_shell("cd '" + (folder / "") + "' && ./twister");
  CHECK(ran.code == 0);
  CHECK(
      ran.err.starts_with("lockstep: error: curandCreateGenerator: the simulator does not have the Mersenne Twisters\n  in twister.cu:4\n"
                          "  use XORWOW, Philox, MRG32k3a or a Sobol sequence in their default order\n"));
  CHECK(ran.err.find("curandSetQuasiRandomGeneratorDimensions: the simulator does not have direction vectors of 338 dimensions, only of "
                     "337\n  in twister.cu:6\n") != std::string::npos);
}
