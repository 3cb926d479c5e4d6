/// @file
/// @brief What the machine has for the cuda backend.
#pragma once

namespace lockstep::front {

bool has_gpu();   ///< one of NVIDIA's
bool has_nvcc();  ///< the script sets CUDACXX when it finds nvcc

}  // namespace lockstep::front
