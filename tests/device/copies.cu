/// @file
/// @brief Loads and stores with hints, asynchronous copies, and tensor-core fragments.
#include "device_test.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_bf16.h>
#include <cuda_pipeline.h>
#include <mma.h>
#include <cuda/barrier>
#include <cuda/pipeline>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace cg = cooperative_groups;

namespace {

template <class T>
__global__ void hinted(const T* in, T* out) {
  __stwb(&out[0], __ldg(&in[0]));
  __stcg(&out[1], __ldca(&in[1]));
  __stcs(&out[2], __ldcg(&in[2]));
  __stwt(&out[3], __ldcs(&in[3]));
  out[4] = __ldlu(&in[4]);
  out[5] = __ldcv(&in[5]);
}

template <class T>
void check_hinted() {
  Shared<T> in(6), out(6);
  for (unsigned i = 0; i < 6 * sizeof(T); ++i) reinterpret_cast<unsigned char*>(in.data())[i] = static_cast<unsigned char>(3 * i + 1);
  hinted<<<1, 1>>>(in.data(), out.data());
  finish();
  CHECK(std::memcmp(in.data(), out.data(), 6 * sizeof(T)) == 0);
}

// ---- Asynchronous copies ------------------------------------------------------------------------------------------

/// Double buffer: chunk k + 1 is on its way while chunk k is used.
__global__ void running_sums(const float4* in, float* out, unsigned chunks) {
  __shared__ float4 buffer[2][32];
  const unsigned lane = threadIdx.x;
  float sum = 0;
  __pipeline_memcpy_async(&buffer[0][lane], &in[lane], sizeof(float4));
  __pipeline_commit();
  for (unsigned chunk = 0; chunk < chunks; ++chunk) {
    if (chunk + 1 < chunks) __pipeline_memcpy_async(&buffer[(chunk + 1) % 2][lane], &in[(chunk + 1) * 32 + lane], sizeof(float4));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    const float4 v = buffer[chunk % 2][(lane + 1) % 32];  // another thread's copy
    sum += v.x + v.y + v.z + v.w;
    __syncthreads();
  }
  out[lane] = sum;
}

__global__ void zero_filled(const int* in, int* out) {
  __shared__ alignas(16) int cells[8];
  for (int i = 0; i < 8; ++i) cells[i] = -1;
  __pipeline_memcpy_async(&cells[0], &in[0], 16, 6);
  __pipeline_memcpy_async(&cells[4], &in[4], 8, 8);
  __pipeline_memcpy_async(&cells[6], &in[6], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  for (int i = 0; i < 8; ++i) out[i] = cells[i];
}

template <class Element>
__global__ void group_copies(const Element* in, Element* out, unsigned count, unsigned skip) {
  extern __shared__ unsigned char bytes[];
  auto* const cells = reinterpret_cast<Element*>(bytes);
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, cells + skip, in + skip, count * sizeof(Element));
  cg::wait(block);
  for (unsigned i = block.thread_rank(); i < count; i += block.size()) out[skip + i] = cells[skip + count - 1 - i];
}

#ifdef __LOCKSTEP_SIM__  // hardware copies as early as it can, and does not say what it cannot copy
__global__ void batches(const int* in, int* out) {
  __shared__ int cells[4];
  for (int i = 0; i < 4; ++i) cells[i] = -1;
  for (int i = 0; i < 3; ++i) {
    __pipeline_memcpy_async(&cells[i], &in[i], 4);
    __pipeline_commit();
  }
  __pipeline_memcpy_async(&cells[3], &in[3], 4);  // not committed
  for (int prior = 3; prior >= 0; --prior) {
    __pipeline_wait_prior(static_cast<std::size_t>(prior));
    for (int i = 0; i < 4; ++i) out[4 * (3 - prior) + i] = cells[i];
  }
}

__global__ void group_copy_seen_early(const int* in, int* out) {
  __shared__ int cells[32];
  cells[threadIdx.x] = -1;
  const auto block = cg::this_thread_block();
  block.sync();
  cg::memcpy_async(block, cells, in, sizeof(cells) - 4);
  out[threadIdx.x] = cells[threadIdx.x];
  cg::wait(block);
  out[32 + threadIdx.x] = cells[threadIdx.x];
}

__global__ void copy_with(unsigned size, unsigned shift, int to_global, char* global) {
  __shared__ alignas(16) char cells[64];
  __pipeline_memcpy_async(to_global != 0 ? global + 32 : cells + shift, global, size);
  __pipeline_commit();
}
#endif

// ---- Barriers and pipelines of libcu++ ----------------------------------------------------------------------------

using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

/// A block of in-place partial sums, where threads arrive, do other work, and wait.
__global__ void barrier_phases(unsigned* out, unsigned phases) {
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ BlockBarrier barrier;
  __shared__ unsigned cells[96];
  const unsigned thread = threadIdx.x;
  if (thread == 0) init(&barrier, static_cast<std::ptrdiff_t>(blockDim.x));
  __syncthreads();
  unsigned value = thread;
  for (unsigned phase = 0; phase < phases; ++phase) {
    if (thread == 5 && phase == 2) {  // one leaves early
      barrier.arrive_and_drop();
      out[thread] = value;
      return;
    }
    cells[thread] = value;
    auto token = barrier.arrive();
    const unsigned other = thread == 0 ? blockDim.x - 1 : thread - 1;
    barrier.wait(static_cast<decltype(token)&&>(token));
    if (other != 5 || phase < 2) value += cells[other];
    barrier.arrive_and_wait();
  }
  out[thread] = value;
}

__global__ void barrier_copies(const int* in, int* out) {
  __shared__ BlockBarrier barrier;
  __shared__ alignas(16) int cells[256];
  const auto block = cg::this_thread_block();
  if (threadIdx.x == 0) init(&barrier, static_cast<std::ptrdiff_t>(blockDim.x));
  block.sync();
  cuda::memcpy_async(block, cells, in, cuda::aligned_size_t<16>(sizeof(cells)), barrier);
  barrier.arrive_and_wait();
  for (unsigned i = block.thread_rank(); i < 256; i += block.size()) out[i] = cells[255 - i];
}

constexpr unsigned kStages = 3;

__global__ void own_pipeline(const int* in, int* out, unsigned chunks) {
  __shared__ int cells[kStages][32];
  const unsigned lane = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  int sum = 0;
  for (unsigned chunk = 0; chunk < chunks + kStages - 1; ++chunk) {
    if (chunk < chunks) {
      pipe.producer_acquire();
      cuda::memcpy_async(&cells[chunk % kStages][lane], &in[32 * chunk + lane], sizeof(int), pipe);
      pipe.producer_commit();
    }
    if (chunk + 1 < kStages) continue;
    pipe.consumer_wait();
    sum += cells[(chunk + 1) % kStages][lane];
    pipe.consumer_release();
  }
  out[lane] = sum;
}

__global__ void shared_pipeline(const int* in, int* out, unsigned chunks) {
  __shared__ int cells[kStages][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  const auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int sum = 0;
  for (unsigned chunk = 0, filled = 0; chunk < chunks; ++chunk) {
    for (; filled < chunks && filled < chunk + kStages; ++filled) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, cells[filled % kStages], in + 64 * filled, sizeof(cells[0]), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += cells[chunk % kStages][63 - threadIdx.x];
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

/// The first warp fills, the second uses.
__global__ void warp_specialised(const int* in, int* out, unsigned chunks) {
  __shared__ int cells[kStages][32];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  const auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state, 32);
  const unsigned lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (unsigned chunk = 0; chunk < chunks; ++chunk) {
      pipe.producer_acquire();
      cuda::memcpy_async(&cells[chunk % kStages][lane], &in[32 * chunk + lane], sizeof(int), pipe);
      pipe.producer_commit();
    }
  } else {
    int sum = 0;
    for (unsigned chunk = 0; chunk < chunks; ++chunk) {
      pipe.consumer_wait();
      sum = static_cast<int>(3u * static_cast<unsigned>(sum) + static_cast<unsigned>(cells[chunk % kStages][31 - lane]));
      pipe.consumer_release();
    }
    out[lane] = sum;
  }
}

// ---- Tensor cores -------------------------------------------------------------------------------------------------

namespace wmma = nvcuda::wmma;

template <class LayoutA, class LayoutB>
__global__ void multiply(const float* a, unsigned stride_a, const float* b, unsigned stride_b, float* c, unsigned stride_c,
                         wmma::layout_t layout, bool round) {
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, LayoutA> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, LayoutB> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc;
  wmma::load_matrix_sync(fa, a, stride_a);
  wmma::load_matrix_sync(fb, b, stride_b);
  wmma::load_matrix_sync(fc, c, stride_c, layout);
  if (round) {
    for (int i = 0; i < fa.num_elements; ++i) fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
    for (int i = 0; i < fb.num_elements; ++i) fb.x[i] = wmma::__float_to_tf32(fb.x[i]);
  }
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::fill_fragment(fa, 1e30f);  // other lanes must have seen what was here before
  for (int i = 0; i < fc.num_elements; ++i) fc.x[i] *= 2.0f;
  wmma::store_matrix_sync(c, fc, stride_c, layout);
}

float to_tf32(float x) {  // to the nearest of 10 bits after the point, ties away from zero
  int exponent;
  const double scaled = std::ldexp(std::frexp(static_cast<double>(x), &exponent), 11);
  return static_cast<float>(std::ldexp(std::round(scaled), exponent - 11));
}
float cut_to_tf32(float x) {
  int exponent;
  const double scaled = std::ldexp(std::frexp(static_cast<double>(x), &exponent), 11);
  return static_cast<float>(std::ldexp(std::trunc(scaled), exponent - 11));
}

template <class LayoutA, class LayoutB>
void check_multiply(wmma::layout_t layout, bool round) {
  const bool a_rows = std::is_same_v<LayoutA, wmma::row_major>, b_rows = std::is_same_v<LayoutB, wmma::row_major>,
             c_rows = layout == wmma::mem_row_major;
  const unsigned stride_a = 20, stride_b = 24, stride_c = 28;
  Shared<float> a(20 * 20), b(24 * 24), c(28 * 28), before(28 * 28);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(random_bits(i) >> 40) * 0x1p-23f - 1;
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(random_bits(i + 999) >> 40) * 0x1p-23f - 1;
  for (std::size_t i = 0; i < c.size(); ++i) before[i] = c[i] = static_cast<float>(i);
  multiply<LayoutA, LayoutB><<<1, 32>>>(a.data(), stride_a, b.data(), stride_b, c.data(), stride_c, layout, round);
  finish();
  for (unsigned row = 0; row < 16; ++row)
    for (unsigned column = 0; column < 16; ++column) {
      const unsigned at = c_rows ? row * stride_c + column : column * stride_c + row;
      double exact = before[at];
      for (unsigned k = 0; k < 8; ++k) {
        const float x = a_rows ? a[row * stride_a + k] : a[k * stride_a + row],
                    y = b_rows ? b[k * stride_b + column] : b[column * stride_b + k];
        exact += round ? static_cast<double>(to_tf32(x)) * to_tf32(y) : static_cast<double>(cut_to_tf32(x)) * cut_to_tf32(y);
      }
      INFO("row " << row << ", column " << column);
      CHECK(std::fabs(c[at] - 2 * exact) <= 0x1p-20 * std::fabs(exact) + 1e-6);
    }
  for (unsigned i = 16; i < 28; ++i) CHECK(c[i] == before[i]);  // what lies between rows is left alone
}

/// Which elements a lane holds: each element is its own index in a matrix of 16 columns.
__global__ void places(const float* index, float* a, float* b, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc;
  wmma::load_matrix_sync(fa, index, 16);
  wmma::load_matrix_sync(fb, index, 16);
  wmma::load_matrix_sync(fc, index, 16, wmma::mem_row_major);
  for (unsigned i = 0; i < 4; ++i) a[4 * threadIdx.x + i] = fa.x[i];
  for (unsigned i = 0; i < 4; ++i) b[4 * threadIdx.x + i] = fb.x[i];
  for (unsigned i = 0; i < 8; ++i) c[8 * threadIdx.x + i] = fc.x[i];
}

using BfloatA = wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major>;
using BfloatB = wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::col_major>;
using BfloatC = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__global__ void multiply_bfloats(const float* a, const float* b, float* c, unsigned stride) {
  __shared__ __align__(32) __nv_bfloat16 tile_a[16 * 24], tile_b[16 * 24];
  for (unsigned i = threadIdx.x; i < 16 * 24; i += 32) {
    tile_a[i] = __float2bfloat16_rn(a[i]);
    tile_b[i] = __float2bfloat16_rn(b[i]);
  }
  __syncwarp();
  BfloatA fa;
  BfloatB fb;
  BfloatC fc;
  wmma::load_matrix_sync(fa, tile_a, stride);
  wmma::load_matrix_sync(fb, tile_b, stride);
  wmma::load_matrix_sync(fc, c, stride, wmma::mem_row_major);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(c, fc, stride, wmma::mem_row_major);
}

/// As places(), of numbers below 256, which a bfloat16 holds.
__global__ void bfloat_places(float* a, float* b, float* c) {
  __shared__ __align__(32) __nv_bfloat16 index[256];
  __shared__ __align__(32) float float_index[256];
  for (unsigned i = threadIdx.x; i < 256; i += 32) index[i] = __float2bfloat16_rn(float_index[i] = static_cast<float>(i));
  __syncwarp();
  BfloatA fa;
  BfloatB fb;
  BfloatC fc;
  wmma::load_matrix_sync(fa, index, 16);
  wmma::load_matrix_sync(fb, index, 16);
  wmma::load_matrix_sync(fc, float_index, 16, wmma::mem_row_major);
  for (unsigned i = 0; i < 8; ++i) a[8 * threadIdx.x + i] = __bfloat162float(fa.x[i]);
  for (unsigned i = 0; i < 8; ++i) b[8 * threadIdx.x + i] = __bfloat162float(fb.x[i]);
  for (unsigned i = 0; i < 8; ++i) c[8 * threadIdx.x + i] = fc.x[i];
}

__global__ void bfloats(const float* in, float* out) { out[threadIdx.x] = __bfloat162float(__float2bfloat16_rn(in[threadIdx.x])); }

__global__ void tf32(const float* in, float* out) { out[threadIdx.x] = wmma::__float_to_tf32(in[threadIdx.x]); }

}  // namespace

TEST_CASE("hinted loads and stores move values of every width") {
  check_hinted<signed char>();
  check_hinted<uchar4>();
  check_hinted<unsigned short>();
  check_hinted<short2>();
  check_hinted<int>();
  check_hinted<uint4>();
  check_hinted<float>();
  check_hinted<float2>();
  check_hinted<float4>();
  check_hinted<double2>();
  check_hinted<long long>();
  check_hinted<ulonglong2>();
}

TEST_CASE("a double buffer filled by asynchronous copies") {
  constexpr unsigned chunks = 7;
  Shared<float4> in(chunks * 32);
  Shared<float> out(32);
  for (unsigned i = 0; i < in.size(); ++i) in[i] = {1.0f * static_cast<float>(i), 2, 3, static_cast<float>(i % 5)};
  running_sums<<<1, 32>>>(in.data(), out.data(), chunks);
  finish();
  for (unsigned lane = 0; lane < 32; ++lane) {
    float sum = 0;
    for (unsigned chunk = 0; chunk < chunks; ++chunk) {
      const float4 v = in[chunk * 32 + (lane + 1) % 32];
      sum += v.x + v.y + v.z + v.w;
    }
    CHECK(out[lane] == sum);
  }
}

TEST_CASE("asynchronous copies fill with zeros") {
  Shared<int> in(8), out(8);
  for (int i = 0; i < 8; ++i) in[static_cast<std::size_t>(i)] = 0x01010101 * (i + 1);
  zero_filled<<<1, 1>>>(in.data(), out.data());
  finish();
  const int expected[] = {0x01010101, 0x02020202, 0x00000303, 0, 0, 0, 0x07070707, -1};
  for (unsigned i = 0; i < 8; ++i) CHECK(out[i] == expected[i]);
}

#ifdef __LOCKSTEP_SIM__
TEST_CASE("a copy is not there before it is waited for") {
  Shared<int> in(4), out(16);
  for (unsigned i = 0; i < 4; ++i) in[i] = static_cast<int>(i) + 10;
  batches<<<1, 1>>>(in.data(), out.data());
  finish();
  for (unsigned wait = 0; wait < 4; ++wait)
    for (unsigned i = 0; i < 4; ++i) {
      INFO("after wait " << wait << ", cell " << i);
      CHECK(out[4 * wait + i] == (i < wait ? static_cast<int>(i) + 10 : -1));  // the last copy was never committed
    }
}

TEST_CASE("a group's copy is not there before it is waited for") {
  Shared<int> in(32), out(64);
  for (unsigned i = 0; i < 32; ++i) in[i] = static_cast<int>(i) + 10;
  group_copy_seen_early<<<1, 32>>>(in.data() + 1, out.data());  // aligned to 4 bytes only
  finish();
  for (unsigned i = 0; i < 31; ++i) CHECK((out[i] == -1 && out[32 + i] == static_cast<int>(i) + 11));
}

TEST_CASE("asynchronous copies that the hardware cannot do end the launch") {
  Shared<char> global(64);
  SECTION("size") {
    copy_with<<<1, 1>>>(12, 0, 0, global.data());
    fail_with(cudaErrorLaunchFailure);
  }
  SECTION("alignment") {
    copy_with<<<1, 1>>>(8, 4, 0, global.data());
    fail_with(cudaErrorMisalignedAddress);
  }
  SECTION("to global memory") {
    copy_with<<<1, 1>>>(8, 0, 1, global.data());
    fail_with(cudaErrorLaunchFailure);
  }
}
#endif

TEST_CASE("a group copies any number of bytes, however they are aligned") {
  for (const unsigned count : {1u, 3u, 16u, 31u, 100u, 1000u})
    for (const unsigned skip : {0u, 1u, 2u, 4u, 8u}) {
      Shared<unsigned char> in(1024), out(1024);
      for (unsigned i = 0; i < in.size(); ++i) in[i] = static_cast<unsigned char>(random_bits(i));
      group_copies<<<1, 40, 1024>>>(in.data(), out.data(), count, skip);
      finish();
      INFO(count << " bytes from byte " << skip);
      for (unsigned i = 0; i < count; ++i)
        if (out[skip + i] != in[skip + count - 1 - i]) FAIL("byte " << i);
    }
  Shared<double> in(100), out(100);
  for (unsigned i = 0; i < 100; ++i) in[i] = i;
  group_copies<<<1, 64, 800>>>(in.data(), out.data(), 99u, 1u);
  finish();
  for (unsigned i = 0; i < 99; ++i) CHECK(out[1 + i] == 99 - i);
}

TEST_CASE("cuda::barrier: phases, one thread leaving, copies") {
  constexpr unsigned threads = 96, phases = 5;
  Shared<unsigned> out(threads);
  barrier_phases<<<1, threads>>>(out.data(), phases);
  finish();
  unsigned value[threads], before[threads];
  for (unsigned t = 0; t < threads; ++t) value[t] = t;
  for (unsigned phase = 0; phase < phases; ++phase) {
    std::copy(value, value + threads, before);
    for (unsigned t = 0; t < threads; ++t) {
      const unsigned other = (t + threads - 1) % threads;
      if ((t != 5 || phase < 2) && (other != 5 || phase < 2)) value[t] += before[other];
    }
  }
  for (unsigned t = 0; t < threads; ++t) CHECK(out[t] == value[t]);

  Shared<int> in(256), copied(256);
  for (unsigned i = 0; i < 256; ++i) in[i] = static_cast<int>(i * i);
  barrier_copies<<<1, 48>>>(in.data(), copied.data());
  finish();
  for (unsigned i = 0; i < 256; ++i) CHECK(copied[i] == static_cast<int>((255 - i) * (255 - i)));
}

TEST_CASE("cuda::pipeline: a thread's own, a block's, and one with producers and consumers") {
  constexpr unsigned chunks = 11;
  Shared<int> in(64 * chunks), out(64);
  for (unsigned i = 0; i < in.size(); ++i) in[i] = static_cast<int>(random_bits(i) % 1000);
  SECTION("of a thread") {
    own_pipeline<<<1, 32>>>(in.data(), out.data(), chunks);
    finish();
    for (unsigned t = 0; t < 32; ++t) {
      int sum = 0;
      for (unsigned chunk = 0; chunk < chunks; ++chunk) sum += in[32 * chunk + t];
      CHECK(out[t] == sum);
    }
  }
  SECTION("of a block") {
    shared_pipeline<<<1, 64>>>(in.data(), out.data(), chunks);
    finish();
    for (unsigned t = 0; t < 64; ++t) {
      int sum = 0;
      for (unsigned chunk = 0; chunk < chunks; ++chunk) sum += in[64 * chunk + 63 - t];
      CHECK(out[t] == sum);
    }
  }
  SECTION("with producers and consumers") {
    warp_specialised<<<1, 64>>>(in.data(), out.data(), chunks);
    finish();
    for (unsigned t = 0; t < 32; ++t) {
      int sum = 0;
      for (unsigned chunk = 0; chunk < chunks; ++chunk)
        sum = static_cast<int>(3u * static_cast<unsigned>(sum) + static_cast<unsigned>(in[32 * chunk + 31 - t]));
      CHECK(out[t] == sum);
    }
  }
}

TEST_CASE("TF32 products of all layouts, against double") {
  check_multiply<wmma::row_major, wmma::row_major>(wmma::mem_row_major, true);
  check_multiply<wmma::row_major, wmma::col_major>(wmma::mem_row_major, true);
  check_multiply<wmma::col_major, wmma::row_major>(wmma::mem_col_major, true);
  check_multiply<wmma::col_major, wmma::col_major>(wmma::mem_col_major, false);
}

TEST_CASE("fragments are spread over the lanes as on an H100") {
  Shared<float> index(256), a(128), b(128), c(256);
  for (unsigned i = 0; i < 256; ++i) index[i] = static_cast<float>(i);
  places<<<1, 32>>>(index.data(), a.data(), b.data(), c.data());
  finish();
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned group = lane / 4, member = lane % 4;
    INFO("lane " << lane);
    for (unsigned i = 0; i < 4; ++i) CHECK(a[4 * lane + i] == 16 * (group + 8 * (i % 2)) + member + 4 * (i / 2));
    for (unsigned i = 0; i < 4; ++i) CHECK(b[4 * lane + i] == 16 * (member + 4 * (i % 2)) + group + 8 * (i / 2));
    for (unsigned i = 0; i < 8; ++i) CHECK(c[8 * lane + i] == 16 * (group + 8 * (i / 2 % 2)) + 2 * member + i % 2 + 8 * (i / 4));
  }
}

