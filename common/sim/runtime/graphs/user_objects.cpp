/// @file
/// @brief Counts the references to a user object, and destroys it with the last.
#include "sim/runtime/graphs/user_objects.hpp"

#include <algorithm>
#include <memory>

#include "lockstep/sim/api/graph_functions.hpp"
#include "sim/engine/immortal.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/context/handles.hpp"
#include "sim/runtime/graphs/graphs.hpp"

struct CUuserObject_st {
  void* resource;
  cudaHostFn_t destroy;
  unsigned long long references;
};

namespace lockstep::sim {

namespace {

Handles<CUuserObject_st>& user_objects() {
  static auto& all = immortal<Handles<CUuserObject_st>>();
  return all;
}

void give_up(CUuserObject_st* object, unsigned long long count) {
  object->references -= count;
  if (object->references != 0) return;
  const CUuserObject_st last = *object;
  user_objects().destroy(object);
  const InCallback guard;
  last.destroy(last.resource);
}

}  // namespace

UserReference::~UserReference() { give_up(object, 1); }

}  // namespace lockstep::sim

using namespace lockstep::sim;

cudaError_t cudaUserObjectCreate(cudaUserObject_t* object_out, void* ptr, cudaHostFn_t destroy, unsigned int initialRefcount,
                                 unsigned int flags) {
  return api([&] {
    if (object_out == nullptr || destroy == nullptr || initialRefcount == 0 || flags != cudaUserObjectNoDestructorSync)
      return cudaErrorInvalidValue;
    *object_out = user_objects().make(CUuserObject_st{ptr, destroy, initialRefcount});
    return cudaSuccess;
  });
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t handle, unsigned int count) {
  return api([&] {
    CUuserObject_st* const object = user_objects().find(handle);
    if (object == nullptr || count == 0) return cudaErrorInvalidValue;
    object->references += count;
    return cudaSuccess;
  });
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t handle, unsigned int count) {
  return api([&] {
    CUuserObject_st* const object = user_objects().find(handle);
    if (object == nullptr || count == 0 || count > object->references) return cudaErrorInvalidValue;
    give_up(object, count);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph_handle, cudaUserObject_t handle, unsigned int count, unsigned int flags) {
  return api([&] {
    CUgraph_st* const graph = find_graph(graph_handle);
    CUuserObject_st* const object = user_objects().find(handle);
    if (graph == nullptr || object == nullptr || count == 0 || (flags & ~1U) != 0) return cudaErrorInvalidValue;
    if (flags != cudaGraphUserObjectMove) object->references += count;
    for (unsigned i = 0; i < count; ++i) graph->references.push_back(std::make_shared<UserReference>(object));
    return cudaSuccess;
  });
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph_handle, cudaUserObject_t object, unsigned int count) {
  return api([&] {
    CUgraph_st* const graph = find_graph(graph_handle);
    if (graph == nullptr || count == 0) return cudaErrorInvalidValue;
    const auto is_of_object = [&](const auto& reference) { return reference->object == object; };
    auto& all = graph->references;
    if (std::count_if(all.begin(), all.end(), is_of_object) < count) return cudaErrorInvalidValue;
    for (; count > 0; --count) all.erase(std::find_if(all.begin(), all.end(), is_of_object));
    return cudaSuccess;
  });
}
