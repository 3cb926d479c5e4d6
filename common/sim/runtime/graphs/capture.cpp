/// @file
/// @brief What capturing forbids, and how streams and events become edges.
#include "sim/runtime/graphs/capture.hpp"

#include <algorithm>

#include "lockstep/sim/api/graph_functions.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/graphs/graphs.hpp"
#include "sim/runtime/streams/events.hpp"

namespace lockstep::sim {

namespace {

thread_local cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;

std::vector<std::shared_ptr<Capture>>& captures() {
  static auto& active = immortal<std::vector<std::shared_ptr<Capture>>>();
  return active;
}

// Makes every capture invalid that `forbids` is true of; tells whether there was one.
template <class Predicate>
bool spoil_where(Predicate forbids) {
  bool any = false;
  for (const auto& active : captures())
    if (forbids(*active)) active->invalid = any = true;
  return any;
}

bool is_own(const Capture& active) { return active.owner == std::this_thread::get_id(); }

void join(CUstream_st& stream, const std::shared_ptr<Capture>& active) {
  stream.capture = active;
  stream.tail.clear();
  active->members.push_back(&stream);
}

cudaError_t check_begin(CUstream_st& stream, cudaStreamCaptureMode mode) {
  if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed) return cudaErrorInvalidValue;
  if (&stream == &legacy_stream()) return cudaErrorStreamCaptureUnsupported;
  return stream.capture ? cudaErrorIllegalState : cudaSuccess;
}

Capture& begin_capture(CUstream_st& stream, cudaStreamCaptureMode mode, cudaGraph_t graph) {
  static unsigned long long next_id = 1;
  captures().push_back(std::make_shared<Capture>(Capture{next_id++, mode, std::this_thread::get_id(), &stream, graph}));
  join(stream, captures().back());
  return *captures().back();
}

void add_unique(std::vector<cudaGraphNode_t>& to, const std::vector<cudaGraphNode_t>& nodes) {
  for (const cudaGraphNode_t node : nodes)
    if (std::find(to.begin(), to.end(), node) == to.end()) to.push_back(node);
}

// The capture ends: its streams run work again.
void end(const std::shared_ptr<Capture>& active) {
  for (CUstream_st* member : active->members) {
    member->capture.reset();
    member->tail.clear();
  }
  std::erase(captures(), active);
}

// By value: the caller's pointer may be one of those that end() drops.
cudaError_t abandon(std::shared_ptr<Capture> active, cudaError_t error) {  // NOLINT(performance-unnecessary-value-param)
  end(active);
  if (active->owns_graph) destroy_graph(active->graph);
  return error;
}

cudaError_t finish(CUstream_st& stream, cudaGraph_t* graph) {
  const std::shared_ptr<Capture> active = stream.capture;
  if (active->mode != cudaStreamCaptureModeRelaxed && !is_own(*active)) return abandon(active, cudaErrorStreamCaptureWrongThread);
  if (active->origin != &stream) {
    active->invalid = true;
    return cudaErrorStreamCaptureUnmatched;
  }
  if (active->invalid) return abandon(active, cudaErrorStreamCaptureInvalidated);
  if (!reaches_all(*active->graph, active->first, stream.tail)) return abandon(active, cudaErrorStreamCaptureUnjoined);
  *graph = active->graph;
  end(active);
  return cudaSuccess;
}

}  // namespace

cudaError_t capture(CUstream_st& stream, Operation operation) {
  if (stream.capture->invalid) return cudaErrorStreamCaptureInvalidated;
  cudaGraphNode_t node = nullptr;
  if (const cudaError_t error = add_node(*stream.capture->graph, stream.tail, undescribed(std::move(operation)), &node)) return error;
  stream.tail = {node};
  return cudaSuccess;
}

cudaError_t check_unsafe_call() {
  if (thread_mode == cudaStreamCaptureModeRelaxed) return cudaSuccess;
  const bool forbidden = spoil_where([](const Capture& active) {
    if (active.mode == cudaStreamCaptureModeRelaxed) return false;
    return is_own(active) || (active.mode == cudaStreamCaptureModeGlobal && thread_mode == cudaStreamCaptureModeGlobal);
  });
  return forbidden ? cudaErrorStreamCaptureUnsupported : cudaSuccess;
}

cudaError_t check_legacy_call() {
  const bool forbidden = spoil_where([](const Capture& active) {
    return std::any_of(active.members.begin(), active.members.end(), [](auto* s) { return s->blocking(); });
  });
  return forbidden ? cudaErrorStreamCaptureImplicit : cudaSuccess;
}

cudaError_t check_sync_of(CUstream_st& stream) {
  if (!stream.capture) return cudaSuccess;
  stream.capture->invalid = true;
  return cudaErrorStreamCaptureUnsupported;
}

cudaError_t check_device_sync() {
  return spoil_where([](const Capture&) { return true; }) ? cudaErrorStreamCaptureUnsupported : cudaSuccess;
}

void capture_record(CUstream_st& stream, CUevent_st& event) {
  event.captured = true;
  event.capture = stream.capture;
  event.nodes = stream.tail;
}

