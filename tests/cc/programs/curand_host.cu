// cuRAND's host API: the numbers are those of an H100, in its order.
#include <curand.h>

#include <cmath>
#include <cstdio>
#include <cstring>
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

const size_t kCount = 1 << 20;

// One number for all bits of many numbers, in order.
template <class T>
Word digest(const std::vector<T>& numbers) {
  Word sum = 0;
  for (const T& number : numbers) {
    Word bits = 0;
    std::memcpy(&bits, &number, sizeof number);
    sum = sum * 6364136223846793005ull + bits;
  }
  return sum;
}

template <class T>
struct Array {
  T* device;
  Array() { cudaMalloc(&device, kCount * sizeof(T)); }
  ~Array() { cudaFree(device); }
  std::vector<T> now(size_t n) const {
    std::vector<T> host(n);
    cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost);
    return host;
  }
};

curandGenerator_t make(curandRngType_t type, Word seed, Word offset, curandOrdering_t order = CURAND_ORDERING_PSEUDO_DEFAULT) {
  curandGenerator_t g;
  OK(curandCreateGenerator(&g, type));
  OK(curandSetPseudoRandomGeneratorSeed(g, seed));
  OK(curandSetGeneratorOffset(g, offset));
  OK(curandSetGeneratorOrdering(g, order));
  return g;
}

void bits() {
  struct Case {
    curandRngType_t type;
    curandOrdering_t order;
    Word seed, offset, raw;
  };
  const Case cases[] = {
      {CURAND_RNG_PSEUDO_DEFAULT, CURAND_ORDERING_PSEUDO_DEFAULT, 1234, 0, 0xa86a6657c9112a4f},
      {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_BEST, 0x123456789abcdef, 5, 0xc91777ad58692274},
      {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_LEGACY, 1234, 0x1003, 0x297b1f935c057dc5},
      {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_DEFAULT, 1234, 0x1003, 0xb7d20c959f3b489},
      {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_LEGACY, 1234, 0, 0x98a7d0ac82e58a93},
      {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DEFAULT, 1234, 0, 0xf11b42984321381e},
      {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DEFAULT, 0x123456789abcdef, 5, 0xd38fa265c4096726},
  };
  Array<unsigned> array;
  for (const Case& c : cases) {
    curandGenerator_t g = make(c.type, c.seed, c.offset, c.order);
    OK(curandGenerate(g, array.device, kCount));
    check(digest(array.now(kCount)) == c.raw, "curandGenerate");
    OK(curandDestroyGenerator(g));
  }
  // The next call goes on where the last one ended.
  curandGenerator_t g = make(CURAND_RNG_PSEUDO_XORWOW, 1234, 0);
  for (size_t n : {kCount, size_t(1000)}) OK(curandGenerate(g, array.device, n));
  check(digest(array.now(1000)) == 0xbac5cd700f653778, "1000 numbers more");
  OK(curandGenerate(g, array.device, kCount));
  check(digest(array.now(kCount)) == 0xd3b7c9d89939e1c6, "and as many again");
  OK(curandDestroyGenerator(g));
}

