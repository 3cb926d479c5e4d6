/// @file
/// @brief `./lockstep docs`: writes the pages that Doxygen makes HTML of.
#include <fmt/format.h>

#include <exception>

#include "lockstep/usage_error.hpp"
#include "site/site.hpp"
#include "support/command_line.hpp"
#include "support/exit_status.hpp"

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
  lockstep::CommandLine line("Writes the pages of the site.", "lockstep-site");
  lockstep::site::SiteFolders folders;
  bool accepts = false;
  line.add("--root", folders.root, "the tree", lockstep::CommandLine::Need::required);
  line.add("--build", folders.build, "the simulator's build folder");
  line.add("--records", folders.records, "what was measured on one device, for pages that name no record: docs/results/DEVICE.json",
           lockstep::CommandLine::Need::required);
  line.add("--out", folders.out, "the folder for the pages");
  line.add("--tags", folders.tags, "Doxygen's tag file of the device kit, to which listings link");
  line.add("--only", folders.only, "one Markdown file, from the root: make only its page, while writing it");
  line.add_flag("--accept", accepts, "write no pages, but update the numbers in the tree's Markdown from records and runs");
  try {
    const std::string help = line.parse(count, words);
    fmt::print("{}", help);
    if (!help.empty()) return kSucceeded;
    if (folders.build.empty() || folders.out.empty() != accepts)
      throw lockstep::UsageError("--build and --out are needed, or --build and --accept");
    return accepts ? accept(folders) : make(folders);
  } catch (const lockstep::UsageError& error) {
    fmt::print(stderr, "lockstep: {}\n", error.what());
    return kWrongUsage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "lockstep: {}\n", error.what());
    return kFailed;
  }
}
