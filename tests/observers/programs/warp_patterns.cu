/// @file
/// @brief Control flow in all its shapes, one kernel each: where lanes part, wait for each other, and meet again.
///
/// The program has no test of its own. Each kernel was counted on a GPU by its profiler (tests/observers/data/h100_warp_patterns.json),
/// and the simulator must count the same. Loops are not unrolled, and the two sides of a branch access words of different sizes:
/// the source then says which accesses there are, whichever compiler is used.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int kBlocks = 2, kThreads = 64, kCount = 4096;

__device__ int thread_id() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Half as wide: no compiler can make one access of an access to these and one to the whole.
__device__ const short* halves(const int* p) { return reinterpret_cast<const short*>(p); }
__device__ short* halves(int* p) { return reinterpret_cast<short*>(p); }

// ---- No divergence: what one access touches

__global__ void copy(const int* in, int* out) { out[thread_id()] = in[thread_id()]; }
__global__ void strided(const int* in, int* out) { out[thread_id()] = in[3 * thread_id()]; }
__global__ void misaligned(const int* in, int* out) { out[thread_id() + 1] = in[thread_id() + 7]; }
__global__ void broadcast(const int* in, int* out) { out[thread_id()] = in[blockIdx.x]; }
__global__ void gather(const int* in, int* out) { out[thread_id()] = in[in[thread_id()] % kCount]; }

__global__ void vectors(const int* in, int* out) {
  const float2 two = reinterpret_cast<const float2*>(in)[thread_id()];
  const float4 four = reinterpret_cast<const float4*>(in)[thread_id()];
  reinterpret_cast<float4*>(out)[thread_id()] = make_float4(two.x + four.x, two.y + four.y, four.z, four.w);
}

struct Pair {
  int key, value;
};
__global__ void structures(const int* in, int* out) {
  const Pair* const pairs = reinterpret_cast<const Pair*>(in);
  out[thread_id()] = pairs[thread_id()].value;
}

// ---- Branches

__global__ void branch(const int* in, int* out) {
  const int i = thread_id();
  if (i % 3 == 0) {
    out[i] = in[i];
  } else {
    halves(out)[kCount + i] = halves(in)[2 * i];
  }
  out[kCount / 4 + i] = in[i + 1];  // together again
}

__global__ void branch_on_data(const int* in, int* out) {
  const int i = thread_id();
  const int value = in[i];
  if (value % 3 == 0 && in[i + kCount / 2] % 5 < 2) out[i] = 1;
  if (value % 7 == 0 || in[i + kCount / 4] % 3 == 0) out[i + 1024] = 2;
}

__global__ void cases(const int* in, int* out) {
  const int i = thread_id();
  switch (in[i] % 5) {
    case 0:
      out[i] = in[i + 32];
      break;
    case 1:
      out[2 * i + 1024] = in[i + 64];
      break;
    case 2:
      out[3 * i + 2048] = in[2 * i];
      [[fallthrough]];
    case 3:
      out[i + 4096] = in[3 * i];
      break;
    default:
      break;
  }
  out[i + 8192] = 1;
}

__global__ void early_return(const int* in, int* out) {
  const int i = thread_id();
  if (in[i] % 5 == 0) return;
  out[i] = in[2 * i];
}

// ---- Loops

__global__ void ragged_loop(const int* in, int* out) {
  const int i = thread_id();
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < i % 7; ++k) sum += in[i + 32 * k];
  out[i] = sum;
}

__global__ void nested_loops(const int* in, int* out) {
  const int i = thread_id();
  int sum = 0;
#pragma unroll 1
  for (int row = 0; row <= i % 3; ++row) {
#pragma unroll 1
    for (int k = 0; k < (i + row) % 5; ++k) sum += in[i + 32 * k + 256 * row];
    out[i + 256 * row] = sum;
  }
}

__global__ void branch_in_loop(const int* in, int* out) {
  const int i = thread_id();
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < 8; ++k)
    if ((i + k) % 3 == 0) sum += in[i + 32 * k];
  out[i] = sum;
}

__global__ void branches_in_ragged_loop(const int* in, int* out) {
  const int i = thread_id();
#pragma unroll 1
  for (int k = 0; k < 3 + i % 4; ++k) {
    if ((i ^ k) % 2 == 0) {
      out[i + 128 * k] = in[i + k];
    } else {
      halves(out)[i + 128 * k + 4096] = halves(in)[2 * i + k];
    }
  }
}

__global__ void continue_and_break(const int* in, int* out) {
  const int i = thread_id();
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < 16; ++k) {
    const int value = in[i + 32 * k];
    if (value % 3 == 0) continue;
    sum += in[value % kCount];
    if (value % 7 == 0) break;
    sum += in[(value + k) % kCount];
  }
  out[i] = sum;
}

