/// @file
/// @brief `./lockstep cc`: compiles any CUDA program for the simulator.
#include <cstdlib>
#include <memory>

#include "front/verbs/verbs.hpp"

namespace lockstep::front {

Act declare_cc(CommandLine& line) {
  const auto words = std::make_shared<std::vector<std::string>>();  // arguments for the compiler
  line.keep_others(*words);
  return [words](const Setting& setting) -> int {
    build(setting, "the build", {"lockstep_sim", "lockstep-libraries", "lockstep-translate"});
    ::setenv("LOCKSTEP_CC_SETTINGS", (setting.build() / "cc.settings").c_str(), 1);
    words->insert(words->begin(), setting.root / "common" / "sim" / "cc.sh");
    become("/bin/sh", *words);
  };
}

}  // namespace lockstep::front
