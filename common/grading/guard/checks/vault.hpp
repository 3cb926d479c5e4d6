/// @file
/// @brief Memory of the course's own code, which a submission must not write to: counters, reports, the list of versions.
#pragma once

#include <cstdint>

namespace lockstep::grading {

/// Is any byte from `begin` up to `end` in the vault? All that the simulator and the harness get from `new` is there (`new_in_vault.syms`),
/// and nothing that the submission gets.
bool vault_overlaps(std::uintptr_t begin, std::uintptr_t end);

}  // namespace lockstep::grading
