/// @file
/// @brief Lesson 11's walkthrough says what the simulator shows of each version: here it is held to that.
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>

#include "../../lessons/11_bfs/problem.hpp"
#include "catch.hpp"
#include "counters.hpp"
#include "harness/timing/backend.hpp"
#include "ladder.hpp"
#include "support/temporary_folder.hpp"

using lockstep::kOnSimulator;
using lockstep::TemporaryFolder;
using lockstep::testing::Counts;
using lockstep::testing::kernels_of;
using lockstep::testing::Profile;

namespace {

constexpr const char* kProgram = "11_bfs";

constexpr int kVertices = 4096;

/// On the walkthrough's R-MAT graph.
const Profile& profile() {
  static const Profile run(kProgram, {"--size", "4096x16"});
  return run;
}

/// What that graph is like.
struct Shape {
  double levels = 0;   ///< vertices are at as many distances
  double reached = 0;  ///< vertices
  double steps = 0;    ///< in which warps go through their lists
};
const Shape& shape() {
  static const Shape known = [] {
    const Search::Inputs in = Search::make_inputs({kVertices, 16}, 1, lockstep::InputKind::real);
    const Search::Reference reference = Search::reference(in);
    Shape found;
    for (std::size_t v = 0; v < kVertices; ++v) {
      if (reference.distances[v] < 0) continue;
      found.levels = std::max(found.levels, reference.distances[v] + 1.0);
      found.reached += 1;
      found.steps += static_cast<double>((in.graph.offsets[v + 1] - in.graph.offsets[v] + 31) / 32);
    }
    return found;
  }();
  return known;
}

constexpr int kLeaves = 4096;

/// On a star, whose centre is the source.
const Profile& star() {
  static const Profile run = [] {
    const TemporaryFolder folder;
    std::ofstream file(folder / "star");
    for (int leaf = 1; leaf <= kLeaves; ++leaf) file << "0 " << leaf << "\n";
    file.close();
    return Profile(kProgram, {"--input", folder / "star"});
  }();
  return run;
}

}  // namespace

TEST_CASE("11: the simulator counts what the walkthrough says", "[lesson11][counters]") {
  if (!kOnSimulator) return;

  SECTION("v1 to v5 have a launch for each level, v6 has one for all") {
    const auto levels = static_cast<std::size_t>(shape().levels);
    CHECK(levels == 5);
    for (const char* version : {"v1_naive", "v2_coalesced", "v3_shared_memory"}) CHECK(profile().launches(version) == 1 + levels);
    for (const char* version : {"v4_reduction_optimized", "v5_atomic_combine"}) CHECK(profile().launches(version) == 2 + levels);
    CHECK(profile().launches("v6_direction_optimized") == 3);
  }

  SECTION("v1's lanes are alone, v2's go through a list together") {
    const Counts naive = profile().version("v1_naive"), coalesced = profile().version("v2_coalesced");
    CHECK(naive.lanes() < 3);
    CHECK(coalesced.lanes() > 25);
    // Of each vertex in each level its distance; of a reached one both ends of its list, and the latter again after each step; in a step
    // the entries and their distances. And begin_search() has a warp for 32 vertices.
    CHECK(coalesced.requests("ld") == kVertices * shape().levels + 2 * shape().reached + 3 * shape().steps + kVertices / 32);
    CHECK(naive.requests("ld") > 3 * coalesced.requests("ld"));
    CHECK(naive.bytes_moved() > 2.5 * coalesced.bytes_moved());
    for (const Counts& version : {naive, coalesced}) CHECK(version.atomics() == 0);
  }

  SECTION("v3 leaves alone whom v2 asks in vain") {
    const Counts queued = profile().version("v3_shared_memory");
    CHECK(queued.requests("ld") <
          profile().version("v2_coalesced").requests("ld") - kVertices * (shape().levels - 1) + 2 * shape().reached);
    CHECK(queued.atomics() > 2 * (shape().reached - 1));
  }

  SECTION("on a star, v1 works with one lane, v2 with all") {
    const Counts naive = star().launch("v1_naive", "expand"), coalesced = star().launch("v2_coalesced", "expand");
    const double warps = kLeaves / 32 + 1, steps = kLeaves / 32;
    // v1: each warp its vertices' distances; one lane the beginning of its list, and for each leaf the end, the entry and the distance.
    CHECK(naive.requests("ld") == warps + 1 + 3 * kLeaves + 1);
    CHECK(naive.requests("st") == 2 * kLeaves);
    CHECK(coalesced.requests("ld") == kLeaves + 1 + 1 + 3 * steps + 1);
    CHECK(coalesced.requests("st") == 2 * steps);
  }

  SECTION("on a star, each version puts the leaves into its queue by fewer atomics") {
    constexpr double kCapacity = 1024, kSteps = kLeaves / 32.0;
    const Counts shared = star().launch("v3_shared_memory", "expand");
    CHECK(shared.blocks() == 1);
    CHECK(shared.atomics() == kLeaves + kLeaves + (kLeaves - kCapacity) + 1);  // claims, slots, places beyond the block's queue, its own
    CHECK(shared.contention() == 32);
    CHECK(shared.barriers() == 3);
    const Counts summed = star().launch("v4_reduction_optimized", "expand");
    CHECK(summed.blocks() == kLeaves / 512 / 8);                                   // 512 entries a warp
    CHECK(summed.atomics() == kLeaves + kSteps + (kLeaves - kCapacity) / 32 + 1);  // claims, slots of a warp's step, as above
    CHECK(summed.contention() == 1);
    CHECK(summed.barriers() == 3 * summed.blocks());
    const Counts global = star().launch("v5_atomic_combine", "expand");
    CHECK(global.atomics() == kLeaves + kSteps);
    CHECK(global.contention() == 1);
    CHECK(global.barriers() == 0);
    CHECK(global.wavefronts("ld") + global.wavefronts("st") + global.wavefronts("atom") == 0);
    const Counts upwards = star().launch("v6_direction_optimized", "search");
    CHECK(upwards.atomics() == 2 * upwards.blocks());  // each block says how much it found, and found it without any
  }

  SECTION("v6 moves a fraction of what v5 does, and hardly needs atomics") {
    const Counts downwards = profile().version("v5_atomic_combine"), both = profile().version("v6_direction_optimized");
    CHECK(both.bytes_moved() < downwards.bytes_moved() / 3);
    CHECK(both.atomics() < downwards.atomics() / 20);
  }

  SECTION("no version has a hazard") {
    for (const std::string& name : kernels_of(kProgram)) {
      CHECK(profile().hazards(name) == "");
      CHECK(star().hazards(name) == "");
    }
  }
}
