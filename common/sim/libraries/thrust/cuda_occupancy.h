/// @file
/// @brief Thrust includes it for CUB, and uses nothing of it.
#pragma once
