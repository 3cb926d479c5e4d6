/// @file
/// @brief cuBLAS (cuBLAS Library, "Using the cuBLAS API").
#pragma once
#ifndef CUBLAS_V2_H_
#define CUBLAS_V2_H_
#include "cublas_api.h"
#endif
