/// @file
/// @brief Lesson 03's walkthrough says what the simulator shows of each version: here it is held to that.
#include "catch.hpp"
#include "counters.hpp"
#include "harness/timing/backend.hpp"
#include "ladder.hpp"

using lockstep::kOnSimulator;
using lockstep::testing::Counts;
using lockstep::testing::kernels_of;
using lockstep::testing::Profile;

namespace {

constexpr double kSize = 1 << 16;             // 256 blocks of 256 elements, and then one
constexpr double kBlocks = kSize / 256;       // of the first launch, v1 to v4
constexpr double kHalved = kSize / 512;       // the same of v5 to v9: two elements a thread
constexpr double kCoarse = kSize / 2048;      // the same of v10: eight elements a thread
constexpr double kLargeTiles = kSize / 4096;  // the same of v11 to v14: eight elements for each of 512 threads
constexpr double kLoading = 8;                // warps of a block: each loads and stores once before the tree
constexpr double kDivergent = 8 * 5 + 7;  // warps that take part in v1's and v2's eight steps: 8 in each of the first five, then 4, 2, 1
constexpr double kDense = 4 + 2 + 6;      // the same where the first threads work: 4, 2, and then one in each of six steps

const Profile& profile() {
  static const Profile run("03_reduction", {"--size", "2^16"});
  return run;
}

Counts first_launch(const std::string& version) { return profile().launch(version, "reduce"); }

/// Both versions' first launches have the same counts of a tree in shared memory, for the same number of blocks.
void check_same_tree(const Counts& one, const Counts& other) {
  for (const char* op : {"ld", "st"}) {
    CHECK(one.shared_requests(op) == other.shared_requests(op));
    CHECK(one.wavefronts(op) == other.wavefronts(op));
  }
}

}  // namespace

