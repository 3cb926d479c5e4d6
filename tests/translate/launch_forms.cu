/// @file
/// @brief Awkward launches, translated, compiled and run: each must call the right kernel with the right configuration and arguments.

// The layout is part of what is tested.
// clang-format off
#include <cuda_runtime.h>

#include <algorithm>
#include <string>
#include <utility>

#include "catch.hpp"

namespace {

/// What the last launch did.
struct Record {
  int kernel, value;
  dim3 grid, block;
};
__managed__ Record record;

__device__ void note(int kernel, int value) {
  if (threadIdx.x + threadIdx.y + blockIdx.x + blockIdx.y == 0) record = {kernel, value, gridDim, blockDim};
}

__global__ void plain(int value) { note(1, value); }
__global__ void other(int value) { note(2, value); }
__global__ void pointer(const int* value) { note(3, value == nullptr ? -1 : *value); }
template <class T, int N = 4>
__global__ void typed(T value) {
  note(10 * static_cast<int>(sizeof(T)) + N, static_cast<int>(value));
}
template <bool B, class... T>
__global__ void pack(T... values) {
  note(B ? 5 : 6, (0 + ... + values));
}
template <class F>
__global__ void apply(F function, int value) {
  note(7, function(value));
}

namespace nested {
namespace {
__global__ void plain(int value) { note(8, value); }
}  // namespace
template <class T>
struct Box {
  using type = T;
  static constexpr int size = sizeof(T);
};
}  // namespace nested
using nested::Box;

using Kernel = void (*)(int);
struct Holder {
  Kernel kernel;
  Holder& self() { return *this; }
  void launch(int value) { this->kernel<<<1, 2>>>(value); }
  template <class T>
  void launch_typed(T value) {
    typed<T, sizeof(T)><<<1, sizeof(T) * 8>>>(value);
  }
};
Kernel pick(int i) { return i == 1 ? plain : other; }
template <class T>
T same(T value) {
  return value;
}

/// Waits for the launch, and tells what it did.
Record done() {
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  return std::exchange(record, Record{});
}

/// True if the last launch was of `kernel` with `value`.
bool ran(int kernel, int value) {
  const Record last = done();
  return last.kernel == kernel && last.value == value;
}

bool ran_on(dim3 grid, dim3 block) {
  const Record last = done();
  const auto same_extent = [](dim3 a, dim3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; };
  return last.kernel == 1 && same_extent(last.grid, grid) && same_extent(last.block, block);
}

#define LAUNCH(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)
#define OPEN <<<
#define CLOSE >>>
#define DO(...) \
  do {          \
    __VA_ARGS__; \
  } while (0)
#define ONE 1

}  // namespace

TEST_CASE("launches find their kernel") {
  Holder holder{plain};
  Holder* at = &holder;
  Holder holders[2] = {{plain}, {other}};
  const Kernel table[2][2] = {{plain, other}, {other, plain}};
  const int one = 1;

  plain<<<1, 2>>>(3);
  CHECK(ran(1, 3));
  ::plain<<<1, 2>>>(4);
  CHECK(ran(1, 4));
  nested::plain<<<1, 2>>>(5);
  CHECK(ran(8, 5));
  (plain)<<<1, 2>>>(6);
  CHECK(ran(1, 6));
  (*plain)<<<1, 2>>>(7);
  CHECK(ran(1, 7));
  (&plain)<<<1, 2>>>(8);
  CHECK(ran(1, 8));
  (one == 2 ? plain : other)<<<1, 2>>>(9);
  CHECK(ran(2, 9));
  table[0][one]<<<1, 2>>>(10);
  CHECK(ran(2, 10));
  pick(1)<<<1, 2>>>(11);
  CHECK(ran(1, 11));
  same<Kernel>(other)<<<1, 2>>>(12);
  CHECK(ran(2, 12));
  static_cast<void (*)(int)>(plain)<<<1, 2>>>(13);
  CHECK(ran(1, 13));
  holder.kernel<<<1, 2>>>(14);
  CHECK(ran(1, 14));
  at->self().self().kernel<<<1, 2>>>(15);
  CHECK(ran(1, 15));
  holders[one].kernel<<<1, 2>>>(16);
  CHECK(ran(2, 16));
  (*at).kernel<<<1, 2>>>(17);
  CHECK(ran(1, 17));
  holder.launch(18);
  CHECK(ran(1, 18));
  holder.launch_typed(19.0);
  CHECK(ran(88, 19));
}

TEST_CASE("launches find their template arguments") {
  typed<int><<<1, 2>>>(3.0);
  CHECK(ran(44, 3));
  typed<<<1, 2>>>('a');
  CHECK(ran(14, 'a'));
  typed<Box<Box<short>>::type::type, (8 > 2)><<<1, 2>>>(4);
  CHECK(ran(21, 4));
  typed<decltype(1.0), Box<Box<int>>::size><<<1, 2>>>(5);
  CHECK(ran(81, 5));
  typed<int, 1 << 3> <<<1, 2>>> (6);
  CHECK(ran(48, 6));
  typed<int, (16 >> 2)><<<1, 2>>>(7);
  CHECK(ran(44, 7));
  pack<(1 > 2)><<<1, 2>>>();
  CHECK(ran(6, 0));
  pack<true, int, int><<<1, 2>>>(1, 2);
  CHECK(ran(5, 3));
  pack<sizeof(Box<int>) <= 8><<<1, 2>>>(1, 2, 3);
  CHECK(ran(5, 6));
}

