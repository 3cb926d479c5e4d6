/// @file
/// @brief Lesson 07's walkthrough says what the simulator shows of each version: here it is held to that.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "counters.hpp"
#include "harness/timing/backend.hpp"
#include "ladder.hpp"

using lockstep::kOnSimulator;
using lockstep::testing::Counts;
using lockstep::testing::kernels_of;
using lockstep::testing::Profile;

namespace {

constexpr const char* kProgram = "07_sobel";
constexpr int kSide = 512;  // of the picture
constexpr double kRowsOfAll = kSide, kPixels = double{kSide} * kSide;

// The tree of a block of 256, 8 warps: all store, then 4, 2 and six times one of them load twice and store; at last one load.
constexpr double kTreeLoads = 2 * (4 + 2 + 6) + 1, kTreeStores = 8 + 4 + 2 + 6, kTreeBarriers = 8;

const Profile& profile() {
  static const Profile run(kProgram, {"--size", "512x512"});
  return run;
}

Counts kernel(const std::string& version) { return profile().launch(version, "sobel"); }

struct Loads {
  double requests = 0, sectors = 0;
};

/// What it takes to bring the tiles of v4 (8 rows) or v5 (64), all of them: the words of a tile and its apron, 34 a row, are taken in turn
/// by the lanes of warps. A word that hangs over the border is read byte by byte.
Loads loads_of_tiles(int rows) {
  Loads loads;
  const auto nearest = [](int i) { return std::clamp(i, 0, kSide - 1); };
  for (int top = 0; top < kSide; top += rows)
    for (int left = 0; left < kSide; left += 128)
      for (int first = 0; first < (rows + 2) * 34; first += 32) {
        std::set<int> words, bytes[4];  // the sectors of each request
        for (int i = first; i < std::min(first + 32, (rows + 2) * 34); ++i) {
          const int y = nearest(top + i / 34 - 1), x = left + (i % 34 - 1) * 4;
          if (x >= 0 && x + 4 <= kSide)
            words.insert((y * kSide + x) / 32);
          else
            for (int k = 0; k < 4; ++k) bytes[k].insert((y * kSide + nearest(x + k)) / 32);
        }
        for (const auto& sectors : {words, bytes[0], bytes[1], bytes[2], bytes[3]}) {
          loads.requests += !sectors.empty();
          loads.sectors += static_cast<double>(sectors.size());
        }
      }
  return loads;
}

}  // namespace

