/// @file
/// @brief Which of the two backends this program was built for.
#pragma once

#include <string_view>

namespace lockstep {

inline constexpr std::string_view kBackend = LOCKSTEP_BACKEND_NAME;  ///< "sim" or "cuda"
inline constexpr bool kOnSimulator = kBackend == "sim";

}  // namespace lockstep
