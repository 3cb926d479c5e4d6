// cuRAND's quasirandom generators from the host: the numbers are cuRAND's; scrambled ones spread as evenly, but are others.
#include <curand.h>

#include <cstdio>
#include <vector>

typedef unsigned long long Word;

int failures = 0;
void check(bool good, const char* what) {
  if (good) return;
  std::printf("wrong: %s\n", what);
  ++failures;
}
#define OK(call) check((call) == CURAND_STATUS_SUCCESS, #call)
#define IS(call, status) check((call) == (status), #call)

template <class T>
Word digest(const std::vector<T>& numbers) {
  Word sum = 0;
  for (T x : numbers) sum = sum * 6364136223846793005ull + x;
  return sum;
}

curandGenerator_t make(curandRngType_t type, unsigned dimensions, Word offset) {
  curandGenerator_t g;
  OK(curandCreateGeneratorHost(&g, type));
  OK(curandSetQuasiRandomGeneratorDimensions(g, dimensions));
  OK(curandSetGeneratorOffset(g, offset));
  return g;
}
curandStatus_t fill(curandGenerator_t g, std::vector<unsigned>& out) { return curandGenerate(g, out.data(), out.size()); }
curandStatus_t fill(curandGenerator_t g, std::vector<Word>& out) { return curandGenerateLongLong(g, out.data(), out.size()); }

template <class T>
std::vector<T> raw(curandRngType_t type, unsigned dimensions, size_t points, Word offset) {
  std::vector<T> numbers(dimensions * points);
  curandGenerator_t g = make(type, dimensions, offset);
  OK(fill(g, numbers));
  OK(curandDestroyGenerator(g));
  return numbers;
}

// 256 points: each of 256 cells has one, whether it is a strip of a dimension or a square of the first two.
template <class T>
void spread(curandRngType_t type) {
  const unsigned dimensions = 8;
  const int top = 8 * sizeof(T) - 8;
  const std::vector<T> x = raw<T>(type, dimensions, 256, 0);
  for (unsigned d = 0; d <= dimensions; ++d) {
    std::vector<int> cells(256);
    for (int i = 0; i < 256; ++i) ++cells[d < dimensions ? x[256 * d + i] >> top : x[i] >> top >> 4 | x[256 + i] >> top >> 4 << 4];
    for (int count : cells) check(count == 1, "one point in each cell");
  }
}

int main() {
  const unsigned all = 337;
  check(digest(raw<unsigned>(CURAND_RNG_QUASI_SOBOL32, all, 5000, 3)) == 0x51d1e8bd9d980000, "Sobol32");
  check(digest(raw<Word>(CURAND_RNG_QUASI_SOBOL64, all, 5000, (1ull << 40) + 3)) == 0x367400ccf4000000, "Sobol64");
  check(raw<unsigned>(CURAND_RNG_QUASI_DEFAULT, 3, 100, 0) == raw<unsigned>(CURAND_RNG_QUASI_SOBOL32, 3, 100, 0), "the default");
  spread<unsigned>(CURAND_RNG_QUASI_SOBOL32);
  spread<unsigned>(CURAND_RNG_QUASI_SCRAMBLED_SOBOL32);
  spread<Word>(CURAND_RNG_QUASI_SOBOL64);
  spread<Word>(CURAND_RNG_QUASI_SCRAMBLED_SOBOL64);
  check(raw<unsigned>(CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, 2, 1, 0)[0] != 0, "scrambled ones are shifted");

  // Each distribution goes on where the last one ended.
  curandGenerator_t g = make(CURAND_RNG_QUASI_SOBOL32, 2, 0);
  float f[4];
  double d[4];
  unsigned u[4];
  OK(curandGenerateUniform(g, f, 4));
  check(f[0] > 0 && f[0] < 1e-9f && f[1] == 0.5f && f[3] == 0.5f, "curandGenerateUniform");
  OK(curandGenerateUniformDouble(g, d, 4));
  check(d[0] == 0.75 + 1.0 / 4294967296 && d[1] == 0.25 + 1.0 / 4294967296 && d[2] == d[1] && d[3] == d[0], "curandGenerateUniformDouble");
  OK(curandGenerateNormal(g, f, 4, 10, 2));
  check(f[0] > 9.362f && f[0] < 9.363f && f[1] > 12.300f && f[1] < 12.301f, "curandGenerateNormal");  // at 3/8 and 7/8
  OK(curandGeneratePoisson(g, u, 4, 10));
  check(u[0] == 11 && u[1] == 6, "curandGeneratePoisson");  // at 5/8 and 1/8

  IS(curandGenerate(g, u, 3), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  Word w[2];
  IS(curandGenerateLongLong(g, w, 2), CURAND_STATUS_TYPE_ERROR);
  IS(curandSetPseudoRandomGeneratorSeed(g, 1), CURAND_STATUS_TYPE_ERROR);
  IS(curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_BEST), CURAND_STATUS_OUT_OF_RANGE);
  OK(curandSetGeneratorOrdering(g, CURAND_ORDERING_QUASI_DEFAULT));
  IS(curandSetQuasiRandomGeneratorDimensions(g, 0), CURAND_STATUS_OUT_OF_RANGE);
  IS(curandSetQuasiRandomGeneratorDimensions(g, 20001), CURAND_STATUS_OUT_OF_RANGE);
  OK(curandDestroyGenerator(g));
  curandGenerator_t wide = make(CURAND_RNG_QUASI_SOBOL64, 1, 0);
  IS(curandGenerate(wide, u, 4), CURAND_STATUS_TYPE_ERROR);
  OK(curandDestroyGenerator(wide));

  // In memory of the device.
  unsigned* device;
  if (cudaMalloc(&device, 400) == cudaSuccess) {
    std::vector<unsigned> numbers(100);
    OK(curandCreateGenerator(&g, CURAND_RNG_QUASI_SOBOL32));
    OK(curandSetQuasiRandomGeneratorDimensions(g, 4));
    OK(curandGenerate(g, device, 100));
    cudaMemcpy(numbers.data(), device, 400, cudaMemcpyDeviceToHost);
    check(numbers == raw<unsigned>(CURAND_RNG_QUASI_SOBOL32, 4, 25, 0), "on the device");
    OK(curandDestroyGenerator(g));
    cudaFree(device);
  }
  std::printf(failures ? "failed\n" : "passed\n");
  return failures != 0;
}
