/// @file
/// @brief Answers what the engine asks about memory.
#include "sim/engine/accesses/memory_answers.hpp"

#include "sim/runtime/memory/address_text.hpp"
#include "sim/runtime/memory/host_accesses.hpp"
#include "sim/runtime/memory/memory.hpp"
#include "sim/runtime/streams/unattended.hpp"

namespace lockstep::sim {

namespace {

// Before all other static objects: some touch variables of the device, or launch.
[[gnu::constructor(101)]] void answer() {
  memory_answers = {.device_may_touch = device_may_touch,
                    .has_memory = has_memory,
                    .check_host_access = check_host_access,
                    .tell_of_host_access = tell_of_host_access,
                    .host_may_help = host_may_help,
                    .describe = describe_address,
                    .advice = advice_on_address};
  tell_hooks_of_variables();
}

}  // namespace

}  // namespace lockstep::sim
