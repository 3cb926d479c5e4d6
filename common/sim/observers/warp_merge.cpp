/// @file
/// @brief Replays the lanes' logs as a warp.
#include "observers/warp_merge.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace lockstep::sim {

namespace {

unsigned first_of(std::uint32_t lanes) { return static_cast<unsigned>(std::countr_zero(lanes)); }

std::uintptr_t number(const void* pc) { return reinterpret_cast<std::uintptr_t>(pc); }

}  // namespace

void WarpMerge::reset(std::uint32_t lanes) {
  for (Lane& lane : lanes_) {
    lane.log.clear();
    lane.next = 0;
    lane.blocks.assign(1, 0);
  }
  groups_.clear();
  groups_.push_back({.lanes = lanes, .frames = std::vector<Frame>(1)});
}

// A structure is copied by the widest accesses that its address allows.
void WarpMerge::access(unsigned lane, const Access& access) {
  constexpr std::uint64_t kWidest = 16;
  const std::uint64_t limits = access.address | access.bytes | kWidest;
  const auto width =
      access.bytes <= kWidest && std::has_single_bit(access.bytes) ? access.bytes : static_cast<std::uint32_t>(limits & (~limits + 1));
  for (std::uint32_t at = 0; at < access.bytes; at += width)
    lanes_[lane].log.push_back({number(access.pc), access.address + at, width, Step::access, access.kind, access.operation});
}

void WarpMerge::block(unsigned lane, const void* pc, Loops& loops) {
  const std::uintptr_t to = number(pc);
  std::uintptr_t& from = lanes_[lane].blocks.back();
  if (to <= from) loops.learn(to, from);
  from = to;
  lanes_[lane].log.push_back({to, 0, 0, Step::block});
}

void WarpMerge::call(unsigned lane, const void* caller) {
  lanes_[lane].blocks.push_back(0);
  lanes_[lane].log.push_back({number(caller), 0, 0, Step::call});
}

void WarpMerge::leave(unsigned lane) {
  if (lanes_[lane].blocks.size() == 1) return;
  lanes_[lane].blocks.pop_back();
  lanes_[lane].log.push_back({0, 0, 0, Step::leave});
}

void WarpMerge::meet(std::uint32_t lanes) {
  const std::uint64_t meeting = std::uint64_t{++meetings_} << 32 | lanes;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) lanes_[first_of(rest)].log.push_back({0, meeting, 0, Step::meet});
}

const WarpMerge::Event* WarpMerge::next_of(unsigned lane) const {
  const Lane& mine = lanes_[lane];
  return mine.next == mine.log.size() ? nullptr : &mine.log[mine.next];
}

// Call by call: earlier iterations come before later ones, lower addresses before higher ones, and a caller before its callee.
int WarpMerge::order(const Group& a, const Group& b) {
  for (std::size_t i = 0; i < a.frames.size() && i < b.frames.size(); ++i) {
    const Frame &mine = a.frames[i], &other = b.frames[i];
    for (std::size_t loop = 0; loop < mine.turns.size() && loop < other.turns.size(); ++loop) {
      if (mine.turns[loop].header != other.turns[loop].header) break;
      if (mine.turns[loop].count != other.turns[loop].count) return mine.turns[loop].count < other.turns[loop].count ? -1 : 1;
    }
    const std::uintptr_t here = i + 1 < a.frames.size() ? mine.called_from : a.pc;
    const std::uintptr_t there = i + 1 < b.frames.size() ? other.called_from : b.pc;
    if (here != there) return here < there ? -1 : 1;
  }
  if (a.frames.size() != b.frames.size()) return a.frames.size() < b.frames.size() ? -1 : 1;
  return static_cast<int>(a.next) - static_cast<int>(b.next);
}

// Where the group is when it is about to do this.
void WarpMerge::place(Group& group, const Event& event, Loops& loops) {
  group.next = event.step;
  if (event.step == Step::leave || event.step == Step::meet) return;
  group.pc = event.pc;
  if (event.step != Step::block) return;
  Frame& frame = group.frames.back();
  const bool again = event.pc <= frame.block;
  frame.block = event.pc;
  const std::vector<std::uintptr_t>& headers = loops.enclosing(event.pc);
  std::size_t kept = 0;  // turns of loops that are still around it
  for (std::size_t i = 0; i < headers.size(); ++i) {
    std::size_t found = kept;
    while (found < frame.turns.size() && frame.turns[found].header != headers[i]) ++found;
    if (found == frame.turns.size()) {
      frame.turns.insert(frame.turns.begin() + static_cast<std::ptrdiff_t>(kept), {headers[i], 0});
    } else {
      frame.turns.erase(frame.turns.begin() + static_cast<std::ptrdiff_t>(kept), frame.turns.begin() + static_cast<std::ptrdiff_t>(found));
    }
    ++kept;
  }
  frame.turns.resize(kept);
  if (again) ++frame.turns.back().count;  // its own loop was learned when the jump was logged, and is the innermost
}

