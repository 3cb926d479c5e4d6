/// @file
/// @brief Cooperative groups: ranks, shuffles, partitions, reductions and scans; the grid's and the cluster's barriers and shared memory.
#include "device_test.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>

#include <algorithm>
#include <bit>
#include <vector>

namespace cg = cooperative_groups;

namespace {

__host__ __device__ unsigned word_of(unsigned thread) { return static_cast<unsigned>(random_bits(thread + 4321)); }

// ---- Ranks --------------------------------------------------------------------------------------------------------

struct Ranks {
  unsigned block_rank, block_size, tile_rank, tile_meta_rank, tile_meta_size, inner_rank, inner_meta_rank, inner_meta_size, untyped_rank,
      untyped_size, grid_rank, grid_size, grid_blocks, grid_block_rank, one_rank, one_size;
  dim3 index, group, extent;
};

__global__ void ranks(Ranks* out) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<16>(block);
  const cg::thread_block_tile<4> inner = cg::tiled_partition<4>(tile);
  const cg::thread_group untyped = cg::tiled_partition(block, 8);
  const cg::grid_group grid = cg::this_grid();
  const auto one = cg::this_thread();
  Ranks r;
  r.block_rank = block.thread_rank();
  r.block_size = block.size();
  r.tile_rank = tile.thread_rank();
  r.tile_meta_rank = tile.meta_group_rank();
  r.tile_meta_size = tile.meta_group_size();
  r.inner_rank = inner.thread_rank();
  r.inner_meta_rank = inner.meta_group_rank();
  r.inner_meta_size = inner.meta_group_size();
  r.untyped_rank = static_cast<unsigned>(untyped.thread_rank());
  r.untyped_size = static_cast<unsigned>(untyped.size());
  r.grid_rank = static_cast<unsigned>(grid.thread_rank());
  r.grid_size = static_cast<unsigned>(grid.size());
  r.grid_blocks = static_cast<unsigned>(grid.num_blocks());
  r.grid_block_rank = static_cast<unsigned>(grid.block_rank());
  r.one_rank = one.thread_rank();
  r.one_size = one.size();
  r.index = block.thread_index();
  r.group = block.group_index();
  r.extent = block.dim_threads();
  untyped.sync();
  cg::sync(block);
  out[r.grid_rank] = r;
}

// ---- Shuffles and votes by rank -----------------------------------------------------------------------------------

struct Large {
  double a, b, c;
  int d;
};

template <unsigned Size>
__global__ void tile_shuffles(unsigned* out, Large* large) {
  const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  const unsigned word = word_of(threadIdx.x);
  unsigned* mine = out + 10 * threadIdx.x;
  mine[0] = tile.shfl(word, Size / 3);
  mine[1] = tile.shfl_up(word, 1);
  mine[2] = tile.shfl_down(word, 2);
  mine[3] = tile.shfl_xor(word, Size / 2);
  mine[4] = static_cast<unsigned>(tile.any(word % 5 == 0));
  mine[5] = static_cast<unsigned>(tile.all(word % 5 != 0));
  mine[6] = tile.ballot(word % 3 == 0);
  mine[7] = tile.match_any(word % 3);
  int same = -1;
  mine[8] = tile.match_all(word % 2, same);
  mine[9] = static_cast<unsigned>(same);
  const Large own{1.0 * threadIdx.x, 2.0, 3.0 * threadIdx.x, static_cast<int>(threadIdx.x)};
  large[threadIdx.x] = tile.shfl_down(own, 1);
  const auto small = tile.shfl(static_cast<unsigned char>(word), 0);
  if (small != static_cast<unsigned char>(word_of(threadIdx.x / Size * Size))) large[threadIdx.x].d = -1;
}

