/// @file
/// @brief Runs a launch under other schedules, and says what came out differently.
#include "sim/observers/replay/witness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "sim/engine/running/grid_run.hpp"
#include "sim/runtime/memory/memory.hpp"

namespace lockstep::sim {

namespace {

constexpr const char* kBackwards = "when blocks and threads run from the last to the first";
constexpr Schedule kOtherOrders[] = {{.reversed = true}, {.shuffle = 1}, {.shuffle = 2}};

template <class T>
T read(const std::byte* p) {
  T value;
  std::memcpy(&value, p, sizeof value);
  return value;
}

// Zero, or of a size that numbers of programs have; what is an integer or a pointer is hardly ever so.
template <class Float>
bool reads_well(Float value) {
  return value == 0 || (std::abs(value) > 1e-9 && std::abs(value) < 1e12);
}

// As floating point where both read well so, or one does and the other is what memory holds before it is written.
template <class Float, class Integer>
std::pair<std::string, std::string> as_number(const std::byte* a, const std::byte* b, const char* float_name, const char* integer_name) {
  const auto x = read<Float>(a), y = read<Float>(b);
  const auto i = read<Integer>(a), j = read<Integer>(b);
  const auto odd = [](Float value, Integer bits) { return !reads_well(value) && bits != -1; };
  const bool is_float = !odd(x, i) && !odd(y, j) && (i > 0xffff || j > 0xffff || i < -0xffff || j < -0xffff);
  const auto shown = [](Float value) { return std::isnan(value) ? "NaN" : fmt::format("{}", value); };
  if (is_float) return {fmt::format("{} ({})", shown(x), float_name), shown(y)};
  return {fmt::format("{} ({})", i, integer_name), fmt::format("{}", j)};
}

/// Two values of `width` bytes, in words.
std::pair<std::string, std::string> as_text(const std::byte* a, const std::byte* b, std::size_t width) {
  if (width == 1) return {fmt::format("{} (byte)", read<std::uint8_t>(a)), fmt::format("{}", read<std::uint8_t>(b))};
  if (width == 2) return {fmt::format("{} (short)", read<std::int16_t>(a)), fmt::format("{}", read<std::int16_t>(b))};
  if (width == 8) return as_number<double, std::int64_t>(a, b, "double", "8-byte int");
  return as_number<float, std::int32_t>(a, b, "float", "int");
}

std::size_t element_width(std::uint32_t written) { return written == 1 || written == 2 || written == 8 ? written : 4; }

/// Where the second run's memory differs from the results, in the order of addresses.
struct Difference {
  const std::byte* first = nullptr;
  const std::byte* result = nullptr;
  std::size_t width = 4;
  std::size_t here = 0, elsewhere = 0;  ///< elements: in the allocation of the first, and not
};

Difference find_difference(const Snapshot& kept) {
  std::vector<std::uintptr_t> order;
  for (const auto& [begin, piece] : kept.pieces()) order.push_back(begin);
  std::sort(order.begin(), order.end());
  Difference found;
  const Allocation* home = nullptr;
  for (const std::uintptr_t begin : order) {
    const Snapshot::Piece& piece = kept.pieces().at(begin);
    const auto* const now = reinterpret_cast<const std::byte*>(begin);
    const std::size_t width = element_width(piece.width);
    for (std::size_t at = 0; at + width <= piece.results.size(); at += width) {
      if (std::memcmp(now + at, &piece.results[at], width) == 0) continue;
      if (found.first == nullptr) {
        found = {.first = now + at, .result = &piece.results[at], .width = width};
        home = find_allocation(now);
      }
      ++(find_allocation(now) == home ? found.here : found.elsewhere);
    }
  }
  return found;
}

std::string describe(const Difference& found) {
  const auto [now, result] = as_text(found.first, found.result, found.width);
  const Allocation* const home = find_allocation(found.first);
  const auto differ = [](std::size_t count) { return count == 1 ? "differs" : "differ"; };
  std::string text;
  if (home == nullptr) {
    text = fmt::format("a __device__ variable is {} instead of {}; {} word{} of such variables {}", now, result, found.here,
                       found.here == 1 ? "" : "s", differ(found.here));
  } else {
    text = fmt::format("element {} of the {} bytes from {} at {} is {} instead of {}; {} of {} elements {}",
                       static_cast<std::size_t>(found.first - home->begin) / found.width, home->bytes, home->made.name,
                       static_cast<const void*>(home->begin), now, result, found.here, home->bytes / found.width, differ(found.here));
  }
  if (found.elsewhere != 0) text += fmt::format(", and {} in other memory", found.elsewhere);
  return text;
}

std::string name_of(const Schedule& schedule) {
  return schedule.reversed ? kBackwards : fmt::format("with LOCKSTEP_SHUFFLE={}", schedule.shuffle);
}

// Empty for the usual way.
std::string name_of(const Again& again) {
  constexpr const char* kWaiting = "each thread waits before a volatile write";
  if (!again.schedule.reversed) return again.hesitates ? fmt::format("when {}", kWaiting) : "";
  const std::string order = again.schedule.shuffle == 0 ? kBackwards : "when blocks and threads run the other way round";
  return again.hesitates ? fmt::format("{}, and {}", order, kWaiting) : order;
}

}  // namespace

void Witness::grid_begins(const GridRun&) { known_hazards_ = log_.count(); }

// Empty where the order changes nothing, or the launch fails in it.
std::string Witness::try_order(const GridRun& grid, const Schedule& schedule) {
  std::string text;
  replay_.run(grid.request, {schedule}, {}, [&](const Outcome& outcome) {
    if (outcome.error != cudaSuccess) return;
    if (const Difference found = find_difference(replay_.kept()); found.first != nullptr) text = name_of(schedule) + ", " + describe(found);
  });
  return text;
}

void Witness::grid_ends(const GridRun& grid) {
  const bool telling = races_.is_order_telling(), forgiven = races_.has_forgiven();
  if ((!telling && new_races().empty()) || grid.error != cudaSuccess || !replay_.possible()) return;
  log_.counts = false;
  const Schedule usual = grid.schedule, backwards{.reversed = true, .shuffle = usual.shuffle};
  if (telling) look_again(grid, {backwards, false});
  if (forgiven) look_again(grid, {backwards, true});
  if (forgiven) look_again(grid, {usual, true});
  if (forgiven || !new_races().empty()) look_again(grid, {usual, false});
  races_.look_no_closer();
  log_.counts = true;
  find_effect(grid);
}

// Errors of this launch.
std::vector<Hazard*> Witness::new_races() {
  std::vector<Hazard*> races;
  for (std::size_t i = known_hazards_; i < log_.count(); ++i)
    if (Hazard& hazard = log_.at(i); hazard.kind == "race" && hazard.severity != Severity::note) races.push_back(&hazard);
  return races;
}

// A fence that one side lacks shows where that side comes second; a change is lost where another thread gets between the read and the
// write; and in the usual order it is now known which words could have told the threads, if only the fences were there.
void Witness::look_again(const GridRun& grid, const Again& again) {
  const std::size_t known = log_.count();
  races_.look_closer(name_of(again));
  replay_.run(grid.request, again, {&races_}, [&](const Outcome& outcome) {
    races_.judge([&](std::uintptr_t address, std::uint32_t bytes) { return replay_.kept().differs(address, bytes); });
    if (outcome.error != cudaSuccess || known == log_.count()) return;
    const Difference found = find_difference(replay_.kept());
    if (found.first == nullptr) return;
    for (std::size_t i = known; i < log_.count(); ++i) log_.at(i).witness = name_of(again) + ", " + describe(found);
  });
}

void Witness::find_effect(const GridRun& grid) {
  std::vector<Hazard*> races = new_races();
  std::erase_if(races, [](const Hazard* hazard) { return !hazard->witness.empty(); });
  if (races.empty()) return;
  for (const Schedule& schedule : kOtherOrders) {
    const std::string text = try_order(grid, schedule);
    if (text.empty()) continue;
    for (Hazard* const hazard : races) hazard->witness = text;
    return;
  }
  for (Hazard* const hazard : races) races_.forgive_flag(*hazard);
}

}  // namespace lockstep::sim
