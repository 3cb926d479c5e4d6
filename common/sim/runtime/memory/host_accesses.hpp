/// @file
/// @brief Accesses of host code to memory that kernels may touch as well.
#pragma once

#include "sim/engine/accesses/observer.hpp"

namespace lockstep::sim {

/// Tells the observers of an access of host code, where it is to memory that kernels may touch as well.
void tell_of_host_access(const Access& access);

/// Tells the observers of reads that came while another OS thread held the API's lock, and ran work. The caller holds it now.
void tell_of_late_host_accesses();

}  // namespace lockstep::sim
