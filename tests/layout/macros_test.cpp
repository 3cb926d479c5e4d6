/// @file
/// @brief A student may define `N` or `n` above the includes: the harness's headers have no names of one letter.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "course_files.hpp"
#include "support/output_file.hpp"
#include "support/processes/process.hpp"
#include "support/temporary_folder.hpp"

using lockstep::TemporaryFolder;
using namespace lockstep::testing;
namespace fs = std::filesystem;

namespace {

constexpr const char* kMembers = "xyzw";  // threadIdx.x and float4's: a kernel could not name them either

/// The headers that exercises include. cublas.hpp is for peers.
std::vector<fs::path> headers() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(kRoot / "common" / "harness" / "lockstep"))
    if (entry.path().extension() == ".hpp" && entry.path().filename() != "cublas.hpp") found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

/// The standard library's headers and CUDA's that these include. They come first: some of them have names of one letter.
std::string system_includes() {
  std::set<std::string> lines;
  for (const fs::path& header : headers()) {
    std::istringstream text(read(header));
    for (std::string line; std::getline(text, line);)
      if (line.starts_with("#include <")) lines.insert(line);
  }
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  return all;
}

std::string macros() {
  std::string all;
  for (char letter = 'A'; letter <= 'z'; ++letter)
    if (std::isalpha(static_cast<unsigned char>(letter)) != 0 && std::string(kMembers).find(letter) == std::string::npos)
      all += std::string("#define ") + letter + " (no name)\n";
  return all;
}

lockstep::Outcome compiled(const std::string& text) {
  const TemporaryFolder folder;
  const std::string source = folder / "source.cpp";
  lockstep::write_file(source, text);
  const std::string root = kRoot.string() + "/common/";
  return lockstep::run_program(
      "/usr/bin/env", {"g++", "-std=c++20", "-fsyntax-only", "-D__CUDACC__", "-D__LOCKSTEP_SIM__",
                       "-D__device__=", "-D__host__=", "-D__global__=", "-D__shared__=", "-I" + root + "harness",
                       "-I" + root + "harness/sim", "-I" + root + "sim/include", "-I" + root, "-include", "cuda_runtime.h", source});
}

}  // namespace

TEST_CASE("the harness's headers bear macros of one letter above them") {
  std::string text = system_includes() + macros();
  for (const fs::path& header : headers()) text += "#include \"lockstep/" + header.filename().string() + "\"\n";
  const lockstep::Outcome outcome = compiled(text);
  CAPTURE(outcome.err.substr(0, 2000));
  CHECK(outcome.succeeded());
}
