/// @file
/// @brief Stopping, pausing, and what has no meaning here.
#include <fmt/format.h>

#include "sim/translate/ptx/forms.hpp"

namespace lockstep::translate::ptx {

std::string trap(Instruction& instruction) {
  instruction.need(0, 0);
  instruction.finish();
  return "::__trap();";
}

std::string exit_thread(Instruction& instruction) {
  instruction.need(0, 0);
  instruction.finish();
  return "::lockstep::sim::exit_thread();";
}

std::string pause(Instruction& instruction) {
  instruction.need(1, 1);
  instruction.take_type();
  instruction.finish();
  return fmt::format("::__nanosleep(static_cast<unsigned>({}));", instruction.value(0));
}

std::string nothing(Instruction&) { return ";"; }

}  // namespace lockstep::translate::ptx
