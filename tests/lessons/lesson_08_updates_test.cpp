/// @file
/// @brief Lesson 08's v4, v5 and v6: what the walkthrough says of their counters, and their two sizes of tiles.
#include <cstdint>
#include <string>
#include <vector>

#include "../../lessons/08_cholesky/problem.hpp"
#include "catch.hpp"
#include "counters.hpp"
#include "harness/timing/backend.hpp"
#include "ladder.hpp"

using lockstep::InputKind;
using lockstep::kOnSimulator;
using lockstep::testing::check_answers;
using lockstep::testing::check_refused;
using lockstep::testing::Counts;
using lockstep::testing::Profile;
using lockstep::testing::Refusal;

namespace {

constexpr const char* kLesson = Cholesky::kInfo.name;
const std::vector<std::string> kVersions{"v4_reduction_optimized", "v5_atomic_combine", "v6_task_graph"};

constexpr int kN = 192, kSide = 64, kTiles = kN / kSide;
constexpr int kOld = kN / 32;                                      // tiles of v3
constexpr double kWarps = 8, kSlices = kSide / 16.0;               // of a block; of a tile's columns
constexpr double kBelow = kTiles * (kTiles - 1) / 2.0;             // tiles below the diagonal: 2 + 1
constexpr double kUpdates = kTiles * (kTiles * kTiles - 1) / 6.0;  // tiles updated by v4: 3 + 1
constexpr double kTileSectors = kSide * kSide / 8.0;

const Profile& profile() {
  static const Profile run(kLesson, {"--kernel", "v3,v4,v5,v6", "--size", std::to_string(kN)});
  return run;
}

}  // namespace

TEST_CASE("08: the simulator counts what the walkthrough says of v4, v5 and v6", "[lesson08][counters]") {
  if (!kOnSimulator) return;

  SECTION("v4 has three launches a tile of 64 columns, and a barrier for each slice of a product") {
    CHECK(profile().launches("v4_reduction_optimized") == 1 + 3 * kTiles - 2);
    const Counts update = profile().launch("v4_reduction_optimized", "update"),
                 factor = profile().launch("v4_reduction_optimized", "factor_tile");
    CHECK(update.blocks() == (kTiles - 1) * (kTiles - 1));  // some of which lie right of the diagonal, and return
    CHECK(update.threads() == 32 * kWarps);
    const double working = kTiles * (kTiles - 1) / 2.0;
    CHECK(update.barriers() == working * (kSlices + 1));
    CHECK(factor.blocks() == 1);
    CHECK(factor.barriers() == 1 + 2 * (kSide / 16));  // v3 has 2 for each column
  }

  SECTION("v4 has a fifteenth of v3's barriers") {
    const double factors = kTiles * (1 + 2 * (kSide / 16.0)), products = (kBelow + kUpdates) * (kSlices + 1);
    CHECK(profile().version("v4_reduction_optimized").barriers() == factors + products);
    CHECK(profile().version("v3_shared_memory").barriers() == kOld * 64 + kOld * (kOld - 1) / 2 * 64 + kOld * (kOld * kOld - 1) / 6);
  }

  SECTION("v4's update takes 4 wavefronts for 32 x 16 products, without bank conflicts") {
    const Counts update = profile().launch("v4_reduction_optimized", "update"), old = profile().launch("v3_shared_memory", "update");
    const double working = kTiles * (kTiles - 1) / 2.0;
    CHECK(update.bank_conflicts("ld") == 0);
    CHECK(update.wavefronts("ld") == working * kSide * kWarps * 4);  // a quad of each panel a lane, of 2 wavefronts each
    const double old_products = kOld * (kOld - 1) / 2 * 32.0 * 32 * 32, products = working * kSide * kSide * kSide;
    CHECK(old.wavefronts("ld") / old_products == 2.0 / 32);
    CHECK(update.wavefronts("ld") / products == 4.0 / (32 * 16));
  }

  SECTION("v4 factors a tile without bank conflicts") {
    const Counts factor = profile().launch("v4_reduction_optimized", "factor_tile");
    CHECK(factor.bank_conflicts("ld") == 0);
    CHECK(factor.bank_conflicts("st") == 0);
  }

  SECTION("v4 writes what is right of a column once for each column of tiles, v5 adds to it when its turn comes") {
    const Counts first = profile().launch("v4_reduction_optimized", "update");
    const double working = kTiles * (kTiles - 1) / 2.0;
    CHECK(first.sectors("ld") == working * 3 * kTileSectors);  // the tile, and two of the column
    CHECK(first.sectors("st") == working * kTileSectors);

    const Counts v5 = profile().version("v5_atomic_combine");
    CHECK(v5.atomics() == kUpdates * kSide * kSide);  // as many blocks as tiles: the GPU has room for more
    CHECK(v5.contention() == 1);
    CHECK(profile().launches("v5_atomic_combine") == profile().launches("v4_reduction_optimized"));
  }

  SECTION("the fewer blocks share a tile in v5, the less they add to memory") {
    const Profile few(kLesson, {"--kernel", "v5", "--size", std::to_string(kN), "--grid", "1"});
    const Counts shared = profile().version("v5_atomic_combine"), alone = few.version("v5_atomic_combine");
    CHECK(alone.atomics() == kBelow * kSide * kSide);  // once for each tile that has any to its left
    CHECK(shared.bytes_moved() > alone.bytes_moved());
  }

  SECTION("v6 is one launch, and moves the fewest bytes") {
    CHECK(profile().launches("v6_task_graph") == 1);
    const double tasks = kTiles * (kTiles + 1) / 2.0;
    const Counts v6 = profile().version("v6_task_graph");
    CHECK(v6.atomics() == 2 * tasks);  // a block a task, and each finds at last that there is no other
    CHECK(v6.bytes_moved() < 0.8 * profile().version("v4_reduction_optimized").bytes_moved());
    CHECK(v6.bank_conflicts("ld") == 0);
  }
}

TEST_CASE("08: v4, v5 and v6 with tiles of 128", "[lesson08]") {
  check_answers<Cholesky>(kVersions, {{1}, {127}, {128}, {129}, {200}, {300}}, InputKind::exact, {"--block", "128"});
  check_answers<Cholesky>(kVersions, {{257}}, InputKind::real, {"--block", "128"});
}

TEST_CASE("08: v5 and v6 with any number of blocks", "[lesson08]") {
  const char* grid = GENERATE("1", "2", "5", "1000");
  check_answers<Cholesky>({"v5_atomic_combine", "v6_task_graph"}, {{1}, {65}, {300}}, InputKind::exact, {"--grid", grid});
}

TEST_CASE("08: v4, v5 and v6 refuse what they cannot take", "[lesson08]") {
  const Refusal refusal = GENERATE(values<Refusal>({
      {{"--kernel", "v4", "--block", "64"}, "--block 64"},
      {{"--kernel", "v5", "--block", "512"}, "--block 512"},
      {{"--kernel", "v6", "--block", "32"}, "--block 32"},
      {{"--kernel", "v4", "--grid", "3"}, "--grid 3"},
  }));
  check_refused(kLesson, refusal);
}
