/// @file
/// @brief cuBLAS (cuBLAS Library, "Using the cuBLAS API").
#pragma once
#ifndef CUBLAS_V2_H_
#define CUBLAS_V2_H_
#ifdef CUBLAS_H_
#error cublas.h and cublas_v2.h cannot both be included: leave out one of them
#endif
#include "cublas/names_v2.h"
#include "cublas_api.h"
#endif
