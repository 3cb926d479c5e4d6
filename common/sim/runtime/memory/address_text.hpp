/// @file
/// @brief What an address is, or was, in words.
#pragma once

#include <string>

namespace lockstep::sim {

/// "byte 16 of the 4096 bytes from cudaMalloc at 0x…", "a null pointer". Takes no lock: a fault may come at any time.
std::string describe_address(const void* p);

/// What to do about an access to an address that device code must not touch.
const char* advice_on_address(const void* p);

}  // namespace lockstep::sim
