/// @file
/// @brief The pipeline primitives, under the name of CUDA's larger header.
#pragma once

#include "cuda_pipeline_primitives.h"
