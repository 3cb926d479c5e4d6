/// @file
/// @brief Joins vector clocks as persistent trees, which share what is equal.
#include "sim/observers/races/vector_clock.hpp"

#include <algorithm>
#include <array>

namespace lockstep::sim {

namespace {

constexpr unsigned kBits = 4;  // of a block's number, per level of the tree

using OfThread = VectorClock::OfThread;

// The latest time of each, without what the floor already says.
void settle(std::vector<OfThread>& threads, std::uint32_t floor) {
  VectorClock::keep_latest(threads);
  std::erase_if(threads, [&](const OfThread& thread) { return thread.time <= floor; });
}

std::vector<OfThread> merged(const std::vector<OfThread>& a, const std::vector<OfThread>& b, std::uint32_t floor) {
  std::vector<OfThread> both;
  both.reserve(a.size() + b.size());
  const auto add = [&](const OfThread& thread) {
    if (thread.time > floor) both.push_back(thread);
  };
  auto left = a.begin(), right = b.begin();
  while (left != a.end() && right != b.end()) {
    if (left->rank < right->rank) {
      add(*left++);
    } else if (right->rank < left->rank) {
      add(*right++);
    } else {
      add(left->time > right->time ? *left : *right);
      ++left;
      ++right;
    }
  }
  std::for_each(left, a.end(), add);
  std::for_each(right, b.end(), add);
  return both;
}

}  // namespace

void VectorClock::keep_latest(std::vector<OfThread>& threads) {
  std::sort(threads.begin(), threads.end(),
            [](const OfThread& a, const OfThread& b) { return a.rank != b.rank ? a.rank < b.rank : a.time > b.time; });
  const auto same = [](const OfThread& a, const OfThread& b) { return a.rank == b.rank; };
  threads.erase(std::unique(threads.begin(), threads.end(), same), threads.end());
}

/// A leaf (level 0) is a block; a node of a higher level holds all blocks whose numbers begin with `prefix`. A node with only one
/// child is skipped.
struct VectorClock::Node {
  unsigned level = 0;
  std::uint32_t prefix = 0;
  std::array<Tree, 1u << kBits> children;
  std::uint32_t floor = 0;
  std::vector<OfThread> threads;

  bool holds(unsigned lower, std::uint32_t number) const { return level > lower && number >> (level - lower) * kBits == prefix; }
  /// Which child is the way to a node of a lower level, with this prefix.
  std::size_t way(unsigned lower, std::uint32_t number) const { return number >> (level - 1 - lower) * kBits & ((1u << kBits) - 1); }
  bool says(const Node& other) const {
    auto mine = threads.begin();
    return floor >= other.floor && std::all_of(other.threads.begin(), other.threads.end(), [&](const OfThread& thread) {
             while (mine != threads.end() && mine->rank < thread.rank) ++mine;
             return thread.time <= floor || (mine != threads.end() && mine->rank == thread.rank && mine->time >= thread.time);
           });
  }
};

VectorClock::VectorClock(std::uint32_t block, std::uint32_t floor, std::vector<OfThread> threads) {
  settle(threads, floor);
  auto leaf = std::make_shared<Node>();
  leaf->prefix = block;
  leaf->floor = floor;
  leaf->threads = std::move(threads);
  root_ = std::move(leaf);
}

void VectorClock::join(const VectorClock& other) { root_ = joined(root_, other.root_); }

VectorClock::Tree VectorClock::joined(const Tree& a, const Tree& b) {
  if (a == b || b == nullptr) return a;
  if (a == nullptr) return b;
  if (a->level == b->level && a->prefix == b->prefix) return a->level == 0 ? joined_blocks(a, b) : joined_children(a, b);
  if (a->holds(b->level, b->prefix)) return with_inside(a, b);
  if (b->holds(a->level, a->prefix)) return with_inside(b, a);
  return above(a, b);
}

// Of two that are equal, the other one: who waits for a lock goes on with what the lock has, which others share, too.
VectorClock::Tree VectorClock::joined_blocks(const Tree& a, const Tree& b) {
  if (b->says(*a)) return b;
  if (a->says(*b)) return a;
  auto both = std::make_shared<Node>();
  both->prefix = a->prefix;
  both->floor = std::max(a->floor, b->floor);
  both->threads = merged(a->threads, b->threads, both->floor);
  return both;
}

// Where one of the two says it all, it is the result: what is shared, later joins pass over.
VectorClock::Tree VectorClock::joined_children(const Tree& a, const Tree& b) {
  std::array<Tree, 1u << kBits> different;
  bool all_of_a = true, all_of_b = true;
  for (std::size_t i = 0; i < different.size(); ++i) {
    const Tree &left = a->children[i], &right = b->children[i];
    if (left == right) continue;
    different[i] = joined(left, right);
    all_of_a = all_of_a && different[i] == left;
    all_of_b = all_of_b && different[i] == right;
  }
  if (all_of_b) return b;
  if (all_of_a) return a;
  auto both = std::make_shared<Node>(*a);
  for (std::size_t i = 0; i < different.size(); ++i)
    if (different[i] != nullptr) both->children[i] = std::move(different[i]);
  return both;
}

VectorClock::Tree VectorClock::with_inside(const Tree& outer, const Tree& inner) {
  const std::size_t way = outer->way(inner->level, inner->prefix);
  Tree child = joined(outer->children[way], inner);
  if (child == outer->children[way]) return outer;
  auto both = std::make_shared<Node>(*outer);
  both->children[way] = std::move(child);
  return both;
}

// The lowest node that holds both.
VectorClock::Tree VectorClock::above(const Tree& a, const Tree& b) {
  auto both = std::make_shared<Node>();
  both->level = std::max(a->level, b->level) + 1;
  const auto prefix_of = [&](const Tree& tree) { return tree->prefix >> (both->level - tree->level) * kBits; };
  while (prefix_of(a) != prefix_of(b)) ++both->level;
  both->prefix = prefix_of(a);
  both->children[both->way(a->level, a->prefix)] = a;
  both->children[both->way(b->level, b->prefix)] = b;
  return both;
}

std::uint32_t VectorClock::missing(std::uint32_t warp, std::uint32_t lanes, std::uint32_t time) const {
  const std::uint32_t block = warp / 32;
  const Node* node = root_.get();
  while (node != nullptr && node->holds(0, block)) node = node->children[node->way(0, block)].get();
  if (node == nullptr || node->level != 0 || node->prefix != block) return lanes;
  if (time < node->floor) return 0;
  const auto first = std::lower_bound(node->threads.begin(), node->threads.end(), warp % 32 * 32,
                                      [](const OfThread& thread, std::uint32_t rank) { return thread.rank < rank; });
  for (auto thread = first; thread != node->threads.end() && thread->rank / 32 == warp % 32; ++thread)
    if (time < thread->time) lanes &= ~(1u << thread->rank % 32);
  return lanes;
}

}  // namespace lockstep::sim
