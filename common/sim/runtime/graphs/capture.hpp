/// @file
/// @brief Capturing: while a stream is being captured, its work becomes nodes of a graph, and many other calls are forbidden.
#pragma once

#include <memory>
#include <thread>
#include <vector>

#include "sim/runtime/streams/queue.hpp"
#include "sim/runtime/streams/streams.hpp"

struct CUevent_st;

namespace lockstep::sim {

struct Capture {
  unsigned long long id;
  cudaStreamCaptureMode mode;
  std::thread::id owner;
  CUstream_st* origin;
  cudaGraph_t graph;
  std::vector<CUstream_st*> members{};  ///< the streams whose work it takes, the origin first
  std::size_t first = 0;                ///< the number of its first node: those before were in the graph already
  bool owns_graph = true;
  bool invalid = false;  ///< something forbidden was done
};

/// Adds the operation as a node after the stream's tail.
cudaError_t capture(CUstream_st& stream, Operation operation);

/// For calls that wait for, or may change, what a capture must not depend on: an allocation, a query, a synchronization.
/// cudaErrorStreamCaptureUnsupported, and the captures become invalid, where the modes of the captures and of the calling thread forbid it.
cudaError_t check_unsafe_call();
/// For work and queries in the legacy stream, which would wait for streams that are being captured: cudaErrorStreamCaptureImplicit.
cudaError_t check_legacy_call();
/// For a call that names a stream: cudaErrorStreamCaptureUnsupported where it is being captured.
cudaError_t check_sync_of(CUstream_st& stream);
/// For cudaDeviceSynchronize: there must be no capture at all.
cudaError_t check_device_sync();

/// An event recorded in a stream in a capture stands for the stream's tail.
void capture_record(CUstream_st& stream, CUevent_st& event);
/// A stream waits for an event, and one of the two belongs to a capture: the stream joins, or it is an error.
cudaError_t capture_wait(CUstream_st& stream, CUevent_st& event);
/// For calls that need the event's time or state on the host.
cudaError_t check_event_use(CUevent_st& event);
/// A stream is destroyed: its capture is invalid.
void leave_capture(CUstream_st& stream);
/// A call in a stream failed: its capture is invalid.
void spoil_capture(CUstream_st& stream);
void forget_all_captures();

}  // namespace lockstep::sim
