// cuRAND in kernels: the generators' numbers are those of a GPU.
#include <curand_kernel.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

enum Kind { kXorwow, kPhilox, kMrg };

struct Expected {
  Kind kind;
  unsigned long long seed, sequence, offset;
  unsigned raw[5];
  unsigned uniform;                    // as bits
  unsigned long long uniform_double;   // as bits
  float normal[2];
  double normal_double[2];
  float log_normal;      // of mean 0.5, deviation 1.25
  unsigned poisson[3];   // of means 3, 70 and 5000
  unsigned skipped, skipped_sequence;  // after 1000003 numbers more; and after 77 sequences more
};

const Expected kExpected[] = {
    {kXorwow, 0x0, 0x0, 0x0, {0xbd7f03b6, 0x703e556d, 0x845af0c5, 0x283067fd, 0x1245241f}, 0x3f3d7f04, 0x3fdc0f9421be076d,
     {0.29253665f, -0.71835905f}, {1.07102160557543, 0.708468675881235}, 2.3765998f, {3, 74, 5076}, 0x7c5e94ac, 0x69d8a17d},
    {kPhilox, 0x0, 0x0, 0x0, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8, 0xf8e4cca4}, 0x3ecc4fd2, 0x3fd989fa35800000,
     {-0.92466241f, 0.99113774f}, {-0.310395736000376, -0.397667136315035}, 0.51901215f, {6, 74, 4978}, 0xad59679e, 0x06f14eef},
    {kMrg, 0x0, 0x0, 0x0, {0x2083cd07, 0x518b05c4, 0x4f26d091, 0xd36ab334, 0x38bcbcf8}, 0x3e020f34, 0x3fc041e683c5cd32,
     {1.8460728f, -0.84792507f}, {1.846072786887, -0.847924824159474}, 16.569952f, {1, 60, 5131}, 0xb5ee75cc, 0x4b209f25},
    {kXorwow, 0x4d2, 0x1001, 0x7, {0x5a050cf1, 0x29314335, 0xbce6ef4a, 0xdacc32e7, 0xf38c4fbc}, 0x3eb40a1a, 0x3fc498a0f29433c6,
     {1.2251171f, 0.76771438f}, {-1.51274733270356, 1.16852140767165}, 7.6247258f, {2, 66, 4893}, 0x423bb46e, 0x5bab0994},
    {kPhilox, 0x4d2, 0x1001, 0x7, {0x45332245, 0xfacd0537, 0xa29ad418, 0x888779d2, 0x7cacd21d}, 0x3e8a6645, 0x3fd14cc891800000,
     {-0.20584549f, 1.6043653f}, {-0.0420976072325528, -0.198151372807393}, 1.2746774f, {4, 72, 4997}, 0xe7f838ab, 0x1229466f},
    {kMrg, 0x4d2, 0x1001, 0x7, {0x7e8af695, 0xe25db3a2, 0x0d085f09, 0x44a50394, 0xac342485}, 0x3efd15ed, 0x3fdfa2bda553dcd5,
     {-0.78927004f, 0.8867051f}, {-0.789270136390787, 0.886705116108777}, 0.61472052f, {2, 57, 4944}, 0xe5b560f6, 0x3226639d},
    {kXorwow, 0xfedcba9876543210, 0x123456789, 0xffffffffff, {0xf7f58b21, 0x1ea100c7, 0x500f71f2, 0x7f5d79b0, 0xf3a42d64}, 0x3f77f58b, 0x3fbea10778ac590c,
     {0.17253168f, 0.1845526f}, {0.0321069770553917, -2.0604436811695}, 2.0455458f, {2, 88, 5002}, 0xdd8c8cdd, 0x8ab34244},
    {kPhilox, 0xfedcba9876543210, 0x123456789, 0xffffffffff, {0x3b1991ad, 0xf80ee43d, 0x8ce2151a, 0xc00de1d0, 0x2484792c}, 0x3e6c6647, 0x3fcd8cc8d7000000,
     {-0.33165088f, 1.6798526f}, {-0.25105382205821, 0.000334501626397674}, 1.0891923f, {4, 70, 4982}, 0x1309da91, 0x775ce0d1},
    {kMrg, 0xfedcba9876543210, 0x123456789, 0xffffffffff, {0x6b640246, 0x4cacb130, 0xecb2f0d4, 0x082b18cb, 0x4c0e2dd5}, 0x3ed6c805, 0x3fdad90091ab2977,
     {1.254843f, -0.40345687f}, {1.25484302397794, -0.403456877261693}, 7.9133697f, {3, 67, 5089}, 0xf0912b5d, 0xc587ecfa},
};

