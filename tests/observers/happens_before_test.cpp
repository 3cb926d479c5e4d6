/// @file
/// @brief What orders the threads of a grid, and what only seems to.
#include "sim/observers/races/happens_before.hpp"

#include <memory>
#include <vector>

#include "catch.hpp"
#include "sim/engine/accesses/address_space.hpp"
#include "sim/engine/running/block.hpp"
#include "sim/engine/running/grid_run.hpp"

using namespace lockstep::sim;

namespace {

constexpr std::uintptr_t kFlag = kUsualLayout.begin + 64;

/// A grid of blocks of 64 threads that all have started.
class Scene {
 public:
  explicit Scene(unsigned count, dim3 cluster = 1, bool cooperative = false) {
    order.grid_begins(count, cluster, cooperative);
    for (unsigned i = 0; i < count; ++i) start(i);
  }

  void start(unsigned index) {
    blocks.push_back(std::make_unique<Block>());
    Block& block = *blocks.back();
    block.index = {index, 0, 0};
    block.threads_total = block.alive = 64;
    block.threads.resize(64);
    block.warps.resize(2);
    block.shared = reinterpret_cast<std::byte*>(kUsualLayout.shared_begin);
    for (std::uint32_t rank = 0; rank < 64; ++rank) {
      block.threads[rank].block = &block;
      block.threads[rank].rank = rank;
    }
    order.block_begins(block);
  }

  const Thread& thread(unsigned block, unsigned rank) { return blocks[block]->threads[rank]; }
  Epoch at(unsigned block, unsigned rank) { return order.now(thread(block, rank)); }
  /// Did what happened at that moment happen before what the thread does now?
  bool before(const Epoch& moment, unsigned block, unsigned rank) {
    return order.unordered(moment.warp, moment.lane, moment.time, at(block, rank)) == 0;
  }

  void fence(unsigned block, unsigned rank, Scope scope = Scope::device) { order.fence(thread(block, rank), scope); }
  void barrier(unsigned block, Sync sync = Sync::block_barrier) { order.completed(*blocks[block], sync, 0, 0); }
  void warp_barrier(unsigned block, unsigned warp, std::uint32_t lanes) {
    order.completed(*blocks[block], Sync::warp_barrier, warp, lanes);
  }
  void atomic(unsigned block, unsigned rank, AtomicOp operation, MemoryOrder memory_order = MemoryOrder::relaxed,
              Scope scope = Scope::device, bool fails = false, std::uintptr_t address = kFlag) {
    order.strong_access(thread(block, rank), {nullptr, address, 4, AccessKind::atomic, operation, scope, memory_order, fails});
  }
  void set(unsigned block, unsigned rank) { order.strong_access(thread(block, rank), {nullptr, kFlag, 4, AccessKind::volatile_store}); }
  void look(unsigned block, unsigned rank) { order.strong_access(thread(block, rank), {nullptr, kFlag, 4, AccessKind::volatile_load}); }

  HappensBefore order;
  std::vector<std::unique_ptr<Block>> blocks;
};

}  // namespace

TEST_CASE("vector clock: of blocks up to a time, of single threads further") {
  VectorClock known(5, 10, {{3, 14}, {3, 12}, {40, 11}});
  constexpr std::uint32_t kWarp = 5 * 32;
  REQUIRE(known.missing(kWarp, 0b1010, 9) == 0);
  REQUIRE(known.missing(kWarp, 0b1010, 10) == 0b0010);
  REQUIRE(known.missing(kWarp, 0b1000, 13) == 0);
  REQUIRE(known.missing(kWarp, 0b1000, 14) == 0b1000);
  REQUIRE(known.missing(kWarp + 1, 1u << 8, 10) == 0);
  REQUIRE(known.missing(kWarp + 1, 1u << 3, 10) == 1u << 3);
  REQUIRE(known.missing(6 * 32, 1, 0) == 1);
}

TEST_CASE("vector clock: joining adds, and takes nothing away") {
  VectorClock known;
  REQUIRE(known.empty());
  for (std::uint32_t block = 1; block < 3000; block += 7) known.join(VectorClock(block, block, {}));
  known.join(VectorClock(8, 3, {{1, 20}}));
  for (std::uint32_t block = 1; block < 3000; block += 7) {
    REQUIRE(known.missing(block * 32, 1, block - 1) == 0);
    REQUIRE(known.missing(block * 32, 1, block) == 1);
    REQUIRE(known.missing((block + 1) * 32, 1, 0) == 1);
  }
  REQUIRE(known.missing(8 * 32, 0b11, 19) == 0b01);
}

TEST_CASE("a thread's own past, and its block's behind a barrier") {
  Scene scene(2);
  const Epoch first = scene.at(0, 3);
  REQUIRE(scene.before(first, 0, 3));
  REQUIRE_FALSE(scene.before(first, 0, 4));
  REQUIRE_FALSE(scene.before(first, 0, 40));
  scene.barrier(0);
  REQUIRE(scene.before(first, 0, 4));
  REQUIRE(scene.before(first, 0, 40));
  REQUIRE_FALSE(scene.before(first, 1, 3));
  REQUIRE_FALSE(scene.before(scene.at(0, 3), 0, 4));
}

