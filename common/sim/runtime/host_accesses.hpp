/// @file
/// @brief Accesses of host code to memory that kernels may touch as well. (Told of in engine/hooks.hpp)
#pragma once

namespace lockstep::sim {

/// Tells the observers of reads that came while another OS thread held the API's lock, and ran work. The caller holds it now.
void tell_of_late_host_accesses();

}  // namespace lockstep::sim
