/// @file
/// @brief `host_defines.h` under the name by which some programs include it.
#pragma once

#include "host_defines.h"
