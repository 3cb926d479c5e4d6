/// @file
/// @brief What is said of wrong answers, and the ratio to a peer.
#include "suite.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>

#include "lockstep/random.hpp"
#include "support/temporary_folder.hpp"

namespace lockstep::testing {

grading::Question question(Size size, std::uint64_t seed, InputKind kind, const Asked& asked) {
  return {.version = Submission::get().version(), .size = size, .seed = seed, .kind = kind, .options = asked.options};
}

void fail_answer(const std::string& complaint, const std::string& size, InputKind kind, const Asked& asked, const nlohmann::json& seen) {
  const std::string inputs = !asked.about.empty() ? asked.about : kind == InputKind::exact ? "integers" : "reals";
  std::string said = fmt::format("With --size {}{}{} and {}: {}", size, asked.options.empty() ? "" : " ", fmt::join(asked.options, " "),
                                 inputs, complaint);
  if (said.find(" is nan;") != said.npos)
    said +=
        "\nOutputs hold NaN before a run, and so do inputs where nothing may be read: this one was never written, or such a NaN was used.";
  if (const std::string hazards = hazards_of(seen); !hazards.empty()) said += "\nWhat the check saw:\n" + hazards;
  FAIL(said);
}

std::string unneeded_warps(const std::string& size, unsigned remainder, unsigned divisor) {
  return fmt::format(
      "With --size {} the tests made warps {}, {}, {} … read wrong values (LOCKSTEP_MISREAD={}/{}), yet the answer is still right: it does "
      "not depend on these warps. {}",
      size, remainder, remainder + divisor, remainder + 2 * divisor, remainder, divisor, kAdvice);
}

void SharedWork::operator()(const Observed& seen, Size size) const {
  constexpr std::int64_t kEnough = 64;
  seen.require_warps_at_least(static_cast<double>(std::min(size.count() / a_warp, kEnough)));
  if (size.count() >= from) seen.require_moved_at_most(most_moved);
}

InputKind observed_kind(std::uint64_t seed) { return random_bits(seed, 0) >> 63 == 0 ? InputKind::exact : InputKind::real; }

Size hidden_size(std::int64_t least, std::int64_t most, std::uint64_t which) {
  const std::uint64_t bits = random_bits(Submission::get().seed(), which) >> 32;
  return {least + static_cast<std::int64_t>(bits % static_cast<std::uint64_t>(most - least + 1))};
}

void require_speed(const std::string& size, const std::string& peer, double least) {
  const Submission& submission = Submission::get();
  const TemporaryFolder folder;
  const std::string file = folder / "run.json";
  const lockstep::Ended ended =
      submission.run({"--kernel", submission.version() + "," + peer, "--size", size, "--json", file}, {.read = {}, .written = {file}});
  const auto run = nlohmann::json::parse(std::ifstream(file), nullptr, false);
  if (!ended.well || !run.is_object()) FAIL("With --size " << size << " the program " << ended.how << "; it said: " << ended.err);
  double own = 0, theirs = 0;
  for (const auto& version : run.at("versions"))
    (version.at("name") == submission.version() ? own : theirs) = version.at("time_ms").at("median").get<double>();
  INFO(
      fmt::format("{:.4f} ms; {} takes {:.4f} ms: {:.2f} times as fast; {:.2f} times is required", own, peer, theirs, theirs / own, least));
  CHECK(theirs >= least * own);
}

}  // namespace lockstep::testing
