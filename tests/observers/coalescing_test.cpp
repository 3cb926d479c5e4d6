/// @file
/// @brief The rules of coalescing and of banks against what Nsight Compute counted on an H100: every row, exactly.
#include "observers/coalescing.hpp"

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"

using namespace lockstep::sim;

namespace {

struct Row {
  std::string space, op;
  WarpAccess access;
  std::string requests, sectors, wavefronts, conflicts;  ///< empty where the profiler has no such count
};

std::vector<Row> rows() {
  std::ifstream file(LOCKSTEP_SOURCE_DIR "/tests/observers/data/h100_access_patterns.csv");
  std::vector<Row> all;
  std::string line;
  std::getline(file, line);  // names of the columns
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    Row row;
    std::string bytes, lanes;
    for (std::string* field : {&row.space, &row.op, &bytes, &lanes, &row.requests, &row.sectors, &row.wavefronts, &row.conflicts})
      std::getline(fields, *field, ',');
    row.access.bytes = static_cast<std::uint32_t>(std::stoul(bytes));
    std::istringstream indices(lanes);
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      long index = -1;
      indices >> index;
      if (index < 0) continue;
      row.access.lanes |= 1u << lane;
      row.access.address[lane] = static_cast<std::uint64_t>(index) * row.access.bytes;
    }
    all.push_back(row);
  }
  return all;
}

}  // namespace

TEST_CASE("coalescing and banks follow the hardware in every measured row") {
  const std::vector<Row> all = rows();
  REQUIRE(all.size() == 417);
  std::size_t line = 1;
  for (const Row& row : all) {
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

TEST_CASE("the fewest sectors are those of the bytes that are asked for, and never more than are touched") {
  const auto apart = [](std::uint32_t lanes, std::uint32_t bytes, std::uint64_t stride) {
    WarpAccess access{.lanes = lanes, .bytes = bytes};
    for (std::size_t lane = 0; lane < 32; ++lane) access.address[lane] = lane * stride;
    return access;
  };
  CHECK(ideal_sectors(apart(0xffffffffu, 4, 4)) == 4);
  CHECK(ideal_sectors(apart(0xffffffffu, 4, 400)) == 4);
  CHECK(ideal_sectors(apart(0xffffffffu, 16, 16)) == 16);
  CHECK(ideal_sectors(apart(1, 16, 16)) == 1);
  CHECK(ideal_sectors(apart(0x1ff, 4, 4)) == 2);  // nine lanes of 4 bytes: one more than a sector holds
  CHECK(ideal_sectors(apart(0xffffffffu, 4, 0)) == 1);
  CHECK(ideal_sectors(apart(0xffffffffu, 4, 1)) == 2);
}

TEST_CASE("contention is the largest number of lanes on one address") {
  WarpAccess access{.lanes = 0xff, .bytes = 4};
  for (std::size_t lane = 0; lane < 8; ++lane) access.address[lane] = lane < 5 ? 64 : 4 * lane;
  CHECK(contention(access) == 5);
}
