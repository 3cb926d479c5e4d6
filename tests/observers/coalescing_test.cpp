/// @file
/// @brief The rules of coalescing and of banks against what Nsight Compute counted on an H100: every row, exactly.
#include "sim/observers/counting/coalescing.hpp"

#include <string>
#include <vector>

#include "access_patterns.hpp"
#include "catch.hpp"

using namespace lockstep::sim;
using namespace lockstep::testing;

TEST_CASE("coalescing and banks follow the hardware in every measured row") {
  const std::vector<AccessPattern> all = measured_access_patterns();
  REQUIRE(all.size() == 417);
  std::size_t line = 1;
  for (const AccessPattern& row : all) {
    CAPTURE(++line, row.space, row.op, row.access.bytes);
    if (row.space == "global") {
      const bool atomic = row.op == "atom" || row.op == "red";
      CHECK(row.requests == (row.access.lanes == 0 ? "0" : "1"));
      CHECK(std::to_string(atomic ? atomic_sectors(row.access) : sectors(row.access)) == row.sectors);
    } else {
      const Banks cost = banks(row.access, row.op == "ld");
      CHECK(std::to_string(cost.wavefronts) == row.wavefronts);
      CHECK(std::to_string(cost.conflicts) == row.conflicts);
    }
  }
}

TEST_CASE("what lanes on a line cost is computed as it is counted lane by lane") {
  for (const std::uint32_t bytes : {1u, 2u, 4u, 8u, 16u})
    for (const std::uint64_t start : {0x1000u, 0x1004u, 0x1010u, 0x101cu, 0x1001u})
      for (std::int64_t stride = -160; stride <= 160; ++stride) {
        WarpAccess counted{.lanes = ~0u, .bytes = bytes};
        for (std::int64_t lane = 0; lane < 32; ++lane)
          counted.address[static_cast<std::size_t>(lane)] = 0x10000 + start + static_cast<std::uint64_t>(lane * stride);
        WarpAccess line = counted;
        line.is_line = true;
        line.stride = stride;
        CAPTURE(bytes, start, stride);
        CHECK(sectors(line) == sectors(counted));
        for (const bool load : {false, true}) {
          const Banks of_line = banks(line, load), of_lanes = banks(counted, load);
          CHECK(of_line.wavefronts == of_lanes.wavefronts);
          CHECK(of_line.conflicts == of_lanes.conflicts);
          CHECK(of_line.phases == of_lanes.phases);
          CHECK(of_line.phase_count == of_lanes.phase_count);
        }
      }
}

TEST_CASE("the fewest sectors are those of the bytes that are asked for, and never more than are touched") {
  const auto ideal = [](std::uint32_t lanes, std::uint32_t bytes, std::uint64_t stride) {
    WarpAccess access{.lanes = lanes, .bytes = bytes};
    for (std::size_t lane = 0; lane < 32; ++lane) access.address[lane] = lane * stride;
    return ideal_sectors(access, sectors(access));
  };
  CHECK(ideal(0xffffffffu, 4, 4) == 4);
  CHECK(ideal(0xffffffffu, 4, 400) == 4);
  CHECK(ideal(0xffffffffu, 16, 16) == 16);
  CHECK(ideal(1, 16, 16) == 1);
  CHECK(ideal(0x1ff, 4, 4) == 2);  // nine lanes of 4 bytes: one more than a sector holds
  CHECK(ideal(0xffffffffu, 4, 0) == 1);
  CHECK(ideal(0xffffffffu, 4, 1) == 2);
}

TEST_CASE("contention is the largest number of lanes on one address") {
  WarpAccess access{.lanes = 0xff, .bytes = 4};
  for (std::size_t lane = 0; lane < 8; ++lane) access.address[lane] = lane < 5 ? 64 : 4 * lane;
  CHECK(contention(access) == 5);
}

TEST_CASE("wide accesses to shared memory take a phase for each 128 bytes, and the phases' rounds are the access's") {
  WarpAccess access{.lanes = 0xffffffffu, .bytes = 16};
  for (std::size_t lane = 0; lane < 32; ++lane) access.address[lane] = ((lane % 4) * 8 + lane / 4) * 16;
  const Banks turned = banks(access, true);
  REQUIRE(turned.phase_count == 4);
  CHECK(turned.wavefronts == 16);
  CHECK(turned.conflicts == 12);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(turned.phases[i].lanes == 0xffu << 8 * i);
    CHECK(turned.phases[i].wavefronts == 4);
    CHECK(turned.phases[i].crowded_banks == 0xffu << 8 * i);
  }
  access.lanes = 0xff;  // phases without an active lane take no round
  const Banks first = banks(access, true);
  CHECK(first.phase_count == 4);
  CHECK(first.wavefronts == 4);
  CHECK(first.conflicts == 3);
  CHECK(first.phases[1].wavefronts == 0);
}

TEST_CASE("an atomic takes one phase, in which the lanes of a bank wait for each other") {
  WarpAccess access{.lanes = 0xffffffffu, .bytes = 4};
  for (std::size_t lane = 0; lane < 32; ++lane) access.address[lane] = lane / 2 * 4;
  const Banks cost = atomic_banks(access, AtomicKind::update);
  REQUIRE(cost.phase_count == 1);
  CHECK(cost.wavefronts == 2);
  CHECK(cost.conflicts == 1);
  CHECK(cost.phases[0].crowded_banks == 0xffff);
  CHECK(atomic_banks(access, AtomicKind::compare_exchange).phases[0].wavefronts == 4);
}
