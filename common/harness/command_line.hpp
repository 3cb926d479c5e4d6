/// @file
/// @brief The words of a command line, by what a program declared.
#pragma once

#include <CLI/CLI.hpp>

namespace lockstep {

/// Sets what `app` declares.
/// @throws UsageError, one line, where the words are not as declared; CLI::CallForHelp
void parse_words(CLI::App& app, int argc, const char* const* argv);

}  // namespace lockstep
