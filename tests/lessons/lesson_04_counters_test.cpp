/// @file
/// @brief Lesson 04's walkthrough says what the simulator shows of each version: here it is held to that.
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "backend.hpp"
#include "catch.hpp"
#include "process.hpp"
#include "temporary_folder.hpp"

using lockstep::kOnSimulator;
using lockstep::testing::run_program;
using lockstep::testing::TemporaryFolder;
using Json = nlohmann::json;

namespace {

constexpr double kSize = 1 << 20;  // long enough that v1's threads stand more than a sector apart
constexpr double kBlocks = 240;    // of v1 to v3; the versions after them take one wave
constexpr double kBlock = 256;     // threads

Json run_all() {
  const TemporaryFolder folder;
  const auto outcome =
      run_program(LOCKSTEP_LESSON_DIR "/04_dot_product", {"--size", "2^20", "--profile", "--reps", "1", "--json", folder / "run.json"});
  if (!outcome.succeeded()) throw std::runtime_error(outcome.out + outcome.err);
  return Json::parse(std::ifstream(folder / "run.json"));
}

const Json& version(const std::string& name) {
  static const Json run = run_all();
  for (const Json& one : run.at("versions"))
    if (one.at("name") == name) return one;
  throw std::runtime_error("no version " + name);
}

const Json& launch(const std::string& name, const std::string& kernel) {
  for (const Json& one : version(name).at("launches"))
    if (one.at("kernel") == kernel) return one;
  throw std::runtime_error("no kernel " + kernel + " in " + name);
}

double count(const Json& of, const std::string& counter) { return of.at("counters").at(counter).get<double>(); }
double requests(const Json& of, const char* op) {
  return count(of, std::string("l1tex__t_requests_pipe_lsu_mem_global_op_") + op + ".sum");
}
double sectors(const Json& of, const char* op) { return count(of, std::string("l1tex__t_sectors_pipe_lsu_mem_global_op_") + op + ".sum"); }
double ideal(const Json& of, const char* op) { return count(of, std::string("lockstep__ideal_sectors_mem_global_op_") + op + ".sum"); }
double blocks(const Json& of) { return of.at("grid").at(0).get<double>(); }

/// The line of the version's own file that does most of something.
const Json& busiest_line(const std::string& name, const std::string& counter) {
  const Json* best = nullptr;
  for (const Json& line : version(name).at("lines"))
    if (best == nullptr || count(line, counter) > count(*best, counter)) best = &line;
  if (best == nullptr) throw std::runtime_error("no lines in " + name);
  return *best;
}

const std::vector<std::string> kVersions = {"v1_naive",          "v2_coalesced",     "v3_shared_memory", "v4_reduction_optimized",
                                            "v5_atomic_combine", "v6_mutex_combine", "v7_last_block"};

}  // namespace

TEST_CASE("04: v1's loads touch 32 sectors each, v2's touch 4, and there are equally many", "[lesson04][counters]") {
  if (!kOnSimulator) return;
  const Json &naive = launch("v1_naive", "dot"), &coalesced = launch("v2_coalesced", "dot");
  CHECK(requests(coalesced, "ld") == 2 * kSize / 32);
  CHECK(requests(naive, "ld") == Catch::Approx(requests(coalesced, "ld")).epsilon(0.001));  // the last stretches are shorter
  CHECK(sectors(naive, "ld") / requests(naive, "ld") == Catch::Approx(32).epsilon(0.001));
  CHECK(sectors(coalesced, "ld") == 4 * requests(coalesced, "ld"));
  CHECK(sectors(coalesced, "ld") == ideal(coalesced, "ld"));
}

TEST_CASE("04: v1 and v2 leave 61440 partial sums to one lane; v3 leaves 256 times fewer", "[lesson04][counters]") {
  if (!kOnSimulator) return;
  for (const char* name : {"v1_naive", "v2_coalesced"}) {
    const Json& last = launch(name, "add_partials");
    CHECK(requests(last, "ld") == kBlocks * kBlock);
    CHECK(count(last, "lockstep__lanes_per_step.ratio") == 1);
  }
  CHECK(requests(launch("v3_shared_memory", "add_partials"), "ld") == kBlocks);
}

