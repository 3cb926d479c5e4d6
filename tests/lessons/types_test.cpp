/// @file
/// @brief A lesson with several element types is asked for that of the problem which judges it.
#include <string>
#include <vector>

#include "../harness/fake_boxes/problem.hpp"
#include "catch.hpp"
#include "ladder.hpp"

using lockstep::InputKind;
using namespace lockstep::testing;

namespace {

const std::string kBoxes = LayerSum<float>::kInfo.name;

}  // namespace

TEST_CASE("types: each type's answers are right", "[types]") {
  check_answers<LayerSum<float>>({{3, 5, 2}, {33, 1, 4}}, InputKind::exact);
  check_answers<LayerSum<short>>({{3, 5, 2}, {33, 1, 4}}, InputKind::real);
  check_answers<LayerSum<float>>({"v2_float_only"}, {{33, 1, 4}}, InputKind::exact, {"--block", "32"});
}

TEST_CASE("types: the versions are those of the type", "[types]") {
  CHECK(versions_of(kBoxes) == std::vector<std::string>{"v0_cpu", "v1_naive", "v2_float_only"});
  CHECK(versions_of(kBoxes, "short") == std::vector<std::string>{"v0_cpu", "v1_naive", "v3_small_elements"});
  CHECK(own_versions_of(kBoxes, "short") == std::vector<std::string>{"v0_cpu", "v1_naive", "v3_small_elements"});
  CHECK(kernels_of(kBoxes, "short") == std::vector<std::string>{"v1_naive", "v3_small_elements"});
}

TEST_CASE("types: a complaint names the type", "[types]") {
  const std::string said = complaint<LayerSum<short>>(program_of(kBoxes), {"v2_float_only", {3, 5, 2}});
  CHECK(said.find("v2_float_only --type short --size 3x5x2 --seed 1, exact inputs: exited with status 2") == 0);
}

TEST_CASE("types: the tester passes settings on, and judges by them", "[types][settings]") {
  CHECK(complaint<LayerSum<float>>(program_of(kBoxes), {.version = "v1_naive", .size = {5, 3, 2}, .settings = {2}}) == "");
  const std::string lie =
      complaint<LayerSum<float>>(program_of(kBoxes), {.version = "v1_naive", .size = {5, 3, 2}, .options = {"--factor", "2"}});
  CHECK(lie.find("v1_naive --type float --size 5x3x2 --seed 1 --factor 2, exact inputs: sums[0] is") == 0);
}
