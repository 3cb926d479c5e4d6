/// @file
/// @brief How wide the accesses of vectors and structures are: what the simulator counts, and what nvcc compiles.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "course_compiler.hpp"
#include "skipped.hpp"
#include "support/processes/process.hpp"
#include "support/temporary_folder.hpp"

using lockstep::run_program;
using lockstep::run_shell;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path kProgram = LOCKSTEP_SOURCE_DIR "/tests/observers/programs/vector_accesses.cu";
constexpr int kLastClass = 42;  ///< the line where the program's functions begin

using Accesses = std::vector<std::string>;  ///< "ld.global 16": what it does, and the bytes of a lane; sorted
using AccessesOfKernels = std::map<std::string, Accesses>;

Accesses sorted(Accesses accesses) {
  std::ranges::sort(accesses);
  return accesses;
}

/// From "ld.global 16, 2 x st.shared 8".
Accesses accesses_of(const std::string& text) {
  static const std::regex part("(?:([0-9]+) x )?((?:ld|st)\\.(?:global|shared) [0-9]+)");
  Accesses all;
  for (std::sregex_iterator match(text.begin(), text.end(), part); match != std::sregex_iterator(); ++match)
    all.insert(all.end(), (*match)[1].matched ? std::stoul((*match)[1]) : 1, (*match)[2]);
  return sorted(all);
}

/// What the comments above the program's kernels say.
struct Stated {
  AccessesOfKernels by_nvcc, here;
};
Stated stated() {
  static const std::regex comment("// nvcc: (.*?)(?:; here: (.*))?"), kernel("__global__ void (\\w+)\\(.*");
  std::ifstream file(kProgram);
  std::string line;
  Accesses by_nvcc, here;
  Stated all;
  for (std::smatch match; std::getline(file, line);) {
    if (std::regex_match(line, match, comment)) {
      by_nvcc = accesses_of(match[1]);
      here = match[2].matched ? accesses_of(match[2]) : by_nvcc;
    } else if (std::regex_match(line, match, kernel)) {
      all.by_nvcc[match[1]] = std::exchange(by_nvcc, {});
      all.here[match[1]] = std::exchange(here, {});
    }
  }
  return all;
}

AccessesOfKernels counted(const json& launches) {
  AccessesOfKernels all;
  for (const json& launch : launches) {
    Accesses& mine = all[launch.at("kernel")];
    for (const json& request : launch.at("requests"))
      mine.push_back(std::string(request.at("write") == true ? "st." : "ld.") + (request.at("shared") == true ? "shared " : "global ") +
                     std::to_string(request.at("bytes").get<int>()));
    mine = sorted(mine);
  }
  return all;
}

/// The loads and stores in PTX, but for those of parameters and of a thread's own arrays.
AccessesOfKernels compiled(std::istream& ptx) {
  static const std::regex kernel(".*\\.entry (\\w+)\\(.*"), access("\\s+(ld|st)\\.(global|shared)(?:\\.v([24]))?\\.[a-z]([0-9]+).*");
  AccessesOfKernels all;
  std::string line, name;
  for (std::smatch match; std::getline(ptx, line);) {
    if (std::regex_match(line, match, kernel)) name = match[1];
    if (!std::regex_match(line, match, access)) continue;
    const int parts = match[3].matched ? std::stoi(match[3]) : 1;
    all[name].push_back(match[1].str() + '.' + match[2].str() + ' ' + std::to_string(parts * std::stoi(match[4]) / 8));
  }
  for (auto& [of, accesses] : all) accesses = sorted(accesses);
  return all;
}

/// The launches of the program, compiled with this level of optimization.
json profile_at(const std::string& level) {
  const TemporaryFolder folder;
  const std::string program = folder / "vector_accesses", profile = folder / "profile.json";
  const lockstep::Outcome made = cc({level, kProgram, "-o", program});
  CAPTURE(made.err);
  REQUIRE(made.succeeded());
  const lockstep::Outcome outcome = run_program("/usr/bin/env", {"LOCKSTEP_PROFILE=" + profile, "LOCKSTEP_PROFILE_REQUESTS=16", program});
  CAPTURE(outcome.err);
  REQUIRE(outcome.succeeded());
  std::ifstream file(profile);
  return json::parse(file);
}

void check_lines(const json& launches) {
  for (const json& launch : launches)
    for (const json& request : launch.at("requests")) {
      CAPTURE(launch.at("kernel"));
      CHECK(fs::path(request.at("file").get<std::string>()).filename() == kProgram.filename());
      CHECK(request.at("line") > kLastClass);
    }
}

std::string find_nvcc() {
  const lockstep::Outcome found = run_shell("command -v \"${CUDACXX:-nvcc}\" || command -v nvcc || command -v /usr/local/cuda/bin/nvcc");
  return found.succeeded() ? found.out.substr(0, found.out.find('\n')) : "";
}

void compare(const AccessesOfKernels& expected, const AccessesOfKernels& found) {
  REQUIRE(expected.size() > 40);
  for (const auto& [kernel, accesses] : expected) {
    CAPTURE(kernel);
    REQUIRE_FALSE(accesses.empty());
    REQUIRE(found.contains(kernel));
    CHECK(found.at(kernel) == accesses);
  }
}

}  // namespace

TEST_CASE("vectors and structures are loaded and stored in accesses as wide as nvcc makes them, however they are written") {
  for (const char* const level : {"-O1", "-O3"}) {
    CAPTURE(level);
    const json launches = profile_at(level);
    compare(stated().here, counted(launches));
    check_lines(launches);
  }
}

TEST_CASE("without optimization, too, an access is of the line that makes it, and not of the line where its class is") {
  check_lines(profile_at("-O0"));
}

TEST_CASE("what the program of vector accesses states of nvcc is what nvcc compiles") {
  const std::string nvcc = find_nvcc();
  if (nvcc.empty()) return note_skipped("nvcc is not installed: the widths that tests/observers/programs/vector_accesses.cu states");
  const TemporaryFolder folder;
  const std::string ptx = folder / "vector_accesses.ptx";
  const lockstep::Outcome made = run_program(nvcc, {"-std=c++20", "-ptx", "-arch=sm_90", "-w", kProgram, "-o", ptx}, kCompiling);
  CAPTURE(made.err);
  REQUIRE(made.succeeded());
  std::ifstream file(ptx);
  compare(stated().by_nvcc, compiled(file));
}
