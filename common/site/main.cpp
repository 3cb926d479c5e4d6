/// @file
/// @brief `./lockstep docs`: writes the pages that Doxygen makes HTML of.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>

#include "exit_status.hpp"
#include "lockstep/usage_error.hpp"
#include "site.hpp"

namespace {

using enum lockstep::ExitStatus;

int make(const lockstep::site::SiteFolders& folders) {
  const std::vector<std::string> wrong = lockstep::site::make_site(folders);
  for (const std::string& line : wrong) fmt::print(stderr, "lockstep: {}\n", line);
  return wrong.empty() ? kSucceeded : kFailed;
}

int accept(const lockstep::site::SiteFolders& folders) {
  for (const std::string& line : lockstep::site::accept_records(folders)) fmt::print("{}\n", line);
  return kSucceeded;
}

}  // namespace

int main(int count, char** words) {
  CLI::App app("Writes the pages of the site.");
  lockstep::site::SiteFolders folders;
  bool accepts = false;
  app.add_option("--root", folders.root, "the tree")->required();
  auto* const build = app.add_option("--build", folders.build, "the simulator's build folder");
  app.add_option("--records", folders.records, "what was measured on one device: docs/results/DEVICE.json")->required();
  auto* const out = app.add_option("--out", folders.out, "the folder for the pages")->needs(build);
  app.add_option("--only", folders.only, "one Markdown file, from the root: its page alone, for who writes it");
  app.add_flag("--accept", accepts, "write no pages, but the recorded numbers into the tree's Markdown")->excludes(build)->excludes(out);
  CLI11_PARSE(app, count, words);
  try {
    if (!accepts && folders.out.empty()) throw lockstep::UsageError("--build and --out are needed, or --accept");
    return accepts ? accept(folders) : make(folders);
  } catch (const lockstep::UsageError& error) {
    fmt::print(stderr, "lockstep: {}\n", error.what());
    return kWrongUsage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "lockstep: {}\n", error.what());
    return kFailed;
  }
}
