/// @file
/// @brief `host_config.h` under the name by which some programs include it.
#pragma once
