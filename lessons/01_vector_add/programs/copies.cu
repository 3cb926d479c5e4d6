/// @file
/// @brief How long the copies of lesson 01 take: 8 bytes an element in, 4 bytes out.
///
/// Usage: copies [ELEMENTS]
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

/// Ends the program where a call of CUDA failed.
static void check(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(EXIT_FAILURE);
}

/// The median time of seven copies, in milliseconds, after one that does not count.
static double median_milliseconds(const std::function<void()>& copy) {
  std::vector<double> times;
  for (int rep = 0; rep < 8; ++rep) {
    const auto begin = std::chrono::steady_clock::now();
    copy();
    check(cudaDeviceSynchronize());
    times.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
            .count());
  }
  times.erase(times.begin());
  std::nth_element(times.begin(), times.begin() + 3, times.end());
  return times[3];
}

static void say(const char* what, double milliseconds, double bytes) {
  std::printf("%-26s %9.3f ms  %6.1f GB/s\n", what, milliseconds, bytes / milliseconds / 1e6);
}

int main(int count, char** words) {
  const long long n = count > 1 ? std::atoll(words[1]) : 1 << 20;
  if (n < 1) {
    std::fprintf(stderr, "copies %s: the number of elements must be 1 or more\n", words[1]);
    return 2;
  }
  const std::size_t in = static_cast<std::size_t>(n) * 8, out = static_cast<std::size_t>(n) * 4;
  void *device_in = nullptr, *device_out = nullptr, *pinned_in = nullptr, *pinned_out = nullptr;
  check(cudaMalloc(&device_in, in));
  check(cudaMalloc(&device_out, out));
  check(cudaMemset(device_out, 0, out));
  // Page-locked memory: the copy engine may read it by itself.
  check(cudaHostAlloc(&pinned_in, in, cudaHostAllocDefault));
  check(cudaHostAlloc(&pinned_out, out, cudaHostAllocDefault));
  std::vector<char> pageable(in);
  std::fill_n(static_cast<char*>(pinned_in), in, char{1});
  cudaStream_t one = nullptr, other = nullptr;
  check(cudaStreamCreate(&one));
  check(cudaStreamCreate(&other));

  const auto copy_in = [&](const void* from) {
    check(cudaMemcpyAsync(device_in, from, in, cudaMemcpyHostToDevice, one));
  };
  const auto copy_out = [&](void* to) {
    check(cudaMemcpyAsync(to, device_out, out, cudaMemcpyDeviceToHost, other));
  };
  const auto bytes_in = static_cast<double>(in), bytes_out = static_cast<double>(out);
  say("pageable memory, in", median_milliseconds([&] { copy_in(pageable.data()); }), bytes_in);
  say("pageable memory, out", median_milliseconds([&] { copy_out(pageable.data()); }), bytes_out);
  say("pinned memory, in", median_milliseconds([&] { copy_in(pinned_in); }), bytes_in);
  say("pinned memory, out", median_milliseconds([&] { copy_out(pinned_out); }), bytes_out);
  say("pinned, in and out at once",
      median_milliseconds([&] { copy_in(pinned_in), copy_out(pinned_out); }), bytes_in + bytes_out);

  check(cudaStreamDestroy(one));
  check(cudaStreamDestroy(other));
  check(cudaFreeHost(pinned_in));
  check(cudaFreeHost(pinned_out));
  check(cudaFree(device_in));
  check(cudaFree(device_out));
  return EXIT_SUCCESS;
}
