/// @file
/// @brief A flag begins with what memory held, volatile or not; that another thread writes it later does not help.
#include "hazard_case.hpp"

namespace {

__global__ void stop_early(volatile int* stop, volatile int* rounds) {
  int round = 0;
  while (round < 8 && *stop == 0) ++round;
  if (blockIdx.x == 1) *stop = 1;
  rounds[blockIdx.x] = round;
}

void run(bool set_first) {
  int *stop = nullptr, *rounds = nullptr;
  cudaMalloc(&stop, sizeof *stop);
  cudaMalloc(&rounds, 2 * sizeof *rounds);
  if (set_first) cudaMemset(stop, 0, sizeof *stop);
  stop_early<<<2, 1>>>(stop, rounds);
  cudaDeviceSynchronize();
  cudaFree(stop);
  cudaFree(rounds);
}

void caught() { run(false); }
void silent() { run(true); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
