/// @file
/// @brief The object that a cudaStream_t points to.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "sim/runtime/streams/queue.hpp"

namespace lockstep::sim {
struct Capture;
}  // namespace lockstep::sim

struct CUstream_st {
  std::uint64_t id = 0;
  unsigned flags = cudaStreamDefault;
  int priority = 0;
  bool made_by_kernel = false;
  std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue> attributes{};
  std::uint64_t last = 0;              ///< the newest operation, 0: there was none
  std::vector<std::uint64_t> waits{};  ///< what the next operation has to wait for besides `last`: events

  std::shared_ptr<lockstep::sim::Capture> capture{};  ///< while work goes into a graph instead
  std::vector<cudaGraphNode_t> tail{};                ///< in a capture: what the next node depends on

  bool blocking() const { return (flags & cudaStreamNonBlocking) == 0; }
};

namespace lockstep::sim {

/// The stream of a handle; the default streams have handles of their own. Null: there is no such stream.
CUstream_st* find_stream(cudaStream_t handle);
CUstream_st& legacy_stream();
/// The same, but no default stream.
CUstream_st* find_made_stream(cudaStream_t handle);
CUstream_st* make_stream(unsigned flags, int priority);
/// Its remaining work stays queued.
void destroy_stream(CUstream_st* stream);
void forget_all_streams();

/// Operations that a new one in `stream` has to wait for: the stream's own last, events, and what the legacy stream implies.
std::vector<std::uint64_t> predecessors(CUstream_st& stream);

/// What waiting for the stream waits for. Measured on an H100: the legacy stream waits for all blocking ones, also for those that were
/// destroyed; they do not wait for it until they have work of their own.
std::vector<std::uint64_t> unfinished(const CUstream_st& stream);

/// Has all work of the stream run?
bool idle(const CUstream_st& stream);

}  // namespace lockstep::sim
