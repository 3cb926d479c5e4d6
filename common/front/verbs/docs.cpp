/// @file
/// @brief `./lockstep docs`: builds the site.
#include "front/verbs/verbs.hpp"
#include "support/exit_status.hpp"

namespace lockstep::front {
namespace {

/// The site is made from runs on the simulator, even on a machine with a GPU: GPU numbers come from the records.
int docs(const Setting& setting) {
  set_up(setting, "--docs");
  build(setting, "the build", {"lessons", "lockstep-site", "lockstep-observe", "lockstep-player", "lockstep-translate", "lockstep_sim"});
  const std::string script = setting.root / "common" / "site" / "site.sh";
  if (start("/bin/sh", {script, setting.root, setting.build(), setting.root / "build" / "docs"}) != 0) {
    say("the site could not be built (see above)");
    return kFailed;
  }
  say("the site is ready: build/docs/html/index.html");
  return kSucceeded;
}

}  // namespace

Act declare_docs(CommandLine&) { return docs; }

}  // namespace lockstep::front