TEST_CASE("a warp barrier orders the lanes that come, and what they know of others") {
  Scene scene(1);
  const Epoch zero = scene.at(0, 0), one = scene.at(0, 1), far = scene.at(0, 33);
  scene.warp_barrier(0, 0, 0b0011);
  REQUIRE(scene.before(zero, 0, 1));
  REQUIRE_FALSE(scene.before(zero, 0, 2));
  scene.warp_barrier(0, 0, 0b0110);
  REQUIRE(scene.before(zero, 0, 2));
  REQUIRE(scene.before(one, 0, 2));
  REQUIRE_FALSE(scene.before(scene.at(0, 2), 0, 0));
  scene.warp_barrier(0, 0, ~0u);
  REQUIRE(scene.before(zero, 0, 31));
  REQUIRE_FALSE(scene.before(far, 0, 0));
}

TEST_CASE("a shuffle orders nothing") {
  Scene scene(1);
  const Epoch zero = scene.at(0, 0);
  scene.order.completed(*scene.blocks[0], Sync::warp_exchange, 0, ~0u);
  REQUIRE_FALSE(scene.before(zero, 0, 1));
}

TEST_CASE("blocks meet in a grid's barrier, and those of a cluster in theirs") {
  Scene scene(4, 2);
  const Epoch moment = scene.at(0, 0);
  scene.barrier(0, Sync::cluster_barrier);
  scene.barrier(1, Sync::cluster_barrier);
  REQUIRE(scene.before(moment, 1, 5));
  REQUIRE_FALSE(scene.before(moment, 2, 5));
  for (unsigned block = 0; block < 4; ++block) scene.barrier(block, Sync::grid_barrier);
  REQUIRE(scene.before(moment, 2, 5));
}

TEST_CASE("a flag between fences passes on what was before the first") {
  Scene scene(3);
  const Epoch data = scene.at(0, 0);
  scene.fence(0, 0);
  const Epoch late = scene.at(0, 0);
  scene.set(0, 0);
  scene.look(1, 0);
  REQUIRE_FALSE(scene.before(data, 1, 0));
  scene.fence(1, 0);
  REQUIRE(scene.before(data, 1, 0));
  REQUIRE_FALSE(scene.before(late, 1, 0));
  REQUIRE_FALSE(scene.before(data, 1, 1));
  REQUIRE_FALSE(scene.before(data, 2, 0));

  SECTION("and on, to whom that thread tells it") {
    scene.order.strong_access(scene.thread(1, 0), {nullptr, kFlag + 4, 4, AccessKind::volatile_store});
    scene.order.strong_access(scene.thread(2, 7), {nullptr, kFlag + 4, 4, AccessKind::volatile_load});
    scene.fence(2, 7);
    REQUIRE(scene.before(data, 2, 7));
  }
  SECTION("and to its warp and block, when they meet") {
    scene.warp_barrier(1, 0, 0b11);
    REQUIRE(scene.before(data, 1, 1));
    REQUIRE_FALSE(scene.before(data, 1, 2));
    scene.barrier(1);
    REQUIRE(scene.before(data, 1, 40));
  }
}

TEST_CASE("a flag without a fence on either side passes on nothing") {
  Scene scene(2);
  const Epoch data = scene.at(0, 0);
  scene.set(0, 0);
  scene.fence(0, 0);
  scene.look(1, 0);
  scene.fence(1, 0);
  REQUIRE_FALSE(scene.before(data, 1, 0));
}

TEST_CASE("acquire and release order by themselves, and one of them alone does not") {
  const MemoryOrder stores = GENERATE(MemoryOrder::relaxed, MemoryOrder::release, MemoryOrder::acquire_release, MemoryOrder::acquire);
  const MemoryOrder loads = GENERATE(MemoryOrder::relaxed, MemoryOrder::acquire, MemoryOrder::acquire_release, MemoryOrder::release);
  Scene scene(2);
  const Epoch data = scene.at(0, 0);
  scene.atomic(0, 0, AtomicOp::store, stores);
  const Epoch late = scene.at(0, 0);
  scene.atomic(1, 0, AtomicOp::load, loads);
  const bool released = stores == MemoryOrder::release || stores == MemoryOrder::acquire_release;
  const bool acquired = loads == MemoryOrder::acquire || loads == MemoryOrder::acquire_release;
  REQUIRE(scene.before(data, 1, 0) == (released && acquired));
  REQUIRE_FALSE(scene.before(late, 1, 0));
}

TEST_CASE("a release reaches as far as the narrowest scope on the way") {
  const Scope fence = GENERATE(Scope::block, Scope::device), flag = GENERATE(Scope::block, Scope::device),
              other = GENERATE(Scope::block, Scope::device);
  Scene scene(2);
  const Epoch data = scene.at(0, 0);
  scene.fence(0, 0, fence);
  scene.atomic(0, 0, AtomicOp::store, MemoryOrder::relaxed, flag);
  scene.atomic(0, 40, AtomicOp::load, MemoryOrder::relaxed, flag);
  scene.fence(0, 40, other);
  REQUIRE(scene.before(data, 0, 40));
  scene.atomic(1, 0, AtomicOp::load, MemoryOrder::relaxed, flag);
  scene.fence(1, 0, other);
  REQUIRE(scene.before(data, 1, 0) == (fence == Scope::device && flag == Scope::device && other == Scope::device));
}

