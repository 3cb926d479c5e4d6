/// @file
/// @brief The objects that cudaGraph_t, cudaGraphNode_t and cudaGraphExec_t point to.
#pragma once

#include <memory>
#include <vector>

#include "sim/runtime/streams/queue.hpp"

struct CUgraphNode_st {
  CUgraph_st* graph;
  lockstep::sim::Operation operation;
  std::vector<cudaGraphNode_t> dependencies{};
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes{};  ///< in the order in which they were added
};

struct CUgraphExec_st {
  struct Step {
    lockstep::sim::Operation operation;
    std::vector<std::size_t> after;  ///< indices of steps
  };
  std::vector<Step> steps{};  ///< each after all that it depends on
};

namespace lockstep::sim {

cudaGraph_t make_graph();
CUgraph_st* find_graph(cudaGraph_t graph);
void destroy_graph(cudaGraph_t graph);
void forget_all_graphs();
void forget_all_executables();

/// Adds a node. cudaErrorInvalidValue: a dependency is not a node of this graph.
cudaError_t add_node(CUgraph_st& graph, std::vector<cudaGraphNode_t> dependencies, Operation operation, cudaGraphNode_t* made);

/// Is every node of the graph one of `ends`, or needed by one of them?
bool reaches_all(const CUgraph_st& graph, const std::vector<cudaGraphNode_t>& ends);

}  // namespace lockstep::sim
