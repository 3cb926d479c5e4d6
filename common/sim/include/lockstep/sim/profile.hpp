/// @file
/// @brief What launches did, counted as the hardware's profiler counts: for the harness, and for any program by LOCKSTEP_PROFILE.
#pragma once

namespace lockstep {
struct Observation;  // observation/observation.hpp, which programs of `./lockstep cc` do without
}  // namespace lockstep

namespace lockstep::sim {

/// Counts every launch from here on, until `stop_profile`.
/// @param requests_to_keep  of each access in the code, by the first warp of each launch
/// @param shares  whether to count for each warp, too
void start_profile(unsigned requests_to_keep = 0, bool shares = false);
/// The launches, and the bytes that came to the host.
Observation stop_profile();

}  // namespace lockstep::sim
