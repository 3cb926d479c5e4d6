/// @file
/// @brief Tests names, stages and order of versions.
#include <cstdint>
#include <string>

#include "catch.hpp"
#include "harness/cli/options.hpp"
#include "harness/running/lesson.hpp"
#include "lockstep/launch.hpp"
#include "support/text/version_names.hpp"

using lockstep::describe_version;
using lockstep::Launch;
using lockstep::Tile;
using lockstep::UsageError;

namespace {

template <int Tag>
struct Empty {
  struct Inputs {};
  struct Outputs {};
  struct Device {};
  struct Reference {};
  static constexpr lockstep::LessonInfo kInfo{.name = "empty", .title = "Nothing", .simulator_size = {1}, .gpu_size = {1}};
  static Inputs make_inputs(lockstep::Size, std::uint64_t, lockstep::InputKind) { return {}; }
  static Outputs make_outputs(lockstep::Size) { return {}; }
  static Device bind(lockstep::Arrays&, const Inputs&, Outputs&, lockstep::Size) { return {}; }
  static Reference reference(const Inputs&) { return {}; }
  static lockstep::Verdict check(const Reference&, const Outputs&, lockstep::InputKind) { return {.passed = true}; }
  static lockstep::Cost cost(lockstep::Size) { return {}; }
};

template <int Tag>
using VersionOf = lockstep::Version<Empty<Tag>>;

template <int Tag>
void nothing(const typename Empty<Tag>::Device&, const Launch&) {}

}  // namespace

TEST_CASE("The stage follows from the file's name", "[version]") {
  const auto stage = [](const char* file) { return describe_version(file, "", "").stage; };
  CHECK(stage("/x/04/v0_cpu.cpp") == "cpu");
  CHECK(stage("v1_naive.cu") == "naive");
  CHECK(stage("/x/v2_coalesced.cu") == "coalesced");
  CHECK(stage("v3_shared_memory.cu") == "shared-memory");
  CHECK(stage("v8_reduction_optimized.cu") == "reduction-optimized");
  CHECK(stage("v5_atomic_combine.cu") == "atomic-combine");
  CHECK(stage("v4_no_divergence.cu") == "beyond");
  CHECK(stage("v4_naive_too.cu") == "beyond");
  CHECK(stage("naive.cu") == "beyond");
  CHECK(stage("v7.cu") == "beyond");
  CHECK(stage("exercise.cu") == "beyond");
  CHECK(stage("peer_cublas.cpp") == "library");
}

TEST_CASE("A version that is called by its idea declares its stage", "[version]") {
  using lockstep::Stage;
  const auto stage = [](Stage declared) { return describe_version("v7_thread_tile.cu", declared, "", "").stage; };
  CHECK(stage(Stage::naive) == "naive");
  CHECK(stage(Stage::coalesced) == "coalesced");
  CHECK(stage(Stage::shared_memory) == "shared-memory");
  CHECK(stage(Stage::reduction_optimized) == "reduction-optimized");
  CHECK(stage(Stage::atomic_combine) == "atomic-combine");

  const auto& entries = VersionOf<70>::entries();
  VersionOf<70>{"v7_thread_tile.cu", Stage::shared_memory, "an idea", nothing<70>, "twice"};
  REQUIRE(entries.size() == 1);
  CHECK(entries.front().info.name == "v7_thread_tile_twice");
  CHECK(entries.front().info.stage == "shared-memory");
  CHECK(entries.front().info.idea == "an idea");
}

TEST_CASE("The name is the file's stem, with a suffix for a second version", "[version]") {
  CHECK(describe_version("/a/b.c/v3_shared_memory.cu", "", "").name == "v3_shared_memory");
  CHECK(describe_version("v0_cpu.cpp", "", "openmp").name == "v0_cpu_openmp");
  CHECK(describe_version("v0_cpu.cpp", "the idea", "").idea == "the idea");
}

TEST_CASE("Only a v0 in a .cpp file works on the host's arrays", "[version]") {
  CHECK(describe_version("v0_cpu.cpp", "", "").on_host());
  CHECK(describe_version("v0_cpu.cpp", "", "openmp").on_host());
  CHECK_FALSE(describe_version("v0_cpu.cu", "", "").on_host());
  CHECK_FALSE(describe_version("v1_naive.cpp", "", "").on_host());
  CHECK_FALSE(describe_version("peer_cublas.cpp", "", "").on_host());
}

TEST_CASE("A file in the folder asides is beside the ladder, whatever its name says, and on the host if it is a .cpp", "[version]") {
  const lockstep::VersionInfo naive = describe_version("/a/lessons/03_x/asides/naive.cu", "", ""),
                              host = describe_version("asides/order.cpp", "", "");
  CHECK(naive.is_aside());
  CHECK(naive.name == "naive");
  CHECK_FALSE(naive.on_host());
  CHECK(host.is_aside());
  CHECK(host.on_host());
  CHECK_FALSE(describe_version("/asides/lessons/v1_naive.cu", "", "").is_aside());
}