cudaError_t capture_wait(CUstream_st& stream, CUevent_st& event) {
  if (stream.capture && stream.capture->invalid) return cudaErrorStreamCaptureInvalidated;
  const std::shared_ptr<Capture> from = event.captured ? event.capture.lock() : nullptr;
  if (event.captured && !from) return cudaErrorInvalidValue;  // that capture has ended
  if (!from) {
    stream.capture->invalid = true;
    return cudaErrorStreamCaptureIsolation;
  }
  if (from->invalid) return cudaErrorStreamCaptureInvalidated;
  if (&stream == &legacy_stream()) {
    from->invalid = true;
    return cudaErrorStreamCaptureImplicit;
  }
  if (stream.capture && stream.capture != from) {
    stream.capture->invalid = from->invalid = true;
    return cudaErrorStreamCaptureMerge;
  }
  if (!stream.capture) join(stream, from);
  add_unique(stream.tail, event.nodes);
  return cudaSuccess;
}

cudaError_t check_event_use(CUevent_st& event) {
  if (!event.captured) return check_unsafe_call();
  const std::shared_ptr<Capture> in = event.capture.lock();
  if (!in) return cudaErrorInvalidValue;
  in->invalid = true;
  return cudaErrorCapturedEvent;
}

void leave_capture(CUstream_st& stream) {
  if (!stream.capture) return;
  const std::shared_ptr<Capture> active = stream.capture;
  active->invalid = true;
  std::erase(active->members, &stream);
  if (active->origin == &stream) abandon(active, cudaSuccess);
}

void spoil_capture(CUstream_st& stream) {
  if (stream.capture) stream.capture->invalid = true;
}

void forget_all_captures() {
  while (!captures().empty()) abandon(captures().back(), cudaSuccess);
}

}  // namespace lockstep::sim

using namespace lockstep::sim;

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode mode) {
  return api([&] {
    CUstream_st* const stream = find_stream(handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (const cudaError_t error = check_begin(*stream, mode)) return error;
    begin_capture(*stream, mode, make_graph());
    return cudaSuccess;
  });
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t handle, cudaGraph_t graph_handle, const cudaGraphNode_t* dependencies,
                                          const cudaGraphEdgeData* dependencyData, std::size_t numDependencies,
                                          cudaStreamCaptureMode mode) {
  return api([&] {
    CUstream_st* const stream = find_stream(handle);
    CUgraph_st* const graph = find_graph(graph_handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (graph == nullptr || (numDependencies > 0 && dependencies == nullptr) || dependencyData != nullptr) return cudaErrorInvalidValue;
    if (const cudaError_t error = check_begin(*stream, mode)) return error;
    Capture& active = begin_capture(*stream, mode, graph);
    active.owns_graph = false;
    active.first = graph->nodes.size();
    stream->tail.assign(dependencies, dependencies + numDependencies);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t handle, cudaGraphNode_t* dependencies, const cudaGraphEdgeData* dependencyData,
                                                std::size_t numDependencies, unsigned int flags) {
  return api([&] {
    CUstream_st* const stream = find_stream(handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (!stream->capture) return cudaErrorIllegalState;
    if (stream->capture->invalid) return cudaErrorStreamCaptureInvalidated;
    const bool known_flags = flags == cudaStreamAddCaptureDependencies || flags == cudaStreamSetCaptureDependencies;
    if (!known_flags || (numDependencies > 0 && dependencies == nullptr) || dependencyData != nullptr) return cudaErrorInvalidValue;
    if (flags == cudaStreamSetCaptureDependencies) stream->tail.clear();
    add_unique(stream->tail, std::vector(dependencies, dependencies + numDependencies));
    return cudaSuccess;
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* pGraph) {
  return api([&] {
    CUstream_st* const stream = find_stream(handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (pGraph == nullptr) return cudaErrorInvalidValue;
    *pGraph = nullptr;
    return stream->capture ? finish(*stream, pGraph) : cudaErrorIllegalState;
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* pCaptureStatus) {
  return cudaStreamGetCaptureInfo(stream, pCaptureStatus);
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle, cudaStreamCaptureStatus* status, unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** dependencies, const cudaGraphEdgeData** edgeData,
                                     std::size_t* numDependencies) {
  return api([&] {
    CUstream_st* const stream = find_stream(handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (status == nullptr) return cudaErrorInvalidValue;
    const std::shared_ptr<Capture>& active = stream->capture;
    *status = !active ? cudaStreamCaptureStatusNone : active->invalid ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
    if (*status != cudaStreamCaptureStatusActive) return cudaSuccess;
    if (id != nullptr) *id = active->id;
    if (graph != nullptr) *graph = active->graph;
    if (dependencies != nullptr) *dependencies = stream->tail.data();
    if (edgeData != nullptr) *edgeData = nullptr;  // every edge is the plain kind
    if (numDependencies != nullptr) *numDependencies = stream->tail.size();
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** dependencies, std::size_t* numDependencies) {
  return cudaStreamGetCaptureInfo(stream, status, id, graph, dependencies, nullptr, numDependencies);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return api([&] {
    if (mode == nullptr || *mode < cudaStreamCaptureModeGlobal || *mode > cudaStreamCaptureModeRelaxed) return cudaErrorInvalidValue;
    std::swap(*mode, thread_mode);
    return cudaSuccess;
  });
}
