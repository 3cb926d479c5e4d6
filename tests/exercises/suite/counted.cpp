/// @file
/// @brief Writes the file of the run that ranks.
#include "counted.hpp"

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "grading/rank/work.hpp"
#include "support/output_file.hpp"

namespace lockstep::testing {
namespace {

/// The launches must have moved what all of them together did: both were reported by the program that is judged.
void require_consistent(const grading::Work& work, double needed_bytes) {
  constexpr double kSectorBytes = 32;
  if (work.sectors * kSectorBytes < needed_bytes) FAIL("The launches' counters do not add up to what all of them together have.");
}

}  // namespace

void keep_counted(const nlohmann::json& version, const std::string& size, double needed_bytes) {
  static double largest = 0;
  const char* const file = std::getenv("LOCKSTEP_COUNTED");
  if (file == nullptr || needed_bytes <= largest) return;
  const grading::Work work = grading::work_of(version);
  require_consistent(work, needed_bytes);
  lockstep::write_file(file, grading::to_json(grading::CountedRun{.size = size, .work = work}).dump());
  largest = needed_bytes;
}

}  // namespace lockstep::testing
