/// @file
/// @brief Looks up lines, arrays and values, and tells where lanes part and join.
#include "sim/observers/tracing/trace_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/engine/program/source_lines.hpp"
#include "sim/engine/program/steps.hpp"
#include "sim/observers/counting/counts.hpp"
#include "sim/observers/counting/lanes.hpp"
#include "sim/observers/counting/memory_space.hpp"
#include "sim/observers/tracing/trace_values.hpp"
#include "sim/observers/tracing/traced_arrays.hpp"

namespace lockstep::sim {

namespace {

using nlohmann::json;

const char* sync_name(Sync sync) {
  switch (sync) {
    case Sync::block_barrier:
      return "block";
    case Sync::cluster_barrier:
      return "cluster";
    case Sync::grid_barrier:
      return "grid";
    default:
      return "warp";
  }
}

const char* scope_name(Scope scope) { return scope == Scope::block ? "block" : scope == Scope::system ? "system" : "device"; }

const char* operation_name(AtomicOp operation) {
  switch (operation) {
    case AtomicOp::load:
      return "load";
    case AtomicOp::store:
      return "store";
    case AtomicOp::exchange:
      return "exchange";
    case AtomicOp::compare_exchange:
      return "compare_exchange";
    case AtomicOp::add:
      return "add";
    case AtomicOp::subtract:
      return "subtract";
    case AtomicOp::minimum:
      return "minimum";
    case AtomicOp::maximum:
      return "maximum";
    case AtomicOp::increment:
      return "increment";
    case AtomicOp::decrement:
      return "decrement";
    case AtomicOp::bit_and:
      return "and";
    case AtomicOp::bit_or:
      return "or";
    case AtomicOp::bit_xor:
      return "xor";
  }
  return "";
}

/// The marks of a basic block that lanes are in, and how many of them they have passed.
struct OpenBlock {
  std::uint32_t lanes;
  unsigned depth;  ///< of calls
  const std::vector<Step>* marks;
  std::size_t passed = 0;
};

/// How far a warp is.
struct Cursor {
  std::array<unsigned, 32> depth{};
  std::array<json, 32> at{};            ///< where each lane was last
  std::array<const void*, 32> block{};  ///< that each lane entered last
  std::vector<OpenBlock> blocks;
  std::vector<std::uint32_t> together;  ///< the groups of lanes that are in step
  std::optional<json> statement;        ///< the last event, where it may be no more than the beginning of the next one
};

class EventWriter {
 public:
  EventWriter(KernelTrace& trace, const GridRun& grid, const TracedLaunch& launch, std::size_t most)
      : trace_(trace), launch_(launch), arrays_(grid, launch), most_(most) {}

  void write() {
    for (const TraceStep& step : launch_.steps) take(step);
    for (auto& [warp, cursor] : cursors_) flush_statement(cursor);
  }
  json events() { return std::move(events_); }
  json hazards();
  json arrays() const { return arrays_.list(); }
  bool is_cut() const { return cut_; }

 private:
  void take(const TraceStep& step);
  void enter(const TraceStep& step, Cursor& cursor);
  void pass_marks(const TraceStep& step, Cursor& cursor, std::uintptr_t end);
  void pass_marks_up_to_site(const TraceStep& step, Cursor& cursor);
  void close_blocks(const TraceStep& step, Cursor& cursor);
  void begin_statement(const TraceStep& step, Cursor& cursor, std::uint32_t lanes, const CodeLine& line);
  void regroup(const TraceStep& step, Cursor& cursor, std::uint32_t lanes, const json& at);
  void access(const TraceStep& step, json& event);
  void values_of_atomic(const TraceStep& step, const ElementType& type, json& event) const;
  void exchange(const TraceStep& step, json& event) const;
  json place(const CodeLine& line);
  json place_of_branch(const Cursor& cursor, std::uint32_t behind);
  json place(const TraceStep& step, const Cursor& cursor);
  static json event(const char* kind, const TraceStep& step, std::uint32_t lanes, const json& at);
  void flush_statement(Cursor& cursor);
  void put(json event, Cursor& cursor);
  void push(json event);

