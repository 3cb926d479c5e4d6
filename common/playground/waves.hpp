/// @file
/// @brief Waves: how often a GPU is filled with blocks that all take the same time.
#pragma once

#include <cstdint>

namespace lockstep::playground {

/// Both numbers at least 1. @param at_once  blocks that all multiprocessors hold together
constexpr std::uint32_t waves(std::uint32_t blocks, std::uint32_t at_once) { return (blocks + at_once - 1) / at_once; }

/// The blocks of the last wave, which may not be full.
constexpr std::uint32_t blocks_in_last_wave(std::uint32_t blocks, std::uint32_t at_once) { return (blocks - 1) % at_once + 1; }

}  // namespace lockstep::playground
