/// @file
/// @brief What a kernel must not do ends its launch with CUDA's error and a report; the context keeps the error until it is reset.
#include <cstdint>
#include <cstring>
#include <string>

#include "catch.hpp"
#include "device_array.hpp"

int host_variable = 0;  // not in the namespace below: the compiler would see that it never changes

namespace {

__global__ void write_to(int* p) { *p = 1; }
__host__ __device__ int& variable_of_this_side() { return host_variable; }
__global__ void read_host_variable(int* out) { *out = variable_of_this_side(); }
__global__ void write_constant_table(int* out) {
  static const int table[4] = {1, 2, 3, 4};  // the program's constants are readable
  *out = table[threadIdx.x % 4];
}
__device__ int deep(int n) {
  volatile int local[64];
  local[n % 64] = n;
  return n < 0 ? 0 : deep(n + 1) + local[n % 64];
}
__global__ void recurse(int* out) { *out = deep(0); }
__global__ void divide(int* out, int by) { *out = 7 / by; }
__global__ void trap_in(unsigned block, unsigned thread) {
  if (blockIdx.x == block && threadIdx.x == thread) __trap();
}
constexpr int kAdd = __LINE__ + 1, kAddVector = __LINE__ + 2, kExchange = __LINE__ + 3;
__global__ void add_to(int* p) { atomicAdd(p, 1); }
__global__ void add_vector_to(int* p) { atomicAdd(reinterpret_cast<float2*>(p), make_float2(1, 2)); }
__global__ void exchange_with(int* p) { atomicCAS(p, 0, 1); }
constexpr int kCopy = __LINE__ + 1, kMove = __LINE__ + 2, kSet = __LINE__ + 3;
__global__ void copy_to(int* p) { std::memcpy(p, &kCopy, sizeof kCopy * gridDim.x); }
__host__ __device__ void move_to(int* p, int* q) { memmove(p, q, 4); }
__global__ void set_at(int* p) { memset(p, 1, 64); }
__global__ void move_at(int* p) { move_to(p, p + 1); }
__global__ void shift(unsigned char* p) {
  move_to(reinterpret_cast<int*>(p + 1), reinterpret_cast<int*>(p));
  move_to(reinterpret_cast<int*>(p + 5), reinterpret_cast<int*>(p + 6));
}
__global__ void shuffle_outside_mask() { __shfl_sync(1u, 0, 0); }

__device__ int number;
__device__ double numbers[4];
__constant__ int constants[4];
template <class T>
__device__ T& at(void* p, int offset) {
  return *reinterpret_cast<T*>(static_cast<char*>(p) + offset);
}
struct __attribute__((packed)) Packed {
  char kind;
  int value;
};
struct Two {
  float x, y;
};
__device__ Packed packed;
constexpr int kMisaligned = __LINE__ + 5;
__global__ void misalign(char* p, int kind) {
  __shared__ int shared[4];
  // clang-format off
  switch (kind) {
    case 0: at<short>(p, 1) = 1; break;
    case 1: at<int>(p, 2) = 1; break;
    case 2: at<double>(p, 4) = 1; break;
    case 3: at<int2>(p, 4) = {1, 2}; break;
    case 4: at<int4>(p, 4) = at<int4>(p, 16); break;
    case 5: at<volatile int>(p, 1) = 1; break;
    case 6: at<int>(shared, 1) = 1; break;
    case 7: at<int>(&number, 1) = 1; break;
    case 8: at<long long>(numbers, 12) = 1; break;
    case 9: number = at<int>(constants, 2); break;
    case 10: at<volatile short>(numbers, 3) = 1; break;
    case 11: atomicAdd(&at<int>(p, 2), 1); break;
    case 12: at<Two>(numbers, 2).x = 1; break;
    case 13: at<int>(p, (1 << 30) + 1) = 1; break;
  }
  // clang-format on
}
__global__ void align(char* p) {
  packed.value = 1;
  at<Packed>(p, 3).value = packed.value;
  at<Two>(p, 12).y = 1;
  at<Two>(numbers, 4) = at<Two>(p, 4);
  at<int4>(p, 16) = at<int4>(p, 32);
  at<short>(&number, 2) = 3;
  at<volatile int>(p, 4) = 1;
}
__device__ int (*operation)(int);
constexpr int kApply = __LINE__ + 1;
__global__ void apply(int* out) { *out = 1 + operation(2); }

}  // namespace

