/// @file
/// @brief cuBLAS as it was before handles (cuBLAS Library, "Using the cuBLAS Legacy API"): scalars by value, letters for options, results
/// returned, and a status that is asked for.
#pragma once
#ifndef CUBLAS_H_
#define CUBLAS_H_

#ifdef CUBLAS_V2_H_
#error cublas.h and cublas_v2.h cannot both be included: leave out one of them
#endif
#ifndef __cplusplus
#error cublas.h is for C++ here: in C, include cublas_v2.h
#endif

#include "cublas_api.h"

#include "cublas/legacy_levels.hpp"

#define cublasStatus cublasStatus_t

#endif
