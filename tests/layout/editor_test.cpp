/// @file
/// @brief An editor reads the course's .cu files without a complaint, and a program that a student writes beside them, and sees what is
/// wrong.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "catch.hpp"
#include "course_files.hpp"
#include "skipped.hpp"
#include "support/processes/process.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

using lockstep::Outcome;
using lockstep::read_file;
using lockstep::run_shell;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

bool has_clangd() {
  if (run_shell("command -v clangd").succeeded()) return true;
  note_skipped("there is no clangd (./lockstep setup --all installs it)");
  return false;
}

/// What clangd has against a file, as an editor shows it: `[code] Line 4: message`.
std::vector<std::string> complaints(const fs::path& file) {
  const Outcome outcome = run_shell("clangd --check='" + file.string() + "' --log=error 2>&1");
  std::istringstream lines(outcome.out);
  std::vector<std::string> found;
  for (std::string line; std::getline(lines, line);)
    if (const std::size_t code = line.find("] ["); line.starts_with("E[") && line.find("] Line ") != std::string::npos)
      found.push_back(line.substr(code + 2));
  return found;
}

/// A folder that an editor takes for the course's, with a program of a student's own.
class OwnProgram {
 public:
  OwnProgram() {
    for (const char* part : {".clangd", "compile_flags.txt", "common"}) fs::create_symlink(kRoot / part, folder_ / part);
  }
  std::vector<std::string> complaints_about(const std::string& text) const {
    std::ofstream(folder_ / "own.cu") << text;
    return complaints(folder_ / "own.cu");
  }

 private:
  TemporaryFolder folder_;
};

const char* const kProgram = R"(#include <cooperative_groups.h>

#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

__constant__ float scale;
__device__ int done;

template <class T>
__global__ __launch_bounds__(256) void sums(const T* in, T* out, int n) {
  __shared__ alignas(16) T tile[256];
  extern __shared__ unsigned char more[];
  const cg::thread_block block = cg::this_thread_block();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? scale * __ldg(in + i) : T();
  __syncthreads();
  const auto warp = cg::tiled_partition<32>(block);
  const T sum = tile[threadIdx.x] + __shfl_down_sync(0xFFFFFFFF, tile[threadIdx.x ^ 1], 1);
  if (warp.thread_rank() == 0) atomicAdd(out, sum + more[0]);
  if (i == 0) printf("%d\\n", atomicAdd(&done, 1));
}

int main() {
  std::vector<float> host(1000);
  host.push_back(1);
  float* device = nullptr;
  if (cudaMalloc(&device, host.size() * sizeof(float)) != cudaSuccess) return 1;
  sums<<<dim3(4), 256, 16, cudaStreamPerThread>>>(device, device, 1000);
  sums<float><<<4, 256>>>(device, device, 1000);
  return cudaDeviceSynchronize();
}
)";

std::string with(std::string text, const std::string& before, const std::string& after) {
  return text.replace(text.find(before), before.size(), after);
}

}  // namespace

TEST_CASE("an editor has nothing against lessons, exercises, solutions, concepts and hazards") {
  if (!has_clangd()) return;
  for (const char* file :
       {"lessons/04_dot_product/v3_shared_memory.cu", "lessons/04_dot_product/exercise.cu", "lessons/06_matrix_multiply/peer_cublas.cu",
        "solutions/04_dot_product/exercise.cu", "docs/concepts/bank_conflicts.cu", "tests/hazards/suite/ends.cu"}) {
    if (!fs::exists(kRoot / file)) continue;  // instructors hand the course out without its solutions
    CAPTURE(file);
    CHECK(complaints(kRoot / file) == std::vector<std::string>{});
  }
}

TEST_CASE("an editor has nothing against a CUDA program, and shows what is wrong with one") {
  if (!has_clangd()) return;
  const OwnProgram own;
  CHECK(own.complaints_about(kProgram) == std::vector<std::string>{});
  for (const auto& [right, wrong, line] : std::vector<std::tuple<std::string, std::string, std::string>>{
           {"__syncthreads();", "__syncthread();", "Line 18: "},
           {"sums<float><<<4, 256>>>(device, device, 1000);", "sums<float><<<4, 256>>>(device);", "Line 31: "}}) {
    const auto found = own.complaints_about(with(kProgram, right, wrong));
    CAPTURE(wrong);
    REQUIRE(found.size() == 1);
    CHECK(found.front().find(line) != std::string::npos);
  }
}

TEST_CASE("every lesson's solution tells an editor where its exercise's header is") {
  for (const auto& entry : fs::directory_iterator(kRoot / "solutions")) {
    if (!entry.is_directory()) continue;
    CAPTURE(entry.path().string());
    const std::string config = read_file(entry.path() / ".clangd");
    CHECK(config.find("-Ilessons/" + entry.path().filename().string() + "\n") != std::string::npos);
  }
}
