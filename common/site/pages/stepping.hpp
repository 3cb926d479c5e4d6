/// @file
/// @brief The player on a version's page, with the trace of a small run.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "site/pages/course.hpp"
#include "site/weaving/page_map.hpp"
#include "site/numbers/scratch.hpp"

namespace lockstep::site {

/// docs/site/stepping.js puts the player into the figure.
struct Stepping {
  std::string html{};     ///< the figure
  std::string script{};   ///< the trace as a script, because a page opened as a file may not fetch another file
  std::string command{};  ///< that shows the same in a page of its own
  std::size_t count = 0;  ///< steps of the trace
};

/// @param label  of the version's page
/// @throws UsageError  one line, where the run fails, writes no trace, or ends before the scene's step
Stepping stepping(const Lesson& lesson, const VersionFile& version, const std::string& label, const Scratch& scratch);

/// Links to steps that their player does not have, a line each. @param steps  of the players, by the file of the version
std::vector<std::string> faults_of_steps(const std::vector<StepLink>& links, const std::map<std::string, std::size_t>& steps);

}  // namespace lockstep::site
