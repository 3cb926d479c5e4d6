/// @file
/// @brief Lesson 04's walkthrough says what the simulator shows of each version: here it is held to that.
#include "catch.hpp"
#include "counters.hpp"
#include "harness/timing/backend.hpp"
#include "ladder.hpp"

using lockstep::kOnSimulator;
using lockstep::testing::Counts;
using lockstep::testing::kernels_of;
using lockstep::testing::Profile;

namespace {

constexpr double kSize = 1 << 20;  // long enough that v1's threads stand more than a sector apart
constexpr double kBlocks = 240;    // of v1 to v6; the versions after them take one wave
constexpr double kBlock = 256;     // threads

const Profile& profile() {
  static const Profile run("04_dot_product", {"--size", "2^20"});
  return run;
}

}  // namespace

TEST_CASE("04: the simulator counts what the walkthrough says", "[lesson04][counters]") {
  if (!kOnSimulator) return;

  SECTION("v1's loads touch 32 sectors each, v2's touch 4, and there are equally many") {
    const Counts naive = profile().launch("v1_naive", "dot"), coalesced = profile().launch("v2_coalesced", "dot");
    CHECK(coalesced.requests("ld") == 2 * kSize / 32);
    CHECK(naive.requests("ld") == Catch::Approx(coalesced.requests("ld")).epsilon(0.001));  // the last stretches are shorter
    CHECK(naive.sectors_per_request("ld") == Catch::Approx(32).epsilon(0.001));
    CHECK(coalesced.sectors_per_request("ld") == 4);
    CHECK(coalesced.sectors("ld") == coalesced.ideal_sectors("ld"));
  }

  SECTION("v1 and v2 leave 61440 partial sums to one lane, and v3 leaves 256 times fewer") {
    for (const char* name : {"v1_naive", "v2_coalesced"}) {
      const Counts last = profile().launch(name, "add_partials");
      CHECK(last.requests("ld") == kBlocks * kBlock);
      CHECK(last.lanes() == 1);
    }
    CHECK(profile().launch("v3_shared_memory", "add_partials").requests("ld") == kBlocks);
  }

  SECTION("v3's tree has a barrier for each of its 8 steps, no bank conflicts, and fewer lanes than its loads") {
    const Counts tree = profile().launch("v3_shared_memory", "dot");
    CHECK(tree.barriers() == 8 * kBlocks);
    for (const char* op : {"ld", "st"}) CHECK(tree.bank_conflicts(op) == 0);
    // Of a block's 8 warps, 4 take part in the first step, 2 in the second, and one in each of the last six.
    const double warps = 4 + 2 + 6;
    CHECK(tree.wavefronts("ld") == (2 * warps + 1) * kBlocks);
    CHECK(tree.wavefronts("st") == (8 + warps) * kBlocks);

    const Counts steps = profile().busiest_line("v3_shared_memory", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum");
    const Counts loads = profile().busiest_line("v3_shared_memory", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum");
    CHECK(loads.lanes() == 32);
    CHECK(steps.lanes() < 28);
  }

  SECTION("v4 has one barrier a block, and a word of shared memory for each warp") {
    const Counts shuffled = profile().launch("v4_warp_shuffle", "dot"), tree = profile().launch("v3_shared_memory", "dot");
    CHECK(shuffled.barriers() == kBlocks);
    CHECK(shuffled.wavefronts("st") == kBlock / 32 * kBlocks);
    CHECK(shuffled.wavefronts("ld") == kBlocks);
    CHECK(shuffled.requests("ld") == tree.requests("ld"));
    CHECK(profile().launch("v4_warp_shuffle", "add_partials").barriers() == 1);
  }

  SECTION("v5 asks for 16 bytes a lane, a quarter as often") {
    const Counts wide = profile().launch("v5_vectorized_loads", "dot"), narrow = profile().launch("v4_warp_shuffle", "dot");
    CHECK(wide.requests("ld") == narrow.requests("ld") / 4);
    CHECK(wide.sectors_per_request("ld") == 16);
    CHECK(wide.sectors("ld") == wide.ideal_sectors("ld"));
    CHECK(wide.barriers() == narrow.barriers());
  }

  SECTION("v6 makes the loads of v5") {
    const Counts ahead = profile().launch("v6_loads_in_flight", "dot"), one = profile().launch("v5_vectorized_loads", "dot");
    CHECK(ahead.requests("ld") == one.requests("ld"));
    CHECK(ahead.sectors("ld") == one.sectors("ld"));
    CHECK(ahead.blocks() == kBlocks);
  }

  SECTION("v7 launches one wave: two blocks of 1024 threads for each of the simulator's 8 multiprocessors") {
    const Counts wave = profile().launch("v7_one_wave", "dot");
    CHECK(wave.blocks() == 2 * 8);
    CHECK(wave.barriers() == wave.blocks());
    CHECK(wave.wavefronts("st") == 1024 / 32 * wave.blocks());
    CHECK(wave.requests("ld") == 2 * kSize / (4 * 32));
  }

  SECTION("v8 to v10 are one launch: v8 adds once a block, v9 locks and unlocks, v10 draws a ticket") {
    for (const char* name :
         {"v1_naive", "v2_coalesced", "v3_shared_memory", "v4_warp_shuffle", "v5_vectorized_loads", "v6_loads_in_flight", "v7_one_wave"})
      CHECK(profile().launches(name) == 2);
    for (const char* name : {"v8_atomic_combine", "v9_mutex", "v10_last_block"}) CHECK(profile().launches(name) == 1);

    const Counts adds = profile().launch("v8_atomic_combine", "dot"), locks = profile().launch("v9_mutex", "dot"),
                 tickets = profile().launch("v10_last_block", "dot");
    CHECK(adds.atomics() == adds.blocks());
    CHECK(locks.atomics() >= 2 * locks.blocks());
    CHECK(tickets.atomics() == tickets.blocks());
    for (const Counts* one : {&adds, &locks, &tickets}) {
      CHECK(one->contention() == 1);
      CHECK(one->blocks() == 16);
    }

    CHECK(adds.requests("st") == 0);                        // no partial sums, and the result only by atomics
    CHECK(locks.requests("st") == locks.blocks());          // each block writes the result
    CHECK(tickets.requests("st") == tickets.blocks() + 1);  // partial sums, and the result
    CHECK(tickets.barriers() == 2 * tickets.blocks() + 1);  // each block's sum and its ticket, and the last block's total
  }

  SECTION("from v3 on, hardly a byte is moved that is not needed") {
    const double needed = 8 * kSize + 4;
    const auto moved = [&](const std::string& name) { return profile().version(name).bytes_moved() / needed; };
    CHECK(moved("v1_naive") > 8);
    CHECK(moved("v2_coalesced") < 1.3);
    for (const std::string& name : kernels_of("04_dot_product"))
      if (name != "v1_naive" && name != "v2_coalesced") CHECK(moved(name) < 1.01);
  }

  SECTION("no version has a hazard") {
    for (const std::string& name : kernels_of("04_dot_product")) CHECK(profile().hazards(name) == "");
  }
}