template <unsigned Size>
void check_tile_shuffles() {
  constexpr unsigned threads = 64;
  Shared<unsigned> out(10 * threads);
  Shared<Large> large(threads);
  tile_shuffles<Size><<<1, threads>>>(out.data(), large.data());
  finish();
  for (unsigned thread = 0; thread < threads; ++thread) {
    const unsigned first = thread / Size * Size, rank = thread % Size, word = word_of(thread);
    const auto of_rank = [&](unsigned r) { return word_of(first + r); };
    unsigned ballot = 0, match = 0, odd = 0, any = 0;
    for (unsigned r = 0; r < Size; ++r) {
      ballot |= (of_rank(r) % 3 == 0 ? 1u : 0u) << r;
      match |= (of_rank(r) % 3 == word % 3 ? 1u : 0u) << r;
      odd += of_rank(r) % 2;
      any += of_rank(r) % 5 == 0;
    }
    const unsigned full = Size == 32 ? ~0u : (1u << Size % 32) - 1;
    const unsigned* got = &out[10 * thread];
    INFO("tile of " << Size << ", thread " << thread);
    CHECK(got[0] == of_rank(Size / 3));
    CHECK(got[1] == of_rank(rank >= 1 ? rank - 1 : rank));
    CHECK(got[2] == of_rank(rank + 2 < Size ? rank + 2 : rank));
    CHECK(got[3] == of_rank(rank ^ Size / 2));
    CHECK((got[4] != 0) == (any > 0));
    CHECK((got[5] != 0) == (any == 0));
    CHECK(got[6] == ballot);
    CHECK(got[7] == match);
    CHECK(got[8] == (odd == 0 || odd == Size ? full : 0));
    CHECK((got[9] != 0) == (odd == 0 || odd == Size));
    const unsigned below = rank + 1 < Size ? thread + 1 : thread;
    CHECK(
        (large[thread].a == below && large[thread].b == 2 && large[thread].c == 3.0 * below && large[thread].d == static_cast<int>(below)));
  }
}

struct Parts {
  unsigned size, rank, first, up, down, ballot, sum, scan, before, label_size, label_rank, label_meta_rank, label_meta_size, binary_size,
      binary_meta_rank, tile_size, tile_meta_rank;
};

__global__ void coalesced(Parts* out) {
  const unsigned word = word_of(threadIdx.x);
  if (word % 3 == 0) return;
  const cg::coalesced_group group = cg::coalesced_threads();
  Parts p;
  p.size = group.size();
  p.rank = group.thread_rank();
  p.first = group.shfl(word, 0);
  p.up = group.shfl_up(word, 2);
  p.down = group.shfl_down(word, 1);
  p.ballot = group.ballot(word % 2 == 0);
  p.sum = cg::reduce(group, word, cg::plus<unsigned>());
  p.scan = cg::inclusive_scan(group, word);
  p.before = cg::exclusive_scan(group, word, cg::plus<unsigned>());
  const auto by_label = cg::labeled_partition(group, static_cast<int>(word / 8 % 4));
  p.label_size = by_label.size();
  p.label_rank = by_label.thread_rank();
  p.label_meta_rank = by_label.meta_group_rank();
  p.label_meta_size = by_label.meta_group_size();
  const auto binary = cg::binary_partition(group, word % 2 == 0);
  p.binary_size = binary.size();
  p.binary_meta_rank = binary.meta_group_rank();
  const auto tile = cg::tiled_partition(group, 4);
  p.tile_size = tile.size();
  p.tile_meta_rank = tile.meta_group_rank();
  out[threadIdx.x] = p;
}

// ---- Reductions ---------------------------------------------------------------------------------------------------

struct Reduced {
  int sum, smallest, largest, bits_and, bits_or, bits_xor;
  double real;
  unsigned long long wide;
  double mean;
  int count;
};
struct Moments {
  double sum;
  int count;
  char unused[7];
};

