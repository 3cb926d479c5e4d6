/// @file
/// @brief Lesson 02's walkthrough says what the simulator shows of each version: here it is held to that.
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.hpp"
#include "counters.hpp"
#include "harness/timing/backend.hpp"
#include "ladder.hpp"
#include "support/temporary_folder.hpp"

using lockstep::kOnSimulator;
using lockstep::run_shell;
using lockstep::TemporaryFolder;
using lockstep::testing::Counts;
using lockstep::testing::kernels_of;
using lockstep::testing::Profile;
using lockstep::testing::program_of;

namespace {

constexpr const char* kProgram = "02_matrix_add";
constexpr double kWidth = 512, kHeight = 384;
constexpr double kWarps = kWidth * kHeight / 32;  // one a row of a tile
constexpr double kTiles = (kWidth / 32) * (kHeight / 32);
constexpr double kWideTiles = kTiles / 4;  // of v8 and v9: 64 x 64

const std::vector<std::string> kWithTile{"v3_shared_memory", "v4_padded_tile", "v5_thread_coarsening", "v6_warp_shuffle",
                                         "v7_vectorized",    "v8_larger_tile", "v9_atomic_combine"};

bool stores_quads(const std::string& version) { return version > "v7"; }
bool has_wide_tiles(const std::string& version) { return version > "v8"; }

const Profile& profile() {
  static const Profile run(kProgram, {"--size", "512x384"});
  return run;
}

Counts kernel(const std::string& version) { return profile().launch(version, "add"); }

}  // namespace