TEST_CASE("Other versions work in device memory, unless they say otherwise", "[version]") {
  using lockstep::Memory;
  CHECK(describe_version("v1_naive.cu", "", "").memory == Memory::device);
  CHECK(describe_version("v6_streams.cu", "", "", Memory::pinned).memory == Memory::pinned);
  CHECK(describe_version("v0_cpu.cpp", "", "", Memory::pinned).memory == Memory::host);
}

TEST_CASE("Versions are in the order of their names, then asides, libraries last, however they registered", "[version]") {
  const VersionOf<1> c{"v2_coalesced.cu", "", nothing<1>}, p{"peer_cub.cu", "", nothing<1>}, b{"v0_cpu.cpp", "", nothing<1>, "openmp"},
      d{"v1_naive.cu", "", nothing<1>}, f{"asides/a_lock.cu", "", nothing<1>}, a{"v0_cpu.cpp", "", nothing<1>},
      e{"v10_split_k.cu", "", nothing<1>};
  std::string names;
  const lockstep::LessonOf<Empty<1>> lesson;
  for (const auto& version : lesson.versions()) names += version.name + " ";
  CHECK(names == "v0_cpu v0_cpu_openmp v1_naive v2_coalesced v10_split_k a_lock peer_cub ");
}

TEST_CASE("A number counts as a number, wherever it is in a name", "[version]") {
  using lockstep::comes_before_name;
  CHECK(comes_before_name("v9_a", "v10_a"));
  CHECK_FALSE(comes_before_name("v10_a", "v9_a"));
  CHECK(comes_before_name("v10_a", "v11_a"));
  CHECK(comes_before_name("v1_a", "v1_b"));
  CHECK(comes_before_name("v1_a", "v1_a_2_streams"));
  CHECK(comes_before_name("v1_a_2_streams", "v1_a_16_streams"));
  CHECK_FALSE(comes_before_name("v1_a", "v1_a"));
}

TEST_CASE("A version's number means no other one that begins with it", "[version]") {
  using lockstep::begins_with_name;
  CHECK(begins_with_name("v1_naive", "v1"));
  CHECK(begins_with_name("v1_naive", "v1_na"));
  CHECK(begins_with_name("v1_naive", "v1_naive"));
  CHECK(begins_with_name("v10_split_k", "v10"));
  CHECK(begins_with_name("v10_split_k", "v"));
  CHECK_FALSE(begins_with_name("v10_split_k", "v1"));
  CHECK_FALSE(begins_with_name("v1_naive", "v10"));
  CHECK_FALSE(begins_with_name("v1_naive", ""));

  const auto version = [](const char* file) { return describe_version(file, "", ""); };
  CHECK(lockstep::choose_versions({version("v1_naive.cu"), version("v2_coalesced.cu"), version("v10_split_k.cu")}, "v1") ==
        std::vector<std::size_t>{0});
}

TEST_CASE("Two versions of one name are refused", "[version]") {
  const VersionOf<2> a{"v1_naive.cu", "", nothing<2>}, b{"v1_naive.cu", "", nothing<2>};
  CHECK_THROWS_AS(lockstep::LessonOf<Empty<2>>(), std::logic_error);
}

TEST_CASE("A launch takes what was asked for, else what the version prefers", "[version]") {
  CHECK(Launch{}.block_or(128) == 128);
  CHECK(Launch{.block = 96}.block_or(128) == 96);
  CHECK(Launch{}.grid_or(7) == 7);
  CHECK(Launch{.grid = 3}.grid_or(7) == 3);
  CHECK(Launch{.block = 64}.power_of_two_block_or(128) == 64);
  CHECK_THROWS_AS(Launch{.block = 96}.power_of_two_block_or(128), UsageError);
  CHECK(Launch{.block = 96}.whole_warps_block_or(128) == 96);
  CHECK_THROWS_AS(Launch{.block = 48}.whole_warps_block_or(128), UsageError);
  CHECK(Launch{}.tile_or({16, 8}) == Tile{16, 8});
  CHECK((Launch{.tile = {4, 2}}.tile_or({16, 8}) == Tile{4, 2}));
}

TEST_CASE("A launch refuses what a version cannot do, and only that", "[version]") {
  CHECK_THROWS_WITH((Launch{.tile = {32, 4}}.refuse_tile()), "--tile 32x4: this version's blocks have a shape of their own");
  CHECK_THROWS_AS(Launch{.grid = 3}.refuse_grid(), UsageError);
  CHECK_THROWS_WITH(Launch{.block = 64}.require_block(128), "--block 64: this version needs a block of 128 threads");
  CHECK_THROWS_AS((Launch{.tile = {32, 4}}.require_block(128)), UsageError);
  CHECK_NOTHROW(Launch{.grid = 3}.require_block(128));
  CHECK_NOTHROW(Launch{.block = 128}.require_block(128));
  CHECK_NOTHROW(Launch{.block = 64, .grid = 3}.refuse_tile());
  CHECK_NOTHROW((Launch{.block = 64, .tile = {32, 4}}.refuse_grid()));
}
