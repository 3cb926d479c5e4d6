/// @file
/// @brief cuRAND's types.
#pragma once
#ifndef CURAND_H_
#define CURAND_H_

#include "cuda_runtime_api.h"

typedef unsigned curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];

#endif
