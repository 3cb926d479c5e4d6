/// @file
/// @brief Finds calls in machine code and reads where they lead, to replace them by no-ops, and to find where a basic block ends.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lockstep::sim {

/// A stretch of machine code.
struct Code {
  const std::uint8_t* begin = nullptr;
  const std::uint8_t* end = nullptr;
};

#if defined(__x86_64__)

inline constexpr std::size_t kCallBytes = 5;
inline constexpr std::array<std::uint8_t, kCallBytes> kNoCall = {0x0F, 0x1F, 0x44, 0x00, 0x00};  ///< a no-op, as long as a call

/// Where the next call begins, or bytes that look like one; null where none does.
inline const std::uint8_t* next_call(Code code) {
  constexpr std::uint8_t kCall = 0xE8;  // call rel32
  const auto* const at = static_cast<const std::uint8_t*>(std::memchr(code.begin, kCall, static_cast<std::size_t>(code.end - code.begin)));
  return at != nullptr && at + kCallBytes <= code.end ? at : nullptr;
}

inline const std::uint8_t* target_of(const std::uint8_t* call) {
  std::int32_t distance = 0;
  std::memcpy(&distance, call + 1, sizeof distance);
  return call + kCallBytes + distance;
}

#elif defined(__aarch64__)

inline constexpr std::size_t kCallBytes = 4;
inline constexpr std::array<std::uint8_t, kCallBytes> kNoCall = {0x1F, 0x20, 0x03, 0xD5};  ///< a no-op, as long as a call

/// Where the next call begins; null where none does.
inline const std::uint8_t* next_call(Code code) {
  constexpr std::uint8_t kOpcode = 0xFC, kCall = 0x94;  // bl: the upper six bits; the others count instructions
  const std::uint8_t* at = code.begin + (0 - reinterpret_cast<std::uintptr_t>(code.begin)) % kCallBytes;
  for (; at + kCallBytes <= code.end; at += kCallBytes)
    if ((at[3] & kOpcode) == kCall) return at;
  return nullptr;
}

inline const std::uint8_t* target_of(const std::uint8_t* call) {
  std::int32_t instruction = 0;
  std::memcpy(&instruction, call, sizeof instruction);
  return call + (static_cast<std::int64_t>(instruction) << 38 >> 36);
}

#endif

}  // namespace lockstep::sim
