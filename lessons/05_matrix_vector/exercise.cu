/// @file
/// @brief Exercise 05: y = Aᵀx, where A has any number of rows and columns, and is not symmetric.
///
/// Add lines where a TODO asks for them; no line that is here has to change. The parts build on each other:
/// part1 square matrices of round sizes, part2 rectangular ones, part3 every size, part4 no hazards, part5 coalesced and x read
/// sparingly, part6 enough blocks for a tall matrix, and on a GPU part7: as fast as cuBLAS.
/// Look at: `./lockstep check 05`, and `./lockstep run 05 --exercise --lines` for the counters beside your lines.
#include "exercise.hpp"
#include "lockstep/cuda.hpp"
#include "lockstep/grid.hpp"

namespace {

constexpr unsigned kBlock = 256;  // threads of a block

/// Element (i, j) of A is a[i * pitch + j].
__global__ void multiply(const float* a, std::int64_t pitch, const float* x, float* y, std::int64_t rows, std::int64_t columns) {
  __shared__ float section[kBlock];  // of x: one element for each thread of the block
  // TODO(part1): find the element of y that is this thread's, Σᵢ aᵢⱼ xᵢ.
  // TODO(part2): how many elements has x, and how many y?
  // TODO(part3): what does a thread do that has no element of y, and how long is the last section?
  // TODO(part4): who reads which element of section, and when may the next one take its place?
  // TODO(part5): where do neighbouring threads read in A, and how often does a block read x?
  // TODO(part6): which part of the sum is this block's, and who else adds to the same element of y?
}

void run(const TransposedProduct::Device& p, const Launch& launch) {
  // TODO(part1): launch multiply on launch.stream, in blocks of kBlock threads.
  // TODO(part6): a matrix of 64 columns and 16384 rows should keep a hundred multiprocessors busy. How many blocks does it have now?
  lockstep::check_launch();
}

const Version version{__FILE__, "the product with a transposed matrix", run};

}  // namespace
