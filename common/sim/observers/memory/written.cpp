/// @file
/// @brief Long stretches of bits.
#include "sim/observers/memory/written.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#include "sim/engine/program/address_arithmetic.hpp"

namespace lockstep::sim {

Written::Written() {
  void* const got = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (got == MAP_FAILED) throw std::bad_alloc();
  bits_ = static_cast<std::uint8_t*>(got);
}

Written::~Written() { munmap(bits_, bytes_); }

std::size_t Written::count(std::uintptr_t address, std::size_t bytes) const {
  std::size_t written = 0;
  for (std::size_t done = 0; done < bytes; done += kMostAtOnce)
    written += static_cast<std::size_t>(std::popcount(word(address + done) & mask(address + done, std::min(bytes - done, kMostAtOnce))));
  return written;
}

bool Written::all_of(std::uintptr_t address, std::size_t bytes) const {
  const std::uint8_t* const end = place(address + bytes);
  for (const std::uint8_t* at = place(address); at != end; at += sizeof(std::uint64_t)) {
    std::uint64_t bits;
    std::memcpy(&bits, at, sizeof bits);
    if (bits != ~std::uint64_t{0}) return false;
  }
  return true;
}

void Written::set_many(std::uintptr_t address, std::size_t bytes) {
  while (bytes > 0 && address % 8 != 0) {
    set(address++, 1);
    --bytes;
  }
  std::memset(place(address), 0xFF, bytes / 8);
  if (bytes % 8 != 0) set(address + bytes / 8 * 8, bytes % 8);
}

// Whole pages of bits go back to the system, so that clearing what was never set costs nothing.
void Written::clear(std::uintptr_t address, std::size_t bytes) {
  const std::uintptr_t end = address + bytes;
  for (; address < end && address % 8 != 0; ++address) *place(address) &= static_cast<std::uint8_t>(~mask(address, 1));
  std::uint8_t* const first = place(address);
  std::uint8_t* const last = address < end ? place(end) : first;
  const std::size_t system_page = system_page_bytes();
  std::uint8_t* const page = first + (system_page - number(first) % system_page) % system_page;
  std::uint8_t* const page_end = last - number(last) % system_page;
  if (page < page_end) {
    std::memset(first, 0, static_cast<std::size_t>(page - first));
    madvise(page, static_cast<std::size_t>(page_end - page), MADV_DONTNEED);
    std::memset(page_end, 0, static_cast<std::size_t>(last - page_end));
  } else {
    std::memset(first, 0, static_cast<std::size_t>(last - first));
  }
  for (std::uintptr_t rest = std::max(address, end - end % 8); rest < end; ++rest)
    *place(rest) &= static_cast<std::uint8_t>(~mask(rest, 1));
}

void Written::copy(std::uintptr_t to, std::uintptr_t from, std::size_t bytes) {
  if (to % 8 == 0 && from % 8 == 0) {
    std::memmove(place(to), place(from), bytes / 8);
    const std::size_t done = bytes / 8 * 8;
    to += done;
    from += done;
    bytes -= done;
  }
  const bool forward = to <= from;
  for (std::size_t i = 0; i < bytes; ++i) {
    const std::size_t at = forward ? i : bytes - 1 - i;
    if (all(from + at, 1)) {
      set(to + at, 1);
    } else {
      clear(to + at, 1);
    }
  }
}

}  // namespace lockstep::sim