TEST_CASE("launches may have a space in their brackets") {
  plain << < 1, 2 >> > (3);
  CHECK(ran(1, 3));
  typed<Box<int>::type, 3> << <1, 2 >> >(3);
  CHECK(ran(43, 3));
  plain << <dim3(1, 2), Box<Box<int>>::size >> >(4);
  CHECK(ran_on({1, 2}, 1));
  plain<<<1, 2 >> >(5);
  CHECK(ran(1, 5));
}

TEST_CASE("launches find their configuration") {
  const int n = 7;
  plain<<<dim3(2, 3), dim3(4, 5)>>>(1);
  CHECK(ran_on({2, 3}, {4, 5}));
  plain<<<{2, 3}, {4}>>>(1);
  CHECK(ran_on({2, 3}, 4));
  plain<<<dim3{2, 3, 2}, 32, 64 * sizeof(float), nullptr>>>(1);
  CHECK(ran_on({2, 3, 2}, 32));
  plain<<<n < 5 ? 1 : 2, 96>>>(1);
  CHECK(ran_on(2, 96));
  plain<<<n > 5 ? 1 : 2, n < 3 || n > 4 ? 64 : 32>>>(1);
  CHECK(ran_on(1, 64));
  plain<<<1 << 3, n >> 1>>>(1);
  CHECK(ran_on(8, 3));
  plain<<<std::max<int>(1, 2), same<Box<Box<int>>>({}).size + 2>>>(1);
  CHECK(ran_on(2, 3));
  plain<<<1, Box<Box<int>>::size>>>(1);
  CHECK(ran_on(1, 1));
  plain<<<[&] { return n > 2; }() ? 3 : 2, [](auto a, auto b) -> int { return a * b; }(3, 4)>>>(1);
  CHECK(ran_on(3, 12));
  plain
      <<<dim3(1,
              2),  // )>>>( in a comment
         /* >>>( and
      another */ 33>>>
          (1
           );
  CHECK(ran_on({1, 2}, 33));
}

TEST_CASE("launches may stand wherever statements and expressions do") {
  const int one = 1;
  if (one == 1) (*plain)<<<1, 2>>>(1);
  else (*other)<<<1, 2>>>(1);
  CHECK(ran(1, 1));
  if constexpr (sizeof(int) == 3) (plain)<<<1, 2>>>(2);
  else (other)<<<1, 2>>>(2);
  CHECK(ran(2, 2));
  if (one == 1) [[likely]] (other)<<<1, 2>>>(3);
  CHECK(ran(2, 3));
  for (int i = 0; i < 4; i++) plain<<<1, 2>>>(i);
  CHECK(ran(1, 3));
  do plain<<<1, 2>>>(4); while (one != 1);
  CHECK(ran(1, 4));
  one == 1 ? plain<<<1, 2>>>(5) : other<<<1, 2>>>(6);
  CHECK(ran(1, 5));
  switch (one) {
    case 1: ::other<<<1, 2>>>(7); break;
    default: plain<<<1, 2>>>(8);
  }
  CHECK(ran(2, 7));
  other<<<1, 2>>>(1), plain<<<1, 2>>>(9);
  CHECK(ran(1, 9));
  const auto launch = [](auto... values) { pack<true><<<1, 2>>>(values...); };
  launch(4, 6);
  CHECK(ran(5, 10));
  [&] { return plain<<<1, 2>>>(one); }();
  CHECK(ran(1, 1));
}

TEST_CASE("launches may come out of macros") {
  LAUNCH(plain, dim3(1, 2), 32, 1);
  CHECK(ran(1, 1));
  LAUNCH((typed<int, 2>), ONE, 2, 2);
  CHECK(ran(42, 2));
  plain OPEN ONE, 2 CLOSE(3);
  CHECK(ran(1, 3));
  DO(other<<<1, 2>>>(4));
  CHECK(ran(2, 4));
  DO((plain<<<ONE, ONE>>>(5)));
  CHECK(ran(1, 5));
}

TEST_CASE("arguments are converted as in any call") {
  pointer<<<1, 2>>>(NULL);
  CHECK(ran(3, -1));
  pointer<<<1, 2>>>(0);
  CHECK(ran(3, -1));
  plain<<<1, 2>>>(true);
  CHECK(ran(1, 1));
  plain<<<1, 2>>>({7});
  CHECK(ran(1, 7));
  apply<<<1, 2>>>([=] __device__(int i) { return i + 1; }, 8);
  CHECK(ran(7, 9));
  const int ten = 10;
  apply<<<1, 2>>>([ten] __device__(int i) { return i + ten; }, 2);
  CHECK(ran(7, 12));
}
