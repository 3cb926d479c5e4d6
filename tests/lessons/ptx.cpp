/// @file
/// @brief Compiles versions to PTX, and finds a kernel's instructions in it.
#include "ptx.hpp"

#include <fstream>
#include <regex>

#include "catch.hpp"
#include "support/processes/process.hpp"
#include "support/temporary_folder.hpp"

namespace lockstep::testing {
namespace {

const std::string kRoot = LOCKSTEP_SOURCE_DIR;

const std::string& nvcc() {
  static const std::string path = [] {
    const Outcome found = run_shell("command -v \"${CUDACXX:-nvcc}\" || command -v nvcc || command -v /usr/local/cuda/bin/nvcc");
    return found.succeeded() ? found.out.substr(0, found.out.find('\n')) : std::string();
  }();
  return path;
}

}  // namespace

bool has_nvcc() { return !nvcc().empty(); }

Instructions instructions_of(const std::string& lesson, const std::string& version, const std::string& kernel) {
  const TemporaryFolder folder;
  const std::string ptx = folder / "version.ptx";
  const Outcome made =
      run_program(nvcc(), {"-std=c++20", "-O3", "-ptx", "-arch=sm_90", "-w", "-DLOCKSTEP_BACKEND_NAME=\"cuda\"", "-I" + kRoot + "/common",
                           "-I" + kRoot + "/common/harness", kRoot + "/lessons/" + lesson + "/" + version + ".cu", "-o", ptx});
  CAPTURE(made.err);
  REQUIRE(made.succeeded());

  // A mangled name has the length of each of its parts: `add` is 3add, and the E ends the unnamed namespace.
  const std::regex entry("\\.entry \\w*N\\w*" + std::to_string(kernel.size()) + kernel + "E\\w*\\(");
  const std::regex instruction("\\s+(?:@!?%\\w+ )?([a-z][a-z0-9_.:]*)\\s.*;");
  std::ifstream file(ptx);
  Instructions found;
  bool inside = false;
  std::smatch match;
  for (std::string line; std::getline(file, line);) {
    if (line.find(".entry") != std::string::npos) inside = std::regex_search(line, entry);
    if (inside && std::regex_match(line, match, instruction)) found.push_back(match[1]);
  }
  REQUIRE_FALSE(found.empty());
  return found;
}

}  // namespace lockstep::testing
