/// @file
/// @brief What the playgrounds call, against what GPUs answered: accesses and waves of an H100, occupancy of an H200.
#include "playground/exports.hpp"

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "access_patterns.hpp"
#include "catch.hpp"

using lockstep::testing::AccessPattern;
using lockstep::testing::measured_access_patterns;

namespace {

/// The numbers of a CSV file below its head; comments begin with '#'.
std::vector<std::vector<double>> numbers_of(const std::string& file) {
  std::ifstream in(LOCKSTEP_SOURCE_DIR "/" + file);
  std::vector<std::vector<double>> rows;
  bool head = true;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#")) continue;
    if (std::exchange(head, false)) continue;
    std::istringstream fields(line);
    std::vector<double>& row = rows.emplace_back();
    for (std::string field; std::getline(fields, field, ',');) row.push_back(std::stod(field));
  }
  return rows;
}

void begin(const lockstep::sim::WarpAccess& access) {
  begin_access(access.bytes);
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    if ((access.lanes >> lane & 1) != 0) add_lane(lane, static_cast<std::uint32_t>(access.address[lane]));
}

std::uint32_t count(double number) { return static_cast<std::uint32_t>(number); }

}  // namespace

TEST_CASE("the playgrounds' accesses cost what an H100 counted, in every measured row") {
  const std::vector<AccessPattern> all = measured_access_patterns();
  REQUIRE(all.size() == 417);
  for (const AccessPattern& row : all) {
    CAPTURE(row.space, row.op, row.access.bytes);
    begin(row.access);
    if (row.space == "global") {
      const bool atomic = row.op == "atom" || row.op == "red";
      CHECK(std::to_string(atomic ? global_atomic_sectors() : global_sectors()) == row.sectors);
      continue;
    }
    serve_shared(row.op == "ld");
    CHECK(std::to_string(shared_wavefronts()) == row.wavefronts);
    CHECK(std::to_string(shared_conflicts()) == row.conflicts);
  }
}

TEST_CASE("a column of a tile crowds one bank, and wide accesses go in phases") {
  begin_access(4);
  for (std::uint32_t lane = 0; lane < 32; ++lane) add_lane(lane, 128 * lane);
  serve_shared(true);
  REQUIRE(shared_phases() == 1);
  CHECK(phase_lanes(0) == ~0u);
  CHECK(phase_wavefronts(0) == 32);
  CHECK(phase_crowded_banks(0) == 1);
  CHECK(global_ideal_sectors() == 4);

  begin_access(16);
  for (std::uint32_t lane = 0; lane < 32; ++lane) add_lane(lane, 16 * lane);
  serve_shared(true);
  REQUIRE(shared_phases() == 4);
  CHECK(phase_lanes(3) == 0xff000000u);
  CHECK(phase_wavefronts(3) == 1);
}

TEST_CASE("as many blocks fit as an H200 says") {
  const auto rows = numbers_of("tests/playground/data/h200_occupancy.csv");
  REQUIRE(rows.size() == 1760);
  for (const std::vector<double>& row : rows) {
    CAPTURE(row[0], row[1], row[2]);
    CHECK(fit_blocks(count(row[0]), count(row[1]), count(row[2])) == count(row[3]));
  }
}

TEST_CASE("what runs out first is the least of what would fit") {
  CHECK(fit_blocks(256, 64, 0) == 4);
  CHECK(fit_by_registers() == 4);
  CHECK(fit_by_warps() == 8);
  CHECK(fit_by_shared() == 228);
  CHECK(fit_by_blocks() == 32);
  CHECK(fit_blocks(32, 32, 16384) == 13);
  CHECK(fit_by_shared() == 13);
}

TEST_CASE("waves are the steps of the measured staircase: each costs the 50 microseconds of a block") {
  const auto rows = numbers_of("docs/results/nvidia_h100_80gb_hbm3/concepts/execution_model.csv");
  REQUIRE(rows.size() > 80);
  constexpr std::uint32_t kMultiprocessors = 132;
  constexpr double kLaunch = 7, kBlock = 50.2;  // microseconds
  for (const std::vector<double>& row : rows) {
    CAPTURE(row[0], row[1]);
    CHECK(wave_count(count(row[0]), kMultiprocessors) == count(std::round((row[1] - kLaunch) / kBlock)));
  }
  CHECK(last_wave(132, kMultiprocessors) == 132);
  CHECK(last_wave(133, kMultiprocessors) == 1);
  CHECK(last_wave(5, kMultiprocessors) == 5);
}
