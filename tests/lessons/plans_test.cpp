/// @file
/// @brief What ./lockstep bench would run of each lesson is what its program takes.
#include "bench/plan.hpp"
#include "catch.hpp"
#include "harness/timing/backend.hpp"
#include "support/processes/process.hpp"

using namespace lockstep;

namespace {

/// The versions of a --kernel that this build has: plans name peers, of which the simulator has not all.
std::string built(const std::string& kernels) {
  std::string kept;
  for (std::size_t from = 0; from <= kernels.size();) {
    const std::size_t end = std::min(kernels.find(',', from), kernels.size());
    const std::string name = kernels.substr(from, end - from);
    if (!kOnSimulator || !name.starts_with("peer")) kept += (kept.empty() ? "" : ",") + name;
    from = end + 1;
  }
  return kept;
}

/// Options are read, and complained about, before anything is done: also before versions are listed.
std::vector<std::string> only_listing(const bench::PlannedRun& run) {
  std::vector<std::string> words = run.options;
  for (std::size_t i = 1; i < words.size(); ++i)
    if (words[i - 1] == "--kernel") words[i] = built(words[i]);
  words.push_back("--list");
  return words;
}

}  // namespace

TEST_CASE("plans: every lesson has one, whose options its program takes") {
  for (const std::string& lesson : bench::planned_lessons(LOCKSTEP_SOURCE_DIR)) {
    const auto runs = bench::planned_runs(LOCKSTEP_SOURCE_DIR, lesson);
    CAPTURE(lesson);
    CHECK(!runs.empty());
    for (const bench::PlannedRun& run : runs) {
      const std::string program =
          run.of_solution ? LOCKSTEP_BINARY_DIR "/solutions/" + lesson + "/exercise" : LOCKSTEP_LESSON_DIR "/" + lesson;
      const auto outcome = lockstep::run_program(program, only_listing(run));
      CAPTURE(run.name, outcome.err);
      CHECK(outcome.succeeded());
    }
  }
}
