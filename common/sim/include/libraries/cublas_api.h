/// @file
/// @brief cuBLAS's types and functions. Most come in four types: S, D, C and Z, and with sizes of 32 or 64 bits (`…_64`).
///
/// A macro stands for a function's head; the library uses the same ones for its definitions.
#pragma once
#ifndef CUBLAS_API_H_
#define CUBLAS_API_H_

#include <stdint.h>

#include "cuComplex.h"
#include "cuda_runtime_api.h"
#include "library_types.h"

#include "cublas/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "cublas/extensions.h"
#include "cublas/helpers.h"
#include "cublas/level_1.h"
#include "cublas/level_2.h"
#include "cublas/level_3.h"
#include "cublas/mixed.h"

#ifdef __cplusplus
}
#endif

#endif