TEST_CASE("04: v3's tree has a barrier for each of its 8 steps, no bank conflicts, and fewer lanes than its loads",
          "[lesson04][counters]") {
  if (!kOnSimulator) return;
  const Json& tree = launch("v3_shared_memory", "dot");
  CHECK(count(tree, "lockstep__barriers.sum") == 8 * kBlocks);
  for (const char* op : {"ld", "st"})
    CHECK(count(tree, std::string("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_") + op + ".sum") == 0);
  // Of a block's 8 warps, 4 take part in the first step, 2 in the second, and one in each of the last six.
  const double warps = 4 + 2 + 6;
  CHECK(count(tree, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum") == (2 * warps + 1) * kBlocks);
  CHECK(count(tree, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum") == (8 + warps) * kBlocks);

  const Json& steps = busiest_line("v3_shared_memory", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum");
  const Json& loads = busiest_line("v3_shared_memory", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum");
  CHECK(count(loads, "lockstep__lanes_per_step.ratio") == 32);
  CHECK(count(steps, "lockstep__lanes_per_step.ratio") < 28);
}

TEST_CASE("04: v4 asks for 16 bytes a lane, a quarter as often, and has one barrier left", "[lesson04][counters]") {
  if (!kOnSimulator) return;
  const Json &wide = launch("v4_reduction_optimized", "dot"), &narrow = launch("v3_shared_memory", "dot");
  CHECK(requests(wide, "ld") == requests(narrow, "ld") / 4);
  CHECK(sectors(wide, "ld") == 16 * requests(wide, "ld"));
  CHECK(sectors(wide, "ld") == ideal(wide, "ld"));
  CHECK(count(wide, "lockstep__barriers.sum") == blocks(wide));
  CHECK(count(launch("v4_reduction_optimized", "add_partials"), "lockstep__barriers.sum") == 1);
}

TEST_CASE("04: v5 to v7 are one launch; v5 adds once a block, v6 locks and unlocks, v7 draws a ticket", "[lesson04][counters]") {
  if (!kOnSimulator) return;
  for (const char* name : {"v1_naive", "v2_coalesced", "v3_shared_memory", "v4_reduction_optimized"})
    CHECK(version(name).at("launches").size() == 2);
  for (const char* name : {"v5_atomic_combine", "v6_mutex_combine", "v7_last_block"}) CHECK(version(name).at("launches").size() == 1);

  const Json &adds = launch("v5_atomic_combine", "dot"), &locks = launch("v6_mutex_combine", "dot"),
             &tickets = launch("v7_last_block", "dot");
  CHECK(count(adds, "lockstep__atomics.sum") == blocks(adds));
  CHECK(count(locks, "lockstep__atomics.sum") >= 2 * blocks(locks));
  CHECK(count(tickets, "lockstep__atomics.sum") == blocks(tickets));
  for (const Json* one : {&adds, &locks, &tickets}) CHECK(count(*one, "lockstep__atomic_contention.max") == 1);

  CHECK(requests(adds, "st") == 0);                       // no partial sums, and the result only by atomics
  CHECK(requests(locks, "st") == blocks(locks));          // each block writes the result
  CHECK(requests(tickets, "st") == blocks(tickets) + 1);  // partial sums, and the result
}

TEST_CASE("04: from v3 on, hardly a byte is moved that is not needed", "[lesson04][counters]") {
  if (!kOnSimulator) return;
  const double needed = 8 * kSize + 4;
  const auto moved = [&](const char* name) { return count(version(name), "lockstep__bytes_moved.sum") / needed; };
  CHECK(moved("v1_naive") > 8);
  CHECK(moved("v2_coalesced") < 1.3);
  for (const char* name : {"v3_shared_memory", "v4_reduction_optimized", "v5_atomic_combine", "v6_mutex_combine", "v7_last_block"})
    CHECK(moved(name) < 1.01);
}

TEST_CASE("04: no version has a hazard", "[lesson04][counters]") {
  if (!kOnSimulator) return;
  for (const std::string& name : kVersions) {
    CAPTURE(name, version(name).at("hazards").dump(1));
    CHECK(version(name).at("hazards").empty());
  }
}
