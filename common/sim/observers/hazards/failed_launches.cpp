/// @file
/// @brief Makes hazards of failures.
#include "sim/observers/hazards/failed_launches.hpp"

#include "sim/engine/failures/failure.hpp"
#include "sim/runtime/streams/queue.hpp"

namespace lockstep::sim {

void FailedLaunches::operation_begins(const Operation& operation) {
  if (operation.work == Work::library) log_.kernel.clear();  // that of an earlier launch
}

bool FailedLaunches::launch_fails(const Failure& failure) {
  Hazard hazard{.kind = failure.kind, .kernel = log_.kernel, .message = failure.text, .fix = failure.fix};
  const auto place = [](Site site) { return site.line() == 0 ? CodeLine{} : CodeLine{site.file_name(), site.line()}; };
  const CodeLine here = failure.pc != nullptr ? HazardLog::line_of(failure.pc) : place(failure.site), there = place(failure.other);
  hazard.file = here.file;
  hazard.line = here.line;
  hazard.other_file = there.file;
  hazard.other_line = there.line;
  if (failure.thread != nullptr) hazard.threads = describe(*failure.thread);
  log_.add(std::move(hazard));
  return log_.is_told;
}

}  // namespace lockstep::sim
