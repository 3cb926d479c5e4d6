/// @file
/// @brief cuRAND's device functions (cuRAND Library, "Device API"): the same numbers as on a GPU, from the same seeds.
#pragma once
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#include "cuda_runtime.h"
#include "curand.h"
#include "curand/discrete.hpp"
#include "curand/log_normal.hpp"
#include "curand/mrg32k3a.hpp"
#include "curand/normal.hpp"
#include "curand/philox.hpp"
#include "curand/poisson.hpp"
#include "curand/sobol.hpp"
#include "curand/uniform.hpp"
#include "curand/xorwow.hpp"

typedef curandStateXORWOW_t curandState_t;
typedef curandStateXORWOW_t curandState;

#endif