TEST_CASE("__float_to_tf32 rounds to nearest, ties away from zero") {
  const unsigned in_bits[] = {0x3f800000, 0x3f800fff, 0x3f801000, 0xbf801000, 0x3f801001,
                              0x3fffffff, 0x00000000, 0x80000000, 0x7f800000, 0x42280000};
  const unsigned out_bits[] = {0x3f800000, 0x3f800000, 0x3f802000, 0xbf802000, 0x3f802000,
                               0x40000000, 0x00000000, 0x80000000, 0x7f800000, 0x42280000};
  Shared<float> in(10), out(10);
  for (unsigned i = 0; i < 10; ++i) in[i] = from_bits<float>(in_bits[i]);
  tf32<<<1, 10>>>(in.data(), out.data());
  finish();
  for (unsigned i = 0; i < 10; ++i) CHECK(to_bits(out[i]) == out_bits[i]);
}

TEST_CASE("bfloat16 products, against double") {
  const unsigned stride = 24;
  Shared<float> a(16 * 24), b(16 * 24), c(16 * 24);
  for (std::size_t i = 0; i < a.size(); ++i) {  // 8 bits: exact, and so are products and their sums
    a[i] = static_cast<float>(random_bits(i) >> 56) - 128;
    b[i] = static_cast<float>(random_bits(i + 999) >> 56) - 128;
    c[i] = static_cast<float>(i);
  }
  multiply_bfloats<<<1, 32>>>(a.data(), b.data(), c.data(), stride);
  finish();
  for (unsigned row = 0; row < 16; ++row)
    for (unsigned column = 0; column < stride; ++column) {
      float want = static_cast<float>(row * stride + column);
      for (unsigned k = 0; k < 16 && column < 16; ++k) want += a[row * stride + k] * b[column * stride + k];
      INFO("row " << row << ", column " << column);
      CHECK(c[row * stride + column] == want);
    }
}

