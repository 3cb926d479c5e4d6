/// @file
/// @brief A hazard's text fits 80 columns, also where names are long.
#include <sstream>
#include <string>

#include "catch.hpp"
#include "lockstep/sim/check.hpp"
#include "observation/observation.hpp"

TEST_CASE("each line of a hazard's text fits 80 columns, the first as well") {
  lockstep::Hazard hazard;
  hazard.severity = lockstep::Severity::error;
  hazard.kind = "race";
  hazard.kernel = "reduce_each_row_of_a_matrix_by_a_tree_in_shared_memory";
  hazard.file = "lessons/05_reduction/versions/v3.cu";
  hazard.line = 1234;
  hazard.message = std::string(30, 'a') + ' ' + std::string(30, 'b') + ' ' + std::string(30, 'c');
  std::istringstream text(lockstep::sim::to_string(hazard));
  std::string line;
  REQUIRE(std::getline(text, line));
  CHECK(line == "lockstep: error: race in kernel");
  REQUIRE(std::getline(text, line));
  CHECK(line == "          reduce_each_row_of_a_matrix_by_a_tree_in_shared_memory,");
  REQUIRE(std::getline(text, line));
  CHECK(line == "          lessons/05_reduction/versions/v3.cu:1234");
  while (std::getline(text, line)) CHECK(line.size() <= 80);
}