TEST_CASE("device code cannot reach host memory, and is told what to do") {
  SECTION("the host's heap") {
    static int* const local = new int(0);
    const Ending ending = ending_of([] { write_to<<<1, 1>>>(local); });
    CAPTURE(ending.text);
    REQUIRE(ending.error == cudaErrorIllegalAddress);
    REQUIRE(contains(ending.text, "wrote to host memory"));
    REQUIRE(contains(ending.text, "from malloc or new"));
    REQUIRE(contains(ending.text, "cudaMalloc"));
    REQUIRE(contains(ending.text, "faults.cu:14"));
    REQUIRE(contains(ending.text, "thread (0,0,0) of block (0,0,0)"));
  }
  SECTION("a host variable by name") {
    static DeviceArray<int> out(1);
    const Ending ending = ending_of([] { read_host_variable<<<1, 1>>>(out.get()); });
    CAPTURE(ending.text);
    REQUIRE(ending.error == cudaErrorIllegalAddress);
    REQUIRE(contains(ending.text, "read from the host's variable host_variable"));
  }
}

TEST_CASE("constants of the program may be read") {
  DeviceArray<int> out(1);
  write_constant_table<<<1, 1>>>(out.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(out[0] == 1);
}

TEST_CASE("an address that is no memory is called what it is") {
  const auto [address, error, said] = GENERATE(table<std::uintptr_t, cudaError_t, const char*>({
      {0, cudaErrorIllegalAddress, "wrote to a null pointer"},
      {8, cudaErrorIllegalAddress, "0x8, a null pointer plus 8 bytes"},
      {~std::uintptr_t{3}, cudaErrorIllegalAddress, "a null pointer minus 4 bytes"},
      {5, cudaErrorMisalignedAddress, "0x5, a null pointer plus 5 bytes, or a small number"},
      {~std::uintptr_t{0}, cudaErrorMisalignedAddress, "all ones: what memory from cudaMalloc holds"},
      {0x123456789abcdef0, cudaErrorIllegalAddress, "where there is no memory"},
  }));
  static int* p = nullptr;
  p = reinterpret_cast<int*>(address);
  const Ending ending = ending_of([] { write_to<<<1, 1>>>(p); });
  CAPTURE(ending.text);
  CHECK(ending.error == error);
  CHECK(contains(ending.text, said));
  CHECK(contains(ending.text, "faults.cu:14"));
}

TEST_CASE("an index below zero off the first allocation is counted from there") {
  const Ending ending = ending_of([] {
    int* first = nullptr;
    cudaMalloc(&first, 4096);
    write_to<<<1, 1>>>(first - 1);
  });
  CAPTURE(ending.text);
  CHECK(ending.error == cudaErrorIllegalAddress);
  CHECK(contains(ending.text, "4 bytes before the 4096 bytes from cudaMalloc"));
}

TEST_CASE("a misaligned access is one whatever its width, its kind and its memory, and before it is out of bounds") {
  const int kind = GENERATE(range(0, 14));
  const Ending ending = ending_of([kind] {
    static DeviceArray<double> cells(8);
    misalign<<<1, 1>>>(reinterpret_cast<char*>(cells.get()), kind);
  });
  CAPTURE(kind, ending.text);
  CHECK(ending.error == cudaErrorMisalignedAddress);
  CHECK(contains(ending.text, "a misaligned access"));
  CHECK(contains(ending.text, "faults.cu:" + std::to_string(kMisaligned + kind)));
}

TEST_CASE("aligned accesses of those kinds, and misaligned ones that a type allows, are right") {
  DeviceArray<double> cells(8);
  align<<<1, 1>>>(reinterpret_cast<char*>(cells.get()));
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("a call through a function pointer that does not point to a function is reported at its line") {
  const Ending ending = ending_of([] {
    static DeviceArray<int> out(1);
    apply<<<1, 1>>>(out.get());
  });
  CAPTURE(ending.text);
  CHECK(ending.error == cudaErrorIllegalAddress);
  CHECK(contains(ending.text, "function pointer"));
  CHECK(contains(ending.text, "faults.cu:" + std::to_string(kApply)));
}

TEST_CASE("an unmapped address is an illegal access") {
  const Ending ending = ending_of([] { write_to<<<3, 64>>>(nullptr); });
  CAPTURE(ending.text);
  REQUIRE(ending.error == cudaErrorIllegalAddress);
  REQUIRE(contains(ending.text, "kernel write_to"));
}

TEST_CASE("an atomic operation on memory that was not allocated is reported at its own line") {
  static DeviceArray<int> out(1);
  const auto [kernel, line] =
      GENERATE(table<void (*)(int*), int>({{add_to, kAdd}, {add_vector_to, kAddVector}, {exchange_with, kExchange}}));
  const Ending ending = ending_of([kernel = kernel] { kernel<<<1, 1>>>(out.get() + (1 << 26)); });
  CAPTURE(ending.text);
  REQUIRE(ending.error == cudaErrorIllegalAddress);
  REQUIRE(contains(ending.text, "faults.cu:" + std::to_string(line)));
}

TEST_CASE("a memcpy, memmove or memset that faults is told of at its own line") {
  static DeviceArray<int> out(1);
  const auto [kernel, line] = GENERATE(table<void (*)(int*), int>({{copy_to, kCopy}, {move_at, kMove}, {set_at, kSet}}));
  const bool far = GENERATE(true, false);
  static int host[2];
  const Ending ending = ending_of([kernel = kernel, far] { kernel<<<1, 1>>>(far ? out.get() + (1 << 26) : host); });
  CAPTURE(ending.text);
  REQUIRE(ending.error == cudaErrorIllegalAddress);
  REQUIRE(contains(ending.text, "faults.cu:" + std::to_string(line)));
  REQUIRE((far || contains(ending.text, "the host's variable")));
}

TEST_CASE("memmove moves what overlaps, up and down") {
  DeviceArray<unsigned char> bytes(10);
  for (int i = 0; i < 10; ++i) bytes[i] = static_cast<unsigned char>(i);
  shift<<<1, 1>>>(bytes.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  const int expected[] = {0, 0, 1, 2, 3, 6, 7, 8, 9, 9};
  for (int i = 0; i < 10; ++i) CHECK(bytes[i] == expected[i]);
}

TEST_CASE("too deep a recursion is a stack overflow, not a crash") {
  const Ending ending = ending_of([] {
    static DeviceArray<int> out(1);
    recurse<<<1, 1>>>(out.get());
  });
  CAPTURE(ending.text);
  REQUIRE(ending.error == cudaErrorIllegalAddress);
  REQUIRE(contains(ending.text, "stack overflow"));
}

TEST_CASE("an integer division by zero is named") {
  const Ending ending = ending_of([] {
    static DeviceArray<int> out(1);
    divide<<<1, 1>>>(out.get(), 0);
  });
  CAPTURE(ending.text);
  REQUIRE(ending.error != cudaSuccess);
  REQUIRE(contains(ending.text, "division by zero"));
}

TEST_CASE("a trap ends the launch, and names the thread") {
  const Ending ending = ending_of([] { trap_in<<<100, 64>>>(42, 17); });
  CAPTURE(ending.text);
  REQUIRE(ending.error == cudaErrorLaunchFailure);
  REQUIRE(contains(ending.text, "thread (17,0,0) of block (42,0,0)"));
}

TEST_CASE("a caller outside of its own mask is an error") {
  const Ending ending = ending_of([] { shuffle_outside_mask<<<1, 2>>>(); });
  CAPTURE(ending.text);
  REQUIRE(ending.error == cudaErrorLaunchFailure);
  REQUIRE(contains(ending.text, "lane 1"));
}

TEST_CASE("the error of a kernel sticks to the context until it is reset") {
  (void)ending_of([] {
    trap_in<<<1, 1>>>(0, 0);
    void* memory = nullptr;
    if (cudaDeviceSynchronize() != cudaErrorLaunchFailure) std::abort();
    if (cudaMalloc(&memory, 4) != cudaErrorLaunchFailure) std::abort();
    if (cudaGetLastError() != cudaErrorLaunchFailure) std::abort();
    if (cudaMalloc(&memory, 4) != cudaErrorLaunchFailure) std::abort();
  });
  DeviceArray<int> out(1);
  write_to<<<1, 1>>>(out.get());
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(out[0] == 1);
}
