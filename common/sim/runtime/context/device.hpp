/// @file
/// @brief The simulated device's numbers, which launch checks, occupancy and properties share.
#pragma once

namespace lockstep::sim::device {

inline constexpr int kComputeMajor = 9, kComputeMinor = 0;
inline constexpr int kMultiprocessors = 8;
inline constexpr int kWarpSize = 32;
inline constexpr int kMaxThreadsPerBlock = 1024;
inline constexpr int kMaxBlockDim[3] = {1024, 1024, 64};
inline constexpr int kMaxGridDim[3] = {2147483647, 65535, 65535};
inline constexpr int kMaxThreadsPerMultiprocessor = 2048;
inline constexpr int kMaxBlocksPerMultiprocessor = 32;
inline constexpr int kRegistersPerMultiprocessor = 65536;
inline constexpr int kRegistersPerThread = 32;  ///< assumed of every kernel: the simulator has no machine code to count in
inline constexpr int kSharedPerMultiprocessor = 228 * 1024;
inline constexpr int kSharedPerBlock = 48 * 1024;        ///< without cudaFuncSetAttribute
inline constexpr int kSharedPerBlockOptin = 227 * 1024;  ///< with it
inline constexpr int kReservedSharedPerBlock = 1024;     ///< what the system takes of each resident block
inline constexpr int kSharedGranularity = 128;
inline constexpr int kPortableCluster = 8;  ///< blocks
inline constexpr int kLargestCluster = 16;  ///< with cudaFuncAttributeNonPortableClusterSizeAllowed
inline constexpr int kLowestPriority = 0, kHighestPriority = -5;

}  // namespace lockstep::sim::device