template <unsigned Size>
__global__ void reductions(Reduced* out) {
  const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  const int word = static_cast<int>(word_of(threadIdx.x) % 100000) - 50000;
  Reduced r;
  r.sum = cg::reduce(tile, word, cg::plus<int>());
  r.smallest = cg::reduce(tile, word, cg::less<int>());
  r.largest = cg::reduce(tile, word, cg::greater<int>());
  r.bits_and = cg::reduce(tile, word, cg::bit_and<int>());
  r.bits_or = cg::reduce(tile, word, cg::bit_or<int>());
  r.bits_xor = cg::reduce(tile, word, cg::bit_xor<int>());
  r.real = cg::reduce(tile, static_cast<double>(word), cg::plus<double>());
  r.wide = cg::reduce(tile, static_cast<unsigned long long>(threadIdx.x) << 33, cg::plus<unsigned long long>());
  const Moments both = cg::reduce(tile, Moments{static_cast<double>(word), 1, {}}, [](Moments a, Moments b) {
    return Moments{a.sum + b.sum, a.count + b.count, {}};
  });
  r.mean = both.sum / both.count;
  r.count = both.count;
  out[threadIdx.x] = r;
}

template <unsigned Size>
void check_reductions() {
  constexpr unsigned threads = 96;
  Shared<Reduced> out(threads);
  reductions<Size><<<1, threads>>>(out.data());
  finish();
  for (unsigned thread = 0; thread < threads; ++thread) {
    Reduced e{0, 1 << 30, -(1 << 30), -1, 0, 0, 0, 0, 0, static_cast<int>(Size)};
    for (unsigned other = thread / Size * Size; other < thread / Size * Size + Size; ++other) {
      const int word = static_cast<int>(word_of(other) % 100000) - 50000;
      e.sum += word;
      e.smallest = std::min(e.smallest, word);
      e.largest = std::max(e.largest, word);
      e.bits_and &= word;
      e.bits_or |= word;
      e.bits_xor ^= word;
      e.wide += static_cast<unsigned long long>(other) << 33;
    }
    const Reduced& r = out[thread];
    INFO("tile of " << Size << ", thread " << thread);
    CHECK((r.sum == e.sum && r.smallest == e.smallest && r.largest == e.largest));
    CHECK((r.bits_and == e.bits_and && r.bits_or == e.bits_or && r.bits_xor == e.bits_xor));
    CHECK((r.real == e.sum && r.wide == e.wide && r.count == e.count && r.mean == static_cast<double>(e.sum) / e.count));
  }
}

// ---- Tiles of more than a warp ------------------------------------------------------------------------------------

struct Wide {
  unsigned rank, meta_rank, meta_size, shuffled, any, all, sum, largest, inclusive, exclusive, neighbour;
  double carried;
};

template <unsigned Size>
__global__ void wide_tiles(Wide* out) {
  __shared__ cg::block_tile_memory<512> memory;
  __shared__ unsigned words[512];
  const auto tile = cg::tiled_partition<Size>(cg::this_thread_block(memory));
  const cg::thread_block_tile<Size> same = tile;
  const unsigned word = word_of(threadIdx.x) % 1000;
  Wide r;
  r.rank = same.thread_rank();
  r.meta_rank = same.meta_group_rank();
  r.meta_size = same.meta_group_size();
  r.shuffled = tile.shfl(word, 37);
  r.any = static_cast<unsigned>(tile.any(threadIdx.x == Size + 40));
  r.all = static_cast<unsigned>(tile.all(threadIdx.x != Size + 40));
  r.sum = cg::reduce(tile, word, cg::plus<unsigned>());
  r.largest = cg::reduce(tile, word, [](unsigned a, unsigned b) { return a < b ? b : a; });
  r.inclusive = cg::inclusive_scan(tile, word);
  r.exclusive = cg::exclusive_scan(tile, word, cg::plus<unsigned>());
  r.carried = tile.shfl(1.5 * threadIdx.x, Size - 1);
  words[threadIdx.x] = word;
  tile.sync();
  r.neighbour = words[threadIdx.x ^ (Size / 2)];
  out[threadIdx.x] = r;
}

