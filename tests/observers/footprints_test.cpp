/// @file
/// @brief Footprints are exact to the byte, and forget what a later operation makes superfluous.
#include "sim/observers/memory/footprints.hpp"

#include "catch.hpp"

using namespace lockstep::sim;

namespace {

constexpr std::uintptr_t kAddress = 0x2000'0000'0000;

Trace kernel(std::uint64_t id) { return {.id = id, .work = Work::kernel}; }

void leave(Footprints& footprints, Trace& trace, Way way, std::size_t first, std::size_t end) {
  footprints.track(footprints.page_of(kAddress), kAddress, trace, way).mark(first, end);
}

}  // namespace

TEST_CASE("conflicts need a write, and one side that is not atomic") {
  CHECK_FALSE(conflict(Way::read, Way::read));
  CHECK(conflict(Way::read, Way::write));
  CHECK(conflict(Way::write, Way::write));
  CHECK_FALSE(conflict(Way::strong_write, Way::strong_write));
  CHECK_FALSE(conflict(Way::strong_read, Way::strong_write));
  CHECK(conflict(Way::read, Way::strong_write));
  CHECK(conflict(Way::strong_read, Way::write));
}

TEST_CASE("a track holds what was marked, and nothing beside it") {
  for (const auto& [first, end] :
       {std::pair<std::size_t, std::size_t>{0, 1}, {3, 5}, {60, 68}, {63, 64}, {64, 128}, {100, 4096}, {4095, 4096}}) {
    CAPTURE(first, end);
    Track track;
    track.mark(first, end);
    for (std::size_t byte = 0; byte < Track::kPageBytes; ++byte) {
      CAPTURE(byte);
      REQUIRE((track.find(byte, byte + 1) == byte) == (byte >= first && byte < end));
    }
    CHECK(track.find(0, Track::kPageBytes) == first);
    CHECK(track.find(0, first) == first);
  }
}

TEST_CASE("a stretch of memory is visited page by page") {
  std::size_t pages = 0, bytes = 0;
  Footprints::each_piece(kAddress + 4000, 4096 + 200, [&](std::uintptr_t, std::size_t first, std::size_t end) {
    ++pages;
    bytes += end - first;
  });
  CHECK(pages == 3);
  CHECK(bytes == 4096 + 200);
}

TEST_CASE("what happened before is superseded where the later operation conflicts with as much") {
  Footprints footprints;
  Trace first = kernel(1), second = kernel(2);
  leave(footprints, first, Way::read, 0, 64);
  leave(footprints, first, Way::write, 64, 128);
  SECTION("a write supersedes what it covers, reads as well") {
    leave(footprints, second, Way::write, 0, 96);
    footprints.supersede(second, {&first});
    CHECK(first.tracks == 1);
    CHECK(footprints.track(footprints.page_of(kAddress), kAddress, first, Way::write).find(0, 4096) == 96);
  }
  SECTION("a read supersedes no write") {
    leave(footprints, second, Way::read, 0, 128);
    footprints.supersede(second, {&first});
    CHECK(first.tracks == 1);
    CHECK(footprints.track(footprints.page_of(kAddress), kAddress, first, Way::write).find(0, 4096) == 64);
  }
  SECTION("what is unordered stays") {
    leave(footprints, second, Way::write, 0, 128);
    footprints.supersede(second, {});
    CHECK(first.tracks == 2);
  }
}

TEST_CASE("memory that is somebody else's has no footprints") {
  Footprints footprints;
  Trace trace = kernel(1);
  leave(footprints, trace, Way::write, 0, 4096);
  footprints.forget(kAddress, 512);
  CHECK(footprints.track(footprints.page_of(kAddress), kAddress, trace, Way::write).find(0, 4096) == 512);
  footprints.drop(trace);
  CHECK(trace.tracks == 0);
  CHECK(footprints.page_of(kAddress).empty());
}
