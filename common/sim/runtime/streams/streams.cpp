/// @file
/// @brief The table of streams, and what each waits for.
#include "sim/runtime/streams/streams.hpp"

#include <algorithm>
#include <map>
#include <thread>

#include "sim/engine/immortal.hpp"
#include "sim/runtime/context/handles.hpp"

namespace lockstep::sim {

namespace {

struct Streams {
  Handles<CUstream_st> all;
  CUstream_st legacy{.id = 1};
  std::map<std::thread::id, CUstream_st*> per_thread;
  std::vector<std::uint64_t> orphans;  ///< what the legacy stream waits for of streams that were destroyed since its last operation
  std::uint64_t next_id = 2;
  bool each_thread_has_its_default = false;  ///< nvcc -default-stream per-thread

  CUstream_st* make(unsigned flags, int priority) {
    CUstream_st* const stream = all.make();
    stream->id = next_id++;
    stream->flags = flags;
    stream->priority = priority;
    return stream;
  }
};

Streams& streams() {
  static auto& streams = immortal<Streams>();
  return streams;
}

CUstream_st* own_default_stream() {
  CUstream_st*& mine = streams().per_thread[std::this_thread::get_id()];
  if (mine == nullptr) mine = streams().make(cudaStreamDefault, 0);
  return mine;
}

void add_tail(const CUstream_st& stream, std::vector<std::uint64_t>& to) {
  to.insert(to.end(), stream.waits.begin(), stream.waits.end());
  if (stream.last != 0) to.push_back(stream.last);
}

}  // namespace

CUstream_st* find_stream(cudaStream_t handle) {
  if (handle == nullptr && streams().each_thread_has_its_default) return own_default_stream();
  if (handle == nullptr || handle == cudaStreamLegacy) return &legacy_stream();
  if (handle == cudaStreamPerThread) return own_default_stream();
  return streams().all.find(handle);
}

CUstream_st* find_made_stream(cudaStream_t handle) { return streams().all.find(handle); }

CUstream_st& legacy_stream() { return streams().legacy; }

CUstream_st* make_stream(unsigned flags, int priority) { return streams().make(flags, priority); }

void destroy_stream(CUstream_st* stream) {
  if (stream->blocking()) add_tail(*stream, streams().orphans);
  streams().all.destroy(stream);
}

void forget_all_streams() { streams() = Streams{}; }

std::vector<std::uint64_t> unfinished(const CUstream_st& stream) {
  std::vector<std::uint64_t> all;
  add_tail(stream, all);
  if (&stream != &legacy_stream()) return all;
  for (const auto& [handle, other] : streams().all)
    if (other->blocking()) add_tail(*other, all);
  all.insert(all.end(), streams().orphans.begin(), streams().orphans.end());
  return all;
}

std::vector<std::uint64_t> predecessors(CUstream_st& stream) {
  std::vector<std::uint64_t> all = unfinished(stream);
  stream.waits.clear();
  if (&stream == &legacy_stream()) {
    streams().orphans.clear();
  } else if (stream.blocking()) {
    add_tail(legacy_stream(), all);
  }
  return all;
}

bool idle(const CUstream_st& stream) {
  const std::vector<std::uint64_t> all = unfinished(stream);
  return std::all_of(all.begin(), all.end(), [](std::uint64_t id) { return queue().done(id); });
}

}  // namespace lockstep::sim

extern "C" void lockstep_use_per_thread_default_streams() { lockstep::sim::streams().each_thread_has_its_default = true; }
