/// @file
/// @brief Writes the page of a version: what it is, how it works, and what it does.
#include "site/pages/version_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/summary.hpp"
#include "lockstep/usage_error.hpp"
#include "site/numbers/text.hpp"
#include "site/pages/stepping.hpp"
#include "site/weaving/drawing.hpp"

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

/// The recorded time of a version in a run.
std::optional<double> time_of(const nlohmann::json& run, const std::string& name) {
  for (const nlohmann::json& version : run.at("versions"))
    if (version.at("name") == name) return measured(version, "ms");
  return std::nullopt;
}

/// Sizes at which this version was timed on a GPU, and its speed-up over the version before.
std::string recorded_times(const Lesson& lesson, const VersionFile& version, const Records& records) {
  const VersionFile* const before = find(lesson, version.change_from);
  std::string rows, origin;
  for (const auto& [file, record] : records.runs(lesson.number))
    for (const nlohmann::json& run : record->at("versions")) {
      const auto time = measured(run, "ms");
      if (run.at("name") != version.name || !time) continue;
      const auto old_time = before == nullptr ? std::nullopt : time_of(*record, before->name);
      const auto gain = old_time ? std::optional(*old_time / *time) : std::nullopt;
      rows += fmt::format("| {} | {} | {} | {} |\n", bench::in_words(file.substr(5)), bench::milliseconds(*time), bench::times(gain),
                          bench::share(measured(run, "percent")));
      origin = bench::provenance(*record);
    }
  if (rows.empty()) return {};
  return fmt::format(
      "## On a GPU {{#{}-on-a-gpu}}\n\n{}; median times.\n\n| size | ms | times as fast as {} | % of limit |\n| --- | --: | --: | --: "
      "|\n{}\n",
      version_label(lesson, version), origin, before == nullptr ? "the version before" : before->number, rows);
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
  if (version.stage != "beyond") page.text += fmt::format("**Stage** {}\n\n", version.stage);
  if (!version.look_at.empty()) page.text += fmt::format("**Look at** {}\n\n", version.look_at);
  page.text += fmt::format("## The code {{#{}-the-code}}\n", label) + part("code", listings.of(version) + listings.diff(version));
  if (!told.empty()) page.text += fmt::format("## How it works {{#{}-told}}\n\n{}\n\n", label, told);
  if (is_kernel(version)) {
    const Stepping steps = stepping(lesson, version, label, scratch);
    page.steps = steps.count;
    page.scripts[label + "_trace.js"] = steps.script;
    page.text += fmt::format("## Step by step {{#{}-steps}}\n", label) + part("steps", steps.html) +
                 fmt::format("On a page of its own, or with other sizes:\n\n    {}\n\n", steps.command);
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
