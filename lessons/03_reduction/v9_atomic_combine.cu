/// @file
/// @brief Let each block add its sum to the result itself, by one atomic addition: a single launch.
///
/// Change from v8: no partial sums in memory and no second launch; the result is set to zero first. The blocks add in the order in
/// which they end, another one each time, so that real inputs give another last bit or two each time.
/// Look at: `./lockstep run 03 --kernel v8,v9 --size 2^20`: the time of the second launch, now saved.
#include "lockstep/block_sum.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"
#include "thread_sum.hpp"

namespace {

constexpr unsigned kBlock = 1024;  // threads

__global__ void reduce(const float* in, float* result, std::int64_t n) {
  const float sum = lockstep::block_sum(thread_sum(in, n));
  if (threadIdx.x == 0) atomicAdd(result, sum);  // one a block: more would queue for the one address
}

using Mailbox = unsigned long long;  // a float's 32 bits, with zeros above them
constexpr Mailbox kEmpty = ~0ULL;    // as scratch memory is at first, and as the waiting block leaves it for the next launch

__global__ void reduce_by_mailboxes(const float* in, Mailbox* mailbox, float* result, std::int64_t n) {
  const float sum = lockstep::block_sum(thread_sum(in, n));
  if (threadIdx.x == 0) atomicExch(&mailbox[blockIdx.x], Mailbox{__float_as_uint(sum)});
  if (blockIdx.x != gridDim.x - 1) return;  // the last block, for it starts last: while it waits, no other waits for its place

  float share = 0;
  for (unsigned from = threadIdx.x; from < gridDim.x; from += blockDim.x) {
    Mailbox letter = kEmpty;
    while (letter == kEmpty) letter = atomicExch(&mailbox[from], kEmpty);  // takes the letter and empties the box in one step
    share += __uint_as_float(static_cast<unsigned>(letter));
  }
  __syncthreads();  // the first warp has read block_sum's shared memory, which is used again below
  const float total = lockstep::block_sum(share);
  if (threadIdx.x == 0) *result = total;
}

void run(const Reduction::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n / 8, block, lockstep::one_wave(reduce, block)));

  lockstep::check(cudaMemsetAsync(p.sum, 0, sizeof(float), launch.stream));  // the blocks add to what is there
  reduce<<<grid, block, 0, launch.stream>>>(p.x, p.sum, p.n);
  lockstep::check_launch();
}

void run_by_mailboxes(const Reduction::Device& p, const Launch& launch) {
  const unsigned block = launch.whole_warps_block_or(kBlock);
  const unsigned grid = launch.grid_or(lockstep::enough_blocks(p.n / 8, block, lockstep::one_wave(reduce_by_mailboxes, block)));
  auto* mailbox = launch.scratch<Mailbox>(grid);

  reduce_by_mailboxes<<<grid, block, 0, launch.stream>>>(p.x, mailbox, p.sum, p.n);
  lockstep::check_launch();
}

const Version version{__FILE__, "one launch: each block adds its sum by atomicAdd", run};
const Version mailboxes{__FILE__, "one launch: one block waits for the sums of all", run_by_mailboxes, "mailboxes"};

}  // namespace