TEST_CASE("an acquiring load of a narrow scope sees what its own block released") {
  Scene scene(2);
  const Epoch data = scene.at(0, 0);
  scene.atomic(0, 0, AtomicOp::store, MemoryOrder::release);
  scene.atomic(0, 40, AtomicOp::load, MemoryOrder::acquire, Scope::block);
  REQUIRE(scene.before(data, 0, 40));
  scene.atomic(1, 0, AtomicOp::load, MemoryOrder::acquire, Scope::block);
  REQUIRE_FALSE(scene.before(data, 1, 0));
}

TEST_CASE("an update keeps the releases before it, a store ends them, and a failed swap is none") {
  Scene scene(3);
  const Epoch data = scene.at(0, 0), second = scene.at(1, 0);
  scene.atomic(0, 0, AtomicOp::store, MemoryOrder::release);
  SECTION("update") {
    scene.atomic(1, 0, AtomicOp::add);
    scene.atomic(2, 0, AtomicOp::load, MemoryOrder::acquire);
    REQUIRE(scene.before(data, 2, 0));
    REQUIRE_FALSE(scene.before(second, 2, 0));
  }
  SECTION("store") {
    scene.atomic(1, 0, AtomicOp::store);
    scene.atomic(2, 0, AtomicOp::load, MemoryOrder::acquire);
    REQUIRE_FALSE(scene.before(data, 2, 0));
  }
  SECTION("store that releases") {
    scene.atomic(1, 0, AtomicOp::store, MemoryOrder::release);
    scene.atomic(2, 0, AtomicOp::load, MemoryOrder::acquire);
    REQUIRE(scene.before(second, 2, 0));
    REQUIRE_FALSE(scene.before(data, 2, 0));
  }
  SECTION("failed swap") {
    scene.fence(1, 0);
    scene.atomic(1, 0, AtomicOp::compare_exchange, MemoryOrder::acquire, Scope::device, true);
    REQUIRE(scene.before(data, 1, 0));
    scene.atomic(2, 0, AtomicOp::load, MemoryOrder::acquire);
    REQUIRE(scene.before(data, 2, 0));
    REQUIRE_FALSE(scene.before(second, 2, 0));
  }
}

TEST_CASE("tickets: one thread tells what its block did before a barrier") {
  const bool one_fences = GENERATE(true, false), reader_fences = GENERATE(true, false);
  Scene scene(2);
  const Epoch written = scene.at(0, 50);
  if (!one_fences) scene.fence(0, 50);
  scene.barrier(0);
  if (one_fences) scene.fence(0, 0);
  scene.atomic(0, 0, AtomicOp::increment);
  scene.atomic(1, 0, AtomicOp::increment);
  REQUIRE_FALSE(scene.before(written, 1, 0));
  if (reader_fences) {
    scene.fence(1, 0);
    REQUIRE(scene.before(written, 1, 0));
    REQUIRE_FALSE(scene.before(written, 1, 33));
  }
  scene.barrier(1);
  REQUIRE(scene.before(written, 1, 33));
}

TEST_CASE("tickets: what a thread did behind its fence is not told") {
  Scene scene(2);
  scene.fence(0, 50);
  const Epoch written = scene.at(0, 50);
  scene.barrier(0);
  scene.atomic(0, 0, AtomicOp::increment);
  scene.atomic(1, 0, AtomicOp::increment, MemoryOrder::acquire);
  REQUIRE_FALSE(scene.before(written, 1, 0));
}

TEST_CASE("numbers grow from block to block and from grid to grid") {
  HappensBefore order;
  const std::uint32_t first = order.grid_begins(3, 1, false);
  Block block;
  block.threads_total = 64;
  std::uint32_t last = 0;
  for (const unsigned index : {2u, 0u, 1u}) {  // as they start, in whatever order
    block.index = {index, 0, 0};
    const std::uint32_t number = order.block_begins(block);
    REQUIRE(number >= first);
    REQUIRE(number > last);
    REQUIRE(order.block_index(number + 1).x == index);
    last = number;
  }
  REQUIRE(order.grid_begins(1, 1, false) > last);
  REQUIRE(order.restarts() == 0);
  REQUIRE(order.grid_begins(dim3(1u << 16, 1u << 12), 1, false) == first);
  REQUIRE(order.restarts() == 1);
}

TEST_CASE("a flag in shared memory is forgotten with its block") {
  Scene scene(1);
  const std::uintptr_t flag = kUsualLayout.shared_begin + 16;
  const Epoch data = scene.at(0, 0);
  scene.atomic(0, 0, AtomicOp::add, MemoryOrder::release, Scope::device, false, flag);
  scene.start(1);
  scene.atomic(1, 0, AtomicOp::load, MemoryOrder::acquire, Scope::device, false, flag);
  REQUIRE_FALSE(scene.before(data, 1, 0));
}
