/// @file
/// @brief What a thread knows to have happened in other threads.
#include "observers/knowledge.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace lockstep::sim {

namespace {

constexpr unsigned kBits = 4;    // of a block's number, that a level of the tree decides
constexpr unsigned kLevels = 7;  // enough for 2^27 blocks

using OfThread = Knowledge::OfThread;

// Sorted by rank, the latest time of each.
void settle(std::vector<OfThread>& threads) {
  std::sort(threads.begin(), threads.end(),
            [](const OfThread& a, const OfThread& b) { return a.rank != b.rank ? a.rank < b.rank : a.time > b.time; });
  const auto same = [](const OfThread& a, const OfThread& b) { return a.rank == b.rank; };
  threads.erase(std::unique(threads.begin(), threads.end(), same), threads.end());
}

}  // namespace

/// An inner node has children; a leaf is a block.
struct Knowledge::Node {
  std::array<Tree, 1u << kBits> children;
  bool leaf = false;
  std::uint32_t floor = 0;
  std::vector<OfThread> threads;
};

Knowledge::Knowledge(std::uint32_t block, std::uint32_t floor, std::vector<OfThread> threads) {
  settle(threads);
  auto node = std::make_shared<Node>();
  node->leaf = true;
  node->floor = floor;
  node->threads = std::move(threads);
  root_ = std::move(node);
  for (unsigned level = 0; level < kLevels; ++level) {
    auto above = std::make_shared<Node>();
    above->children[block >> level * kBits & ((1u << kBits) - 1)] = std::move(root_);
    root_ = std::move(above);
  }
}

void Knowledge::join(const Knowledge& other) { root_ = joined(root_, other.root_); }

Knowledge::Tree Knowledge::joined(const Tree& a, const Tree& b) {
  if (a == b || b == nullptr) return a;
  if (a == nullptr) return b;
  auto both = std::make_shared<Node>(*a);
  if (a->leaf) {
    both->floor = std::max(a->floor, b->floor);
    both->threads.insert(both->threads.end(), b->threads.begin(), b->threads.end());
    settle(both->threads);
    return both->floor == a->floor && both->threads == a->threads ? a : both;
  }
  bool more = false;
  for (std::size_t i = 0; i < both->children.size(); ++i) {
    both->children[i] = joined(a->children[i], b->children[i]);
    more = more || both->children[i] != a->children[i];
  }
  return more ? both : a;
}

std::uint32_t Knowledge::missing(std::uint32_t warp, std::uint32_t lanes, std::uint32_t time) const {
  const Node* node = root_.get();
  for (unsigned level = kLevels; node != nullptr && level-- > 0;)
    node = node->children[warp / 32 >> level * kBits & ((1u << kBits) - 1)].get();
  if (node == nullptr) return lanes;
  if (time < node->floor) return 0;
  for (const OfThread& thread : node->threads)
    if (thread.rank / 32 == warp % 32 && time < thread.time) lanes &= ~(1u << thread.rank % 32);
  return lanes;
}

}  // namespace lockstep::sim
