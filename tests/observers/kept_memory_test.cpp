/// @file
/// @brief Memory is saved before it is written, and put back to the byte.
#include "sim/observers/replay/snapshot.hpp"

#include <algorithm>

#include "catch.hpp"
#include "cuda_runtime.h"

using namespace lockstep::sim;

namespace {

constexpr std::size_t kPages = 65600;  // more than are kept

// Memory of the program, each byte 1.
class Memory {
 public:
  explicit Memory(std::size_t bytes) : bytes_(bytes) {
    REQUIRE(cudaMallocManaged(&data_, bytes) == cudaSuccess);
    std::fill(data_, data_ + bytes, char{1});
  }
  ~Memory() { cudaFree(data_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  char& operator[](std::size_t i) const { return data_[i]; }
  char* begin() const { return data_; }
  char* end() const { return data_ + bytes_; }

 private:
  char* data_ = nullptr;
  std::size_t bytes_;
};

void store(Snapshot& kept, char* to, char value, std::uint32_t bytes = 1) {
  kept.note({nullptr, reinterpret_cast<std::uintptr_t>(to), bytes, AccessKind::store});
  std::fill(to, to + bytes, value);
}

}  // namespace

TEST_CASE("what was written is put back, and the results after it") {
  const Memory memory(3 * 4096 + 100);
  Snapshot kept;
  kept.begin_launch();
  store(kept, &memory[5], 2);
  store(kept, &memory[4090], 3, 16);  // into the next page as well
  store(kept, &memory[3 * 4096 + 99], 4);
  REQUIRE(kept.end_launch());
  kept.put_back();
  CHECK(std::all_of(memory.begin(), memory.end(), [](char c) { return c == 1; }));

  store(kept, &memory[2 * 4096 + 7], 9);  // in a second run
  kept.put_results();
  CHECK(memory[5] == 2);
  CHECK(memory[4090] == 3);
  CHECK(memory[4105] == 3);
  CHECK(memory[3 * 4096 + 99] == 4);
  CHECK(std::count(memory.begin(), memory.end(), char{1}) == 3 * 4096 + 100 - 18);
}

TEST_CASE("reads, and memory that is nobody's, are not kept") {
  const Memory memory(4096);
  Snapshot kept;
  kept.begin_launch();
  kept.note({nullptr, reinterpret_cast<std::uintptr_t>(&memory[0]), 4, AccessKind::load});
  kept.note({nullptr, reinterpret_cast<std::uintptr_t>(memory.end()) + 64, 4, AccessKind::store});
  CHECK(kept.pieces().empty());
  kept.note({nullptr, reinterpret_cast<std::uintptr_t>(&memory[8]), 4, AccessKind::atomic, AtomicOp::add});
  CHECK(kept.pieces().size() == 1);
  kept.begin_launch();
  CHECK(kept.pieces().empty());
}

TEST_CASE("beyond so much memory nothing is known of the launch") {
  const Memory memory(kPages * 4096);
  Snapshot kept;
  kept.begin_launch();
  for (std::size_t page = 0; page < kPages; ++page) store(kept, &memory[page * 4096], 2);
  CHECK_FALSE(kept.end_launch());
}
