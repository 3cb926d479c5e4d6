/// @file
/// @brief The objects that cudaGraph_t, cudaGraphNode_t and cudaGraphExec_t point to.
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "sim/runtime/streams/queue.hpp"

namespace lockstep::sim {

struct UserReference;

/// What a node does, and the parameters that it was made of.
struct NodeWork {
  cudaGraphNodeParams params{};
  Operation operation{};
  std::shared_ptr<const void> arguments{};  ///< what `params.kernel.kernelParams` points to
  std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue> attributes{};
  bool is_described = true;  ///< false: it was captured, and its parameters are not known
};

/// The value behind a cudaGraphConditionalHandle, which is its address.
struct Condition {
  unsigned value, at_launch;
  bool is_reset;  ///< each launch begins with `at_launch`
};

}  // namespace lockstep::sim

struct CUgraphNode_st {
  CUgraph_st* graph;
  lockstep::sim::NodeWork work;
  std::vector<cudaGraphNode_t> dependencies{};
  std::vector<cudaGraph_t> inside{};  ///< a child graph, or the bodies of a conditional node: its own
  cudaGraphNode_t clone_of = nullptr;
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes{};  ///< in the order in which they were added
  std::vector<std::shared_ptr<lockstep::sim::Condition>> conditions{};
  std::vector<std::shared_ptr<lockstep::sim::UserReference>> references{};
};

struct CUgraphExec_st {
  struct Step {
    cudaGraphNode_t node;  ///< that it was made of; only a name: the graph may be gone
    lockstep::sim::NodeWork work;
    std::vector<std::size_t> after;                         ///< indices of steps
    std::vector<std::shared_ptr<CUgraphExec_st>> inside{};  ///< of a child graph, or of a conditional node's bodies
    bool enabled = true;
  };
  std::vector<Step> steps{};  ///< each after all that it depends on
  std::vector<std::shared_ptr<lockstep::sim::Condition>> conditions{};
  std::vector<std::shared_ptr<lockstep::sim::UserReference>> references{};
  unsigned long long flags = 0;
};

namespace lockstep::sim {

cudaGraph_t make_graph();
CUgraph_st* find_graph(cudaGraph_t graph);
/// False: there is no such graph.
bool destroy_graph(cudaGraph_t graph);
/// A copy of `graph`, graphs inside of its nodes included.
cudaGraph_t clone_graph(const CUgraph_st& graph);
void forget_all_graphs();
void forget_all_executables();

/// Null: there is no such node in any graph.
CUgraphNode_st* find_node(cudaGraphNode_t node);

/// What is captured, or has no parameters that one could ask for.
NodeWork undescribed(Operation operation);

/// Adds a node. cudaErrorInvalidValue: a dependency is not a node of this graph.
cudaError_t add_node(CUgraph_st& graph, std::vector<cudaGraphNode_t> dependencies, NodeWork work, cudaGraphNode_t* made);

/// Is every node of the graph, from the one of this number on, one of `ends`, or needed by one of them?
bool reaches_all(const CUgraph_st& graph, std::size_t first, const std::vector<cudaGraphNode_t>& ends);

}  // namespace lockstep::sim
