/// @file
/// @brief Launches: `<<<…>>>` and the functions that do the same.
#include "sim/runtime/launching/launch.hpp"

#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "lockstep/sim/api/launch_functions.hpp"
#include "sim/engine/running/worker.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/context/refusal.hpp"
#include "sim/runtime/context/unseen_errors.hpp"
#include "sim/runtime/graphs/capture.hpp"
#include "sim/runtime/issuing/children.hpp"
#include "sim/runtime/issuing/issue.hpp"
#include "sim/runtime/launching/functions.hpp"
#include "sim/runtime/streams/streams.hpp"

namespace lockstep::sim {

namespace {

// What a kernel call is for. They nest: `k<<<g, b>>>(f())` is configured before f is called, which may launch as well.
struct Pending {
  LaunchSpec spec;
  Operation* into = nullptr;  ///< where the launch goes instead of its stream: a graph's node
  const void* pc = nullptr;   ///< of `<<<…>>>`, which cannot return an error: the address after the call
  std::unique_ptr<Pending> outer{};
};
thread_local constinit Pending* pending = nullptr;  // a plain pointer: static objects may launch when the thread's own objects are gone

Pending* expected() { return in_kernel() ? static_cast<Pending*>(current_worker->current().expected_launch) : pending; }

void set_expected(Pending* launch) {
  if (!in_kernel()) {
    pending = launch;
  } else {
    current_worker->current().expected_launch = launch;
  }
}

void expect_call(const LaunchSpec& spec, Operation* into, const void* pc) {
  set_expected(std::make_unique<Pending>(Pending{spec, into, pc, std::unique_ptr<Pending>(expected())}).release());
}

std::unique_ptr<Pending> take_expected() {
  std::unique_ptr<Pending> mine(expected());
  if (mine != nullptr) set_expected(mine->outer.release());
  return mine;
}

thread_local cudaError_t submitted = cudaSuccess;  ///< what became of the last kernel call

/// A copy of a closure, as bytes.
std::shared_ptr<const void> kept_closure(const KernelBody& body) {
  const std::align_val_t alignment{body.alignment};
  std::shared_ptr<void> copy(::operator new(body.bytes, alignment), [alignment](void* bytes) { ::operator delete(bytes, alignment); });
  std::memcpy(copy.get(), body.closure, body.bytes);
  return copy;
}

GridRequest request_of(const KernelEntry& kernel, KernelBody body, const LaunchSpec& spec) {
  const std::shared_ptr<const void> closure = kept_closure(body);
  body.closure = closure.get();
  return {&kernel, body, closure, spec.grid, spec.block, spec.cluster, spec.dynamic_shared, spec.cooperative};
}

Operation operation_of(const KernelEntry& kernel, const KernelBody& body, const LaunchSpec& spec) {
  return {.work = Work::kernel,
          .run = [request = request_of(kernel, body, spec)] { return run_family(request); },
          .call = {kernel.traits.name, spec.launched_at}};
}

// A kernel launches: `k<<<…>>>` in device code.
cudaError_t submit_child(KernelEntry& kernel, const KernelBody& body, LaunchSpec& spec) {
  if (const cudaError_t error = check_launch(kernel, spec)) return error;
  for (std::size_t at = 0; at + sizeof(void*) <= body.bytes; at += sizeof(void*)) {
    const void* word = nullptr;
    std::memcpy(&word, static_cast<const std::byte*>(body.closure) + at, sizeof word);
    refuse_parents_memory(word, kernel.traits.name, spec.launched_at);
  }
  return add_child(spec.stream, request_of(kernel, body, spec), spec.launched_at);
}

cudaError_t submit_checked(KernelEntry& kernel, const KernelBody& body, LaunchSpec& spec, Operation* into) {
  if (const cudaError_t error = check_launch(kernel, spec)) return error;
  Operation operation = operation_of(kernel, body, spec);
  if (into == nullptr) return issue(spec.stream, std::move(operation));
  *into = std::move(operation);
  return cudaSuccess;
}

cudaError_t submit_to_stream(KernelEntry& kernel, const KernelBody& body, LaunchSpec& spec, Operation* into) {
  CUstream_st* const stream = find_stream(spec.stream);
  if (stream == nullptr)
    return refuse_launch(kernel, spec, cudaErrorInvalidResourceHandle, "there is no such stream: it was destroyed, or never created");
  const cudaError_t error = submit_checked(kernel, body, spec, into);
  if (error != cudaSuccess && into == nullptr) spoil_capture(*stream);
  return error;
}

// Calls the kernel function, which calls `submit`.
cudaError_t call_kernel(const void* function, const LaunchSpec& spec, void** arguments, Operation* into) {
  KernelEntry* kernel = nullptr;
  if (const cudaError_t error = find_kernel(function, &kernel)) return error;
  expect_call(spec, into, nullptr);
  kernel->call(function, arguments);
  return submitted;
}

LaunchSpec spec_of(const cudaLaunchConfig_t& config, const void* pc) {
  LaunchSpec spec{.grid = config.gridDim,
                  .block = config.blockDim,
                  .dynamic_shared = config.dynamicSmemBytes,
                  .stream = config.stream,
                  .launched_at = pc};
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const cudaLaunchAttributeValue& value = config.attrs[i].val;
    if (config.attrs[i].id == cudaLaunchAttributeClusterDimension)
      spec.cluster = {value.clusterDim.x, value.clusterDim.y, value.clusterDim.z};
    if (config.attrs[i].id == cudaLaunchAttributeCooperative) spec.cooperative = value.cooperative != 0;
  }
  return spec;  // the other attributes are hints, and events
}

// Events that mark that a grid has begun are recorded behind it: that late is allowed.
cudaError_t record_events(const cudaLaunchConfig_t& config) {
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const cudaLaunchAttributeValue& value = config.attrs[i].val;
    cudaError_t error = cudaSuccess;
    if (config.attrs[i].id == cudaLaunchAttributeProgrammaticEvent) error = cudaEventRecord(value.programmaticEvent.event, config.stream);
    if (config.attrs[i].id == cudaLaunchAttributeLaunchCompletionEvent)
      error = cudaEventRecord(value.launchCompletionEvent.event, config.stream);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

}  // namespace

cudaError_t prepare_launch(const void* function, const LaunchSpec& spec, void** arguments, Operation* operation) {
  return call_kernel(function, spec, arguments, operation);
}

void configure(dim3 grid, dim3 block, std::size_t dynamic_shared, cudaStream_t stream) {
  const void* const pc = __builtin_return_address(0);
  expect_call({.grid = grid, .block = block, .dynamic_shared = dynamic_shared, .stream = stream, .launched_at = pc}, nullptr, pc);
}

void submit(KernelEntry& kernel, const KernelBody& body) {
  const std::unique_ptr<Pending> mine = take_expected();
  if (in_kernel() && mine != nullptr) {
    both_api([&] { return submit_child(kernel, body, mine->spec); });
    return;
  }
  submitted = api([&] {
    if (mine != nullptr) return submit_to_stream(kernel, body, mine->spec, mine->into);
    return refuse(cudaErrorMissingConfiguration, nullptr, kernel.traits.name,
                  "called like a function: a kernel is launched by <<<grid, block>>>");
  });
  if (mine != nullptr && mine->pc != nullptr && submitted != cudaSuccess && submitted != context_error())
    note_unseen(submitted, {kernel.traits.name, mine->pc});
}

}  // namespace lockstep::sim

