/// @file
/// @brief `./lockstep test`: builds everything, or what some areas need, and runs the tests.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string_view>
#include <thread>

#include "course/test_areas.hpp"
#include "front/calls/machine.hpp"
#include "front/verbs/verbs.hpp"
#include "lockstep/machine_error.hpp"
#include "lockstep/usage_error.hpp"
#include "support/exit_status.hpp"
#include "support/processes/path_lookup.hpp"
#include "support/read_file.hpp"

namespace lockstep::front {
namespace {

namespace fs = std::filesystem;
using Areas = std::vector<std::string>;

void need_areas(const Setting& setting, const Areas& asked) {
  const Areas known = course::test_areas(setting.root);
  for (const std::string& area : asked)
    if (std::ranges::find(known, area) == known.end())
      throw UsageError(fmt::format("there are no tests named '{}'; there are {}", area, fmt::join(known, ", ")));
}

/// "3/1385 Testing: …"
bool begins_test(const std::string& line) {
  const std::size_t at = line.find(" Testing: ");
  return at != line.npos && line.find_first_not_of("0123456789/") == at;
}

/// Repeats it at the end, because one test's output is hard to find among a thousand.
void print_what_failed(const fs::path& log) {
  fmt::print("\nWhat the failed tests printed:\n");
  std::istringstream lines(read_file(log));
  std::string test;
  for (std::string line; std::getline(lines, line);) {
    if (begins_test(line)) test.clear();
    test += line + '\n';
    if (line == "Test Failed.") fmt::print("{}", test);
  }
}

void print_kills(const fs::path& folder) {
  if (!fs::exists(folder)) return;
  fmt::print("\nWhat the exercises' tests say of the unsolved exercise, the solution and wrong answers, part by part:\n");
  std::vector<fs::path> files(fs::directory_iterator(folder), {});
  std::ranges::sort(files);
  for (const fs::path& file : files) fmt::print("{}", read_file(file));
}

bool run_ctest(const Setting& setting, const Areas& areas) {
  const auto ctest = find_in_path("ctest");
  if (!ctest) throw MachineError("the tests need ctest, which comes with CMake");
  std::vector<std::string> words{"--preset", setting.backend, "-j", fmt::format("{}", std::thread::hardware_concurrency())};
  if (!areas.empty()) words.insert(words.end(), {"-R", fmt::format("^({}): ?", fmt::join(areas, "|"))});
  return start(*ctest, words) == 0;
}

/// A change lands only without warnings.
Warnings warnings_of_tests() {
  const char* const ci = std::getenv("CI");
  return ci != nullptr && std::string_view(ci) == "true" ? Warnings::refused : Warnings::shown;
}

/// Every test if no area is named.
int run_tests(const Setting& setting, const Areas& areas) {
  std::vector<std::string> targets;
  for (const std::string& area : areas) targets.push_back(area + "_tests");
  build(setting, "the build", targets, warnings_of_tests());
  fs::current_path(setting.root);
  if (!run_ctest(setting, areas)) {
    print_what_failed(setting.build() / "Testing" / "Temporary" / "LastTest.log");
    return kFailed;
  }
  const bool judged = areas.empty() || std::ranges::find(areas, "exercises") != areas.end();
  if (setting.backend == "sim" && judged) print_kills(setting.build() / "kills");
  return kSucceeded;
}

/// Where nvcc is installed, every kernel must be real CUDA, even without a GPU to run it on.
int test_cuda(Setting setting) {
  setting.backend = "cuda";
  if (has_gpu()) return run_tests(setting, {});
  say("compiling with nvcc");
  build(setting, "compiling with nvcc", {"ptx"}, warnings_of_tests());
  say("every kernel compiles with nvcc; there is no GPU here to run it on");
  return kSucceeded;
}

/// Areas whose tests start the site's tools, which need twice as many packages as the other areas.
constexpr std::array<std::string_view, 7> kWithSite{"adding", "debug", "layout", "player", "playground", "site", "weave"};

bool need_site(const Areas& areas) {
  return areas.empty() ||
         std::ranges::any_of(areas, [](const std::string& area) { return std::ranges::find(kWithSite, area) != kWithSite.end(); });
}

int test(const Setting& setting, const Areas& areas) {
  need_areas(setting, areas);
  if (!areas.empty() && setting.asked == "cuda") throw UsageError("test AREA runs on the simulator; use --backend sim");
  set_up(setting, need_site(areas) ? "--tests" : "--some-tests");
  if (setting.asked == "cuda") return test_cuda(setting);
  const int status = run_tests(setting, areas);
  const bool on_simulator_alone = setting.asked == "sim" || !areas.empty() || !has_nvcc();
  return status != 0 || on_simulator_alone ? status : test_cuda(setting);
}

}  // namespace

Act declare_test(CommandLine& line) {
  const auto areas = std::make_shared<Areas>();
  line.add("areas", *areas, "Only these folders of tests/");
  return [areas](const Setting& setting) { return test(setting, *areas); };
}

}  // namespace lockstep::front
