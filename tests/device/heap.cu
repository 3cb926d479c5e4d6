/// @file
/// @brief The heap of device code: `malloc`, `new` and their counterparts, its limit, and what the host may do with it.
#include "device_test.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace {

__device__ int* kept[64];

__global__ void make_blocks() {
  kept[threadIdx.x] = static_cast<int*>(malloc(10 * sizeof(int)));
  for (int i = 0; i < 10; ++i) kept[threadIdx.x][i] = 100 * static_cast<int>(threadIdx.x) + i;
}
__global__ void use_and_free(int* out) {
  const unsigned other = 63 - threadIdx.x;  // memory of another kernel's other thread
  out[threadIdx.x] = kept[other][7];
  free(kept[other]);
}

// ---- Objects ------------------------------------------------------------------------------------------------------

struct Shape {
  __device__ virtual ~Shape() {}
  __device__ virtual int area() const = 0;
};
struct Square : Shape {
  int side;
  __device__ explicit Square(int s) : side(s) {}
  __device__ int area() const override { return side * side; }
};
struct Box : Shape {
  int width, height;
  __device__ Box(int w, int h) : width(w), height(h) {}
  __device__ int area() const override { return width * height; }
};
struct Counted {
  int* count;
  __device__ Counted() : count(nullptr) {}
  __device__ ~Counted() { ++*count; }
};
struct alignas(64) Aligned {
  int value;
};

__global__ void objects(int* out) {
  Shape* const shapes[] = {new Square(3), new Box(2, 5)};
  out[0] = shapes[0]->area();
  out[1] = shapes[1]->area();
  for (Shape* const shape : shapes) delete shape;
  Counted* const counted = new Counted[5];
  out[2] = 0;
  for (int i = 0; i < 5; ++i) counted[i].count = out + 2;
  delete[] counted;
  Aligned* const aligned = new Aligned{4};
  out[3] = reinterpret_cast<std::size_t>(aligned) % 64 == 0 ? aligned->value : -1;
  delete aligned;
  void* const bytes = std::malloc(100);
  out[4] = reinterpret_cast<std::size_t>(bytes) % 16 == 0;
  int* const placed = new (bytes) int(6);
  out[5] = *placed;
  std::free(bytes);
  std::free(nullptr);
}

// ---- The limit ----------------------------------------------------------------------------------------------------

__global__ void fill(int* out) {
  const std::size_t megabyte = std::size_t{1} << 20;
  int blocks = 0;
  void* all[64] = {};
  while (blocks < 64 && (all[blocks] = malloc(megabyte)) != nullptr) ++blocks;
  out[0] = blocks;
  out[1] = new char[2 * megabyte] == nullptr;
  for (int i = 0; i < blocks; ++i) free(all[i]);
  void* const again = malloc(4 * megabyte);
  out[2] = again != nullptr;
  free(again);
}

__global__ void churn(unsigned* wrong, unsigned rounds) {
  for (unsigned i = 0; i < rounds; ++i) {
    const unsigned words = 1 + (threadIdx.x + 7 * i) % 50;
    unsigned* const mine = new unsigned[words];
    for (unsigned w = 0; w < words; ++w) mine[w] = blockIdx.x * 1000 + threadIdx.x;
    for (unsigned w = 0; w < words; ++w)
      if (mine[w] != blockIdx.x * 1000 + threadIdx.x) atomicAdd(wrong, 1u);
    delete[] mine;
  }
}

__host__ __device__ int on_either_side(int value) {
  int* const place = static_cast<int*>(malloc(sizeof(int)));
  *place = value;
  const int copy = *place;
  free(place);
  return copy;
}
__global__ void on_device(int* out) { *out = on_either_side(8); }

}  // namespace

TEST_CASE("blocks of the heap outlive their kernel, and any thread may free them") {
  Shared<int> out(64);
  make_blocks<<<1, 64>>>();
  use_and_free<<<1, 64>>>(out.data());
  finish();
  for (int i = 0; i < 64; ++i) CHECK(out[static_cast<std::size_t>(i)] == 100 * (63 - i) + 7);
}

TEST_CASE("new and delete in a kernel run constructors and destructors, and virtual functions work") {
  Shared<int> out(6);
  objects<<<1, 1>>>(out.data());
  finish();
  CHECK((out[0] == 9 && out[1] == 10 && out[2] == 5 && out[3] == 4 && out[4] == 1 && out[5] == 6));
}

TEST_CASE("many blocks of many threads at a time") {
  Shared<unsigned> wrong(1);
  wrong[0] = 0;
  churn<<<16, 64>>>(wrong.data(), 20);
  finish();
  CHECK(wrong[0] == 0);
}

TEST_CASE("a function for both sides allocates where it runs") {
  Shared<int> out(1);
  on_device<<<1, 1>>>(out.data());
  finish();
  CHECK((out[0] == 8 && on_either_side(9) == 9));
}

#ifdef __LOCKSTEP_SIM__  // hardware rounds blocks and heaps in its own way
TEST_CASE("the heap has a limit, which cannot change once it is in use") {
  cudaDeviceReset();
  std::size_t limit = 0;
  REQUIRE(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize) == cudaSuccess);
  CHECK(limit == 8u << 20);
  {
    Shared<int> out(4);
    fill<<<1, 1>>>(out.data());
    finish();
    CHECK((out[0] == 7 && out[1] == 1 && out[2] == 1));  // the eighth would leave no room for the blocks' own notes
    CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32u << 20) == cudaErrorInvalidValue);
  }
  cudaDeviceReset();
  REQUIRE(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32u << 20) == cudaSuccess);
  Shared<int> out(4);
  fill<<<1, 1>>>(out.data());
  finish();
  CHECK(out[0] == 31);
  cudaGetLastError();
}

TEST_CASE("free and delete of host code end the program where the memory is the device's") {
  int* memory = nullptr;
  REQUIRE(cudaMalloc(&memory, 64) == cudaSuccess);
  for (const bool is_delete : {false, true}) {
    const pid_t child = fork();
    if (child == 0) {
      std::signal(SIGABRT, SIG_DFL);  // not the test framework's
      if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(1);
      if (is_delete) {
        delete memory;
      } else {
        free(memory);
      }
      _exit(0);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT));
  }
  cudaFree(memory);
}

TEST_CASE("the host cannot copy or free what is in the heap") {
  make_blocks<<<1, 64>>>();
  finish();
  int* block = nullptr;
  REQUIRE(cudaMemcpyFromSymbol(&block, kept, sizeof block) == cudaSuccess);
  int word = 0;
  CHECK(cudaMemcpy(&word, block, sizeof word, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  CHECK(cudaFree(block) == cudaErrorInvalidValue);
  cudaGetLastError();
  Shared<int> out(64);
  use_and_free<<<1, 64>>>(out.data());
  finish();
  CHECK(out[0] == 6307);
}
#endif
