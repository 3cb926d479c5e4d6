/// @file
/// @brief Turns bits into JSON: what its numbers cannot hold becomes a string.
#include "sim/observers/tracing/trace_values.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace lockstep::sim {

namespace {

constexpr std::int64_t kExact = std::int64_t{1} << 53;  // readers of JSON may take numbers for doubles

template <class Integer>
nlohmann::json integer(Integer value) {
  const bool exact = value <= static_cast<Integer>(kExact) && (!std::is_signed_v<Integer> || value >= static_cast<Integer>(-kExact));
  return exact ? nlohmann::json(value) : nlohmann::json(fmt::format("{}", value));
}

// The shortest that reads back as the same float, and not the digits of the double that it becomes.
nlohmann::json floating(double value, bool single) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return single ? nlohmann::json::parse(fmt::format("{}", static_cast<float>(value))) : nlohmann::json(value);
}

// IEEE 754's half precision: 5 bits of exponent, 10 of fraction.
double half(std::uint64_t bits) {
  const auto exponent = static_cast<int>(bits >> 10 & 31), fraction = static_cast<int>(bits & 1023);
  const double size = exponent == 31  ? (fraction == 0 ? HUGE_VAL : std::nan(""))
                      : exponent == 0 ? std::ldexp(fraction, -24)
                                      : std::ldexp(1024 + fraction, exponent - 25);
  return (bits >> 15 & 1) != 0 ? -size : size;
}

nlohmann::json floating_of(std::uint64_t bits, std::uint32_t bytes) {
  const std::uint64_t ones = bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * bytes) - 1;
  if (bits == ones) return "unset";
  if (bytes == 2) return floating(half(bits), true);
  if (bytes == 4) return floating(std::bit_cast<float>(static_cast<std::uint32_t>(bits)), true);
  return floating(std::bit_cast<double>(bits), false);
}

nlohmann::json scalar(Scalar kind, std::uint64_t bits, std::uint32_t bytes) {
  const unsigned above = 64 - 8 * bytes;
  switch (kind) {
    case Scalar::boolean:
      return bits != 0;
    case Scalar::floating:
      if (bytes <= 8) return floating_of(bits, bytes);
      return integer(bits);
    case Scalar::signed_integer:
      return integer(static_cast<std::int64_t>(bits << above) >> above);
    case Scalar::unsigned_integer:
      break;
  }
  return integer(bits);
}

std::uint64_t bits_at(const std::byte* p, std::uint32_t bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, p, std::min<std::size_t>(bytes, sizeof bits));
  return bits;
}

}  // namespace

std::string scalar_name(const ElementType& type) {
  constexpr const char* kLetters[] = {"i", "u", "f"};
  return type.scalar == Scalar::boolean ? "bool" : fmt::format("{}{}", kLetters[static_cast<int>(type.scalar)], 8 * type.scalar_bytes);
}

nlohmann::json value_of(const ElementType& type, const std::byte* p, std::uint32_t bytes) {
  const std::uint32_t each = type.scalar_bytes;
  if (each == 0 || each > 8 || bytes % each != 0) return scalar(Scalar::unsigned_integer, bits_at(p, bytes), std::min(bytes, 8u));
  if (bytes == each) return scalar(type.scalar, bits_at(p, each), each);
  nlohmann::json list = nlohmann::json::array();
  for (std::uint32_t at = 0; at < bytes; at += each) list.push_back(scalar(type.scalar, bits_at(p + at, each), each));
  return list;
}

nlohmann::json value_of(LaneType type, std::uint64_t bits) {
  switch (type) {
    case LaneType::i32:
      return scalar(Scalar::signed_integer, bits, 4);
    case LaneType::i64:
      return scalar(Scalar::signed_integer, bits, 8);
    case LaneType::f32:
      return scalar(Scalar::floating, bits, 4);
    case LaneType::f64:
      return scalar(Scalar::floating, bits, 8);
    default:
      return integer(bits);
  }
}

}  // namespace lockstep::sim