// Splits the group by what its lanes do next.
void WarpMerge::settle(Group group, Loops& loops) {
  while (group.lanes != 0) {
    const Event* const leader = next_of(first_of(group.lanes));
    std::uint32_t together = 0;
    for (std::uint32_t rest = group.lanes; rest != 0; rest &= rest - 1) {
      const Event* const event = next_of(first_of(rest));
      const bool same = leader == nullptr || event == nullptr ? leader == event
                                                              : leader->step == event->step && leader->pc == event->pc &&
                                                                    (leader->step != Step::meet || leader->address == event->address);
      if (same) together |= rest & (~rest + 1);
    }
    const std::uint32_t others = group.lanes & ~together;
    Group part = others == 0 ? std::move(group) : group;
    part.lanes = together;
    group.lanes = others;
    part.next = Step::none;
    if (leader != nullptr) place(part, *leader, loops);
    groups_.push_back(std::move(part));
  }
}

void WarpMerge::issue(Group group, Loops& loops, WarpSink& sink) {
  const Event event = *next_of(first_of(group.lanes));
  if (event.step == Step::access) {
    WarpAccess access{.lanes = group.lanes, .bytes = event.bytes};
    for (std::uint32_t rest = group.lanes; rest != 0; rest &= rest - 1) access.address[first_of(rest)] = next_of(first_of(rest))->address;
    sink.issue({reinterpret_cast<const void*>(event.pc), event.address, event.bytes, event.kind, event.operation}, access);
  }
  for (std::uint32_t rest = group.lanes; rest != 0; rest &= rest - 1) ++lanes_[first_of(rest)].next;
  if (event.step == Step::call) {
    group.frames.back().called_from = event.pc;
    group.frames.emplace_back();
  }
  if (event.step == Step::leave) {
    group.frames.pop_back();
    group.pc = group.frames.back().called_from;
  }
  settle(std::move(group), loops);
}

// Lets the lanes of a meeting go on once all of them are there.
bool WarpMerge::pass_meeting(Loops& loops) {
  for (const Group& group : groups_) {
    if (group.next != Step::meet) continue;
    const std::uint64_t meeting = next_of(first_of(group.lanes))->address;
    std::uint32_t there = 0;
    for (const Group& other : groups_)
      if (other.next == Step::meet && next_of(first_of(other.lanes))->address == meeting) there |= other.lanes;
    if (there != static_cast<std::uint32_t>(meeting)) continue;
    scratch_.clear();
    std::erase_if(groups_, [&](Group& other) {
      if ((other.lanes & there) == 0) return false;
      scratch_.push_back(std::move(other));
      return true;
    });
    for (std::uint32_t rest = there; rest != 0; rest &= rest - 1) ++lanes_[first_of(rest)].next;
    for (Group& other : scratch_) settle(std::move(other), loops);
    return true;
  }
  return false;
}

// The index of the group that goes next, after taking in those at the same place; the number of groups where none can.
std::size_t WarpMerge::furthest_behind() {
  std::size_t first = groups_.size();
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (groups_[i].next == Step::none || groups_[i].next == Step::meet) continue;
    const int which = first == groups_.size() ? -1 : order(groups_[i], groups_[first]);
    if (which < 0) first = i;
    if (which != 0) continue;
    groups_[first].lanes |= groups_[i].lanes;
    std::swap(groups_[i--], groups_.back());
    groups_.pop_back();
  }
  return first;
}

void WarpMerge::replay(Loops& loops, WarpSink& sink) {
  scratch_ = std::exchange(groups_, {});
  for (std::vector<Group> old = std::exchange(scratch_, {}); Group & group : old) settle(std::move(group), loops);
  for (;;) {
    const bool meetings = std::any_of(groups_.begin(), groups_.end(), [](const Group& group) { return group.next == Step::meet; });
    if (meetings && pass_meeting(loops)) continue;
    const std::size_t first = furthest_behind();
    if (first == groups_.size()) break;
    Group group = std::move(groups_[first]);
    if (first + 1 != groups_.size()) groups_[first] = std::move(groups_.back());
    groups_.pop_back();
    issue(std::move(group), loops, sink);
  }
  for (Lane& lane : lanes_) {
    lane.log.clear();
    lane.next = 0;
  }
}

}  // namespace lockstep::sim
