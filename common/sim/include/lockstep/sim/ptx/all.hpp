/// @file
/// @brief What stands for inline PTX. `./lockstep cc` includes it where a program has some: it takes time to read.
#pragma once

#include "lockstep/sim/device/all.hpp"
#include "lockstep/sim/ptx/matrices.hpp"
