/// @file
/// @brief A graph in Graphviz's language.
#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <memory>
#include <string>

#include "lockstep/sim/api/graph_functions.hpp"
#include "sim/runtime/context/api.hpp"
#include "sim/runtime/graphs/graphs.hpp"

namespace lockstep::sim {

namespace {

const char* name_of(cudaGraphNodeType type) {
  switch (type) {
    case cudaGraphNodeTypeKernel:
      return "KERNEL";
    case cudaGraphNodeTypeMemcpy:
      return "MEMCPY";
    case cudaGraphNodeTypeMemset:
      return "MEMSET";
    case cudaGraphNodeTypeHost:
      return "HOST";
    case cudaGraphNodeTypeGraph:
      return "GRAPH";
    case cudaGraphNodeTypeWaitEvent:
      return "EVENT_WAIT";
    case cudaGraphNodeTypeEventRecord:
      return "EVENT_RECORD";
    case cudaGraphNodeTypeMemAlloc:
      return "MEM_ALLOC";
    case cudaGraphNodeTypeMemFree:
      return "MEM_FREE";
    case cudaGraphNodeTypeConditional:
      return "CONDITIONAL";
    default:
      return "EMPTY";
  }
}

// Nodes by their numbers: graph_0_node_3, and those of graphs inside of it below its name.
std::string drawing_of(const CUgraph_st& graph, const std::string& name) {
  std::string text = fmt::format("subgraph \"cluster_{0}\" {{\nlabel=\"{0}\"\n", name);
  std::map<const CUgraphNode_st*, std::string> names;
  for (const auto& node : graph.nodes) {
    const std::string& mine = names[node.get()] = fmt::format("{}_node_{}", name, names.size());
    const char* const kernel = node->work.params.type == cudaGraphNodeTypeKernel ? node->work.operation.call.name : "";
    text += fmt::format("\"{}\" [shape=\"box\" label=\"{}\\n{}\"];\n", mine, name_of(node->work.params.type), kernel);
    for (std::size_t i = 0; i < node->inside.size(); ++i) text += drawing_of(*node->inside[i], fmt::format("{}_graph_{}", mine, i));
  }
  for (const auto& node : graph.nodes)
    for (const cudaGraphNode_t dependency : node->dependencies)
      text += fmt::format("\"{}\" -> \"{}\";\n", names[dependency], names[node.get()]);
  return text + "}\n";
}

}  // namespace

}  // namespace lockstep::sim

using namespace lockstep::sim;

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t handle, const char* path, unsigned int) {
  return api([&] {
    const CUgraph_st* const graph = find_graph(handle);
    if (graph == nullptr || path == nullptr) return cudaErrorInvalidValue;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path, "w"), std::fclose);
    if (file == nullptr) return cudaErrorOperatingSystem;
    fmt::print(file.get(), "digraph dot {{\n{}}}\n", drawing_of(*graph, "graph_0"));
    return cudaSuccess;
  });
}
