/// @file
/// @brief What the machine has for the cuda backend.
#pragma once

namespace lockstep::front {

bool has_gpu();   ///< one of NVIDIA's
bool has_nvcc();  ///< the script looked for it, and says so by the variable CUDACXX

}  // namespace lockstep::front