template <unsigned Size>
void check_wide_tiles() {
  constexpr unsigned threads = 512;
  Shared<Wide> out(threads);
  wide_tiles<Size><<<1, threads>>>(out.data());
  finish();
  for (unsigned first = 0; first < threads; first += Size) {
    unsigned sum = 0, largest = 0, running = 0;
    for (unsigned t = first; t < first + Size; ++t) {
      sum += word_of(t) % 1000;
      largest = std::max(largest, word_of(t) % 1000);
    }
    for (unsigned t = first; t < first + Size; ++t) {
      const Wide& r = out[t];
      INFO("tile of " << Size << ", thread " << t);
      CHECK((r.rank == t - first && r.meta_rank == first / Size && r.meta_size == threads / Size));
      CHECK(r.shuffled == word_of(first + 37) % 1000);
      CHECK((r.any == (first == Size ? 1 : 0) && r.all == (first == Size ? 0 : 1)));
      CHECK((r.sum == sum && r.largest == largest));
      CHECK(r.exclusive == running);
      running += word_of(t) % 1000;
      CHECK(r.inclusive == running);
      CHECK(r.carried == 1.5 * (first + Size - 1));
      CHECK(r.neighbour == word_of(t ^ (Size / 2)) % 1000);
    }
  }
}

// ---- Results that go into atomics ---------------------------------------------------------------------------------

__global__ void updates(unsigned* totals, unsigned* places) {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> sum(totals[0]), largest(totals[1]), next(totals[2]), from(totals[3]),
      kept(totals[4]);
  cg::reduce_update_async(tile, sum, threadIdx.x, cg::plus<unsigned>());
  cg::reduce_update_async(tile, largest, word_of(threadIdx.x), cg::greater<unsigned>());
  places[threadIdx.x] = cg::exclusive_scan_update(tile, next, threadIdx.x % 3);
  places[64 + threadIdx.x] = cg::inclusive_scan_update(tile, from, 2u, cg::plus<unsigned>());
  cg::reduce_store_async(tile, kept, 1u, cg::plus<unsigned>());
  cg::reduce_store_async(tile, totals + 5, 2u, cg::plus<unsigned>());
}

__global__ void single_calls(unsigned* calls, unsigned* results) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  cg::invoke_one(
      tile, [&](unsigned by) { atomicAdd(calls, by); }, 3u);
  results[threadIdx.x] = cg::invoke_one_broadcast(tile, [&] { return atomicAdd(calls + 1, 1u) + 100; });
}

// ---- Beyond the block ---------------------------------------------------------------------------------------------

__global__ void grid_phases(unsigned* cells, unsigned phases, unsigned* wrong) {
  const cg::grid_group grid = cg::this_grid();
  const auto rank = static_cast<unsigned>(grid.thread_rank()), size = static_cast<unsigned>(grid.size());
  for (unsigned phase = 1; phase <= phases; ++phase) {
    cells[rank] = phase;
    grid.sync();
    if (cells[(rank + size / 2 + 1) % size] != phase) atomicAdd(wrong, 1u);
    grid.sync();
  }
}
#ifdef __LOCKSTEP_SIM__  // on hardware this may hang
__global__ void grid_sync_of_an_ordinary_launch() { cg::this_grid().sync(); }
#endif

__global__ void __cluster_dims__(4, 1, 1) cluster_ring(unsigned* out) {
  __shared__ unsigned cell[32];
  const cg::cluster_group cluster = cg::this_cluster();
  cell[threadIdx.x] = 1000 * blockIdx.x + threadIdx.x;
  cluster.sync();
  const unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
  unsigned* theirs = cluster.map_shared_rank(cell, static_cast<int>(next));
  unsigned* mine = out + 6 * (blockIdx.x * blockDim.x + threadIdx.x);
  mine[0] = theirs[threadIdx.x];
  mine[1] = cluster.query_shared_rank(theirs);
  mine[2] = cluster.block_rank();
  mine[3] = cluster.num_blocks();
  mine[4] = cluster.thread_rank();
  mine[5] = cluster.num_threads();
  auto token = cluster.barrier_arrive();
  cluster.barrier_wait(static_cast<decltype(token)&&>(token));  // nobody leaves while others read its memory
}

}  // namespace