TEST_CASE("03: the simulator counts what the walkthrough says", "[lesson03][counters]") {
  if (!kOnSimulator) return;

  SECTION("v1's tree touches sector after sector in global memory, and v2 reads each element there once") {
    // A warp's 32 elements are 4 sectors. v1's lanes are 2, 4, 8 apart (4 sectors each), then 16 (2), then one lane (1).
    const double tree = 8 * (4 + 4 + 4 + 2 + 1) + 4 + 2 + 1;
    const Counts v1 = first_launch("v1_naive"), v2 = first_launch("v2_shared_memory");
    CHECK(tree == 127);
    CHECK(v1.requests("ld") == kBlocks * (kLoading + 2 * kDivergent + 1));
    CHECK(v1.sectors("ld") == kBlocks * (32 + 2 * tree + 1));
    CHECK(v1.sectors("st") == kBlocks * (32 + tree + 1));
    CHECK(v1.sectors("ld") > 1.9 * v1.ideal_sectors("ld"));
    CHECK(v2.requests("ld") == kBlocks * kLoading);
    CHECK(v2.sectors("ld") == kBlocks * 32);
    CHECK(v2.sectors("st") == kBlocks);
  }

  SECTION("the tree in global memory moves 14 times what is needed, v5 twice that, all others hardly more than that") {
    const double needed = 4 * kSize + 4;
    const auto moved = [&](const char* name) { return profile().version(name).bytes_moved() / needed; };
    CHECK(moved("v1_naive") == Catch::Approx(14.0).epsilon(0.01));
    for (const char* name : {"v2_shared_memory", "v3_strided_index", "v4_sequential"})
      CHECK(moved(name) == Catch::Approx(1.035).epsilon(0.001));
    CHECK(moved("v5_first_add") == Catch::Approx(2.02).epsilon(0.01));
    for (const char* name : {"v6_coalesced", "v7_last_warp", "v8_unrolled", "v9_warp_shuffle"}) CHECK(moved(name) < 1.02);
    for (const char* name : {"v10_thread_coarsening", "v11_one_wave", "v12_vectorized_loads", "v13_atomic_combine", "v14_block_per_tile"})
      CHECK(moved(name) < 1.006);
  }

  SECTION("v2 wastes lanes and v3 wastes wavefronts, the same number of them") {
    const Counts v2 = first_launch("v2_shared_memory"), v3 = first_launch("v3_strided_index");
    CHECK(v2.shared_requests("ld") == kBlocks * (2 * kDivergent + 1));
    CHECK(v3.shared_requests("ld") == kBlocks * (2 * kDense + 1));
    // v3's steps: 4 warps at 2 wavefronts each, 2 at 4, one at 8, 8, 8, 4, 2, 1. It is no chance that v2 has as many warps at work: a step
    // with stride s wants 256 / 2s words in 32 / 2s banks, 8 in each, which is the number of warps.
    CHECK(4 * 2 + 2 * 4 + 8 + 8 + 8 + 4 + 2 + 1 == kDivergent);
    for (const Counts* one : {&v2, &v3}) {
      CHECK(one->wavefronts("ld") == kBlocks * (2 * kDivergent + 1));
      CHECK(one->wavefronts("st") == kBlocks * (kLoading + kDivergent));
    }
    CHECK(v2.bank_conflicts("ld") == 0);
    CHECK(v2.bank_conflicts("st") == 0);
    CHECK(v3.bank_conflicts("ld") == kBlocks * 2 * (kDivergent - kDense));
    CHECK(v3.bank_conflicts("st") == kBlocks * (kDivergent - kDense));
  }

  SECTION("v1 and v2 use less than two thirds of a warp, v3 to v6 nearly a whole one, v7 and v8 a little less") {
    for (const char* name : {"v1_naive", "v2_shared_memory"}) CHECK(profile().version(name).lanes() < 21);
    for (const char* name : {"v3_strided_index", "v4_sequential", "v5_first_add", "v6_coalesced"})
      CHECK(profile().version(name).lanes() > 29);
    for (const char* name : {"v7_last_warp", "v8_unrolled"})
      CHECK(profile().version(name).lanes() < profile().version("v6_coalesced").lanes());

    // The line that adds: 255 lanes in 47 warps.
    const Counts line = profile().busiest_line("v2_shared_memory", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum");
    CHECK(line.lanes() == Catch::Approx(255 / kDivergent));
  }

  SECTION("v4 has v3's tree without a bank conflict") {
    const Counts v4 = first_launch("v4_sequential");
    for (const char* op : {"ld", "st"}) CHECK(v4.bank_conflicts(op) == 0);
    CHECK(v4.wavefronts("ld") == kBlocks * (2 * kDense + 1));
    CHECK(v4.wavefronts("st") == kBlocks * (kLoading + kDense));
  }

  SECTION("v5 halves the blocks, and with them the wavefronts and the barriers; each of its loads touches 8 sectors") {
    const Counts v4 = first_launch("v4_sequential"), v5 = first_launch("v5_first_add");
    CHECK(v4.blocks() == kBlocks);
    CHECK(v5.blocks() == kHalved);
    CHECK(v5.requests("ld") == v4.requests("ld"));
    for (const char* op : {"ld", "st"}) CHECK(v5.wavefronts(op) == v4.wavefronts(op) / 2);
    CHECK(v4.barriers() == 9 * kBlocks);
    CHECK(v5.barriers() == 9 * kHalved);
    CHECK(v5.sectors_per_request("ld") == 8);
    CHECK(v5.ideal_sectors("ld") == v5.sectors("ld") / 2);
  }

  SECTION("v6 is v5 with loads of 4 sectors") {
    const Counts v5 = first_launch("v5_first_add"), v6 = first_launch("v6_coalesced");
    CHECK(v6.requests("ld") == v5.requests("ld"));
    CHECK(v6.sectors_per_request("ld") == 4);
    CHECK(v6.sectors("ld") == v6.ideal_sectors("ld"));
    check_same_tree(v5, v6);
  }

  SECTION("v7 keeps four barriers of nine and all of the tree, and v8 counts as v7") {
    const Counts v6 = first_launch("v6_coalesced"), v7 = first_launch("v7_last_warp"), v8 = first_launch("v8_unrolled");
    CHECK(v6.barriers() == 9 * kHalved);
    CHECK(v7.barriers() == 4 * kHalved);
    CHECK(v8.barriers() == 4 * kHalved);
    check_same_tree(v6, v7);
    check_same_tree(v7, v8);
  }

  SECTION("v9 keeps one barrier, and a number for each warp in shared memory") {
    const Counts v9 = first_launch("v9_warp_shuffle");
    CHECK(v9.barriers() == kHalved);
    CHECK(v9.wavefronts("st") == kHalved * kLoading);
    CHECK(v9.wavefronts("ld") == kHalved);
  }

  SECTION("v10 has a quarter of v9's blocks, and as many loads") {
    const Counts v9 = first_launch("v9_warp_shuffle"), v10 = first_launch("v10_thread_coarsening");
    CHECK(v10.blocks() == kCoarse);
    CHECK(v10.barriers() == v9.barriers() / 4);
    CHECK(v10.requests("ld") == v9.requests("ld"));
    CHECK(v10.sectors_per_request("ld") == 4);
  }

  SECTION("v12 asks for 16 bytes a lane: a quarter of v11's loads") {
    const Counts v11 = first_launch("v11_one_wave"), v12 = first_launch("v12_vectorized_loads");
    CHECK(v11.blocks() == kLargeTiles);
    CHECK(v12.blocks() == kLargeTiles);
    CHECK(v11.requests("ld") == kSize / 32);
    CHECK(v12.requests("ld") == kSize / 128);
    CHECK(v12.sectors_per_request("ld") == 16);
    CHECK(v12.sectors("ld") == v12.ideal_sectors("ld"));
    CHECK(v12.barriers() == v12.blocks());
  }

  SECTION("launches: a level each in v1 to v10, two in v11 and v12, one in v13 and v14") {
    const Profile run("03_reduction", {"--size", "131073", "--kernel", "v1,v4,v6,v10,v11,v12,v13,v14"});
    CHECK(run.hazards("v4_sequential") == "");  // its second level has three blocks: none may write what another still reads
    for (const char* name : {"v1_naive", "v4_sequential"}) CHECK(run.launches(name) == 3);              // 131073, 513, 3, 1
    for (const char* name : {"v6_coalesced", "v10_thread_coarsening"}) CHECK(run.launches(name) == 2);  // 257 or 65, 1
    for (const char* name : {"v11_one_wave", "v12_vectorized_loads"}) CHECK(run.launches(name) == 2);
    for (const char* name : {"v13_atomic_combine", "v14_block_per_tile"}) CHECK(run.launches(name) == 1);
  }

  SECTION("v11 to v13 have one wave of blocks, v14 a block for each tile") {
    const Profile large("03_reduction", {"--size", "2^18", "--kernel", "v11,v12,v13,v14"});
    constexpr double kTiles = (1 << 18) / 4096.0;
    for (const char* name : {"v11_one_wave", "v12_vectorized_loads", "v13_atomic_combine"})
      CHECK(large.launch(name, "reduce").blocks() == kTiles / 2);
    CHECK(large.launch("v14_block_per_tile", "reduce").blocks() == kTiles);
  }

  SECTION("v13 and v14 add once a block, and store nothing") {
    for (const char* name : {"v13_atomic_combine", "v14_block_per_tile"}) {
      const Counts counts = first_launch(name);
      CHECK(counts.atomics() == counts.blocks());
      CHECK(counts.contention() == 1);
      CHECK(counts.requests("st") == 0);
    }
  }

  SECTION("one thread loads each element by itself, 1 lane of 32") {
    const Profile run("03_reduction", {"--size", "1025", "--kernel", "one_thread"});
    const Counts counts = run.launch("one_thread", "reduce");
    CHECK(counts.requests("ld") == 1025);
    CHECK(counts.lanes() == 1);
    CHECK(run.launches("one_thread") == 1);
    CHECK(run.hazards("one_thread") == "");
  }

  SECTION("no version has a hazard") {
    for (const std::string& name : kernels_of("03_reduction")) CHECK(profile().hazards(name) == "");
  }
}
