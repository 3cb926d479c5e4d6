/// @file
/// @brief `./lockstep cc -std=…`: programs are compiled in the dialect that they ask for, by default nvcc's.
#include <filesystem>
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
namespace fs = std::filesystem;

namespace {

/// In words that a later dialect would read otherwise: a `lerp` beside std::lerp, and u8"", whose type C++20 changed.
constexpr const char* kOlder = R"(
#include <cmath>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#ifdef __STRICT_ANSI__
#define STRICT "strict"
#else
#define STRICT "gnu"
#endif
namespace cg = cooperative_groups;
using namespace std;
__host__ __device__ float lerp(float a, float b, float t) { return a + t * (b - a); }
__device__ int total;
struct Pair { int a; double b; };
template <class T> __global__ void k(Pair pair, T* p) {
  __shared__ T s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  atomicAdd(&total, cg::reduce(cg::tiled_partition<32>(cg::this_thread_block()), s[threadIdx.x], cg::plus<T>()));
  p[threadIdx.x] = s[63 - threadIdx.x] + lerp(0, 2, 0.5f) + __clz(pair.a) + pair.b;
}
int main() {
  int* p;
  cudaMallocManaged(&p, 256);
  k<<<1, 64>>>(Pair{0, 100.0}, p);
  cudaDeviceSynchronize();
  int sum = 0;
  cudaMemcpyFromSymbol(&sum, total, 4);
  const char* dialect = u8"" STRICT;
  std::printf("%ld %s %d %d", __cplusplus, dialect, p[1], sum);
}
)";

void write_unit(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

}  // namespace

TEST_CASE("a program is compiled in the dialect that it asks for") {
  struct Dialect {
    std::vector<std::string> options;
    const char* version;
  };
  const auto [options, version] = GENERATE(values<Dialect>(
      {{{}, "201703 gnu"}, {{"-std=c++11"}, "201402 strict"}, {{"-std", "c++14"}, "201402 strict"}, {{"--std=c++17"}, "201703 strict"}}));
  const TemporaryFolder folder;
  write_unit(folder / "older.cu", kOlder);
  std::vector<std::string> words{folder / "older.cu", "-o", folder / "older"};
  words.insert(words.end(), options.begin(), options.end());
  const Outcome compiled = cc(words);
  CAPTURE(compiled.err);
  REQUIRE(compiled.succeeded());
  REQUIRE(compiled.err.empty());
  REQUIRE(run_program(folder / "older", {}).out == std::string(version) + " 195 64512");
}

TEST_CASE("C++20 reaches .cu and .cpp files") {
  const TemporaryFolder folder;
  const std::string text = "#include <cuda_runtime.h>\n#include <concepts>\nstatic_assert(std::integral<int> && __cplusplus == 202002L);\n";
  write_unit(folder / "a.cu", text);
  write_unit(folder / "b.cpp", text + "int main() {}\n");
  const Outcome compiled = cc({"-std=c++20", folder / "a.cu", folder / "b.cpp", "-o", folder / "program"});
  CAPTURE(compiled.err);
  REQUIRE(compiled.succeeded());
}

TEST_CASE("every header compiles in every dialect") {
  const std::string dialect = GENERATE("c++14", "gnu++17", "c++20");
  const TemporaryFolder folder;
  const fs::path include = fs::path(LOCKSTEP_SOURCE_DIR) / "common/sim/include";
  std::ofstream unit(folder / "all.cu");
  for (const auto& entry : fs::recursive_directory_iterator(include)) {
    const fs::path name = entry.path().lexically_relative(include);
    const bool goes_with_others = name.filename() != "cublas.h";  // as in CUDA, not with cublas_v2.h
    if (entry.is_regular_file() && *name.begin() != "lockstep" && name.extension() != ".md" && goes_with_others)
      unit << "#include <" << name.string() << ">\n";
  }
  unit.close();
  write_unit(folder / "alone.cu", "#include <cublas.h>\n");
  for (const char* const name : {"all.cu", "alone.cu"}) {
    const Outcome compiled = cc({"-std=" + dialect, "-Wall", "-Wextra", "-c", folder / name, "-o", folder / "made.o"});
    CAPTURE(dialect, name, compiled.err);
    CHECK(compiled.succeeded());
    CHECK(compiled.err.empty());
  }
}

TEST_CASE("an unknown dialect is refused with those that are known") {
  const TemporaryFolder folder;
  write_unit(folder / "a.cu", "int main() {}\n");
  const Outcome outcome = cc({"-std=c++18", folder / "a.cu"});
  REQUIRE(outcome.code == 2);
  REQUIRE(lines(outcome.err) == 1);
  REQUIRE(outcome.err.find("-std=c++18") != std::string::npos);
  REQUIRE(outcome.err.find("c++17") != std::string::npos);
}