TEST_CASE("ranks and sizes of groups, in ragged three-dimensional blocks too") {
  const dim3 grid(3, 2, 2);
  for (const dim3 block : {dim3(64), dim3(48), dim3(5, 4, 4), dim3(7, 3, 2), dim3(1)}) {
    const unsigned size = block.x * block.y * block.z;
    Shared<Ranks> out(12 * size);
    ranks<<<grid, block>>>(out.data());
    finish();
    for (unsigned b = 0; b < 12; ++b)
      for (unsigned t = 0; t < size; ++t) {
        const Ranks& r = out[b * size + t];
        INFO("block of " << size << ", block " << b << ", thread " << t);
        CHECK((r.block_rank == t && r.block_size == size));
        CHECK((r.tile_rank == t % 16 && r.tile_meta_rank == t / 16 && r.tile_meta_size == (size + 15) / 16));
        CHECK((r.inner_rank == t % 4 && r.inner_meta_rank == t % 16 / 4 && r.inner_meta_size == 4));
        CHECK((r.untyped_rank == t % 8 && r.untyped_size == std::min(8u, size - t / 8 * 8)));
        CHECK((r.grid_rank == b * size + t && r.grid_size == 12 * size && r.grid_blocks == 12 && r.grid_block_rank == b));
        CHECK((r.one_rank == 0 && r.one_size == 1));
        CHECK((r.index.x + block.x * (r.index.y + block.y * r.index.z) == t && r.group.x + grid.x * (r.group.y + grid.y * r.group.z) == b &&
               r.extent.z == block.z));
      }
  }
}

TEST_CASE("tiles shuffle, vote and match by rank") {
  check_tile_shuffles<1>();
  check_tile_shuffles<4>();
  check_tile_shuffles<16>();
  check_tile_shuffles<32>();
}

TEST_CASE("coalesced groups and their partitions") {
  Shared<Parts> out(96);
  coalesced<<<1, 96>>>(out.data());
  finish();
  for (unsigned warp = 0; warp < 3; ++warp) {
    std::vector<unsigned> threads;
    for (unsigned lane = 0; lane < 32; ++lane)
      if (word_of(32 * warp + lane) % 3 != 0) threads.push_back(32 * warp + lane);
    const auto size = static_cast<unsigned>(threads.size());
    unsigned ballot = 0, sum = 0;
    for (unsigned i = 0; i < size; ++i) {
      ballot |= (word_of(threads[i]) % 2 == 0 ? 1u : 0u) << i;
      sum += word_of(threads[i]);
    }
    unsigned running = 0;
    for (unsigned i = 0; i < size; ++i) {
      const unsigned word = word_of(threads[i]), label = word / 8 % 4;
      unsigned same = 0, same_before = 0;
      std::vector<unsigned> labels;  // in the order in which they come first
      for (unsigned j = 0; j < size; ++j) {
        const unsigned other = word_of(threads[j]) / 8 % 4;
        same += other == label;
        same_before += j < i && other == label;
        if (std::find(labels.begin(), labels.end(), other) == labels.end()) labels.push_back(other);
      }
      const Parts& p = out[threads[i]];
      INFO("warp " << warp << ", rank " << i);
      CHECK((p.size == size && p.rank == i && p.first == word_of(threads[0])));
      CHECK(p.up == word_of(threads[i >= 2 ? i - 2 : i]));
      CHECK(p.down == word_of(threads[i + 1 < size ? i + 1 : i]));
      CHECK((p.ballot == ballot && p.sum == sum && p.before == running && p.scan == running + word));
      CHECK((p.label_size == same && p.label_rank == same_before));
      CHECK((p.label_meta_rank == static_cast<unsigned>(std::find(labels.begin(), labels.end(), label) - labels.begin()) &&
             p.label_meta_size == labels.size()));
      const auto even = static_cast<unsigned>(std::popcount(ballot));
      CHECK((p.binary_size == (word % 2 == 0 ? even : size - even) && p.binary_meta_rank == (word % 2 == 0 ? 1 : 0)));
      CHECK((p.tile_size == std::min(4u, size - i / 4 * 4) && p.tile_meta_rank == i / 4));
      running += word;
    }
  }
}

