/// @file
/// @brief Writes the page of a version, with the diff to the version before.
#include "site/pages/version_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lockstep/usage_error.hpp"
#include "site/pages/stepping.hpp"
#include "site/weaving/drawing.hpp"
#include "site/weaving/text.hpp"
#include "support/processes/process.hpp"
#include "support/text/markup.hpp"

namespace lockstep::site {
namespace {

namespace fs = std::filesystem;

const VersionFile* find(const Lesson& lesson, const std::string& number) {
  const auto found = std::ranges::find(lesson.versions, number, &VersionFile::number);
  return found == lesson.versions.end() ? nullptr : &*found;
}

std::string change(const Lesson& lesson, const VersionFile& version) {
  const VersionFile* before = find(lesson, version.change_from);
  if (before == nullptr) return {};
  return fmt::format("**Change from** [{}](@ref {}): {}\n\n", before->number, version_label(lesson, *before), version.change);
}

/// The difference of two files as a block of lines, each in the colour of its kind.
std::string difference(const fs::path& root, const VersionFile& before, const VersionFile& after) {
  const std::string diff = run_shell(fmt::format("diff -u --label {} --label {} '{}' '{}'", before.name, after.name,
                                                 (root / before.path).string(), (root / after.path).string()))
                               .out;
  std::string html = fmt::format("<details class=\"diff\">\n<summary>The two files, line against line</summary>\n<pre class=\"fragment\">");
  for (const std::string& line : lines_of(diff)) {
    const char* kind = line.starts_with("+++") || line.starts_with("---") || line.starts_with("@@") ? "place"
                       : line.starts_with("+")                                                      ? "added"
                       : line.starts_with("-")                                                      ? "removed"
                                                                                                    : "kept";
    html += fmt::format("<span class=\"{}\">{}</span>\n", kind, markup_escaped(line));
  }
  return html + "</pre>\n</details>\n";
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

WovenPage version_page(const fs::path& root, const Lesson& lesson, const VersionFile& version, const Records& records,
                       const Scratch& scratch) {
  const std::string label = version_label(lesson, version);
  WovenPage page;
  const auto part = [&](const std::string& kind, const std::string& html) {
    const std::string name = fmt::format("{}_{}.html", label, kind);
    page.parts[name] = html;
    return fmt::format("\n\\htmlinclude[block] {}\n\n", name);
  };
  page.text = fmt::format("# {} · {} {{#{}}}\n\n{}\n\n{}", lesson.number, version.name, label, version.brief, change(lesson, version));
  if (!version.look_at.empty()) page.text += fmt::format("**Look at** {}\n\n", version.look_at);
  page.text += fmt::format("## The code {{#{}-the-code}}\n\n\\include{{lineno}} {}\n\n", label, version.path);
  if (const VersionFile* before = find(lesson, version.change_from)) page.text += part("diff", difference(root, *before, version));
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
  return page;
}

}  // namespace lockstep::site