__global__ void do_while(const int* in, int* out) {
  int i = thread_id(), steps = 0;
#pragma unroll 1
  do {
    i = in[i % kCount] % kCount;
    ++steps;
  } while (i % 4 != 0 && steps < 12);
  out[thread_id()] = steps;
}

__global__ void sparse_rows(const int* in, int* out) {
  const int row = thread_id();
  const int begin = in[row] % 512, end = begin + in[row + 1] % 9;
  int sum = 0;
#pragma unroll 1
  for (int k = begin; k < end; ++k) sum += in[in[k] % kCount];
  out[row] = sum;
}

__global__ void binary_search(const int* in, int* out) {
  const int wanted = in[thread_id()] % kCount;
  int low = 0, high = kCount;
#pragma unroll 1
  while (low + 1 < high) {
    const int middle = (low + high) / 2;
    if (in[kCount + middle] <= wanted) {  // the second half of `in` is sorted
      low = middle;
    } else {
      high = middle;
    }
    if (high - low <= wanted % 16) break;
  }
  out[thread_id()] = low;
}

__global__ void grid_stride(const int* in, int* out) {
#pragma unroll 1
  for (int i = thread_id(); i < 1000; i += gridDim.x * blockDim.x) out[i] = in[i];
}

// ---- Functions

__device__ __noinline__ int look_up(const int* in, int at) { return in[at % kCount]; }

__device__ __noinline__ short look_up_half(const int* in, int at) { return halves(in)[at % kCount]; }

__device__ __noinline__ int walk(const int* in, int at, int steps) {
#pragma unroll 1
  for (int k = 0; k < steps; ++k) at = in[at % kCount];
  return at;
}

__device__ __noinline__ int depth(const int* in, int at, int level) {
  if (level == 0) return in[at];
  return in[at + level] + depth(in, at, level - 1);
}

__device__ int first_of(const int* in, int at) {
  if (in[at] % 2 == 0) return in[at + 32];
  if (in[at] % 3 == 0) return in[at + 64];
  return 1;
}

__global__ void calls_in_branches(const int* in, int* out) {
  const int i = thread_id();
  if (i % 2 == 0) {
    out[i] = look_up(in, i);
  } else {
    halves(out)[i + 4096] = look_up_half(in, 2 * i);
  }
}

__global__ void calls_in_loops(const int* in, int* out) {
  const int i = thread_id();
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < 1 + i % 4; ++k) sum += walk(in, i + k, (i + k) % 5);
  out[i] = sum;
}

__global__ void recursion(const int* in, int* out) { out[thread_id()] = depth(in, thread_id(), thread_id() % 6); }
__global__ void inlined_returns(const int* in, int* out) { out[thread_id()] = first_of(in, thread_id()); }

template <int Step, class Function>
__device__ int apply(const int* in, int at, Function function) {
  return function(in[at * Step]);
}
template <int Step>
__global__ void lambdas(const int* in, int* out) {
  const int i = thread_id();
  out[i] = apply<Step>(in, i, [in, i](int value) { return value % 2 == 0 ? value : in[i + 128]; });
}

// ---- Warps and shared memory

__global__ void shuffles(const int* in, int* out) {
  int sum = in[thread_id()];
#pragma unroll 1
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  if (threadIdx.x % 32 == 0) out[thread_id() / 32] = sum;
}

__global__ void half_warps(const int* in, int* out) {
  const int i = thread_id();
  if (threadIdx.x % 32 < 16) {
    out[i] = in[i];
    __syncwarp(0x0000ffffu);
    out[i + 512] = in[i + 512];
  } else {
    halves(out)[i + 8192] = halves(in)[i];
    __syncwarp(0xffff0000u);
    halves(out)[i + 9216] = halves(in)[i + 512];
  }
  __syncwarp();
  out[i + 2048] = 1;
}

template <int Pad>
__global__ void transpose(const int* in, int* out) {
  __shared__ int tile[32][32 + Pad];
#pragma unroll 1
  for (int row = threadIdx.y; row < 32; row += blockDim.y) tile[row][threadIdx.x] = in[row * 32 + threadIdx.x];
  __syncthreads();
#pragma unroll 1
  for (int row = threadIdx.y; row < 32; row += blockDim.y) out[row * 32 + threadIdx.x] = tile[threadIdx.x][row];
}

__global__ void tree(const int* in, int* out) {
  __shared__ int sums[256];
  sums[threadIdx.x] = in[threadIdx.x];
#pragma unroll 1
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0) *out = sums[0];
}