TEST_CASE("bfloat16 fragments are spread over the lanes as on an H100") {
  Shared<float> a(256), b(256), c(256);
  bfloat_places<<<1, 32>>>(a.data(), b.data(), c.data());
  finish();
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned i = 0; i < 8; ++i) {
      const unsigned pair = 2 * (lane % 4) + i % 2, group = lane / 4;
      CHECK(a[8 * lane + i] == static_cast<float>(16 * (group + 8 * (i / 2 % 2)) + pair + 8 * (i / 4)));
      CHECK(b[8 * lane + i] == static_cast<float>(16 * (group + 8 * (i / 4)) + pair + 8 * (i / 2 % 2)));
      CHECK(c[8 * lane + i] == static_cast<float>(16 * (group + 8 * (i / 2 % 2)) + pair + 8 * (i / 4)));
    }
}

TEST_CASE("__float2bfloat16_rn rounds to nearest, ties to even") {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<std::pair<float, float>> cases{{1.0f, 1.0f},
                                                   {0x1.01p0f, 0x1.00p0f},
                                                   {0x1.03p0f, 0x1.04p0f},
                                                   {0x1.010002p0f, 0x1.02p0f},
                                                   {-0x1.03p0f, -0x1.04p0f},
                                                   {0x1.ffp0f, 0x1.0p1f},
                                                   {0x1.fffffep127f, infinity},
                                                   {infinity, infinity},
                                                   {-infinity, -infinity},
                                                   {0.0f, 0.0f},
                                                   {0x1.8p-133f, 0x1p-132f}};
  Shared<float> in(cases.size() + 1), out(cases.size() + 1);
  for (std::size_t i = 0; i < cases.size(); ++i) in[i] = cases[i].first;
  in[cases.size()] = std::numeric_limits<float>::quiet_NaN();
  bfloats<<<1, static_cast<unsigned>(in.size())>>>(in.data(), out.data());
  finish();
  for (std::size_t i = 0; i < cases.size(); ++i) CHECK(out[i] == cases[i].second);
  CHECK(std::isnan(out[cases.size()]));
}
