/// @file
/// @brief A case of the hazard suite: a folder with kernels that must be caught and twins that must be passed in silence.
///
/// tests/hazards/NAME/case.cu holds both, each as host code that allocates, launches, synchronizes and frees as a student would
/// write it, and `const HazardCase hazard_case{__FILE__, caught, silent};` at its end. tests/hazards/NAME/caught.txt is all that
/// LOCKSTEP_CHECK=1 prints of `caught`. For a folder without that file, the test shows what was printed.
#pragma once

#include <cuda_runtime.h>

struct HazardCase {
  /// @param file  the case's `__FILE__`: its folder is its name
  HazardCase(const char* file, void (*caught)(), void (*silent)());
};
