/// @file
/// @brief Keeps whole pages of the simulator's memory, and words of the program's variables.
#include "sim/engine/accesses/undo_log.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <unordered_map>
#include <vector>

#include "sim/engine/accesses/memory_answers.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/engine/running/trial.hpp"

namespace lockstep::sim {

const std::uint8_t* kept_pages = nullptr;

namespace {

constexpr std::size_t kPageBytes = std::size_t{1} << kKeptPageBits;
constexpr std::size_t kMostPages = (std::size_t{512} << 20) / kPageBytes;

using Page = std::array<std::byte, kPageBytes>;

std::byte* at(std::uintptr_t address) { return reinterpret_cast<std::byte*>(address); }

// A byte for each page; those that were never asked for take no memory.
std::uint8_t* page_marks() {
  static std::uint8_t* const marks = [] {
    void* const got =
        mmap(nullptr, space_layout.bytes >> kKeptPageBits, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (got == MAP_FAILED) throw std::bad_alloc();
    return static_cast<std::uint8_t*>(got);
  }();
  return marks;
}

struct Kept {
  std::mutex mutex;
  std::vector<std::uintptr_t> pages;  ///< where the pages that were kept begin
  std::vector<std::unique_ptr<Page>> contents;
  std::unordered_map<std::uintptr_t, std::uint32_t> words;  ///< of variables, and of memory that was registered

  void keep_page(std::uintptr_t begin);
  void keep_words(std::uintptr_t address, std::size_t bytes);
};

Kept& kept() {
  static auto& all = immortal<Kept>();
  return all;
}

void Kept::keep_page(std::uintptr_t begin) {
  std::uint8_t& mark = page_marks()[(begin - space_layout.begin) >> kKeptPageBits];
  const std::lock_guard lock(mutex);
  if (mark != 0) return;
  const bool outlives = begin < space_layout.shared_begin;  // shared memory does not outlive the launch
  if (outlives) {
    if (!memory_answers.has_memory(at(begin))) return;  // the write is a mistake: it faults
    const std::size_t number = pages.size();
    pages.push_back(begin);
    if (number == contents.size()) contents.push_back(std::make_unique<Page>());
    std::memcpy(contents[number]->data(), at(begin), kPageBytes);
  }
  __atomic_store_n(&mark, std::uint8_t{1}, __ATOMIC_RELEASE);
}

void Kept::keep_words(std::uintptr_t address, std::size_t bytes) {
  const std::lock_guard lock(mutex);
  for (std::uintptr_t word = address & ~std::uintptr_t{3}; word < address + bytes; word += 4) {
    const auto [entry, fresh] = words.try_emplace(word);
    if (fresh) std::memcpy(&entry->second, at(word), sizeof entry->second);
  }
}

}  // namespace

void keep_memory(std::uintptr_t address, std::size_t bytes) {
  Kept& all = kept();
  if (!space_layout.holds(address)) return all.keep_words(address, bytes);
  const std::uintptr_t end = std::min(address + bytes, space_layout.begin + space_layout.bytes);
  for (std::uintptr_t page = address & ~(kPageBytes - 1); page < end; page += kPageBytes) all.keep_page(page);
  if (all.pages.size() > kMostPages) call_off_trial(TrialEnd::too_large);
}

UndoLog::UndoLog() { kept_pages = page_marks(); }

UndoLog::~UndoLog() {
  constexpr std::size_t kMostReady = (std::size_t{16} << 20) / kPageBytes;  // contents of pages, for the next one
  Kept& all = kept();
  kept_pages = nullptr;
  for (const std::uintptr_t begin : all.pages) page_marks()[(begin - space_layout.begin) >> kKeptPageBits] = 0;
  all.pages.clear();
  all.words.clear();
  if (all.contents.size() > kMostReady) all.contents.resize(kMostReady);
}

void UndoLog::put_back() {
  const Kept& all = kept();
  for (std::size_t i = 0; i < all.pages.size(); ++i) std::memcpy(at(all.pages[i]), all.contents[i]->data(), kPageBytes);
  for (const auto& [word, value] : all.words) std::memcpy(at(word), &value, sizeof value);
}

}  // namespace lockstep::sim
