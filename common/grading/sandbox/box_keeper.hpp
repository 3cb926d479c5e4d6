/// @file
/// @brief The process between us and the box, which waits until all of the box is gone.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/processes/output_pipes.hpp"

namespace lockstep::grading {

/// Starts `command`, whose first word is bwrap's path, with the writing ends of `pipes`, and with `passed_on` and no other open file.
///
/// bwrap ends with the program, a moment before the rest of the box does, and would leave the box's first process to the
/// system's reaper of orphans, which containers often lack. The keeper adopts it, and ends last, when no process can touch a file any more.
/// @return the keeper's id. SIGTERM makes it end the box. If we end, so does the box.
/// @throws std::system_error
pid_t start_keeper(const std::vector<std::string>& command, const OutputPipes& pipes, const std::vector<int>& passed_on,
                   std::uint64_t most_file_bytes);

}  // namespace lockstep::grading
