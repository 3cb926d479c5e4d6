/// @file
/// @brief Values as a trace shows them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "lockstep/sim/device/warp.hpp"
#include "sim/engine/program/value_types.hpp"

namespace lockstep::sim {

/// "f32", "i8", "bool": the name of such scalars in a trace.
std::string scalar_name(const ElementType& type);

/// What `bytes` of memory hold: a scalar, or a list of them. Where they are not whole scalars, an unsigned number.
nlohmann::json value_of(const ElementType& type, const std::byte* p, std::uint32_t bytes);

/// The same for what a lane brings to an exchange.
nlohmann::json value_of(LaneType type, std::uint64_t bits);

}  // namespace lockstep::sim
