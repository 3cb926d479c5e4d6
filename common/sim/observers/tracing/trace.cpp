/// @file
/// @brief The trace for the harness, and for any program by LOCKSTEP_TRACE.
#include "lockstep/sim/trace.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include "cuda_runtime_api.h"
#include "sim/engine/environment.hpp"
#include "sim/engine/running/grid.hpp"
#include "sim/observers/counting/whole_file.hpp"
#include "sim/observers/tracing/tracer.hpp"

namespace lockstep::sim {

namespace {

std::unique_ptr<Tracer>& current_tracer() {
  static std::unique_ptr<Tracer> tracer;
  return tracer;
}

[[noreturn]] void refuse_list(const char* variable, std::string_view text) {
  fmt::print(stderr, "lockstep: {}={}: it is a list of numbers from 0, such as 0,1\n", variable, text);
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

// Traces the whole program where the environment asks for it.
class TracedProgram {
 public:
  TracedProgram(const char* path, TraceRequest wanted) : file_("LOCKSTEP_TRACE", path), tracer_(std::move(wanted)) {
    add_observer(tracer_);
  }
  ~TracedProgram() {
    remove_observer(tracer_);
    file_.finish(to_text(tracer_.take()));
  }
  TracedProgram(const TracedProgram&) = delete;
  TracedProgram& operator=(const TracedProgram&) = delete;

 private:
  WholeFile file_;
  Tracer tracer_;
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

// What was launched before is run before, and not traced.
void start_trace(const TraceRequest& what) {
  cudaDeviceSynchronize();
  if (current_tracer() != nullptr) remove_observer(*current_tracer());
  current_tracer() = std::make_unique<Tracer>(what);
  reverse_order(what.reversed);
  add_observer(*current_tracer());
}

std::shared_ptr<KernelTrace> stop_trace() {
  cudaDeviceSynchronize();
  if (current_tracer() == nullptr) return nullptr;
  remove_observer(*current_tracer());
  reverse_order(false);
  const std::unique_ptr<Tracer> tracer = std::move(current_tracer());
  return std::make_shared<KernelTrace>(tracer->take());
}

}  // namespace lockstep::sim
