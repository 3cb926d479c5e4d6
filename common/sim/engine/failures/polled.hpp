/// @file
/// @brief The variable that a thread reads again and again, and what is in it.
#pragma once

#include <cstdint>
#include <cstring>

#include "sim/engine/running/block.hpp"

namespace lockstep::sim {

struct Polled {
  std::uint32_t bytes = 0;  ///< 0 where it reads none, or one that is too long to be shown
  std::int64_t value = 0;
};

/// Only from the thread's own OS thread: what it has just read can be read, as long as it does not run on.
inline Polled polled_by(const Thread& thread) {
  std::uint64_t value = 0;
  if (thread.polled == nullptr || thread.polled_bytes > sizeof value) return {};
  std::memcpy(&value, thread.polled, thread.polled_bytes);
  const unsigned unused = 64 - 8 * thread.polled_bytes;
  return {thread.polled_bytes, static_cast<std::int64_t>(value << unused) >> unused};
}

}  // namespace lockstep::sim