void distributions() {
  Array<float> floats;
  Array<double> doubles;
  Array<unsigned> counts;
  struct Case {
    curandRngType_t type;
    Word uniform, uniform_double, poisson;  // of mean 3
    float normal[4];
    double normal_double[4];
  };
  const Case cases[] = {
      {CURAND_RNG_PSEUDO_XORWOW,
       0x3fdfe2f06e7ce762,
       0x3b79867e1b19041e,
       0x73a2df8973262560,
       {3.45243406f, -3.00394487f, 0.797878206f, 2.90886617f},
       {2.39684949631114, -1.59898125805888, 1.27126150056598, 0.549702653290114}},
      {CURAND_RNG_PSEUDO_PHILOX4_32_10,
       0x39292185b4e6b91d,
       0x651b9689fe9cf740,
       0x702cb0a657b49811,
       {-2.54122615f, 4.57288694f, -2.40135169f, 2.66155076f},
       {0.151183260231703, 1.90158336610506, 4.02049176934317, 6.0806231195381}},
      {CURAND_RNG_PSEUDO_MRG32K3A,
       0x3943edd7b0fe0459,
       0x16e1cd6893baebd0,
       0xa8a28285e9fe652e,
       {0.598366141f, 0.0217966139f, -2.7963407f, -0.754030108f},
       {0.598365884720638, 0.02179649064564, -2.79634015413279, -0.754031563041837}},
  };
  for (const Case& c : cases) {
    curandGenerator_t g = make(c.type, 1234, 0);
    OK(curandGenerateUniform(g, floats.device, kCount));
    check(digest(floats.now(kCount)) == c.uniform, "curandGenerateUniform");
    OK(curandSetPseudoRandomGeneratorSeed(g, 1234));
    OK(curandGenerateUniformDouble(g, doubles.device, kCount));
    check(digest(doubles.now(kCount)) == c.uniform_double, "curandGenerateUniformDouble");
    OK(curandSetPseudoRandomGeneratorSeed(g, 1234));
    OK(curandGenerateNormal(g, floats.device, kCount, 1.5f, 2.5f));
    OK(curandSetPseudoRandomGeneratorSeed(g, 1234));
    OK(curandGenerateNormalDouble(g, doubles.device, kCount, 1.5, 2.5));
    const std::vector<float> normal = floats.now(kCount);
    const std::vector<double> normal_double = doubles.now(kCount);
    double sum = 0, squares = 0;
    for (float x : normal) sum += x, squares += x * x;
    check(std::fabs(sum / kCount - 1.5) < 0.01 && std::fabs(squares / kCount - 8.5) < 0.05, "mean and deviation");
    for (int i = 0; i < 4; ++i) {
      check(std::fabs(normal[i] - c.normal[i]) < 3e-6, "curandGenerateNormal");
      check(std::fabs(normal_double[i] - c.normal_double[i]) < 1e-13, "curandGenerateNormalDouble");
    }
    OK(curandGenerateLogNormal(g, floats.device, 1000, 0.f, 1.f));
    for (float x : floats.now(1000)) check(x > 0, "curandGenerateLogNormal");
    OK(curandSetPseudoRandomGeneratorSeed(g, 1234));
    OK(curandGeneratePoisson(g, counts.device, kCount, 3));
    check(digest(counts.now(kCount)) == c.poisson, "curandGeneratePoisson");
    OK(curandGeneratePoisson(g, counts.device, kCount, 7.5));
    double mean = 0, variance = 0;
    for (unsigned x : counts.now(kCount)) mean += x, variance += (x - 7.5) * (x - 7.5);
    check(std::fabs(mean / kCount - 7.5) < 0.02 && std::fabs(variance / kCount - 7.5) < 0.05, "curandGeneratePoisson");
    OK(curandDestroyGenerator(g));
  }
}

__global__ void half_of(float* p) { p[blockIdx.x * blockDim.x + threadIdx.x] /= 2; }

void streams_and_host() {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  Array<float> array;
  curandGenerator_t g = make(CURAND_RNG_PSEUDO_XORWOW, 1234, 0), h;
  OK(curandSetStream(g, stream));
  OK(curandGenerateUniform(g, array.device, 256));
  half_of<<<1, 256, 0, stream>>>(array.device);
  cudaStreamSynchronize(stream);
  std::vector<float> host(256);
  OK(curandCreateGeneratorHost(&h, CURAND_RNG_PSEUDO_XORWOW));
  OK(curandSetPseudoRandomGeneratorSeed(h, 1234));
  OK(curandGenerateUniform(h, host.data(), 256));
  for (float& x : host) x /= 2;
  check(array.now(256) == host, "the host's generator, and a stream");
  OK(curandDestroyGenerator(g));
  OK(curandDestroyGenerator(h));
  cudaStreamDestroy(stream);
}

void errors() {
  Array<float> array;
  curandGenerator_t g = make(CURAND_RNG_PSEUDO_XORWOW, 1, 0);
  IS(curandGenerateNormal(g, array.device, 1001, 0.f, 1.f), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  IS(curandGenerateLongLong(g, reinterpret_cast<Word*>(array.device), 2), CURAND_STATUS_TYPE_ERROR);
  IS(curandGeneratePoisson(g, reinterpret_cast<unsigned*>(array.device), 2, 0), CURAND_STATUS_OUT_OF_RANGE);
  IS(curandSetGeneratorOrdering(g, CURAND_ORDERING_QUASI_DEFAULT), CURAND_STATUS_OUT_OF_RANGE);
  OK(curandDestroyGenerator(g));
  IS(curandGenerateUniform(g, array.device, 2), CURAND_STATUS_NOT_INITIALIZED);
  IS(curandCreateGenerator(&g, (curandRngType_t)7), CURAND_STATUS_TYPE_ERROR);
}

int main() {
  bits();
  distributions();
  streams_and_host();
  errors();
  std::puts(failures == 0 ? "passed" : "FAILED");
  return failures;
}