TEST_CASE("reductions over tiles, of types of all sizes") {
  check_reductions<32>();
  check_reductions<8>();
  check_reductions<1>();
}

TEST_CASE("tiles of more than a warp wait, shuffle, vote, reduce and scan") {
  check_wide_tiles<64>();
  check_wide_tiles<128>();
  check_wide_tiles<512>();
}

TEST_CASE("reductions and scans into atomics") {
  constexpr unsigned threads = 64;
  Shared<unsigned> totals(6), places(2 * threads);
  for (unsigned i = 0; i < 6; ++i) totals[i] = 0;
  updates<<<1, threads>>>(totals.data(), places.data());
  finish();
  unsigned sum = 0, largest = 0, all = 0;
  std::vector<unsigned> begins, ends;  // each tile's part of what was handed out
  for (unsigned t = 0; t < threads; ++t) {
    sum += t;
    largest = std::max(largest, word_of(t));
    all += t % 3;
    if (t % 8 == 0) begins.push_back(places[t]);
    if (t % 8 == 7) ends.push_back(places[t] + t % 3);
    if (t % 8 != 0) CHECK(places[t] == places[t - 1] + (t - 1) % 3);
    if (t % 8 != 0) CHECK(places[threads + t] == places[threads + t - 1] + 2);
  }
  CHECK((totals[0] == sum && totals[1] == largest && totals[2] == all && totals[3] == 2 * threads));
  CHECK((totals[4] == 8 && totals[5] == 16));
  begins.push_back(all);
  ends.push_back(0);
  std::sort(begins.begin(), begins.end());
  std::sort(ends.begin(), ends.end());
  CHECK(begins == ends);  // the parts follow one another
}

TEST_CASE("one thread of a group is called for all") {
  Shared<unsigned> calls(2), results(64);
  single_calls<<<1, 64>>>(calls.data(), results.data());
  finish();
  CHECK((calls[0] == 6 && calls[1] == 2));
  for (unsigned t = 0; t < 64; ++t) CHECK(results[t] == results[t / 32 * 32]);
  CHECK(results[0] + results[32] == 201);
}

TEST_CASE("grid.sync holds all blocks of a cooperative launch together") {
  constexpr unsigned blocks = 12, threads = 50;
  Shared<unsigned> cells(blocks * threads), wrong(1);
  unsigned* cells_pointer = cells.data();
  unsigned* wrong_pointer = wrong.data();
  unsigned phases = 4;
  void* arguments[] = {&cells_pointer, &phases, &wrong_pointer};
  REQUIRE(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(&grid_phases), dim3(blocks), dim3(threads), arguments, 0, nullptr) ==
          cudaSuccess);
  finish();
  CHECK(wrong[0] == 0);
  for (std::size_t i = 0; i < cells.size(); ++i) CHECK(cells[i] == 4);
}

#ifdef __LOCKSTEP_SIM__
TEST_CASE("grid.sync of an ordinary launch is an error") {
  grid_sync_of_an_ordinary_launch<<<2, 32>>>();
  fail_with(cudaErrorLaunchFailure);
}
#endif

TEST_CASE("a cluster's blocks read each other's shared memory") {
  Shared<unsigned> out(6 * 8 * 32);
  cluster_ring<<<8, 32>>>(out.data());
  finish();
  for (unsigned block = 0; block < 8; ++block)
    for (unsigned thread = 0; thread < 32; ++thread) {
      const unsigned rank = block % 4, next = block / 4 * 4 + (rank + 1) % 4;
      const unsigned* got = &out[6 * (32 * block + thread)];
      INFO("block " << block << ", thread " << thread);
      CHECK(got[0] == 1000 * next + thread);
      CHECK(got[1] == next % 4);
      CHECK((got[2] == rank && got[3] == 4 && got[4] == 32 * rank + thread && got[5] == 128));
    }
}
