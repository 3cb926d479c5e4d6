/// @file
/// @brief Launches of graphs: each step becomes an operation. What a conditional node does is only known when it runs.
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "lockstep/sim/api/graph_functions.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/graphs/capture.hpp"
#include "sim/runtime/launching/executables.hpp"
#include "sim/runtime/streams/events.hpp"
#include "sim/runtime/streams/streams.hpp"

namespace lockstep::sim {

namespace {

using Step = CUgraphExec_st::Step;
using Ids = std::vector<std::uint64_t>;

Operation empty_operation() {
  return {.work = Work::empty, .run = [] { return cudaSuccess; }};
}

cudaError_t run_in_place(const CUgraphExec_st& executable);

// Which of the bodies is due; none: too large a number.
std::size_t body_due(const cudaConditionalNodeParams& p) {
  const unsigned value = reinterpret_cast<const Condition*>(p.handle)->value;
  if (p.type == cudaGraphCondTypeSwitch) return value;
  return value != 0 ? 0 : 1;
}

cudaError_t run_condition(const Step& step) {
  const cudaConditionalNodeParams& p = step.work.params.conditional;
  for (std::size_t due = body_due(p); due < step.inside.size(); due = body_due(p)) {
    if (const cudaError_t error = run_in_place(*step.inside[due])) return error;
    if (p.type != cudaGraphCondTypeWhile) break;
  }
  return cudaSuccess;
}

// A body, as part of the operation that runs.
cudaError_t run_in_place(const CUgraphExec_st& executable) {
  for (const Step& step : executable.steps) {
    cudaError_t error = cudaSuccess;
    if (step.work.params.type == cudaGraphNodeTypeConditional) {
      error = run_condition(step);
    } else if (!step.inside.empty()) {
      error = run_in_place(*step.inside.front());
    } else if (step.enabled) {
      error = queue().run_part(step.work.operation);
    }
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

Operation operation_of(const Step& step, bool is_parts) {
  if (!step.enabled) return empty_operation();
  if (!is_parts) return step.work.operation;
  return {.work = Work::empty, .run = [step] { return run_condition(step); }, .has_parts = true};
}

/// Pushes steps into the queue, for one stream.
class StepsInStream {
 public:
  explicit StepsInStream(const CUstream_st& stream) : stream_(stream) {}

  std::uint64_t push(Operation operation, Ids after) {
    operation.stream = stream_.id;
    operation.after = std::move(after);
    return queue().push(std::move(operation));
  }

  /// All steps of the graph, the first of them after `before`. @return their ids
  Ids push_all(const CUgraphExec_st& executable, const Ids& before) {
    Ids ids;
    for (const Step& step : executable.steps) {
      Ids after;
      for (const std::size_t index : step.after) after.push_back(ids[index]);
      ids.push_back(push_step(step, after.empty() ? before : after));
    }
    return ids;
  }

 private:
  std::uint64_t push_step(const Step& step, Ids after) {
    const cudaGraphNodeParams& params = step.work.params;
    if (params.type == cudaGraphNodeTypeGraph && !step.inside.empty()) {
      Ids all = push_all(*step.inside.front(), after);
      all.insert(all.end(), after.begin(), after.end());
      return push(empty_operation(), std::move(all));
    }
    if (params.type == cudaGraphNodeTypeEventRecord && step.work.is_described) return record(params.eventRecord.event, std::move(after));
    if (params.type == cudaGraphNodeTypeWaitEvent) {
      const CUevent_st* const event = find_event(params.eventWait.event);
      if (event != nullptr && event->record->operation != 0) after.push_back(event->record->operation);
    }
    return push(operation_of(step, params.type == cudaGraphNodeTypeConditional), std::move(after));
  }

  std::uint64_t record(cudaEvent_t handle, Ids after) {
    CUevent_st* const event = find_event(handle);
    if (event == nullptr) return push(empty_operation(), std::move(after));
    auto fresh = std::make_shared<EventRecord>();
    event->record = fresh;
    event->captured = false;
    fresh->operation = queue().next_id();
    const auto run = [fresh] {
      fresh->time = std::chrono::steady_clock::now();
      return cudaSuccess;
    };
    return push({.work = Work::event_record, .run = run}, std::move(after));
  }

  const CUstream_st& stream_;
};

cudaError_t add_steps(CUgraph_st& graph, const CUgraphExec_st& executable, const std::vector<cudaGraphNode_t>& before,
                      std::vector<cudaGraphNode_t>* nodes);

// A step as a node of another graph.
cudaError_t add_step(CUgraph_st& graph, const Step& step, std::vector<cudaGraphNode_t> dependencies, cudaGraphNode_t* made) {
  if (step.work.params.type == cudaGraphNodeTypeGraph && !step.inside.empty()) {
    std::vector<cudaGraphNode_t> inside;
    if (const cudaError_t error = add_steps(graph, *step.inside.front(), dependencies, &inside)) return error;
    dependencies.insert(dependencies.end(), inside.begin(), inside.end());
    return add_node(graph, std::move(dependencies), undescribed(empty_operation()), made);
  }
  const bool is_conditional = step.work.params.type == cudaGraphNodeTypeConditional;
  if (is_conditional || !step.enabled)
    return add_node(graph, std::move(dependencies), undescribed(operation_of(step, is_conditional)), made);
  return add_node(graph, std::move(dependencies), step.work, made);
}

cudaError_t add_steps(CUgraph_st& graph, const CUgraphExec_st& executable, const std::vector<cudaGraphNode_t>& before,
                      std::vector<cudaGraphNode_t>* nodes) {
  for (const Step& step : executable.steps) {
    std::vector<cudaGraphNode_t> dependencies = before;
    for (const std::size_t index : step.after) dependencies.push_back((*nodes)[index]);
    cudaGraphNode_t made = nullptr;
    if (const cudaError_t error = add_step(graph, step, std::move(dependencies), &made)) return error;
    nodes->push_back(made);
  }
  return cudaSuccess;
}

// Into another graph: each step becomes a node after the stream's tail.
cudaError_t launch_into_capture(const CUgraphExec_st& executable, CUstream_st& stream) {
  if (stream.capture->invalid) return cudaErrorStreamCaptureInvalidated;
  std::vector<cudaGraphNode_t> nodes;
  if (const cudaError_t error = add_steps(*stream.capture->graph, executable, stream.tail, &nodes)) return error;
  if (!nodes.empty()) stream.tail = std::move(nodes);
  return cudaSuccess;
}

// Conditions have their first values again when the graph begins.
Operation reset_of(const CUgraphExec_st& executable) {
  return {.work = Work::empty, .run = [conditions = executable.conditions] {
            for (const auto& condition : conditions)
              if (condition->is_reset) condition->value = condition->at_launch;
            return cudaSuccess;
          }};
}

void launch_into_queue(const CUgraphExec_st& executable, CUstream_st& stream) {
  StepsInStream steps(stream);
  Ids before = predecessors(stream);
  if (!executable.conditions.empty()) before = {steps.push(reset_of(executable), before)};
  Ids ids = steps.push_all(executable, before);
  // What comes next in the stream waits for the whole graph.
  ids.insert(ids.end(), before.begin(), before.end());
  stream.last = steps.push(empty_operation(), std::move(ids));
}

}  // namespace

}  // namespace lockstep::sim

using namespace lockstep::sim;

cudaError_t cudaGraphLaunch(cudaGraphExec_t handle, cudaStream_t stream_handle) {
  return api([&] {
    const CUgraphExec_st* const executable = find_executable(handle);
    if (executable == nullptr) return cudaErrorInvalidValue;
    CUstream_st* const stream = find_stream(stream_handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (stream->capture) return launch_into_capture(*executable, *stream);
    if (stream == &legacy_stream())
      if (const cudaError_t error = check_legacy_call()) return error;
    launch_into_queue(*executable, *stream);
    return cudaSuccess;
  });
}