template <class State>
__device__ void draw(Expected& e) {
  State start;
  curand_init(e.seed, e.sequence, e.offset, &start);
  State s = start;
  for (unsigned& word : e.raw) word = curand(&s);
  s = start;
  e.uniform = __float_as_uint(curand_uniform(&s));
  s = start;
  e.uniform_double = (unsigned long long)__double_as_longlong(curand_uniform_double(&s));
  s = start;
  for (float& number : e.normal) number = curand_normal(&s);
  s = start;
  for (double& number : e.normal_double) number = curand_normal_double(&s);
  s = start;
  e.log_normal = curand_log_normal(&s, 0.5f, 1.25f);
  const double means[] = {3, 70, 5000};
  for (int i = 0; i < 3; ++i) {
    s = start;
    e.poisson[i] = curand_poisson(&s, means[i]);
  }
  s = start;
  curand(&s);  // to be ahead by one
  skipahead(1000002ull, &s);
  e.skipped = curand(&s);
  skipahead_sequence(77ull, &s);
  e.skipped_sequence = curand(&s);
}

__global__ void draw_all(Expected* cases, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Expected& e = cases[i];
  if (e.kind == kXorwow) draw<curandState>(e);
  if (e.kind == kPhilox) draw<curandStatePhilox4_32_10_t>(e);
  if (e.kind == kMrg) draw<curandStateMRG32k3a>(e);
}

int failures = 0;

void check(bool good, const char* what, int row) {
  if (good) return;
  std::printf("wrong: %s of case %d\n", what, row);
  ++failures;
}

template <class T>
bool near(T a, T b, double tolerance) {
  return std::fabs(a - b) <= tolerance * std::fmax(1.0, std::fabs(b));
}

void compare(const Expected& e, const Expected& right, int row) {
  check(std::memcmp(e.raw, right.raw, sizeof e.raw) == 0, "curand", row);
  check(e.uniform == right.uniform, "curand_uniform", row);
  check(e.uniform_double == right.uniform_double, "curand_uniform_double", row);
  for (int i = 0; i < 2; ++i) {
    check(near(e.normal[i], right.normal[i], 2e-7), "curand_normal", row);
    check(near(e.normal_double[i], right.normal_double[i], 1e-13), "curand_normal_double", row);
  }
  check(near(e.log_normal, right.log_normal, 5e-7), "curand_log_normal", row);
  check(std::memcmp(e.poisson, right.poisson, sizeof e.poisson) == 0, "curand_poisson", row);
  check(e.skipped == right.skipped, "skipahead", row);
  check(e.skipped_sequence == right.skipped_sequence, "skipahead_sequence", row);
}

void check_generators() {
  std::vector<Expected> all(std::begin(kExpected), std::end(kExpected));
  for (Expected& e : all) {  // only the case is left
    const Expected whole = e;
    e = Expected{};
    e.kind = whole.kind;
    e.seed = whole.seed;
    e.sequence = whole.sequence;
    e.offset = whole.offset;
  }
  const int n = (int)all.size();
  Expected* device;
  cudaMalloc(&device, n * sizeof(Expected));
  cudaMemcpy(device, all.data(), n * sizeof(Expected), cudaMemcpyHostToDevice);
  draw_all<<<2, 8>>>(device, n);
  cudaMemcpy(all.data(), device, n * sizeof(Expected), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) compare(all[i], kExpected[i], i);
  cudaFree(device);
}

