/// @file
/// @brief What programs expect of CUDA's headers beside the API: the macros that they test, older functions, ranges for profilers.
#include <fstream>
#include <string>

#include "catch.hpp"
#include "course_compiler.hpp"
#include "support/temporary_folder.hpp"
#include "texts.hpp"

using lockstep::Outcome;
using lockstep::run_program;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;

TEST_CASE("the macros that programs test are there without an include") {
  const TemporaryFolder folder;
  std::ofstream file(folder / "a.cu");
  for (const char* macro :
       {"__CUDACC__", "__NVCC__", "__CUDACC_VER_MAJOR__", "__CUDACC_VER_MINOR__", "__CUDA_ARCH_LIST__", "CUDART_VERSION", "CUDARTAPI",
        "__CUDA_RUNTIME_H__", "__CUDA_RUNTIME_API_H__", "__DRIVER_TYPES_H__", "__VECTOR_TYPES_H__", "__VECTOR_FUNCTIONS_H__",
        "__HOST_DEFINES_H__", "__TEXTURE_TYPES_H__", "__builtin_align__", "__no_return__", "__device_builtin__", "__inline_hint__"})
    file << "#ifndef " << macro << "\n#error " << macro << "\n#endif\n";
  for (const char* macro : {"__cuda_cuda_h__", "CUDA_VERSION", "__CUDACC_RDC__", "__CUDACC_EXTENDED_LAMBDA__"})
    file << "#ifdef " << macro << "\n#error no " << macro << "\n#endif\n";
  file << "#include <cuda.h>\nstruct __builtin_align__(16) Wide { int x; };\n"
          "static_assert(alignof(Wide) == 16 && CUDA_VERSION == CUDART_VERSION && INT_MAX > 0 && CHAR_BIT == 8, \"\");\nint main() {}\n";
  file.close();
  const Outcome compiled = cc({folder / "a.cu", "-o", folder / "a"});
  CAPTURE(compiled.err);
  CHECK(compiled.succeeded());
}

TEST_CASE("options set the macros that nvcc sets") {
  const TemporaryFolder folder;
  std::ofstream(folder / "a.cu")
      << "#if !defined(__CUDACC_RDC__) || !defined(__CUDACC_EXTENDED_LAMBDA__) || !defined(__CUDACC_RELAXED_CONSTEXPR__)\n"
         "#error\n#endif\nint main() {}\n";
  CHECK(cc({folder / "a.cu", "-rdc=true", "--extended-lambda", "--expt-relaxed-constexpr", "-o", folder / "a"}).succeeded());
  CHECK_FALSE(cc({folder / "a.cu", "-rdc=false", "--extended-lambda", "--expt-relaxed-constexpr", "-o", folder / "a"}).succeeded());
}

TEST_CASE("what books show and CUDA 13 dropped works, with a word on what replaces it") {
  const TemporaryFolder folder;
  std::ofstream(folder / "a.cu") << R"(
__global__ void k(int* p) { *p = 3; }
int main() {
  int* p;
  cudaMallocManaged(&p, 4);
  k<<<1, 1>>>(p);
  if (cudaThreadSynchronize() != cudaSuccess || *p != 3) return 1;
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  if (prop.clockRate <= 0 || prop.deviceOverlap != 1 || prop.computeMode != cudaComputeModeDefault) return 2;
  if (prop.kernelExecTimeoutEnabled != 0 || prop.asyncEngineCount < 1) return 3;
  return cudaThreadExit();
}
)";
  const Outcome compiled = cc({folder / "a.cu", "-o", folder / "a"});
  CAPTURE(compiled.err);
  REQUIRE(compiled.succeeded());
  CHECK(compiled.err.find("a.cu:7") != std::string::npos);
  CHECK(compiled.err.find("use cudaDeviceSynchronize") != std::string::npos);
  CHECK(compiled.err.find("use cudaDeviceReset") != std::string::npos);
  CHECK(run_program(folder / "a", {}).code == 0);
  CHECK(cc({"-w", folder / "a.cu", "-o", folder / "a"}).err.empty());
}

TEST_CASE("ranges for profilers compile, and do nothing") {
  const TemporaryFolder folder;
  std::ofstream(folder / "a.cu") << R"(
#include <cudaProfiler.h>
#include <cuda_profiler_api.h>
#include <nvToolsExt.h>
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvtx3.hpp>
int main() {
  NVTX3_FUNC_RANGE();
  nvtx3::scoped_range range("all");
  cudaProfilerStart();
  nvtxEventAttributes_t event = {};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.colorType = NVTX_COLOR_ARGB;
  event.messageType = NVTX_MESSAGE_TYPE_ASCII;
  event.message.ascii = "part";
  nvtxRangePushEx(&event);
  nvtxRangePushA("inner");
  nvtxMark("here");
  nvtxRangePop();
  nvtxDomainHandle_t domain = nvtxDomainCreateA("mine");
  nvtxDomainRangePushEx(domain, &event);
  nvtxDomainRangePop(domain);
  nvtxRangeEnd(nvtxRangeStartA("open"));
  cudaProfilerStop();
}
)";
  const Outcome compiled = cc({folder / "a.cu", "-Wall", "-Wextra", "-lnvToolsExt", "-o", folder / "a"});
  CAPTURE(compiled.err);
  REQUIRE(compiled.succeeded());
  CHECK(compiled.err.empty());
  CHECK(run_program(folder / "a", {}).succeeded());
  std::ofstream(folder / "b.c") << "#include <nvtx3/nvToolsExt.h>\nint main(void) { nvtxRangePush(\"c\"); nvtxRangePop(); return 0; }\n";
  CHECK(cc({folder / "b.c", "-o", folder / "b"}).succeeded());
}

TEST_CASE("a function of the driver API that loads code of a GPU is refused by name, on its line") {
  const TemporaryFolder folder;
  std::ofstream(folder / "a.cu") << "#include <cuda.h>\nint main() {\n  CUmodule m;\n  return cuModuleLoad(&m, \"k.ptx\");\n}\n";
  const Outcome compiled = cc({folder / "a.cu", "-o", folder / "a"});
  CAPTURE(compiled.err);
  CHECK(compiled.code == 1);
  CHECK(compiled.err.find("a.cu:4") != std::string::npos);
  CHECK(compiled.err.find("cuModuleLoad loads PTX") != std::string::npos);
}

TEST_CASE("a C++ file includes the runtime API alone") {
  const TemporaryFolder folder;
  std::ofstream(folder / "a.cpp") << "#include <cuda_runtime_api.h>\nint main() { return cudaDeviceSynchronize(); }\n";
  const Outcome compiled = cc({folder / "a.cpp", "-o", folder / "a"});
  CAPTURE(compiled.err);
  CHECK(compiled.succeeded());
}