  KernelTrace& trace_;
  const TracedLaunch& launch_;
  TracedArrays arrays_;
  std::size_t most_;
  json events_ = json::array();
  bool cut_ = false;
  std::map<std::pair<std::size_t, std::size_t>, Cursor> cursors_;  ///< by block and warp
};

void EventWriter::push(json event) {
  if (trace_.events == most_) {
    cut_ = true;
    return;
  }
  ++trace_.events;
  events_.push_back(std::move(event));
}

// What ended the launch comes after the last event.
json EventWriter::hazards() {
  if (!launch_.failure || events_.empty()) return json::array();
  const TracedFailure& failure = *launch_.failure;
  const CodeLine line = failure.pc != nullptr ? code_line(failure.pc) : CodeLine{failure.site.file_name(), failure.site.line()};
  return {{{"kind", failure.kind},
           {"severity", "error"},
           {"message", failure.text},
           {"text", failure.text},
           {"at", place(line)},
           {"before", nullptr},
           {"events", {events_.size() - 1, nullptr}}}};
}

// The beginning of a statement is not an event of its own where its first access follows.
void EventWriter::put(json event, Cursor& cursor) {
  if (cursor.statement && ((*cursor.statement)["at"] != event["at"] || (*cursor.statement)["lanes"] != event["lanes"]))
    flush_statement(cursor);
  cursor.statement.reset();
  push(std::move(event));
}

void EventWriter::flush_statement(Cursor& cursor) {
  if (cursor.statement) push(*std::exchange(cursor.statement, std::nullopt));
}

json EventWriter::event(const char* kind, const TraceStep& step, std::uint32_t lanes, const json& at) {
  return {{"kind", kind}, {"block", step.block}, {"warp", step.warp}, {"at", at}, {"lanes", lanes}};
}

json EventWriter::place(const CodeLine& line) {
  if (line.line == 0) return nullptr;
  return {trace_.number_of_file(line.file), line.line};
}

json EventWriter::place(const TraceStep& step, const Cursor& cursor) {
  if (step.pc != nullptr) return place(code_line(step.pc));
  if (step.site) return place(CodeLine{step.site->file_name(), step.site->line()});
  return step.lanes == 0 ? json() : cursor.at[static_cast<unsigned>(std::countr_zero(step.lanes))];
}

void EventWriter::begin_statement(const TraceStep& step, Cursor& cursor, std::uint32_t lanes, const CodeLine& line) {
  const json at = place(line);
  regroup(step, cursor, lanes, at);
  flush_statement(cursor);
  cursor.statement = event("step", step, lanes, at);
  for_each_lane(lanes, [&](unsigned lane) { cursor.at[lane] = at; });
}

// Lanes come to the instruction at `end` of their basic block: all that entered it together have passed the statements before.
void EventWriter::pass_marks(const TraceStep& step, Cursor& cursor, std::uintptr_t end) {
  const unsigned depth = cursor.depth[static_cast<unsigned>(std::countr_zero(step.lanes))];
  for (OpenBlock& block : cursor.blocks) {
    if ((block.lanes & step.lanes) == 0 || block.depth != depth) continue;
    for (; block.passed < block.marks->size() && (*block.marks)[block.passed].address < end; ++block.passed)
      begin_statement(step, cursor, block.lanes, (*block.marks)[block.passed].line);
  }
}

// Where a thread waits, only the line is known, not the instruction.
void EventWriter::pass_marks_up_to_site(const TraceStep& step, Cursor& cursor) {
  if (!step.site || step.lanes == 0) return;
  const unsigned depth = cursor.depth[static_cast<unsigned>(std::countr_zero(step.lanes))];
  for (const OpenBlock& block : cursor.blocks) {
    if ((block.lanes & step.lanes) == 0 || block.depth != depth) continue;
    const auto first = block.marks->begin() + static_cast<std::ptrdiff_t>(block.passed);
    const auto mark = std::find_if(first, block.marks->end(), [&](const Step& one) { return one.line.line == step.site->line(); });
    if (mark != block.marks->end()) return pass_marks(step, cursor, mark->address + 1);
  }
}

// Lanes leave their basic block: they have done what was left of it.
void EventWriter::close_blocks(const TraceStep& step, Cursor& cursor) {
  pass_marks(step, cursor, ~std::uintptr_t{0});
  const unsigned depth = cursor.depth[static_cast<unsigned>(std::countr_zero(step.lanes))];
  for (OpenBlock& block : cursor.blocks)
    if (block.depth >= depth) block.lanes &= ~step.lanes;
  std::erase_if(cursor.blocks, [](const OpenBlock& block) { return block.lanes == 0; });
}

void EventWriter::enter(const TraceStep& step, Cursor& cursor) {
  if (cursor.together.empty()) cursor.together = {step.lanes};
  close_blocks(step, cursor);
  const unsigned depth = cursor.depth[static_cast<unsigned>(std::countr_zero(step.lanes))];
  cursor.blocks.push_back({step.lanes, depth, &steps_of_block(step.pc)});
  for_each_lane(step.lanes, [&](unsigned lane) { cursor.block[lane] = step.pc; });
}

// The lanes that come later are still in the block where they parted from the others.
json EventWriter::place_of_branch(const Cursor& cursor, std::uint32_t behind) {
  const auto lane = static_cast<unsigned>(std::countr_zero(behind));
  const CodeLine line = cursor.block[lane] == nullptr ? CodeLine() : last_line_of_block(cursor.block[lane]);
  return line.line == 0 ? cursor.at[lane] : place(line);
}

// Lanes do something together: were they apart before, or together with others?
void EventWriter::regroup(const TraceStep& step, Cursor& cursor, std::uint32_t lanes, const json& at) {
  std::vector<std::uint32_t> next;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> parted;
  unsigned pieces = 0;
  for (const std::uint32_t group : cursor.together) {
    if ((group & lanes) == 0) {
      next.push_back(group);
      continue;
    }
    ++pieces;
    if ((group & ~lanes) == 0) continue;
    parted.emplace_back(group & lanes, group & ~lanes);
    next.push_back(group & ~lanes);
  }
  if (!parted.empty() || pieces > 1) flush_statement(cursor);
  for (const auto& [inside, outside] : parted) {
    json branch = event("branch", step, inside | outside, place_of_branch(cursor, outside));
    branch["into"] = {inside, outside};
    push(std::move(branch));
  }
  if (pieces > 1) push(event("join", step, lanes, at));
  next.push_back(lanes);
  cursor.together = std::move(next);
}

void EventWriter::values_of_atomic(const TraceStep& step, const ElementType& type, json& event) const {
  event["operation"] = operation_name(step.access.operation);
  for (const LaneAccess& access : step.accesses) {
    event["old"].push_back(value_of(type, access.before.data(), access.bytes));
    event["new"].push_back(value_of(type, access.after.data(), access.bytes));
  }
}

void EventWriter::access(const TraceStep& step, json& event) {
  std::vector<std::size_t> arrays;
  WarpAccess request{.lanes = step.lanes, .bytes = step.access.bytes};
  std::size_t next = 0;
  for_each_lane(step.lanes, [&](unsigned lane) {
    const LaneAccess& access = step.accesses[next++];
    request.address[lane] = access.address;
    const TracedArrays::Place place = arrays_.find(access.address, access.bytes, step.block);
    arrays.push_back(place.array);
    event["index"].push_back(place.index);
  });
  if (std::ranges::all_of(arrays, [&](std::size_t array) { return array == arrays.front(); }))
    event["array"] = arrays.front();
  else
    event["array"] = arrays;
  event["bytes"] = step.access.bytes;
  if (step.access.kind == AccessKind::atomic) {
    values_of_atomic(step, arrays_.type(arrays.front()), event);
  } else {
    for (std::size_t i = 0; i < step.accesses.size(); ++i) {
      const LaneAccess& access = step.accesses[i];
      event["value"].push_back(
          value_of(arrays_.type(arrays[i]), step.access.writes() ? access.after.data() : access.before.data(), access.bytes));
    }
  }
  const Space space = space_of(step.accesses.front().address);
  if (space == Space::other) return;
  if (space == Space::shared) {
    const Banks cost = banks_of(step.access, request);
    event["wavefronts"] = cost.wavefronts;
    event["conflicts"] = cost.conflicts;
  } else {
    const Sectors cost = cost_of_global(memory_op(step.access), request).sectors;
    event["sectors"] = cost.touched;
    event["ideal"] = cost.ideal;
  }
}

void EventWriter::exchange(const TraceStep& step, json& event) const {
  event["name"] = "";
  for_each_lane(step.lanes, [&](unsigned lane) {
    const auto& mine = (*step.exchange)[lane];
    if (mine) event["name"] = mine->name;
    event["in"].push_back(mine ? value_of(mine->type, mine->brought) : json());
    const bool same_type = mine && mine->from >= 0;
    event["out"].push_back(mine ? value_of(same_type ? mine->type : LaneType::u32, mine->taken) : json());
    if (same_type) event["from"].push_back(mine->from);
  });
}

const char* kind_of(const TraceStep& step) {
  switch (step.kind) {
    case StepKind::access:
      return step.access.kind == AccessKind::atomic ? "atomic" : step.access.writes() ? "store" : "load";
    case StepKind::exchange:
      return "exchange";
    case StepKind::arrive:
      return "arrive";
    case StepKind::barrier:
      return "barrier";
    case StepKind::fence:
      return "fence";
    default:
      return "exit";
  }
}

void EventWriter::take(const TraceStep& step) {
  Cursor& cursor = cursors_[{step.block, step.warp}];
  switch (step.kind) {
    case StepKind::enter:
      return enter(step, cursor);
    case StepKind::call:
      pass_marks(step, cursor, reinterpret_cast<std::uintptr_t>(step.pc));
      for_each_lane(step.lanes, [&](unsigned lane) { ++cursor.depth[lane]; });
      return;
    case StepKind::leave:
      close_blocks(step, cursor);
      for_each_lane(step.lanes, [&](unsigned lane) { --cursor.depth[lane]; });
      return;
    case StepKind::exit:
      close_blocks(step, cursor);
      break;
    case StepKind::access:
      pass_marks(step, cursor, reinterpret_cast<std::uintptr_t>(step.pc));
      break;
    default:
      pass_marks_up_to_site(step, cursor);
  }
  const json at = place(step, cursor);
  if (!cursor.together.empty() && step.kind != StepKind::barrier) regroup(step, cursor, step.lanes, at);
  json happened = event(kind_of(step), step, step.lanes, at);
  if (step.kind == StepKind::access) access(step, happened);
  if (step.kind == StepKind::exchange) exchange(step, happened);
  if (step.kind == StepKind::fence) happened["scope"] = scope_name(step.scope);
  if (step.kind == StepKind::arrive || step.kind == StepKind::barrier) {
    happened["sync"] = sync_name(step.sync);
    happened["arrived"] = is_of_warp(step.sync) ? static_cast<std::uint32_t>(std::popcount(step.lanes)) : step.arrived;
    if (step.kind == StepKind::arrive) happened["of"] = step.awaited;
  }
  put(std::move(happened), cursor);
  if (step.kind == StepKind::exit) {
    for (std::uint32_t& group : cursor.together) group &= ~step.lanes;
    std::erase(cursor.together, 0u);
  } else {
    for_each_lane(step.lanes, [&](unsigned lane) { cursor.at[lane] = at; });
  }
}

}  // namespace

void add_launch(KernelTrace& trace, const GridRun& grid, const TracedLaunch& launch, std::size_t most_events) {
  if (launch.steps.empty()) return;
  EventWriter writer(trace, grid, launch, most_events);
  writer.write();
  const GridRequest& request = grid.request;
  if (writer.is_cut() || launch.is_full())
    trace.cut = fmt::format("the trace has room for {} events, and ends in launch {} ({}), before the program did", most_events,
                            trace.launches.size() + 1, request.kernel->traits.name);
  json hazards = writer.hazards(), events = writer.events();
  if (events.empty()) return;
  trace.launches.push_back({{"kernel", request.kernel->traits.name},
                            {"version", nullptr},
                            {"order", grid.schedule.reversed ? "reversed" : "numbered"},
                            {"grid", {request.grid.x, request.grid.y, request.grid.z}},
                            {"block", {request.block.x, request.block.y, request.block.z}},
                            {"arrays", writer.arrays()},
                            {"hazards", std::move(hazards)},
                            {"events", std::move(events)}});
}

}  // namespace lockstep::sim
