/// @file
/// @brief Lesson 01's walkthrough says what the simulator shows of each version: here it is held to that.
#include <string>

#include "catch.hpp"
#include "counters.hpp"
#include "harness/timing/backend.hpp"
#include "ladder.hpp"

using lockstep::kOnSimulator;
using lockstep::testing::Counts;
using lockstep::testing::kernels_of;
using lockstep::testing::Profile;

namespace {

constexpr double kSize = 1 << 19;  // what the walkthrough shows; at 2^19 v1's chunks are 9 elements, 36 bytes
constexpr double kBlocks = 240;    // of v1 to v5
constexpr double kBlock = 256;     // threads

const Profile& profile() {
  static const Profile run("01_vector_add", {"--kernel", "v1,v2,v3,v4,v5,v6,v7,v8,v9,v10", "--size", "2^19"});
  return run;
}

}  // namespace

TEST_CASE("01: the simulator counts what the walkthrough says", "[lesson01][counters]") {
  if (!kOnSimulator) return;

  SECTION("v1 touches 32 sectors a load and a store, v2 touches 4, and there are as many of either") {
    const Counts naive = profile().launch("v1_naive", "add"), coalesced = profile().launch("v2_coalesced", "add");
    const double rows = kSize / 32;  // of 32 neighbours
    CHECK(coalesced.requests("ld") == 2 * rows);
    CHECK(coalesced.requests("st") == rows + kBlocks * kBlock / 32);  // c, and a partial sum each
    for (const char* op : {"ld", "st"}) {
      CHECK(coalesced.sectors_per_request(op) == 4);
      CHECK(coalesced.sectors(op) == coalesced.ideal_sectors(op));
    }
    // 2^19 / 61440, rounded up, are chunks of 9: 58254 threads have one, one has 2 elements, and 3185 have none.
    CHECK(naive.requests("ld") == 2 * 1821 * 9);                      // 1820 full warps, and one in which 15 lanes have elements
    CHECK(naive.sectors("ld") == 2 * kSize);                          // no two lanes of a load share a sector
    CHECK(naive.sectors("st") == kSize + kBlocks * kBlock * 4 / 32);  // nor of a store of c; partial sums are neighbours
  }

  SECTION("v1 and v2 leave 61440 partial sums to one lane, v3 leaves 240") {
    for (const char* name : {"v1_naive", "v2_coalesced"}) {
      const Counts last = profile().launch(name, "add_partials");
      CHECK(last.requests("ld") == kBlocks * kBlock);
      CHECK(last.sectors("ld") == kBlocks * kBlock);  // a sector of 32 bytes for each 4
      CHECK(last.lanes() == 1);
    }
    CHECK(profile().launch("v3_shared_memory", "add_partials").requests("ld") == kBlocks);
  }

  SECTION("v3's tree has 8 barriers a block, no bank conflicts, and ever fewer lanes") {
    const Counts tree = profile().launch("v3_shared_memory", "add");
    CHECK(tree.barriers() == 8 * kBlocks);
    for (const char* op : {"ld", "st"}) CHECK(tree.bank_conflicts(op) == 0);
    const double warps = 4 + 2 + 6;  // that take part: in the first step, in the second, and one in each of the last six
    CHECK(tree.wavefronts("ld") == (2 * warps + 1) * kBlocks);  // both halves; and thread 0's last load
    CHECK(tree.wavefronts("st") == (8 + warps) * kBlocks);
    CHECK(tree.requests("st") == kSize / 32 + kBlocks);  // c, and a partial sum a block

    const Counts steps = profile().busiest_line("v3_shared_memory", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum");
    const Counts loads = profile().busiest_line("v3_shared_memory", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum");
    CHECK(loads.lanes() == 32);
    CHECK(steps.lanes() < 28);
  }

  SECTION("v4 has one barrier a block, and one word a warp in shared memory") {
    const Counts shuffled = profile().launch("v4_warp_shuffle", "add"), tree = profile().launch("v3_shared_memory", "add");
    for (const char* op : {"ld", "st"}) {
      CHECK(shuffled.requests(op) == tree.requests(op));
      CHECK(shuffled.sectors(op) == tree.sectors(op));
    }
    CHECK(shuffled.barriers() == kBlocks);
    CHECK(shuffled.wavefronts("st") == 8 * kBlocks);  // a word for each of 8 warps
    CHECK(shuffled.wavefronts("ld") == kBlocks);      // all of them at once
    const Counts last = profile().launch("v4_warp_shuffle", "add_partials");
    CHECK(last.requests("ld") == 8);  // 240 partial sums, 32 a load
    CHECK(last.sectors("ld") == kBlocks * 4 / 32);
    CHECK(last.barriers() == 1);
  }

  SECTION("v5 moves 16 bytes a lane, a quarter as often") {
    const Counts wide = profile().launch("v5_vectorized_loads", "add");
    CHECK(wide.blocks() == kBlocks);
    CHECK(wide.requests("ld") == 2 * kSize / 128);
    CHECK(wide.requests("st") == kSize / 128 + kBlocks);
    CHECK(wide.sectors("ld") == 16 * wide.requests("ld"));
    CHECK(wide.sectors("st") == 16 * kSize / 128 + kBlocks);
    for (const char* op : {"ld", "st"}) CHECK(wide.sectors(op) == wide.ideal_sectors(op));
  }

  SECTION("v6 has a thread for each 8 elements, and touches what v5 does") {
    const Counts full = profile().launch("v6_loads_in_flight", "add"), wide = profile().launch("v5_vectorized_loads", "add");
    CHECK(full.blocks() == kSize / 4 / 2 / 1024);  // two float4s of each vector for each of 1024 threads
    CHECK(full.requests("ld") == wide.requests("ld"));
    CHECK(full.sectors("ld") == wide.sectors("ld"));
    CHECK(full.requests("st") == kSize / 128 + full.blocks());
    CHECK(full.barriers() == full.blocks());
  }

  SECTION("v7 is one launch, with an atomic a block and no store but those of c") {
    CHECK(profile().launches("v6_loads_in_flight") == 2);
    CHECK(profile().launches("v7_atomic_combine") == 1);
    const Counts adds = profile().launch("v7_atomic_combine", "add");
    CHECK(adds.atomics() == adds.blocks());
    CHECK(adds.contention() == 1);
    CHECK(adds.requests("st") == kSize / 128);
  }

  SECTION("v8 is v7's kernel on copies, and v9 and v10 are the same kernel once a piece") {
    CHECK(profile().launches("v8_own_copies") == 1);
    CHECK(profile().launches("v9_streams") == 16);
    CHECK(profile().launches("v10_short_ends") == 16);
    CHECK(profile().launch("v9_streams", "add").blocks() == kSize / 16 / 8192);
    CHECK(profile().launch("v10_short_ends", "add").blocks() == kSize / 64 / 8192);  // the first piece is short
    const Counts whole = profile().version("v7_atomic_combine");
    for (const char* name : {"v8_own_copies", "v9_streams", "v10_short_ends"}) {
      const Counts pieces = profile().version(name);
      for (const char* op : {"ld", "st"}) {
        CHECK(pieces.requests(op) == whole.requests(op));
        CHECK(pieces.sectors(op) == whole.sectors(op));
      }
    }
  }

  SECTION("no version has a hazard, and only v1 and v2 move many bytes that are not needed") {
    for (const std::string& name : kernels_of("01_vector_add")) CHECK(profile().hazards(name) == "");
    const auto moved = [&](const char* name) { return profile().version(name).bytes_moved() / (12 * kSize + 4); };
    CHECK(moved("v1_naive") > 8);
    CHECK(moved("v2_coalesced") > 1.3);
    CHECK(moved("v2_coalesced") < 1.4);
    for (const char* name : {"v3_shared_memory", "v4_warp_shuffle", "v5_vectorized_loads", "v6_loads_in_flight", "v7_atomic_combine",
                             "v8_own_copies", "v9_streams", "v10_short_ends"})
      CHECK(moved(name) < 1.01);
  }
}
