/// @file
/// @brief The instructions for dynamic programming, against loops over their parts; norms of arrays, in kernels.
#include "device_test.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace {

template <class Part>
Part part(unsigned word, unsigned i) {
  return static_cast<Part>(word >> 8 * sizeof(Part) * i);
}

/// The parts of a word, each by `operation`.
template <class Part, class Operation>
unsigned by_parts(unsigned a, unsigned b, unsigned c, Operation operation) {
  unsigned result = 0;
  for (unsigned i = 0; i < 4 / sizeof(Part); ++i) {
    const auto value = static_cast<Part>(operation(part<Part>(a, i), part<Part>(b, i), part<Part>(c, i)));
    result |= (sizeof(Part) == 4 ? static_cast<unsigned>(value) : static_cast<unsigned>(value) & 0xffffU) << 8 * sizeof(Part) * i;
  }
  return result;
}

template <class Part>
Part sum_of(Part a, Part b) {
  return static_cast<Part>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
}

#define CHECK_DPX(Part, parts, Word)                                                                                                \
  const auto check_##parts = [](unsigned a, unsigned b, unsigned c) {                                                               \
    const auto x = static_cast<Word>(a), y = static_cast<Word>(b), z = static_cast<Word>(c);                                        \
    const auto is = [&](Word found, auto operation) { return static_cast<unsigned>(found) == by_parts<Part>(a, b, c, operation); }; \
    return is(__vimin3_##parts(x, y, z),                                                                                            \
              [](Part p, Part q, Part r) {                                                                                          \
                return std::min({p, q, r});                                                                                         \
              }) &&                                                                                                                 \
           is(__vimax3_##parts(x, y, z),                                                                                            \
              [](Part p, Part q, Part r) {                                                                                          \
                return std::max({p, q, r});                                                                                         \
              }) &&                                                                                                                 \
           is(__viaddmin_##parts(x, y, z), [](Part p, Part q, Part r) { return std::min(sum_of(p, q), r); }) &&                     \
           is(__viaddmax_##parts(x, y, z), [](Part p, Part q, Part r) { return std::max(sum_of(p, q), r); });                       \
  }
#define CHECK_DPX_RELU(Part, parts, Word)                                                                                                 \
  const auto check_relu_##parts = [](unsigned a, unsigned b, unsigned c) {                                                                \
    const auto x = static_cast<Word>(a), y = static_cast<Word>(b), z = static_cast<Word>(c);                                              \
    const auto is = [&](Word found, auto operation) { return static_cast<unsigned>(found) == by_parts<Part>(a, b, c, operation); };       \
    return is(__vimin_##parts##_relu(x, y),                                                                                               \
              [](Part p, Part q, Part) {                                                                                                  \
                return std::max({std::min(p, q), Part{0}});                                                                               \
              }) &&                                                                                                                       \
           is(__vimax_##parts##_relu(x, y),                                                                                               \
              [](Part p, Part q, Part) {                                                                                                  \
                return std::max({p, q, Part{0}});                                                                                         \
              }) &&                                                                                                                       \
           is(__vimin3_##parts##_relu(x, y, z),                                                                                           \
              [](Part p, Part q, Part r) {                                                                                                \
                return std::max(std::min({p, q, r}), Part{0});                                                                            \
              }) &&                                                                                                                       \
           is(__vimax3_##parts##_relu(x, y, z),                                                                                           \
              [](Part p, Part q, Part r) {                                                                                                \
                return std::max({p, q, r, Part{0}});                                                                                      \
              }) &&                                                                                                                       \
           is(__viaddmin_##parts##_relu(x, y, z), [](Part p, Part q, Part r) { return std::max(std::min(sum_of(p, q), r), Part{0}); }) && \
           is(__viaddmax_##parts##_relu(x, y, z), [](Part p, Part q, Part r) {                                                            \
             return std::max({sum_of(p, q), r, Part{0}});                                                                                 \
           });                                                                                                                            \
  }

template <class Word>
__global__ void norms(const Word* values, Word* out) {
  out[0] = norm(5, values);
  out[1] = rnorm(5, values);
}

}  // namespace

TEST_CASE("instructions for dynamic programming equal their definitions", "[dpx]") {
  CHECK_DPX(int, s32, int);
  CHECK_DPX(unsigned, u32, unsigned);
  CHECK_DPX(std::int16_t, s16x2, unsigned);
  CHECK_DPX(std::uint16_t, u16x2, unsigned);
  CHECK_DPX_RELU(int, s32, int);
  CHECK_DPX_RELU(std::int16_t, s16x2, unsigned);
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const auto a = static_cast<unsigned>(random_bits(3 * i)), c = static_cast<unsigned>(random_bits(3 * i + 2));
    const unsigned b = i % 4 == 0 ? a : i % 4 == 1 ? (a & 0xffff) | 0x70000000 : static_cast<unsigned>(random_bits(3 * i + 1));
    CAPTURE(a, b, c);
    if (!check_s32(a, b, c) || !check_u32(a, b, c) || !check_s16x2(a, b, c) || !check_u16x2(a, b, c)) FAIL_CHECK("smallest and largest");
    if (!check_relu_s32(a, b, c) || !check_relu_s16x2(a, b, c)) FAIL_CHECK("no less than 0");
    bool high = false, low = false;
    const auto s = static_cast<int>(a), t = static_cast<int>(b);
    if (__vibmin_s32(s, t, &low) != std::min(s, t) || low != (s <= t)) FAIL_CHECK("__vibmin_s32");
    if (__vibmax_s32(s, t, &low) != std::max(s, t) || low != (s >= t)) FAIL_CHECK("__vibmax_s32");
    if (__vibmin_u32(a, b, &low) != std::min(a, b) || low != (a <= b)) FAIL_CHECK("__vibmin_u32");
    if (__vibmax_u32(a, b, &low) != std::max(a, b) || low != (a >= b)) FAIL_CHECK("__vibmax_u32");
    if (__vibmax_s16x2(a, b, &high, &low) != __vmaxs2(a, b) || high != (part<std::int16_t>(a, 1) >= part<std::int16_t>(b, 1)) ||
        low != (part<std::int16_t>(a, 0) >= part<std::int16_t>(b, 0)))
      FAIL_CHECK("__vibmax_s16x2");
    if (__vibmin_u16x2(a, b, &high, &low) != __vminu2(a, b) || high != (part<std::uint16_t>(a, 1) <= part<std::uint16_t>(b, 1)) ||
        low != (part<std::uint16_t>(a, 0) <= part<std::uint16_t>(b, 0)))
      FAIL_CHECK("__vibmin_u16x2");
  }
}

TEMPLATE_TEST_CASE("norms of arrays", "[dpx]", float, double) {
  Shared<TestType> values(5), out(2);
  for (unsigned i = 0; i < 5; ++i) values[i] = static_cast<TestType>(i) - 2;
  norms<TestType><<<1, 1>>>(values.data(), out.data());
  finish();
  CHECK(out[0] == Approx(std::sqrt(10.0)));
  CHECK(out[1] == Approx(1 / std::sqrt(10.0)));
}
