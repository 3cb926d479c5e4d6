/// @file
/// @brief The types of CUDA's runtime.
#pragma once

#include "device_types.h"
#include "driver_types.h"
#include "host_defines.h"
#include "surface_types.h"
#include "texture_types.h"
#include "vector_types.h"