__global__ void draw_quasi(unsigned* plain, unsigned* scrambled, unsigned long long* wide, uint4* quartets) {
  unsigned vectors[32];
  unsigned long long wide_vectors[64];
  for (int i = 0; i < 32; ++i) vectors[i] = 0x80000000u >> i;
  for (int i = 0; i < 64; ++i) wide_vectors[i] = 0x8000000000000000ull >> i;
  curandStateSobol32_t a;
  curandStateScrambledSobol32_t b;
  curandStateScrambledSobol64_t c;
  curand_init(vectors, 2u, &a);
  skipahead(3u, &a);
  curand_init(vectors, 0xdeadbeefu, 5u, &b);
  curand_init(wide_vectors, 0xdeadbeefcafeull, 5ull, &c);
  for (int i = 0; i < 6; ++i) {
    plain[i] = curand(&a);
    scrambled[i] = curand(&b);
    wide[i] = curand(&c);
  }
  curandStatePhilox4_32_10_t p;
  curand_init(99, 3, 2, &p);
  quartets[0] = curand4(&p);
  quartets[1] = curand4(&p);
}

void check_quasi() {
  const unsigned plain[] = {0xe0000000, 0xa0000000, 0x20000000, 0x30000000, 0xb0000000, 0xf0000000};
  const unsigned scrambled[] = {0x3eadbeef, 0x7eadbeef, 0xfeadbeef, 0xeeadbeef, 0x6eadbeef, 0x2eadbeef};
  const unsigned long long wide[] = {0xe000deadbeefcafe, 0xa000deadbeefcafe, 0x2000deadbeefcafe,
                                     0x3000deadbeefcafe, 0xb000deadbeefcafe, 0xf000deadbeefcafe};
  const unsigned quartets[] = {0x840f12da, 0x6b61f47d, 0xad68e232, 0x9fdd9d89, 0xc41ce4fb, 0x179acd6e, 0xf9428c9b, 0xbf47573e};
  unsigned *a, *b;
  unsigned long long* c;
  uint4* q;
  cudaMallocManaged(&a, sizeof plain);
  cudaMallocManaged(&b, sizeof plain);
  cudaMallocManaged(&c, sizeof wide);
  cudaMallocManaged(&q, sizeof quartets);
  draw_quasi<<<1, 1>>>(a, b, c, q);
  cudaDeviceSynchronize();
  check(std::memcmp(a, plain, sizeof plain) == 0, "Sobol32", 0);
  check(std::memcmp(b, scrambled, sizeof scrambled) == 0, "scrambled Sobol32", 0);
  check(std::memcmp(c, wide, sizeof wide) == 0, "scrambled Sobol64", 0);
  check(std::memcmp(q, quartets, sizeof quartets) == 0, "curand4", 0);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  cudaFree(q);
}

// The most usual program: a state for each thread, kept from launch to launch.
__global__ void set_up(curandState* states, unsigned long long seed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(seed, i, 0, &states[i]);
}
__global__ void estimate_pi(curandState* states, unsigned* inside, int tries) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState state = states[i];
  unsigned count = 0;
  for (int n = 0; n < tries; ++n) {
    const float x = curand_uniform(&state), y = curand_uniform(&state);
    count += x * x + y * y <= 1;
  }
  states[i] = state;
  atomicAdd(inside, count);
}

void check_pi() {
  const int threads = 512, tries = 100;
  curandState* states;
  unsigned *inside, total = 0;
  cudaMalloc(&states, threads * sizeof(curandState));
  cudaMalloc(&inside, sizeof *inside);
  cudaMemset(inside, 0, sizeof *inside);
  set_up<<<2, threads / 2>>>(states, 2024);
  for (int launch = 0; launch < 2; ++launch) estimate_pi<<<2, threads / 2>>>(states, inside, tries);
  cudaMemcpy(&total, inside, sizeof total, cudaMemcpyDeviceToHost);
  check(near(4.0 * total / (2 * threads * tries), 3.14159, 0.01), "pi", 0);
  cudaFree(states);
  cudaFree(inside);
}

int main() {
  check_generators();
  check_quasi();
  check_pi();
  std::puts(failures == 0 ? "passed" : "FAILED");
  return failures;
}
