/// @file
/// @brief Copy in, compute, copy out: from end to end, by the number of pieces that go through three streams.
#include <chrono>
#include <cstdint>

#include "measuring.hpp"

constexpr unsigned kElements = 1U << 24, kStreams = 3, kBlock = 256;

__global__ void work(float* x, int rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = x[i];
  for (int round = 0; round < rounds; ++round) value = value * 0.5F + 1;
  x[i] = value;
}

/// Milliseconds from asking for all pieces until all are back, on the host's clock: a copy from pageable memory holds the host up.
static double milliseconds(float* host, float* device, unsigned pieces, int rounds, const cudaStream_t* streams) {
  std::vector<double> times;
  for (int rep = 0; rep < 10; ++rep) {
    const auto begin = std::chrono::steady_clock::now();
    const unsigned count = kElements / pieces;
    for (unsigned piece = 0; piece < pieces; ++piece) {
      float *const here = host + std::size_t{piece} * count, *const there = device + std::size_t{piece} * count;
      const cudaStream_t stream = streams[piece % kStreams];
      check(cudaMemcpyAsync(there, here, count * sizeof(float), cudaMemcpyHostToDevice, stream));
      work<<<count / kBlock, kBlock, 0, stream>>>(there, rounds);
      check(cudaGetLastError());
      check(cudaMemcpyAsync(here, there, count * sizeof(float), cudaMemcpyDeviceToHost, stream));
    }
    check(cudaDeviceSynchronize());
    if (rep > 0) times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  }
  std::nth_element(times.begin(), times.begin() + 4, times.end());
  return times[4];
}

int main() {
  float *pinned = nullptr, *device = nullptr;
  cudaStream_t streams[kStreams];
  std::vector<float> pageable(kElements, 1);
  check(cudaMallocHost(&pinned, kElements * sizeof(float)));
  check(cudaMalloc(&device, kElements * sizeof(float)));
  for (cudaStream_t& stream : streams) check(cudaStreamCreate(&stream));
  std::fill_n(pinned, kElements, 1.0F);
  const double in = median_milliseconds([&] { check(cudaMemcpyAsync(device, pinned, kElements * sizeof(float), cudaMemcpyHostToDevice)); });
  const double out =
      median_milliseconds([&] { check(cudaMemcpyAsync(pinned, device, kElements * sizeof(float), cudaMemcpyDeviceToHost)); });
  int rounds = 64;  // doubled until the kernel takes about as long as the copy in
  double kernel = 0;
  do {
    rounds *= 2;
    kernel = median_milliseconds([&] { work<<<kElements / kBlock, kBlock>>>(device, rounds); });
  } while (kernel < in / 1.5);

  std::printf("# title: Copy in, compute, copy out: 64 MiB in pieces\n# x: pieces\n# y: ms\n# log: x\n");
  print_device();
  std::printf("# alone: in %.3f ms, kernel %.3f ms, out %.3f ms\n", in, kernel, out);
  std::printf("pieces,pinned memory,pageable memory\n");
  for (unsigned pieces = 1; pieces <= 256; pieces *= 2)
    std::printf("%u,%.3f,%.3f\n", pieces, milliseconds(pinned, device, pieces, rounds, streams),
                milliseconds(pageable.data(), device, pieces, rounds, streams));
  for (const cudaStream_t stream : streams) check(cudaStreamDestroy(stream));
  check(cudaFreeHost(pinned));
  check(cudaFree(device));
  return EXIT_SUCCESS;
}
