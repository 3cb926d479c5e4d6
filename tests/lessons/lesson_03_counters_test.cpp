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

constexpr double kSize = 1 << 16;         // 256 blocks of 256 elements, and then one
constexpr double kBlocks = kSize / 256;   // of the first launch, v1 to v5
constexpr double kHalved = kSize / 512;   // the same of v6 and v7
constexpr double kLoading = 8;            // warps of a block: each loads and stores once before the tree
constexpr double kDivergent = 8 * 5 + 7;  // warps that take part in v1's and v3's eight steps: 8 in each of the first five, then 4, 2, 1
constexpr double kDense = 4 + 2 + 6;      // the same where the first threads work: 4, 2, and then one in each of six steps

const Profile& profile() {
  static const Profile run("03_reduction", {"--size", "2^16"});
  return run;
}

Counts first_launch(const std::string& version) { return profile().launch(version, "reduce"); }

}  // namespace

TEST_CASE("03: the simulator counts what the walkthrough says", "[lesson03][counters]") {
  if (!kOnSimulator) return;

  SECTION("v1's tree touches sector after sector, and v2's has the same sums in a fifth of them") {
    // A warp's 32 elements are 4 sectors. v1's lanes are 2, 4, 8 apart (4 sectors each), then 16 (2), then one lane (1).
    const double naive = 8 * (4 + 4 + 4 + 2 + 1) + 7;
    // v2: 128 sums in 16 sectors, 64 in 8, 32 in 4, 16 in 2, and then one in each of four steps.
    const double coalesced = 16 + 8 + 4 + 2 + 4;
    const Counts v1 = first_launch("v1_naive"), v2 = first_launch("v2_coalesced");
    CHECK(v1.requests("ld") == kBlocks * (kLoading + 2 * kDivergent + 1));
    CHECK(v2.requests("ld") == kBlocks * (kLoading + 2 * kDense + 1));
    CHECK(v1.sectors("ld") == kBlocks * (32 + 2 * naive + 1));
    CHECK(v2.sectors("ld") == kBlocks * (32 + 2 * coalesced + 1));
    CHECK(v1.sectors("st") == kBlocks * (32 + naive + 1));
    CHECK(v2.sectors("st") == kBlocks * (32 + coalesced + 1));
    CHECK(v2.sectors("ld") == v2.ideal_sectors("ld"));
    CHECK(v1.sectors("ld") > 1.9 * v1.ideal_sectors("ld"));
  }

  SECTION("the trees in global memory move 14 and 5 times what is needed, in shared memory hardly more than that") {
    const double needed = 4 * kSize + 4;
    const auto moved = [&](const char* name) { return profile().version(name).bytes_moved() / needed; };
    CHECK(moved("v1_naive") == Catch::Approx(14.0).epsilon(0.01));
    CHECK(moved("v2_coalesced") == Catch::Approx(5.3).epsilon(0.01));
    for (const char* name : {"v3_shared_memory", "v4_no_divergence", "v5_sequential"})
      CHECK(moved(name) == Catch::Approx(1.035).epsilon(0.001));
    for (const char* name : {"v6_first_add", "v7_unrolled"}) CHECK(moved(name) < 1.02);
    for (const char* name : {"v8_reduction_optimized", "v9_atomic_combine"}) CHECK(moved(name) < 1.005);
  }

  SECTION("v3 wastes lanes and v4 wastes wavefronts, the same number of them") {
    const Counts v3 = first_launch("v3_shared_memory"), v4 = first_launch("v4_no_divergence");
    CHECK(v3.shared_requests("ld") == kBlocks * (2 * kDivergent + 1));
    CHECK(v4.shared_requests("ld") == kBlocks * (2 * kDense + 1));
    // v4's steps: 4 warps at 2 rounds each, 2 at 4, one at 8, 8, 8, 4, 2, 1: 47, by chance as many as v3 has warps at work.
    CHECK(4 * 2 + 2 * 4 + 8 + 8 + 8 + 4 + 2 + 1 == kDivergent);
    for (const Counts* one : {&v3, &v4}) {
      CHECK(one->wavefronts("ld") == kBlocks * (2 * kDivergent + 1));
      CHECK(one->wavefronts("st") == kBlocks * (kLoading + kDivergent));
    }
    CHECK(v3.bank_conflicts("ld") == 0);
    CHECK(v3.bank_conflicts("st") == 0);
    CHECK(v4.bank_conflicts("ld") == kBlocks * 2 * (kDivergent - kDense));
    CHECK(v4.bank_conflicts("st") == kBlocks * (kDivergent - kDense));
  }

  SECTION("v1 and v3 are two thirds of a warp, v2, v4 and v5 nearly a whole one") {
    CHECK(profile().version("v1_naive").lanes() < 21);
    CHECK(profile().version("v3_shared_memory").lanes() < 21);
    for (const char* name : {"v2_coalesced", "v4_no_divergence", "v5_sequential", "v6_first_add"})
      CHECK(profile().version(name).lanes() > 29);
    CHECK(profile().version("v7_unrolled").lanes() > 31.5);

    // The line that adds: 8 warps make the test in each of 8 steps, and 255 lanes in 47 warps then add, load twice and store.
    const Counts line = profile().busiest_line("v3_shared_memory", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum");
    CHECK(line.lanes() == Catch::Approx((8 * 8 * 32 + 4 * 255) / (8 * 8 + 4 * kDivergent)));
  }

  SECTION("v5 has v4's tree without a bank conflict") {
    const Counts v5 = first_launch("v5_sequential");
    for (const char* op : {"ld", "st"}) CHECK(v5.bank_conflicts(op) == 0);
    CHECK(v5.wavefronts("ld") == kBlocks * (2 * kDense + 1));
    CHECK(v5.wavefronts("st") == kBlocks * (kLoading + kDense));
  }

  SECTION("v6 halves the blocks, and with them the wavefronts and the barriers") {
    const Counts v5 = first_launch("v5_sequential"), v6 = first_launch("v6_first_add");
    CHECK(v5.blocks() == kBlocks);
    CHECK(v6.blocks() == kHalved);
    CHECK(v6.requests("ld") == v5.requests("ld"));
    for (const char* op : {"ld", "st"}) CHECK(v6.wavefronts(op) == v5.wavefronts(op) / 2);
    CHECK(v5.barriers() == 9 * kBlocks);
    CHECK(v6.barriers() == 9 * kHalved);
  }

  SECTION("v7 keeps three barriers of nine, and the tree's steps above a warp") {
    const Counts v7 = first_launch("v7_unrolled");
    const double steps = 4 + 2 + 1;
    CHECK(v7.barriers() == 3 * kHalved);
    CHECK(v7.wavefronts("ld") == kHalved * (2 * steps + 1));
    CHECK(v7.wavefronts("st") == kHalved * (kLoading + steps));
  }

  SECTION("v8 asks for 16 bytes a lane, and has one barrier a block") {
    const Counts v8 = first_launch("v8_reduction_optimized");
    CHECK(v8.requests("ld") == kSize / 128);
    CHECK(v8.sectors_per_request("ld") == 16);
    CHECK(v8.sectors("ld") == v8.ideal_sectors("ld"));
    CHECK(v8.barriers() == v8.blocks());
  }

  SECTION("launches: a level each in v1 to v7, two in v8, one in v9") {
    const Profile three("03_reduction", {"--size", "131073", "--kernel", "v1,v5,v6,v8,v9"});
    CHECK(three.hazards("v5_sequential") == "");  // its second level has three blocks: none may write what another still reads
    for (const char* name : {"v1_naive", "v5_sequential"}) CHECK(three.launches(name) == 3);  // 131073, 513, 3, 1
    CHECK(three.launches("v6_first_add") == 2);                                               // 131073, 257, 1
    CHECK(three.launches("v8_reduction_optimized") == 2);
    CHECK(three.launches("v9_atomic_combine") == 1);
  }

  SECTION("v8 has one wave of blocks, v9 a block for each tile") {
    const Profile large("03_reduction", {"--size", "2^18", "--kernel", "v8,v9"});
    constexpr double kTiles = (1 << 18) / (2 * 4) / 512.0;  // two quads for each of 512 threads
    CHECK(large.launch("v8_reduction_optimized", "reduce").blocks() < kTiles);
    CHECK(large.launch("v9_atomic_combine", "reduce").blocks() == kTiles);
  }

  SECTION("v9 adds once a block, and stores nothing") {
    const Counts v9 = first_launch("v9_atomic_combine");
    CHECK(v9.atomics() == v9.blocks());
    CHECK(v9.contention() == 1);
    CHECK(v9.requests("st") == 0);
  }

  SECTION("no version has a hazard") {
    for (const std::string& name : kernels_of("03_reduction")) CHECK(profile().hazards(name) == "");
  }
}
