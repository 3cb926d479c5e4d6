/// @file
/// @brief Threads share a word and not a byte of it, or a byte too.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

using Byte = unsigned char;

template <unsigned threads_a_byte>
__global__ void set_bytes(Byte* data) {
  data[threadIdx.x / threads_a_byte] = static_cast<Byte>(threadIdx.x);
}

// Half of the threads write words, the others read one byte of each, or a byte after them.
template <unsigned offset>
__global__ void read_bytes(unsigned* words, Byte* out) {
  const Byte* const bytes = reinterpret_cast<const Byte*>(words);
  const unsigned i = threadIdx.x;
  if (i < 32) {
    words[i] = i;
  } else {
    out[i] = bytes[(i - 32) * 4 + offset];
  }
}

// The first access to a byte must not hide what was known of the others.
__global__ void read_far_byte(unsigned* word, Byte* out) {
  Byte* const bytes = reinterpret_cast<Byte*>(word);
  if (threadIdx.x == 0) bytes[3] = 9;
  if (threadIdx.x == 32) bytes[0] = 9;
  if (threadIdx.x == 64) *out = bytes[3];
}

// Nor what was known of the word.
__global__ void read_rest_of_word(unsigned* word, Byte* out) {
  Byte* const bytes = reinterpret_cast<Byte*>(word);
  if (threadIdx.x == 0) {
    *word = 0x01010101;
    bytes[0] = 9;
  } else if (threadIdx.x == 32) {
    *out = bytes[3];
  }
}

void caught() {
  const DeviceZeros<unsigned> words(64);
  const DeviceZeros<Byte> bytes(64);
  set_bytes<4><<<1, 64>>>(bytes);
  read_bytes<2><<<1, 64>>>(words, bytes);
  read_far_byte<<<1, 96>>>(words, bytes);
  read_rest_of_word<<<1, 64>>>(words, bytes);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<unsigned> words(64);
  const DeviceZeros<Byte> bytes(64);
  set_bytes<1><<<1, 64>>>(bytes);
  read_bytes<128><<<1, 64>>>(words, bytes);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
