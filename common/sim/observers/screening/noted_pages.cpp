/// @file
/// @brief Takes memory for notes in large pieces, which begin as zeros.
#include "sim/observers/screening/noted_pages.hpp"

#include <sys/mman.h>

#include <new>

namespace lockstep::sim {

namespace {

void* reserve(std::size_t bytes) {
  void* const got = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (got == MAP_FAILED) throw std::bad_alloc();
  return got;
}

}  // namespace

// Pages of zeros would do for NotedPage but for its unit_bits, which are set at its first notes.
NotedPages::NotedPages() : pages_bytes_((space_layout.bytes >> kNotedPageBits) * sizeof(NotedPage)) {
  pages_ = static_cast<NotedPage*>(reserve(pages_bytes_));
}

NotedPages::~NotedPages() {
  munmap(pages_, pages_bytes_);
  for (void* const chunk : chunks_) munmap(chunk, kChunkBytes);
}

Note* NotedPages::take(std::size_t count) {
  if (left_ < count) {
    chunks_.push_back(reserve(kChunkBytes));
    if (chunks_.size() > 1) madvise(chunks_.back(), kChunkBytes, MADV_HUGEPAGE);  // of the first, a small launch needs few pages
    next_ = static_cast<Note*>(chunks_.back());
    left_ = kChunkBytes / sizeof(Note);
  }
  Note* const notes = next_;
  next_ += count;
  left_ -= count;
  return notes;
}

void NotedPages::need_reads(NotedPage& page) {
  if (page.reads == nullptr) page.reads = take(page.units());
}

void NotedPages::need_writes(NotedPage& page) {
  if (page.writes == nullptr) page.writes = take(page.units());
}

// The notes of words stay behind, unused, until all go.
void NotedPages::split(NotedPage& page) {
  const Note* const reads = page.reads;
  const Note* const writes = page.writes;
  const std::size_t words = page.units();
  page.unit_bits = 0;
  page.reads = page.writes = nullptr;
  const auto spread = [&](const Note* from, Note*& to) {
    if (from == nullptr) return;
    to = take(page.units());
    for (std::size_t i = 0; i < words * 4; ++i) to[i] = from[i / 4];
  };
  spread(reads, page.reads);
  spread(writes, page.writes);
}

}  // namespace lockstep::sim
