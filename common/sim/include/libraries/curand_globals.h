/// @file
/// @brief cuRAND's header for what its headers share.
#pragma once

#include "curand_kernel.h"
