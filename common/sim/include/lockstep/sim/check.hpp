/// @file
/// @brief What a program does wrong, even if it seems to work: for the harness, and for any program by LOCKSTEP_CHECK.
#pragma once

#include <string>
#include <vector>

namespace lockstep {
struct Hazard;  // observation/observation.hpp, which programs of `./lockstep cc` do without
}  // namespace lockstep

namespace lockstep::sim {

/// Looks for hazards in every launch from here on, until `stop_check`.
void start_check();
std::vector<Hazard> stop_check();

/// A hazard as text of several lines, as LOCKSTEP_CHECK prints it.
std::string to_string(const Hazard& hazard);

}  // namespace lockstep::sim