TEST_CASE("02: the simulator counts what the walkthrough says", "[lesson02][counters]") {
  if (!kOnSimulator) return;

  SECTION("v1's threads lie along a column: 32 sectors of A and of C, 4 of B") {
    const Counts naive = kernel("v1_naive");
    const double warps = kHeight / 32;
    CHECK(naive.requests("ld") == 2 * warps * kWidth);
    CHECK(naive.sectors("ld") == (32 + 4) * warps * kWidth);
    CHECK(naive.requests("st") == warps * kWidth + warps);  // and the partial sums
    CHECK(naive.sectors("st") == 32 * warps * kWidth + 4 * warps);
    CHECK(naive.barriers() == 0);
  }

  SECTION("v2's lie along a row: 4 sectors of A and of C, 32 of B") {
    const Counts coalesced = kernel("v2_coalesced");
    CHECK(coalesced.blocks() == kTiles);
    CHECK(coalesced.threads() == 1024);
    CHECK(coalesced.requests("ld") == 2 * kWarps);
    CHECK(coalesced.sectors("ld") == (4 + 32) * kWarps);
    CHECK(coalesced.requests("st") == kWarps + kTiles);  // a partial sum a block
    CHECK(coalesced.sectors("st") == 4 * kWarps + kTiles);
    CHECK(coalesced.barriers() == 10 * kTiles);  // the tree's
  }

  SECTION("v3 to v6 touch 4 sectors of each matrix, the versions with quads 16 a quarter as often") {
    for (const std::string& version : kWithTile) {
      CAPTURE(version);
      const Counts tiled = kernel(version);
      const bool quads = stores_quads(version), wide = has_wide_tiles(version);
      CHECK(tiled.blocks() == (wide ? kWideTiles : kTiles));
      CHECK(tiled.threads() == (version < "v5" ? 1024 : 256));
      CHECK(tiled.requests("ld") == 2 * kWarps / (quads ? 4 : 1));
      CHECK(tiled.sectors_per_request("ld") == (quads ? 16 : 4));
      CHECK(tiled.sectors("ld") == tiled.ideal_sectors("ld"));
      CHECK(tiled.sectors("st") == tiled.ideal_sectors("st"));
      const double partials = version < "v9" ? tiled.blocks() : 0;
      CHECK(tiled.requests("st") == kWarps / (quads ? 4 : 1) + partials);
    }
  }

  SECTION("v3 turns its tile in 32 wavefronts a read, v4 in one") {
    const Counts square = kernel("v3_shared_memory"), padded = kernel("v4_padded_tile");
    // The tree: of 32 warps all store, then 16, 8, 4, 2 and six times one load twice and store; at last one load by the first thread.
    const double adding = 16 + 8 + 4 + 2 + 6;
    const double tree_loads = (2 * adding + 1) * kTiles, tree_stores = (32 + adding) * kTiles;
    CHECK(square.wavefronts("ld") == 32 * kWarps + tree_loads);
    CHECK(square.bank_conflicts("ld") == 31 * kWarps);
    CHECK(padded.wavefronts("ld") == kWarps + tree_loads);
    CHECK(padded.bank_conflicts("ld") == 0);
    for (const Counts* one : {&square, &padded}) {
      CHECK(one->wavefronts("st") == kWarps + tree_stores);
      CHECK(one->bank_conflicts("st") == 0);
      CHECK(one->barriers() == 11 * kTiles);
    }

    const Counts read = profile().busiest_line("v3_shared_memory", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum");
    CHECK(read.wavefronts("ld") == 32 * kWarps);  // one line has them all
  }

  SECTION("v5 has a quarter of v4's threads: a smaller tree, two barriers fewer") {
    const Counts coarse = kernel("v5_thread_coarsening");
    // Of 8 warps all store, then 4, 2 and six times one load twice and store; at last one load by the first thread.
    const double adding = 4 + 2 + 6;
    CHECK(coarse.wavefronts("ld") == kWarps + (2 * adding + 1) * kTiles);
    CHECK(coarse.wavefronts("st") == kWarps + (8 + adding) * kTiles);
    CHECK(coarse.barriers() == 9 * kTiles);
  }

  SECTION("v6 and the versions after it have two barriers a block, no tree and no bank conflicts") {
    for (const std::string& version : kWithTile) {
      if (version < "v6") continue;
      CAPTURE(version);
      const double tiles = has_wide_tiles(version) ? kWideTiles : kTiles;
      const Counts optimized = kernel(version);
      CHECK(optimized.barriers() == 2 * tiles);
      CHECK(optimized.wavefronts("st") == kWarps + 8 * tiles);  // the tiles, 32 words a round, and the warps' sums
      CHECK(optimized.wavefronts("ld") == kWarps + tiles);
      for (const char* op : {"ld", "st"}) CHECK(optimized.bank_conflicts(op) == 0);
    }
  }

  SECTION("v9 is one launch, with an atomic a block") {
    for (const std::string& version : kernels_of(kProgram)) CHECK(profile().launches(version) == (version == "v9_atomic_combine" ? 1 : 2));
    const Counts atomic = kernel("v9_atomic_combine");
    CHECK(atomic.atomics() == kWideTiles);
    CHECK(atomic.contention() == 1);
  }

  SECTION("v1 moves more than five times what is needed, v2 three times, those with a tile hardly more") {
    const double needed = 12 * kWidth * kHeight + 4;
    const auto moved = [&](const std::string& name) { return profile().version(name).bytes_moved() / needed; };
    CHECK(moved("v1_naive") == Catch::Approx(68.0 / 12).epsilon(0.01));      // 32 + 4 + 32 sectors where 12 would do
    CHECK(moved("v2_coalesced") == Catch::Approx(40.0 / 12).epsilon(0.01));  // 4 + 32 + 4
    for (const std::string& version : kWithTile) CHECK(moved(version) < 1.01);
  }

  SECTION("rows of 500 columns begin at a sector, thanks to the pitch") {
    const Profile ragged(kProgram, {"--size", "500x300", "--kernel", "v4"});
    const Counts padded = ragged.launch("v4_padded_tile", "add");
    const double tiles = 16 * 10;
    CHECK(padded.sectors("st") == 300 * (15 * 4 + 3) + tiles);  // the last 20 columns lie in 3 sectors
  }

  SECTION("in the whole program, rows end to end cost an eighth more sectors than rows a pitch apart") {
    const TemporaryFolder folder;
    const std::string file = folder / "profile.json";
    REQUIRE(run_shell("LOCKSTEP_PROFILE=" + file + " " + program_of(kProgram).string() + "_pitched_add").succeeded());
    const auto launches = nlohmann::json::parse(std::ifstream(file));
    REQUIRE(launches.size() == 2);
    const Counts packed(launches.at(0)), pitched(launches.at(1));
    // 15 whole warps a row, and 20 lanes. Every second row of 2000 bytes begins in the middle of a sector.
    CHECK(packed.sectors("st") == 150 * (15 * 4 + 3) + 150 * (15 * 5 + 3));
    CHECK(pitched.sectors("st") == 300 * (15 * 4 + 3));
    for (const Counts* one : {&packed, &pitched}) CHECK(one->sectors("ld") == 2 * one->sectors("st"));
  }

  SECTION("no version has a hazard") {
    for (const std::string& name : kernels_of(kProgram)) CHECK(profile().hazards(name) == "");
  }
}
