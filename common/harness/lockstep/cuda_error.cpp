/// @file
/// @brief The message of a failed CUDA call.
#include "lockstep/cuda_error.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace lockstep {

CudaError::CudaError(cudaError_t code, const std::source_location& where)
    : std::runtime_error(fmt::format("{}:{}: {}: {}", std::filesystem::path(where.file_name()).filename().string(), where.line(),
                                     cudaGetErrorName(code), cudaGetErrorString(code))),
      code_(code) {}

}  // namespace lockstep
