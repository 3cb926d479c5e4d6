/// @file
/// @brief What memory of the device holds that nothing has written yet.
#pragma once

/// Other people's programs are linked with it (cc/libraries.sh); at its address is nothing.
extern "C" [[gnu::weak]] const char lockstep_fresh_memory_is_zero;

namespace lockstep::sim {

/// The byte that fresh memory is filled with: 0xFF, which is not a number in each type of reals, so that who reads it sees it in the
/// result. On a GPU it may be anything. In a program that has only just started it nearly always is zero, and programs that nobody here
/// wrote rely on it without knowing: theirs is zero, too, and the check names the line.
inline int fresh_byte() { return &lockstep_fresh_memory_is_zero == nullptr ? 0xFF : 0; }

}  // namespace lockstep::sim
