/// @file
/// @brief Ties what the checker found to the events of a trace.
#pragma once

#include <vector>

#include "observation/observation.hpp"
#include "observation/trace.hpp"

namespace lockstep::sim {

/// Adds the hazards of its kernel to a launch of the trace, each with the events of its accesses.
void tie_hazards(const std::vector<Hazard>& hazards, nlohmann::json& launch, KernelTrace& trace);

}  // namespace lockstep::sim
