/// @file
/// @brief An int at an odd address of a variable: the compiler knows it at compile time, and splits the access.
#include <cstdint>

#include "hazard_case.hpp"

namespace {

__device__ int numbers[4];
__constant__ unsigned char packet[16];
struct __attribute__((packed)) Header {
  char kind;
  int length;
};
__device__ Header header;
struct Colour {
  unsigned char red, green, blue, alpha;
};
__device__ Colour colours[4];
struct Pair {
  float x, y;
};
__device__ Pair pairs[4];

__global__ void set_across() { *reinterpret_cast<int*>(reinterpret_cast<char*>(numbers) + 1) = 42; }

// Types that may lie so: a member of a packed struct, four bytes, two floats. And parts of a variable, each where it may be.
__global__ void set_each() {
  header.length = numbers[0];
  colours[1] = *reinterpret_cast<Colour*>(reinterpret_cast<char*>(colours) + 1);
  pairs[0] = *reinterpret_cast<Pair*>(reinterpret_cast<float*>(pairs) + 1);
  reinterpret_cast<short*>(numbers)[1] = reinterpret_cast<const std::uint16_t*>(packet)[1];
  *reinterpret_cast<int2*>(numbers + 2) = *reinterpret_cast<const int2*>(packet + 8);
}

void caught() {
  set_across<<<1, 1>>>();
  cudaDeviceSynchronize();
}

void silent() {
  set_each<<<1, 1>>>();
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