using namespace lockstep::sim;

cudaError_t cudaLaunchKernel(const void* func, dim3 grid, dim3 block, void** args, std::size_t sharedMem, cudaStream_t stream) {
  return api([&, pc = Call::here().pc] {
    return call_kernel(func, {.grid = grid, .block = block, .dynamic_shared = sharedMem, .stream = stream, .launched_at = pc}, args,
                       nullptr);
  });
}

cudaError_t cudaLaunchCooperativeKernel(const void* func, dim3 grid, dim3 block, void** args, std::size_t sharedMem, cudaStream_t stream) {
  return api([&, pc = Call::here().pc] {
    return call_kernel(
        func, {.grid = grid, .block = block, .dynamic_shared = sharedMem, .stream = stream, .cooperative = true, .launched_at = pc}, args,
        nullptr);
  });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* func, void** args) {
  return api([&, pc = Call::here().pc] {
    if (config == nullptr || (config->numAttrs > 0 && config->attrs == nullptr)) return cudaErrorInvalidValue;
    for (unsigned i = 0; i < config->numAttrs; ++i)
      if (config->attrs[i].id == cudaLaunchAttributeDeviceUpdatableKernelNode) return cudaErrorNotSupported;
    if (const cudaError_t error = call_kernel(func, spec_of(*config, pc), args, nullptr)) return error;
    return record_events(*config);
  });
}
