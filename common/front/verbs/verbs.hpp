/// @file
/// @brief The verbs that the front end carries out; the script does `setup` and `doctor`.
#pragma once

#include <functional>

#include "front/calls/script.hpp"
#include "support/command_line.hpp"

namespace lockstep::front {

/// Does what the words asked for. @return the exit status
using Act = std::function<int(const Setting&)>;

/// Each declares the words it takes, and returns what to do once they are read.
/// @{
Act declare_run(CommandLine& words);
Act declare_debug(CommandLine& words);
Act declare_check(CommandLine& words);
Act declare_watch(CommandLine& words);
Act declare_list(CommandLine& words);
Act declare_test(CommandLine& words);
Act declare_cc(CommandLine& words);
Act declare_profile(CommandLine& words);
Act declare_step(CommandLine& words);
Act declare_check_program(CommandLine& words);
Act declare_grade(CommandLine& words);
Act declare_bench(CommandLine& words);
Act declare_docs(CommandLine& words);
/// @}

}  // namespace lockstep::front
