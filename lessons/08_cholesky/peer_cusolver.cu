/// @file
/// @brief cuSOLVER: `cusolverDnSpotrf`, in place, on matrices that lie in memory column after column.
///
/// It is fastest on a lower triangle. So A is turned while it is copied there, and L while it is copied back. Without turning, our rows
/// are its columns, our lower triangle is its upper one, and it finds Lᵀ, in twice the time; that is the second peer.
#include <cusolverDn.h>

#include <stdexcept>
#include <string>

#include "copy_lower.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"
#include "problem.hpp"

namespace {

constexpr unsigned kSide = 32;  // of a tile that is turned in shared memory, as in lesson 02
constexpr unsigned kRows = 8;   // of a block: a thread turns four elements

void check(cusolverStatus_t status) {
  if (status != CUSOLVER_STATUS_SUCCESS) throw std::runtime_error("cuSOLVER: status " + std::to_string(static_cast<int>(status)));
}

class Handle {
 public:
  Handle() { check(cusolverDnCreate(&handle_)); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { static_cast<void>(cusolverDnDestroy(handle_)); }
  cusolverDnHandle_t get() const { return handle_; }

 private:
  cusolverDnHandle_t handle_ = nullptr;
};

/// to[j][i] = from[i][j] where the one or the other triangle has it, zero where it has not. The triangle: j <= i, or with `upper` j >= i.
__global__ void turn(const float* from, float* to, std::int64_t pitch, std::int64_t n, bool upper) {
  if (!upper && blockIdx.x > blockIdx.y) return;  // right of A's diagonal: nothing to read, and below L's, where nobody will
  __shared__ float tile[kSide][kSide + 1];
  const std::int64_t row = std::int64_t{blockIdx.y} * kSide, column = std::int64_t{blockIdx.x} * kSide;
  const auto is_in = [=](std::int64_t i, std::int64_t j) { return i < n && j < n && (upper ? j >= i : j <= i); };
  for (unsigned r = threadIdx.y; r < kSide; r += kRows) {
    const std::int64_t i = row + r, j = column + threadIdx.x;
    tile[r][threadIdx.x] = is_in(i, j) ? from[i * pitch + j] : 0;
  }
  __syncthreads();  // a thread writes what others have read
  for (unsigned r = threadIdx.y; r < kSide; r += kRows) {
    const std::int64_t i = column + r, j = row + threadIdx.x;
    if (i < n && j < n) to[i * pitch + j] = tile[threadIdx.x][r];
  }
}

void turn(const Cholesky::Device& p, const float* from, float* to, bool upper, cudaStream_t stream) {
  const unsigned tiles = lockstep::covering_blocks(p.n, kSide, lockstep::kMostBlocksYZ);
  turn<<<dim3(tiles, tiles), dim3(kSide, kRows), 0, stream>>>(from, to, p.pitch, p.n, upper);
  lockstep::check_launch();
}

void decompose(const Cholesky::Device& p, float* a, cublasFillMode_t triangle, const Launch& launch) {
  static const Handle handle;  // made in the first run, which is not timed
  const int n = static_cast<int>(p.n), pitch = static_cast<int>(p.pitch);
  int elements = 0;
  check(cusolverDnSetStream(handle.get(), launch.stream));
  check(cusolverDnSpotrf_bufferSize(handle.get(), triangle, n, a, pitch, &elements));
  float* const workspace = launch.scratch<float>(static_cast<std::size_t>(elements));
  check(cusolverDnSpotrf(handle.get(), triangle, n, a, pitch, workspace, elements, p.info));
}

void run(const Cholesky::Device& p, const Launch& launch) {
  float* const columns = launch.scratch<float>(static_cast<std::size_t>(p.n * p.pitch));
  turn(p, p.a, columns, false, launch.stream);
  decompose(p, columns, CUBLAS_FILL_MODE_LOWER, launch);
  turn(p, columns, p.l, true, launch.stream);
}

void run_upper(const Cholesky::Device& p, const Launch& launch) {
  copy_lower(p, launch.stream);
  decompose(p, p.l, CUBLAS_FILL_MODE_UPPER, launch);
}

const Version version{__FILE__, "cusolverDnSpotrf, lower triangle; A and L are turned", run};
const Version upper{__FILE__, "cusolverDnSpotrf, upper triangle; nothing is turned", run_upper, "upper"};

}  // namespace
