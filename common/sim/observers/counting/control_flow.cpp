/// @file
/// @brief Finds loops as the strongly connected parts of the graph, and loops in them when the ways back to their heads are cut.
#include "sim/observers/counting/control_flow.hpp"

#include <algorithm>
#include <utility>

namespace lockstep::sim {

std::uint32_t ControlFlow::index_of(std::uintptr_t address) {
  const auto [found, fresh] = index_.try_emplace(address, static_cast<std::uint32_t>(blocks_.size()));
  if (fresh) {
    blocks_.emplace_back().address = address;
    solved_ = false;
  }
  return found->second;
}

void ControlFlow::add(std::uintptr_t from, std::uintptr_t to) {
  const std::uint32_t target = index_of(to);
  if (from == kOutside) {
    blocks_[target].entered_from_outside = true;
    return;
  }
  std::vector<std::uint32_t>& next = blocks_[index_of(from)].to;
  if (std::find(next.begin(), next.end(), target) != next.end()) return;
  const auto behind = [&](std::uint32_t other) { return blocks_[other].address < to; };
  next.insert(std::find_if(next.begin(), next.end(), behind), target);
  solved_ = false;
}

/// One solution for the whole graph: Tarjan's algorithm for strongly connected parts, applied again inside each part that it finds.
class ControlFlow::Regions {
 public:
  explicit Regions(std::vector<Block>& blocks) : blocks_(blocks), marks_(blocks.size()) {}

  void solve() {
    std::vector<std::uint32_t> all(blocks_.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      all[i] = i;
      blocks_[i].region = 0;
      blocks_[i].place = {};
    }
    number(all, kNone);
  }

 private:
  static constexpr std::uint32_t kNone = ~0u;
  struct Mark {
    std::uint32_t found = 0, low = 0;  ///< found: 1 + when it was found in this region
    bool open = false;
  };
  using Part = std::vector<std::uint32_t>;

  // Gives the blocks of a region their numbers. Ways to `head` do not count.
  void number(const Part& members, std::uint32_t head) {
    const std::uint32_t region = ++regions_;
    for (const std::uint32_t block : members) {
      blocks_[block].region = region;
      marks_[block] = {};
    }
    clock_ = 0;
    if (head != kNone) find_parts(head, region, head);
    for (const std::uint32_t block : members)
      if (marks_[block].found == 0) find_parts(block, region, head);
    const std::vector<Part> parts = std::exchange(parts_, {});
    std::vector<std::uint32_t> heads;
    for (const Part& part : parts) heads.push_back(is_loop(part, head) ? head_of(part, region) : kNone);
    for (std::size_t i = parts.size(); i-- > 0;) enter(parts[i], heads[i]);
  }

  bool is_loop(const Part& part, std::uint32_t outer) const {
    const auto& ways = blocks_[part.front()].to;
    return part.size() > 1 || (part.front() != outer && std::find(ways.begin(), ways.end(), part.front()) != ways.end());
  }

  void enter(const Part& part, std::uint32_t head) {
    if (head == kNone) {
      blocks_[part.front()].place.order = ++order_;
      return;
    }
    for (const std::uint32_t block : part) blocks_[block].place.loops.push_back(blocks_[head].address);
    number(part, head);
  }

  // Where the loop is entered: the block that was reached first, from elsewhere in the region or from outside.
  std::uint32_t head_of(const Part& part, std::uint32_t region) const {
    for (const std::uint32_t block : part)
      if (blocks_[block].entered_from_outside) return block;
    for (std::uint32_t from = 0; from < blocks_.size(); ++from) {
      if (blocks_[from].region != region || std::find(part.begin(), part.end(), from) != part.end()) continue;
      for (const std::uint32_t to : blocks_[from].to)
        if (std::find(part.begin(), part.end(), to) != part.end()) return to;
    }
    return *std::min_element(part.begin(), part.end(), [&](auto a, auto b) { return marks_[a].found < marks_[b].found; });
  }

  // Tarjan's walk from one block, without recursion: parts come out with the last first.
  void find_parts(std::uint32_t start, std::uint32_t region, std::uint32_t head) {
    std::vector<std::pair<std::uint32_t, std::size_t>> path;
    std::vector<std::uint32_t> open;
    const auto visit = [&](std::uint32_t block) {
      marks_[block] = {++clock_, clock_, true};
      open.push_back(block);
      path.emplace_back(block, 0);
    };
    visit(start);
    while (!path.empty()) {
      const std::uint32_t block = path.back().first;
      Mark& mark = marks_[block];
      if (path.back().second < blocks_[block].to.size()) {
        const std::uint32_t next = blocks_[block].to[path.back().second++];
        if (next == head || blocks_[next].region != region) continue;
        if (marks_[next].found == 0) {
          visit(next);
        } else if (marks_[next].open) {
          mark.low = std::min(mark.low, marks_[next].found);
        }
        continue;
      }
      path.pop_back();
      if (!path.empty()) marks_[path.back().first].low = std::min(marks_[path.back().first].low, mark.low);
      if (mark.low != mark.found) continue;
      Part part;
      do {
        part.push_back(open.back());
        open.pop_back();
        marks_[part.back()].open = false;
      } while (part.back() != block);
      parts_.push_back(std::move(part));
    }
  }

  std::vector<Block>& blocks_;
  std::vector<Mark> marks_;
  std::vector<Part> parts_;  ///< of the region that is being walked, the last first
  std::uint32_t regions_ = 0, order_ = 0, clock_ = 0;
};

const ControlFlow::Place& ControlFlow::find_place(std::uintptr_t block) {
  if (!solved_) {
    Regions(blocks_).solve();
    known_.fill({});
  }
  solved_ = true;
  const Place& place = blocks_[index_.at(block)].place;
  known_[block / 4 % known_.size()] = {block, &place};
  return place;
}

}  // namespace lockstep::sim
