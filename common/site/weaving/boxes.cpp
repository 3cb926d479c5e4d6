/// @file
/// @brief Puts the frames of tries and folds around their contents.
#include "site/weaving/boxes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "lockstep/usage_error.hpp"
#include "support/text/markup.hpp"

namespace lockstep::site {
namespace {

/// HTML between blocks of Markdown.
std::string between(const std::string& html) { return fmt::format("\n\\htmlonly[block]\n{}\n\\endhtmlonly\n", html); }

/// A line of the file, and the line that it becomes.
std::string change_shown(const Edit& edit) {
  const std::string added = edit.after.empty() ? "" : fmt::format("\n<span class=\"added\">+ {}</span>", markup_escaped(edit.after));
  return fmt::format("<pre class=\"change\"><span class=\"place\">{}</span>\n<span class=\"removed\">− {}</span>{}</pre>",
                     markup_escaped(edit.file), markup_escaped(edit.before), added);
}

}  // namespace

bool Boxes::knows(const std::string& verb) {
  constexpr std::array<std::string_view, 4> kVerbs{"try", "answer", "fold", "end"};
  return std::ranges::find(kVerbs, verb) != kVerbs.end();
}

std::string Boxes::obey(const Marker& marker, std::size_t line) {
  if (marker.verb == "answer") return answer(answer_of(marker.rest));
  if (marker.verb == "end") return end();
  const std::string html = marker.verb == "try" ? begin_try(edit_of(marker.rest)) : begin_fold(marker.rest);
  open_.push_back({.verb = marker.verb, .line = line});
  return html;
}

std::string Boxes::begin_try(const std::optional<Edit>& edit) {
  if (!open_.empty()) throw UsageError(fmt::format("a try cannot be in the {} of line {}", open_.back().verb, open_.back().line));
  if (edit) edited(read_(edit->file), *edit);
  return between(fmt::format("<div class=\"try\">{}", edit ? change_shown(*edit) : ""));
}

std::string Boxes::begin_fold(const std::string& summary) {
  if (summary.empty()) throw UsageError("a fold is '<!-- fold: SUMMARY -->'");
  if (!open_.empty() && open_.back().verb == "fold")
    throw UsageError(fmt::format("a fold cannot be in the fold of line {}", open_.back().line));
  return between(fmt::format("<details class=\"fold\"><summary>{}</summary>", markup_escaped(summary)));
}

std::string Boxes::answer(const Answer& answer) {
  if (open_.empty() || open_.back().verb != "try" || open_.back().answered) throw UsageError("an answer must be in a try, and only once");
  open_.back().answered = true;
  return between(fmt::format("<pre class=\"command\">{}</pre><details><summary>Answer</summary>", markup_escaped(answer.command)));
}

std::string Boxes::end() {
  if (open_.empty()) throw UsageError("there is nothing to end here");
  const Box box = open_.back();
  if (box.verb == "try" && !box.answered) throw UsageError(fmt::format("the try of line {} has no answer", box.line));
  open_.pop_back();
  return between(box.verb == "try" ? "</details></div>" : "</details>");
}

void Boxes::require_ended() const {
  if (!open_.empty()) throw UsageError(fmt::format("{}: this {} has no '<!-- end -->'", open_.back().line, open_.back().verb));
}

}  // namespace lockstep::site
