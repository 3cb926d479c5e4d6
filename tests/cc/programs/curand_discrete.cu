// cuRAND's discrete distributions: the numbers are those of an H100.
#include <curand_kernel.h>

#include <cstdio>
#include <vector>

const int kThreads = 64, kEach = 256;

int failures = 0;
void check(bool good, const char* what, double mean) {
  if (good) return;
  std::printf("wrong: %s, mean %g\n", what, mean);
  ++failures;
}

template <class State>
__global__ void draw(curandDiscreteDistribution_t distribution, unsigned* out) {
  State s;
  curand_init(1234, threadIdx.x, 0, &s);
  for (int i = 0; i < kEach; ++i) out[threadIdx.x * kEach + i] = curand_discrete(&s, distribution);
}
__global__ void draw4(curandDiscreteDistribution_t distribution, uint4* out) {
  curandStatePhilox4_32_10_t s;
  curand_init(1234, threadIdx.x, 0, &s);
  for (int i = 0; i < kEach / 4; ++i) out[threadIdx.x * kEach / 4 + i] = curand_discrete4(&s, distribution);
}
// A dimension of 64 bits whose first points are 1/2, 3/4, 1/4.
__global__ void draw_quasirandom(curandDiscreteDistribution_t distribution, unsigned* out) {
  curandDirectionVectors64_t vectors;
  for (int k = 0; k < 64; ++k) vectors[k] = 1ull << (63 - k);
  curandStateSobol64_t s;
  curand_init(vectors, 1, &s);
  for (int i = 0; i < 3; ++i) out[i] = curand_discrete(&s, distribution);
}

unsigned* device;
unsigned long long digest() {
  std::vector<unsigned> numbers(kThreads * kEach);
  cudaMemcpy(numbers.data(), device, numbers.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
  unsigned long long sum = 0;
  for (unsigned x : numbers) sum = sum * 6364136223846793005ull + x;
  return sum;
}

int main() {
  struct Case {
    double mean;
    unsigned long long xorwow, philox, mrg;
  };
  const Case cases[] = {
      {0.5, 0xb680315ec01fdfb, 0x9de9d34903a62883, 0xc539ad35dce60445},
      {3, 0x58868c48cbc5d652, 0xf0141935db0004bd, 0x319d4d624243808c},
      {2000, 0x4adb727ffd255ef, 0x1c5ccef2203bc8d2, 0x66441cac66bf0ff2},
      {400000, 0x7391bba647e8c433, 0xb132ee19b566f5e1, 0xebc85861fd58c28f},
  };
  cudaMalloc(&device, kThreads * kEach * sizeof(unsigned));
  for (const Case& c : cases) {
    curandDiscreteDistribution_t d;
    check(curandCreatePoissonDistribution(c.mean, &d) == CURAND_STATUS_SUCCESS, "curandCreatePoissonDistribution", c.mean);
    draw<curandStateXORWOW_t><<<1, kThreads>>>(d, device);
    check(digest() == c.xorwow, "XORWOW", c.mean);
    draw<curandStatePhilox4_32_10_t><<<1, kThreads>>>(d, device);
    check(digest() == c.philox, "Philox", c.mean);
    draw<curandStateMRG32k3a_t><<<1, kThreads>>>(d, device);
    check(digest() == c.mrg, "MRG32k3a", c.mean);
    draw4<<<1, kThreads>>>(d, (uint4*)device);
    check(digest() == c.philox, "curand_discrete4", c.mean);
    if (c.mean == 2000) {
      draw_quasirandom<<<1, 1>>>(d, device);
      unsigned numbers[3];
      cudaMemcpy(numbers, device, sizeof numbers, cudaMemcpyDeviceToHost);
      check(numbers[0] == 2000 && numbers[1] == 2030 && numbers[2] == 1970, "Sobol", c.mean);  // 2000 +- 0.6745 * sqrt(2000)
    }
    check(curandDestroyDistribution(d) == CURAND_STATUS_SUCCESS, "curandDestroyDistribution", c.mean);
  }
  curandDiscreteDistribution_t none;
  for (double mean : {0., -1., 400001.})
    check(curandCreatePoissonDistribution(mean, &none) == CURAND_STATUS_OUT_OF_RANGE, "a mean that is out of range", mean);
  cudaFree(device);
  std::printf(failures ? "failed\n" : "passed\n");
  return failures != 0;
}
