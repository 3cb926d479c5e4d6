/// @file
/// @brief cuRAND's header for the generator Philox.
#pragma once

#include "curand_kernel.h"
