/// @file
/// @brief Traces a small run of a version, and makes a figure and a script of it.
#include "site/pages/stepping.hpp"

#include <fmt/format.h>

#include "lockstep/usage_error.hpp"
#include "player/told.hpp"
#include "support/text/markup.hpp"

namespace lockstep::site {
namespace {

constexpr const char* kTrace = "trace.json";

/// The default warps of `./lockstep step`, so that both count the same steps.
std::string warps(const std::string& options) { return options.find("--trace-warps") == options.npos ? " --trace-warps 0,1" : ""; }

/// As a reader knows it: "lessons/03_reduction/v4_sequential.cu", not where the tree was when it was compiled.
std::string from_root(const std::string& file, const Scratch& scratch) {
  for (std::size_t slash = file.find('/'); slash != file.npos; slash = file.find('/', slash + 1))
    if (const std::string path = file.substr(slash + 1); scratch.has(path)) return path;
  return file;
}

}  // namespace

Stepping stepping(const Lesson& lesson, const VersionFile& version, const std::string& label, const Scratch& scratch) {
  const Scene& scene = version.scene;
  const std::string words = fmt::format("{} --kernel {} {}", lesson.number, version.name, scene.options);
  // A version that does not verify must not be shown; a status of 1 would be accepted as for a page that shows a failure.
  scratch.file_of(fmt::format("./lockstep run {}{} --trace {} || exit 2", words, warps(scene.options), kTrace), kTrace);
  player::Trace trace = player::read_trace(scratch.path_of(kTrace));
  for (nlohmann::json& file : trace.json["files"]) file["name"] = from_root(file["name"], scratch);
  const std::size_t steps = trace.steps();
  if (scene.step > steps)
    throw UsageError(fmt::format("lessons/{}/README.md: the player of {} begins at step {}, but its trace has {}", lesson.name,
                                 version.number, scene.step, steps));
  const std::string html = fmt::format(
      "<figure class=\"stepping\" data-trace=\"{}\" data-step=\"{}\" data-steps=\"{}\">\n<figcaption>{}</figcaption>\n</figure>\n", label,
      scene.step, steps, markup_escaped(scene.words));
  return {.html = html,
          .script = fmt::format("lockstep_trace('{}', {});\n", label, player::told(trace).dump()),
          .command = fmt::format("./lockstep step {} --at {}", words, scene.step),
          .count = steps};
}

std::vector<std::string> faults_of_steps(const std::vector<StepLink>& links, const std::map<std::string, std::size_t>& steps) {
  std::vector<std::string> faults;
  for (const auto& [from, path, step] : links) {
    const auto player = steps.find(path);
    if (player == steps.end())
      faults.push_back(fmt::format("{} links to step {} of {}, which has no player", from, step, path));
    else if (step > player->second)
      faults.push_back(fmt::format("{} links to step {} of {}, whose player has {}", from, step, path, player->second));
  }
  return faults;
}

}  // namespace lockstep::site