__global__ void interleaved_tree(const int* in, int* out) {
  __shared__ int sums[256];
  sums[threadIdx.x] = in[threadIdx.x];
#pragma unroll 1
  for (int step = 1; step < blockDim.x; step *= 2) {
    __syncthreads();
    const int at = 2 * step * threadIdx.x;
    if (at < blockDim.x) sums[at] += sums[at + step];
  }
  if (threadIdx.x == 0) *out = sums[0];
}

__global__ void shared_vectors(const int* in, int* out) {
  __shared__ float4 rows[64];
  rows[threadIdx.x] = reinterpret_cast<const float4*>(in)[threadIdx.x];
  __syncthreads();
  reinterpret_cast<float4*>(out)[threadIdx.x] = rows[(threadIdx.x * 5) % 64];
}

__global__ void shared_doubles(const int* in, int* out) {
  __shared__ double values[128];
  values[threadIdx.x] = in[threadIdx.x];
  values[threadIdx.x + 64] = in[threadIdx.x + 64];
  __syncthreads();
  out[threadIdx.x] = static_cast<int>(values[2 * threadIdx.x]);
}

__global__ void bytes(const int* in, int* out) {
  reinterpret_cast<unsigned char*>(out)[thread_id()] = reinterpret_cast<const unsigned char*>(in)[5 * thread_id()];
}

__global__ void partial_warps(const int* in, int* out) { out[thread_id()] = in[thread_id()]; }  // launched with 40 threads a block

// ---- Atomics

__global__ void count_alone(const int* in, int* out) { atomicAdd(&out[in[thread_id()] % 16], in[thread_id()]); }
__global__ void count_with_result(const int* in, int* out) {
  out[thread_id() + 64] = atomicAdd(&out[in[thread_id()] % 16], in[thread_id()]);
}
__global__ void exchange(const int* in, int* out) { out[thread_id() + 64] = atomicExch(&out[thread_id() % 8], in[thread_id()]); }

__global__ void count_ones(const int* in, int* out) { atomicAdd(&out[in[thread_id()] % 16], 1); }

template <class Update>
__device__ void update_bins(int* out, int stride, Update update) {
  __shared__ int bins[16 * 32];
#pragma unroll 1
  for (int i = threadIdx.x; i < 16 * 32; i += blockDim.x) bins[i] = 0;
  __syncthreads();
  update(bins);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], bins[threadIdx.x * stride]);
}

__global__ void count_in_shared(const int* in, int* out) {
  update_bins(out, 1, [in](int* bins) { atomicAdd(&bins[in[thread_id()] % 16], in[thread_id() + 128]); });
}
__global__ void count_in_one_bank(const int* in, int* out) {
  update_bins(out, 32, [in](int* bins) { atomicAdd(&bins[in[thread_id()] % 16 * 32], in[thread_id() + 128]); });
}
__global__ void count_ones_in_shared(const int* in, int* out) {
  update_bins(out, 1, [in](int* bins) { atomicAdd(&bins[in[thread_id()] % 16], 1); });
}
__global__ void count_ones_in_one_bank(const int* in, int* out) {
  update_bins(out, 32, [in](int* bins) { atomicAdd(&bins[in[thread_id()] % 16 * 32], 1); });
}
__global__ void maximum_in_shared(const int* in, int* out) {
  update_bins(out, 1, [in](int* bins) { atomicMax(&bins[in[thread_id()] % 16], in[thread_id() + 128]); });
}
__global__ void exchange_in_shared(const int* in, int* out) {
  update_bins(out, 1, [in, out](int* bins) { out[thread_id() + 64] = atomicExch(&bins[in[thread_id()] % 16], in[thread_id() + 128]); });
}

__global__ void add_fives_in_shared(const int* in, int* out) {
  update_bins(out, 1, [in](int* bins) { atomicAdd(&bins[in[thread_id()] % 16], 5); });
}
__global__ void or_bits_in_shared(const int* in, int* out) {
  update_bins(out, 1, [in](int* bins) { atomicOr(&bins[in[thread_id()] % 16], 4); });
}
__global__ void increment_in_shared(const int* in, int* out) {
  update_bins(out, 1, [in](int* bins) { atomicInc(reinterpret_cast<unsigned*>(&bins[in[thread_id()] % 16]), 1000); });
}
__global__ void swap_in_shared(const int* in, int* out) {
  update_bins(out, 1, [in](int* bins) { atomicCAS(&bins[in[thread_id()] % 16], 0, in[thread_id() + 128]); });
}
__global__ void add_long_in_shared(const int* in, int* out) {
  update_bins(out, 2, [in](int* bins) {
    atomicAdd(&reinterpret_cast<unsigned long long*>(bins)[in[thread_id()] % 16], static_cast<unsigned long long>(in[thread_id() + 128]));
  });
}
__global__ void add_floats_in_shared(const int* in, int* out) {
  update_bins(out, 1, [in](int* bins) { atomicAdd(&reinterpret_cast<float*>(bins)[in[thread_id()] % 16], 1.0f); });
}
__global__ void count_uniformly(const int* in, int* out) {
  if (in[thread_id()] % 3 == 0) atomicAdd(out, 1);
}
__global__ void add_uniformly(const int* in, int* out) { atomicAdd(out, in[thread_id()]); }
__global__ void add_floats(const int* in, int* out) { atomicAdd(&reinterpret_cast<float*>(out)[in[thread_id()] % 16], 1.5f); }
__global__ void swap(const int* in, int* out) { atomicCAS(&out[in[thread_id()] % 16], 0, in[thread_id()]); }

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