TEST_CASE("07: the simulator counts what the walkthrough says", "[lesson07][counters]") {
  if (!kOnSimulator) return;

  SECTION("v1 loads eight times, not twelve, a byte for each lane") {
    const Counts naive = kernel("v1_naive");
    const double blocks = 16 * 64, warps = 16 * kRowsOfAll;
    CHECK(naive.blocks() == blocks);
    CHECK(naive.requests("ld") == 8 * warps);
    // 32 bytes that begin a byte before or behind a sector lie in two of them, but for those that the border holds back.
    CHECK(naive.sectors("ld") == (3 * 31 + 3 * 31 + 2 * 16) * kRowsOfAll);
    CHECK(naive.ideal_sectors("ld") == naive.requests("ld"));
    CHECK(naive.requests("st") == warps + blocks);  // and the blocks' maxima
    CHECK(naive.sectors("st") == warps + blocks);
    CHECK(naive.barriers() == kTreeBarriers * blocks);
  }

  SECTION("v2 loads nine words for four pixels, and bytes at the border") {
    const Counts words = kernel("v2_coalesced");
    const double blocks = 4 * 64, warps = 4 * kRowsOfAll, at_border = 2 * 3 * 4 * kRowsOfAll;
    CHECK(words.blocks() == blocks);
    CHECK(words.requests("ld") == 9 * warps + at_border);
    // 128 bytes that begin a word before or behind a sector lie in five of them, but for those at the border.
    CHECK(words.sectors("ld") == 3 * (19 + 16 + 19) * kRowsOfAll + at_border);
    CHECK(words.requests("st") == warps + blocks);
    CHECK(words.sectors("st") == 4 * warps + blocks);
    CHECK(words.barriers() == kTreeBarriers * blocks);
  }

  SECTION("v3 loads nothing but through textures") {
    const Counts texture = kernel("v3_texture"), words = kernel("v2_coalesced");
    CHECK(texture.requests("ld") == 0);
    CHECK(texture.requests("st") == words.requests("st"));
    CHECK(texture.sectors("st") == words.sectors("st"));
  }

  SECTION("v4 reads nine words of its tile for four pixels, v5 less than four, without a bank conflict") {
    const Counts tile = kernel("v4_shared_memory"), sliding = kernel("v5_sliding_window");
    const double tiles = 4 * 64, tall_tiles = 4 * 8;
    CHECK(tile.blocks() == tiles);
    CHECK(sliding.blocks() == tall_tiles);
    CHECK(tile.wavefronts("ld") == (9 * 8 + kTreeLoads) * tiles);
    CHECK(tile.wavefronts("st") == (11 + kTreeStores) * tiles);                 // 34 x 10 words
    CHECK(sliding.wavefronts("ld") == (3 * 10 * 8 + kTreeLoads) * tall_tiles);  // three words of each of ten rows for eight
    CHECK(sliding.wavefronts("st") == (71 + kTreeStores) * tall_tiles);         // 34 x 66 words
    for (const Counts* one : {&tile, &sliding})
      for (const char* op : {"ld", "st"}) CHECK(one->bank_conflicts(op) == 0);
    CHECK(tile.barriers() == (1 + kTreeBarriers) * tiles);
    CHECK(sliding.barriers() == (1 + kTreeBarriers) * tall_tiles);
  }

  SECTION("v4 and v5 bring their tiles in words, and their aprons with them") {
    const Loads tile = loads_of_tiles(8), tall = loads_of_tiles(64);
    CHECK(kernel("v4_shared_memory").requests("ld") == tile.requests);
    CHECK(kernel("v4_shared_memory").sectors("ld") == tile.sectors);
    CHECK(kernel("v5_sliding_window").requests("ld") == tall.requests);
    CHECK(kernel("v5_sliding_window").sectors("ld") == tall.sectors);
  }

  SECTION("v6 and v7 load 16 bytes a lane, six rows and two around them, and one byte in the first and the last lane") {
    for (const char* version : {"v6_reduction_optimized", "v7_atomic_combine"}) {
      const Counts strips = kernel(version);
      const double blocks = 22, warps = 4 * blocks;  // 24 rows a block: the last hangs over the lower edge
      CHECK(strips.blocks() == blocks);
      CHECK(strips.threads() == 128);
      CHECK(strips.requests("ld") == warps * 8 * (1 + 1));
      CHECK(strips.sectors("ld") == warps * 8 * (16 + 2));
      CHECK(strips.barriers() == blocks);
      CHECK(strips.wavefronts("st") == 4 * blocks);  // the warps' maxima, and nothing else
      CHECK(strips.wavefronts("ld") == blocks);
    }
    CHECK(kernel("v7_atomic_combine").requests("st") == kRowsOfAll);
    CHECK(kernel("v7_atomic_combine").sectors("st") == 16 * kRowsOfAll);
  }

  SECTION("where a row ends in the middle of sixteen, v7 writes words, and then bytes") {
    const Profile ragged(kProgram, {"--size", "535x8", "--kernel", "v7"});
    const Counts strips = ragged.launch("v7_atomic_combine", "sobel");
    // 512 columns by 16 bytes; in the second strip 16 by 16 bytes, then 4 by a word and 3 one by one.
    CHECK(strips.requests("st") == 8 * (1 + 1 + 1 + 3));
    CHECK(strips.sectors("st") == 8 * (16 + 1 + 1 + 3));
  }

  SECTION("each version moves fewer bytes than the one before, of those that load") {
    const auto moved = [](const std::string& name) { return profile().version(name).bytes_moved() / (2 * kPixels + 4); };
    CHECK(moved("v1_naive") == Catch::Approx(7.4).margin(0.1));
    CHECK(moved("v2_coalesced") == Catch::Approx(6.3).margin(0.1));
    CHECK(moved("v4_shared_memory") == Catch::Approx(1.85).margin(0.05));
    CHECK(moved("v5_sliding_window") == Catch::Approx(1.6).margin(0.05));
    CHECK(moved("v6_reduction_optimized") == Catch::Approx(1.27).margin(0.01));
  }

  SECTION("v7 is one launch, with an atomic a block") {
    for (const std::string& version : kernels_of(kProgram)) CHECK(profile().launches(version) == (version == "v7_atomic_combine" ? 1 : 2));
    const Counts atomic = kernel("v7_atomic_combine");
    CHECK(atomic.atomics() == atomic.blocks());
    CHECK(atomic.contention() == 1);
  }

  SECTION("no version has a hazard") {
    for (const std::string& name : kernels_of(kProgram)) CHECK(profile().hazards(name) == "");
  }
}
