/// @file
/// @brief What the simulator counts against what Nsight Compute counted on an H100: launch by launch, metric by metric. A difference is
/// allowed only where the record names it, with both numbers and its cause.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "course_compiler.hpp"
#include "support/processes/process.hpp"
#include "support/temporary_folder.hpp"

using lockstep::run_program;
using lockstep::TemporaryFolder;
using namespace lockstep::testing;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path kSource = LOCKSTEP_SOURCE_DIR;

json read_json(const fs::path& path) {
  std::ifstream file(path);
  REQUIRE(file.good());
  return json::parse(file);
}

// The launches of a program, as it counts them itself.
json profile_of(std::vector<std::string> command, const TemporaryFolder& folder) {
  const std::string out = folder / "profile.json";
  command.insert(command.begin(), "LOCKSTEP_PROFILE=" + out);
  const lockstep::Outcome outcome = run_program("/usr/bin/env", command);
  CAPTURE(outcome.out, outcome.err);
  REQUIRE(outcome.succeeded());
  return read_json(out);
}

// The simulator has no instructions to count.
bool is_comparable(const std::string& metric) { return !metric.starts_with("smsp__"); }

// A difference in `differences` that is one of this launch and metric, or null.
const json* find_cause(const json& differences, const json& launch, const std::string& metric) {
  for (const json& difference : differences) {
    const bool same_launch = difference.value("version", "") == launch.value("version", "") &&
                             difference.value("size", 0) == launch.value("size", 0) && difference.at("kernel") == launch.at("kernel");
    if (same_launch && difference.at("metric") == metric) return &difference;
  }
  return nullptr;
}

// Returns how many metrics differed, all of them for a cause that the record names.
std::size_t compare(const json& recorded, const json& counted, const json& differences) {
  std::size_t explained = 0;
  for (const auto& [metric, hardware] : recorded.at("counters").items()) {
    if (!is_comparable(metric)) continue;
    CAPTURE(recorded.at("kernel"), recorded.value("version", ""), recorded.value("size", 0), metric);
    REQUIRE(counted.at("counters").contains(metric));
    const double simulator = counted.at("counters").at(metric);
    const json* const cause = find_cause(differences, recorded, metric);
    CHECK(simulator == (cause != nullptr ? cause->at("simulator") : hardware).get<double>());
    if (cause == nullptr) continue;
    ++explained;
    CHECK(cause->at("hardware") == hardware);
    CHECK(hardware.get<double>() != simulator);
    CHECK(cause->at("cause").get<std::string>().size() > 20);
  }
  return explained;
}

}  // namespace

TEST_CASE("control flow in all its shapes makes the warp instructions that an H100 executed") {
  const TemporaryFolder folder;
  const std::string program = folder / "warp_patterns";
  const lockstep::Outcome compiled = cc({kSource / "tests/observers/programs/warp_patterns.cu", "-o", program});
  CAPTURE(compiled.err);
  REQUIRE(compiled.succeeded());

  const json record = read_json(kSource / "tests/observers/data/h100_warp_patterns.json");
  const json &launches = record.at("launches"), &differences = record.at("differences");
  for (const char* const seed : {"0", "7"}) {  // the order of threads must not matter
    const json counted = profile_of({std::string("LOCKSTEP_SHUFFLE=") + seed, program}, folder);
    REQUIRE(counted.size() == launches.size());
    std::size_t explained = 0;
    for (std::size_t i = 0; i < launches.size(); ++i) explained += compare(launches[i], counted[i], differences);
    CHECK(explained == differences.size());
  }
  const lockstep::Outcome checked = run_program("/usr/bin/env", {"LOCKSTEP_CHECK=1", program});
  CAPTURE(checked.err);
  CHECK(checked.succeeded());
  CHECK(checked.err.empty());
}

// Where loops begin, which branches are jumps, and which ways are threaded past a test differ from one version of g++ to the next.
TEST_CASE("no counter depends on how the compiler lays out a kernel") {
  const TemporaryFolder folder;
  const std::string source = kSource / "tests/observers/programs/warp_patterns.cu", program = folder / "warp_patterns";
  const auto counted_with = [&](std::vector<std::string> options) {
    options.insert(options.end(), {source, "-o", program});
    const lockstep::Outcome compiled = cc(options);
    CAPTURE(compiled.err);
    REQUIRE(compiled.succeeded());
    return profile_of({program}, folder);
  };
  const json usual = counted_with({});
  CHECK(counted_with({"-Xcompiler", "-fno-tree-ch,-fno-thread-jumps,-fno-tree-dominator-opts"}) == usual);
  CHECK(counted_with({"-Xcompiler", "-fno-if-conversion,-fno-ssa-phiopt,-fno-crossjumping,-freorder-blocks"}) == usual);
}

TEST_CASE("lesson 04's kernels count what they counted on an H100") {
  const std::string program = LOCKSTEP_LESSON_DIR "/04_dot_product";
  const TemporaryFolder folder;
  const json record = read_json(kSource / "docs/results/nvidia_h100_80gb_hbm3/04_dot_product/counters.json");
  std::map<std::pair<std::string, std::size_t>, std::vector<json>> runs;
  for (const json& launch : record.at("launches")) runs[{launch.at("version"), launch.at("size")}].push_back(launch);
  std::size_t explained = 0;
  for (const auto& [run, launches] : runs) {
    const auto& [version, size] = run;
    CAPTURE(version, size);
    const std::string zeros = folder / "zeros";
    std::ofstream(zeros) << std::string(2 * sizeof(float) * size, '\0');
    const json counted = profile_of({program, "--kernel", version, "--size", std::to_string(size), "--block", "256", "--grid", "16", "--in",
                                     zeros, "--out", folder / "out"},
                                    folder);
    REQUIRE(counted.size() == launches.size());
    for (std::size_t i = 0; i < launches.size(); ++i) {
      CHECK(counted[i].at("grid").at(0) == launches[i].at("grid"));
      CHECK(counted[i].at("block").at(0) == launches[i].at("block"));
      explained += compare(launches[i], counted[i], record.at("differences"));
    }
  }
  CHECK(explained == record.at("differences").size());
}