using Kernel = void (*)(const int*, int*);

struct Pattern {
  const char* name;
  Kernel kernel;
  dim3 block = kThreads;
  int blocks = kBlocks;
};

const Pattern kPatterns[] = {
    {"copy", copy},
    {"strided", strided},
    {"misaligned", misaligned},
    {"broadcast", broadcast},
    {"gather", gather},
    {"vectors", vectors},
    {"structures", structures},
    {"branch", branch},
    {"branch_on_data", branch_on_data},
    {"cases", cases},
    {"early_return", early_return},
    {"ragged_loop", ragged_loop},
    {"nested_loops", nested_loops},
    {"branch_in_loop", branch_in_loop},
    {"branches_in_ragged_loop", branches_in_ragged_loop},
    {"continue_and_break", continue_and_break},
    {"do_while", do_while},
    {"sparse_rows", sparse_rows},
    {"binary_search", binary_search},
    {"grid_stride", grid_stride},
    {"calls_in_branches", calls_in_branches},
    {"calls_in_loops", calls_in_loops},
    {"recursion", recursion},
    {"inlined_returns", inlined_returns},
    {"lambdas<1>", lambdas<1>},
    {"lambdas<4>", lambdas<4>},
    {"shuffles", shuffles},
    {"half_warps", half_warps},
    {"transpose<0>", transpose<0>, dim3(32, 8), 1},
    {"transpose<1>", transpose<1>, dim3(32, 8), 1},
    {"tree", tree, 256, 1},
    {"interleaved_tree", interleaved_tree, 256, 1},
    {"shared_vectors", shared_vectors, 64, 1},
    {"shared_doubles", shared_doubles, 64, 1},
    {"bytes", bytes},
    {"partial_warps", partial_warps, 40, 3},
    {"count_alone", count_alone},
    {"count_with_result", count_with_result},
    {"exchange", exchange},
    {"count_ones", count_ones},
    {"count_in_shared", count_in_shared},
    {"count_in_one_bank", count_in_one_bank},
    {"count_ones_in_shared", count_ones_in_shared},
    {"count_ones_in_one_bank", count_ones_in_one_bank},
    {"maximum_in_shared", maximum_in_shared},
    {"exchange_in_shared", exchange_in_shared},
    {"add_fives_in_shared", add_fives_in_shared},
    {"or_bits_in_shared", or_bits_in_shared},
    {"increment_in_shared", increment_in_shared},
    {"swap_in_shared", swap_in_shared},
    {"add_long_in_shared", add_long_in_shared},
    {"add_floats_in_shared", add_floats_in_shared},
    {"count_uniformly", count_uniformly},
    {"add_uniformly", add_uniformly},
    {"add_floats", add_floats},
    {"swap", swap},
};

// The first half looks random and is below kCount; the second is sorted.
std::vector<int> make_input() {
  std::vector<int> values(2 * kCount);
  unsigned state = 12345;
  for (int i = 0; i < kCount; ++i) {
    state = state * 1664525u + 1013904223u;
    values[i] = static_cast<int>(state >> 20);
    values[kCount + i] = i;
  }
  return values;
}

}  // namespace

// Prints the patterns in the order of their launches.
int main() {
  const std::vector<int> host = make_input();
  const std::size_t in_bytes = host.size() * sizeof(int), out_bytes = 4 * kCount * sizeof(int);
  int *in = nullptr, *out = nullptr;
  check(cudaMalloc(&in, in_bytes), "cudaMalloc");
  check(cudaMalloc(&out, out_bytes), "cudaMalloc");
  check(cudaMemcpy(in, host.data(), in_bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
  for (const Pattern& pattern : kPatterns) {
    check(cudaMemset(out, 0, out_bytes), pattern.name);
    pattern.kernel<<<pattern.blocks, pattern.block>>>(in, out);
    check(cudaGetLastError(), pattern.name);
    check(cudaDeviceSynchronize(), pattern.name);
    std::printf("%s\n", pattern.name);
  }
  check(cudaFree(in), "cudaFree");
  check(cudaFree(out), "cudaFree");
}
