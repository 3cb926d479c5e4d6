/// @file
/// @brief Writes the page of a version: what it is, what is told about it, and what it does.
#include "site/pages/version_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lockstep/usage_error.hpp"
#include "site/pages/stepping.hpp"
#include "site/weaving/drawing.hpp"
#include "site/numbers/text.hpp"

namespace lockstep::site {
namespace {

const VersionFile* find(const Lesson& lesson, const std::string& number) {
  const auto found = std::ranges::find(lesson.versions, number, &VersionFile::number);
  return found == lesson.versions.end() ? nullptr : &*found;
}

std::string change(const Lesson& lesson, const VersionFile& version) {
  const VersionFile* before = find(lesson, version.change_from);
  if (before == nullptr) return {};
  return fmt::format("**Change from** [{}](@ref {}): {}\n\n", before->number, version_label(lesson, *before), version.change);
}

/// Sizes at which the record holder of a lesson has timed this version.
std::string recorded_times(const Lesson& lesson, const VersionFile& version, const Records& records) {
  std::string rows, origin;
  for (const auto& [file, record] : records.runs(lesson.number))
    for (const auto& run : record->at("versions")) {
      const auto time = measured(run, "ms"), share = measured(run, "percent");
      if (run.at("name") != version.name || !time) continue;
      rows += fmt::format("| {} | {:.4g} | {} |\n", file.substr(5), *time, share ? fmt::format("{:.0f}", *share) : "–");
      origin = bench::provenance(*record);
    }
  if (rows.empty()) return {};
  return fmt::format("## On a GPU {{#{}-on-a-gpu}}\n\n{}; median times.\n\n| size | ms | % of limit |\n| --- | --: | --: |\n{}\n",
                     version_label(lesson, version), origin, rows);
}

}  // namespace

bool is_kernel(const VersionFile& version) { return version.path.ends_with(".cu"); }

std::string version_label(const Lesson& lesson, const VersionFile& version) {
  return fmt::format("lesson_{}_{}", lesson.number, version.number);
}

WovenPage version_page(const Lesson& lesson, const VersionFile& version, const KernelListings& listings, const std::string& told,
                       const Records& records, const Scratch& scratch) {
  const std::string label = version_label(lesson, version);
  WovenPage page;
  const auto part = [&](const std::string& kind, const std::string& html) {
    const std::string name = fmt::format("{}_{}.html", label, kind);
    page.parts[name] = html;
    return fmt::format("\n\\htmlinclude[block] {}\n\n", name);
  };
  page.text = fmt::format("# {} · {} {{#{}}}\n\n{}\n\n{}", lesson.number, version.name, label, version.brief, change(lesson, version));
  if (!version.look_at.empty()) page.text += fmt::format("**Look at** {}\n\n", version.look_at);
  page.text += fmt::format("## The code {{#{}-the-code}}\n", label) + part("code", listings.of(version) + listings.diff(version));
  if (!told.empty()) page.text += fmt::format("## How it works {{#{}-told}}\n\n{}\n\n", label, told);
  if (is_kernel(version)) {
    const Stepping steps = stepping(lesson, version, label, scratch);
    page.steps = steps.count;
    page.scripts[label + "_trace.js"] = steps.script;
    page.text += fmt::format("## Step by step {{#{}-steps}}\n", label) + part("steps", steps.html) +
                 fmt::format("In a page of its own, or with other sizes:\n\n    {}\n\n", steps.command);
    const std::string run = fmt::format("./lockstep run {} --kernel {} --lines --picture picture.svg", lesson.number, version.name);
    const std::string lines = scratch.run(run);
    page.text += fmt::format("## What its first warp touches {{#{}-touches}}\n", label);
    page.text +=
        part("picture", inline_drawing(scratch.file("picture.svg"),
                                       fmt::format("The accesses of the first warp of {}, lanes against sectors or banks", version.name)));
    page.text += fmt::format("## What the simulator counts {{#{}-counts}}\n\n    {}\n\n{}\n\n", label,
                             fmt::format("./lockstep run {} --kernel {} --lines", lesson.number, version.number), verbatim_block(lines));
  }
  page.text += recorded_times(lesson, version, records);
  page.text += fmt::format("## The whole file {{#{}-file}}\n\n", label) + folded(version.path, "\\include{lineno} " + version.path);
  return page;
}

}  // namespace lockstep::site
