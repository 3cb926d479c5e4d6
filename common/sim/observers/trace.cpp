/// @file
/// @brief The trace for the harness, and for any program by LOCKSTEP_TRACE.
#include "lockstep/sim/trace.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "cuda_runtime_api.h"
#include "sim/engine/environment.hpp"
#include "sim/observers/check.hpp"
#include "sim/observers/counting/whole_file.hpp"
#include "sim/observers/race_orders.hpp"
#include "sim/observers/tracing/tied_hazards.hpp"
#include "sim/observers/tracing/tracer.hpp"

namespace lockstep::sim {

namespace {

// A trace that grows, with both orders of the threads where a check is on and finds a race.
class Tracing {
 public:
  explicit Tracing(TraceRequest wanted) : tracer_(std::move(wanted)) { add_observer(tracer_); }
  // After the check, which may be switched on later than the tracer.
  void follow_check() {
    orders_.emplace(tracer_, running_check());
    add_observer(*orders_);
  }
  // Ends it.
  KernelTrace take();

 private:
  Tracer tracer_;
  std::optional<RaceOrders> orders_;
};

KernelTrace Tracing::take() {
  remove_observer(tracer_);
  if (!orders_) return tracer_.take();
  remove_observer(*orders_);
  KernelTrace trace = tracer_.take();
  const std::vector<Hazard> found = found_so_far();
  for (nlohmann::json& launch : trace.launches)
    if (launch["order"] == "numbered") tie_hazards(found, launch, trace);  // the other order has its own
  return trace;
}

std::unique_ptr<Tracing>& current_trace() {
  static std::unique_ptr<Tracing> trace;
  return trace;
}

[[noreturn]] void refuse_list(const char* variable, std::string_view text) {
  fmt::print(stderr, "lockstep: {}={}: must be a list of numbers from 0, such as 0,1\n", variable, text);
  _exit(2);
}

// "0,3"; `otherwise` where the variable is not set or empty.
std::vector<std::size_t> list_from_environment(const char* variable, std::vector<std::size_t> otherwise) {
  const char* const value = std::getenv(variable);
  if (value == nullptr || *value == '\0') return otherwise;
  const std::string_view text = value;
  std::vector<std::size_t> list;
  for (const char* at = text.data();; ++at) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(at, text.data() + text.size(), number);
    if (error != std::errc{} || (*end != ',' && *end != '\0')) refuse_list(variable, text);
    list.push_back(number);
    at = end;
    if (*at == '\0') return list;
  }
}

std::vector<std::size_t> warps_from_environment() {
  constexpr const char* kVariable = "LOCKSTEP_TRACE_WARPS";
  const char* const value = std::getenv(kVariable);
  if (value != nullptr && std::string_view(value) == "all") return {};
  return list_from_environment(kVariable, {0});
}

// Traces the whole program where the environment asks for it, and checks it for the trace. The check is never switched off: the list of
// observers may be gone by then.
class TracedProgram {
 public:
  TracedProgram(const char* path, TraceRequest wanted) : file_("LOCKSTEP_TRACE", path), trace_(std::move(wanted)) {
    if (!is_checking()) start_silent_check();
    trace_.follow_check();
  }
  ~TracedProgram() { file_.finish(to_text(trace_.take())); }
  TracedProgram(const TracedProgram&) = delete;
  TracedProgram& operator=(const TracedProgram&) = delete;

 private:
  WholeFile file_;
  Tracing trace_;
};

const std::unique_ptr<TracedProgram> traced_program = [] {
  const char* const path = std::getenv("LOCKSTEP_TRACE");
  if (path == nullptr || *path == '\0') return std::unique_ptr<TracedProgram>();
  return std::make_unique<TracedProgram>(path,
                                         TraceRequest{.blocks = list_from_environment("LOCKSTEP_TRACE_BLOCKS", {0}),
                                                      .warps = warps_from_environment(),
                                                      .events = number_from_environment("LOCKSTEP_TRACE_EVENTS", TraceRequest{}.events)});
}();

}  // namespace

// Work that was launched before this runs first, and is not traced.
void start_trace(const TraceRequest& what) {
  cudaDeviceSynchronize();
  if (current_trace() != nullptr) current_trace()->take();
  current_trace() = std::make_unique<Tracing>(what);
  if (is_checking()) current_trace()->follow_check();
}

std::shared_ptr<KernelTrace> stop_trace() {
  cudaDeviceSynchronize();
  if (current_trace() == nullptr) return nullptr;
  const std::unique_ptr<Tracing> trace = std::move(current_trace());
  return std::make_shared<KernelTrace>(trace->take());
}

}  // namespace lockstep::sim
