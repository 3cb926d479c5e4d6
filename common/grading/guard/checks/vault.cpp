/// @file
/// @brief A range of addresses, and the functions that stand for the operators `new` in the course's own code.
///
/// `delete` is the same for all, as memory changes hands: a text that the harness made is destroyed by who was given it.
#include "grading/guard/checks/vault.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <memory_resource>
#include <new>

#include "grading/guard/checks/access.hpp"

namespace lockstep::grading {
namespace {

/// The addresses of freed blocks are not used again: there are enough for all that a program asks for while it is judged.
class Vault : public std::pmr::memory_resource {
 public:
  Vault() {
    void* const all = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) std::abort();
    next_ = begin_ = reinterpret_cast<std::uintptr_t>(all);
  }
  bool holds(std::uintptr_t address) const { return overlaps(address, address + 1); }
  bool overlaps(std::uintptr_t begin, std::uintptr_t end) const { return begin < begin_ + kBytes && end > begin_; }

 private:
  static constexpr std::size_t kBytes = std::size_t{1} << 38, kPage = 4096;

  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    if (bytes >= kPage) alignment = std::max(alignment, kPage);  // so that its pages can be given back
    std::uintptr_t begin = next_.load(), at = 0;
    do at = (begin + alignment - 1) / alignment * alignment;
    while (!next_.compare_exchange_weak(begin, at + bytes));
    if (!holds(at + bytes)) throw std::bad_alloc();
    return reinterpret_cast<void*>(at);
  }
  void do_deallocate(void* p, std::size_t bytes, std::size_t) override {
    if (bytes >= kPage) madvise(p, bytes / kPage * kPage, MADV_DONTNEED);
  }
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }

  std::uintptr_t begin_ = 0;
  std::atomic<std::uintptr_t> next_ = 0;
};

// Neither is ever destroyed: static objects of others need them to the end.
Vault& vault() {
  alignas(Vault) static std::byte place[sizeof(Vault)];
  static Vault& instance = *new (place) Vault;
  return instance;
}
std::pmr::memory_resource& blocks() {
  using Pools = std::pmr::synchronized_pool_resource;
  alignas(Pools) static std::byte place[sizeof(Pools)];
  static Pools& instance = *new (place) Pools(&vault());
  return instance;
}

/// In front of each block.
struct alignas(16) Head {
  std::size_t bytes;      ///< of head, gap and block together
  std::size_t alignment;  ///< of the block, and the bytes in front of it
};

void* take(std::size_t bytes, std::size_t alignment = sizeof(Head)) {
  alignment = std::max(alignment, sizeof(Head));
  auto* const begin = static_cast<std::byte*>(blocks().allocate(bytes + alignment, alignment));
  new (begin + alignment - sizeof(Head)) Head{bytes + alignment, alignment};
  return begin + alignment;
}

void* take_if_possible(std::size_t bytes) {
  try {
    return take(bytes);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void give_back(void* p) {
  if (!vault().holds(reinterpret_cast<std::uintptr_t>(p))) return std::free(p);
  const Head head = *reinterpret_cast<const Head*>(static_cast<std::byte*>(p) - sizeof(Head));
  blocks().deallocate(static_cast<std::byte*>(p) - head.alignment, head.bytes, head.alignment);
}

}  // namespace

bool vault_overlaps(std::uintptr_t begin, std::uintptr_t end) { return vault().overlaps(begin, end); }

}  // namespace lockstep::grading

using lockstep::grading::give_back;
using lockstep::grading::take;
using lockstep::grading::take_if_possible;

// objcopy gives no two functions the same name.
extern "C" {
void* lockstep_guard_new(std::size_t bytes) { return take(bytes); }
void* lockstep_guard_new_array(std::size_t bytes) { return take(bytes); }
void* lockstep_guard_new_aligned(std::size_t bytes, std::align_val_t alignment) { return take(bytes, static_cast<std::size_t>(alignment)); }
void* lockstep_guard_new_array_aligned(std::size_t bytes, std::align_val_t alignment) {
  return take(bytes, static_cast<std::size_t>(alignment));
}
/// What all others get from `new`: the submission, and the standard library for it. The build gives it that name.
void* lockstep_guard_new_outside(std::size_t bytes) {
  void* const p = std::malloc(std::max<std::size_t>(bytes, 1));
  if (p == nullptr) throw std::bad_alloc();
  lockstep::grading::check_fresh(reinterpret_cast<std::uintptr_t>(p), bytes, __builtin_return_address(0));
  return p;
}
void* lockstep_guard_new_if_possible(std::size_t bytes, const std::nothrow_t&) noexcept { return take_if_possible(bytes); }
void* lockstep_guard_new_array_if_possible(std::size_t bytes, const std::nothrow_t&) noexcept { return take_if_possible(bytes); }
}

void operator delete(void* p) noexcept { give_back(p); }
void operator delete[](void* p) noexcept { give_back(p); }
void operator delete(void* p, std::size_t) noexcept { give_back(p); }
void operator delete[](void* p, std::size_t) noexcept { give_back(p); }
void operator delete(void* p, std::align_val_t) noexcept { give_back(p); }
void operator delete[](void* p, std::align_val_t) noexcept { give_back(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { give_back(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { give_back(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { give_back(p); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { give_back(p); }
