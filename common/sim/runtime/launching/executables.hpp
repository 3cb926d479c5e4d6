/// @file
/// @brief Executable graphs: the table, and how one is made of a graph.
#pragma once

#include <memory>

#include "sim/runtime/graphs/graphs.hpp"

namespace lockstep::sim {

/// Null: there is no such executable graph.
CUgraphExec_st* find_executable(cudaGraphExec_t handle);

/// The step that was made of this node, also inside of child graphs and bodies; null where there is none.
CUgraphExec_st::Step* find_step(cudaGraphExec_t executable, cudaGraphNode_t node);

}  // namespace lockstep::sim
