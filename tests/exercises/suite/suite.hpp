/// @file
/// @brief What the tests of an exercise are written with: one test case a part, tagged `[part1][points:3]`, and `[sim]` where it needs the
/// simulator's counters, `[gpu]` where it needs a GPU.
///
/// A part asks for one thing more than the part before. Each begins by requiring a right answer, so that a kernel that does nothing does
/// it neither without hazards nor coalesced. On the simulator each size is observed: kernels must have found the answer.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "grading/verdict/protocol.hpp"
#include "harness/timing/backend.hpp"
#include "lockstep/problem.hpp"
#include "observed.hpp"
#include "shares.hpp"
#include "submission.hpp"

namespace lockstep::testing {

/// A size from `least` to `most` that follows from the seed: a submission tuned for the tests' sizes meets another.
Size hidden_size(std::int64_t least, std::int64_t most, std::uint64_t which = 0);

/// More about a question, where one needs it.
struct Asked {
  std::vector<std::string> options = {};  ///< more of them for the program
  std::vector<double> settings = {};      ///< one for each of the exercise's own
  std::string about = {};                 ///< what the inputs are, for people: "all zeros"
  bool drawn = false;                     ///< the report card shows this run's access pattern, if it is the first such run
  /// What kernels must at least move, where an answer can be found without all of the inputs; else the problem's Cost::bytes.
  std::optional<double> needed_bytes = {};
};

/// What an exercise demands of each run beside a right answer and the work of kernels.
using Demand = std::function<void(const Observed& seen, Size size)>;

/// The demand that threads share the work, where a problem is so large that it obviously can be shared. It is asked of every part: one warp
/// that does everything has no hazards, no bank conflicts and few atomics, and learns nothing of them.
struct SharedWork {
  std::int64_t a_warp;  ///< for so many elements of the problem a warp more is required, up to 64 warps
  double most_moved;    ///< times the needed bytes: loads without any order take less, and every thread doing everything takes more
  std::int64_t from;    ///< with so many elements, the bytes moved are looked at

  void operator()(const Observed& seen, Size size) const;
};

/// A question to the submission.
grading::Question question(Size size, std::uint64_t seed, InputKind kind, const Asked& asked);

/// Fails the test: what was asked, what is wrong with the answer, and what the check saw in that very run.
/// @param size  as `--size` takes it
void fail_answer(const std::string& complaint, const std::string& size, InputKind kind, const Asked& asked, const nlohmann::json& seen);

/// Asks the submission, and judges its answer.
/// @return what is wrong; empty where nothing is
template <class P>
std::string complaint_of(const grading::Question& asked, const typename P::Inputs& inputs, const lockstep::Runner& run) {
  typename P::Outputs out = P::make_outputs(asked.size);
  if (const auto wrong = grading::ask<P>(Submission::get().program(), asked, inputs, out, run)) return "the program " + *wrong;
  const Verdict verdict = P::check(P::reference(inputs), out, asked.kind);
  return verdict.passed ? "" : to_string(verdict);
}

/// The same under the observers. @param seen  becomes what they saw
template <class P>
std::string complaint_of(grading::Question asked, const typename P::Inputs& inputs, nlohmann::json& seen, bool drawn) {
  const Submission& submission = Submission::get();
  const auto ask = [&](const lockstep::Runner& run, const std::string& file) {
    asked.options.insert(asked.options.end(), {"--json", file});
    return complaint_of<P>(asked, inputs, run);
  };
  return submission.observe(seen, ask, drawn);
}

/// Of a problem whose kernels leave partial sums, the bytes of those that the host may look at in run() and add up, as many programs do.
template <class P>
inline constexpr double kSumsOnHost = 0;

/// The bytes of a question about `inputs`.
template <class P>
ProblemBytes bytes_of(const typename P::Inputs& inputs, Size size, const Asked& asked) {
  typename P::Outputs out = P::make_outputs(size);
  HostArrays arrays;
  P::bind(arrays, inputs, out, size);
  double all = 0;
  for (const HostArrays::Item& item : arrays.items()) all += static_cast<double>(item.bytes);
  const auto outputs = static_cast<double>(arrays.output_bytes());
  return {.needed = asked.needed_bytes.value_or(P::cost(size).bytes), .inputs = all - outputs, .outputs = outputs, .sums = kSumsOnHost<P>};
}

/// Observes the submission's kernels with inputs of the test's own, to which its answer must be right.
template <class P>
Observed observed_about(const typename P::Inputs& inputs, Size size, InputKind kind, const Asked& asked = {}) {
  nlohmann::json seen;
  const std::string wrong = complaint_of<P>(question(size, 1, kind, asked), inputs, seen, asked.drawn);
  if (!wrong.empty()) fail_answer(wrong, to_string(size, P::kInfo.dimensions), kind, asked, seen);
  return Observed(seen, to_string(size, P::kInfo.dimensions), bytes_of<P>(inputs, size, asked));
}

/// Requires a right answer, of a run that is not observed, which takes a third of the time.
template <class P>
void require_answer_about(const typename P::Inputs& inputs, Size size, InputKind kind, const Asked& asked = {}) {
  const grading::Question ask = question(size, 1, kind, asked);
  if (const std::string wrong = complaint_of<P>(ask, inputs, Submission::get().runner()); !wrong.empty()) {
    nlohmann::json seen;
    if (kOnSimulator) complaint_of<P>(ask, inputs, seen, false);
    fail_answer(wrong, to_string(size, P::kInfo.dimensions), kind, asked, seen);
  }
  SUCCEED();
}

/// Requires a right answer to inputs of the test's own, and on the simulator that kernels found it in this very run.
/// @param also  demanded on the simulator
template <class P>
void require_right_about(const typename P::Inputs& inputs, Size size, InputKind kind, const Asked& asked = {}, const Demand& also = {}) {
  if (!kOnSimulator) return require_answer_about<P>(inputs, size, kind, asked);
  const Observed seen = observed_about<P>(inputs, size, kind, asked);
  if (also) also(seen, size);
  SUCCEED();
}

/// The inputs of problem P that `asked` asks about.
template <class P>
typename P::Inputs inputs_of(Size size, std::uint64_t seed, InputKind kind, const Asked& asked) {
  typename P::Inputs inputs = P::make_inputs(size, seed, kind);
  apply_settings<P>(inputs, asked.settings);
  return inputs;
}

/// The same, with the settings as options.
template <class P>
Asked with_settings(Asked asked) {
  const auto words = grading::setting_options(P::kInfo, asked.settings);
  asked.options.insert(asked.options.end(), words.begin(), words.end());
  return asked;
}

/// A run with inputs of problem P, by which it is remembered.
template <class P>
std::string run_of(Size size, const Asked& asked) {
  return fmt::format("{} --size {} {}", typeid(P).name(), to_string(size, P::kInfo.dimensions),
                     fmt::join(with_settings<P>(asked).options, " "));
}

/// Observes the submission's kernels with these inputs of problem P, and remembers it.
template <class P>
Observed observed_with(const typename P::Inputs& inputs, Size size, InputKind kind, const Asked& asked) {
  Observed seen = observed_about<P>(inputs, size, kind, with_settings<P>(asked));
  Submission::get().remember(run_of<P>(size, asked), seen.seen());
  return seen;
}

/// The inputs with which a size is observed. To observe it with both would take twice as long; and no submission can know with which.
InputKind observed_kind(std::uint64_t seed);

/// Requires right answers to exact and real inputs of problem P at each size, with another seed each time. On the simulator it also
/// requires that kernels found one of the two answers.
/// @param also  demanded of the observed run
template <class P>
void require_right(const std::vector<Size>& sizes, const Asked& asked = {}, const Demand& also = {}) {
  std::uint64_t seed = Submission::get().seed();
  for (const Size size : sizes) {
    const InputKind observed = observed_kind(seed);
    for (const InputKind kind : {InputKind::exact, InputKind::real}) {
      const auto inputs = inputs_of<P>(size, ++seed, kind, asked);
      if (!kOnSimulator || kind != observed) {
        require_answer_about<P>(inputs, size, kind, with_settings<P>(asked));
        continue;
      }
      const Observed seen = observed_with<P>(inputs, size, kind, asked);
      if (also) also(seen, size);
      SUCCEED();
    }
  }
}

/// Observes the submission's kernels at `size`, at which its answer must be right; or looks again at what was observed there before.
template <class P>
Observed observed(Size size, const Asked& asked = {}) {
  const auto inputs = inputs_of<P>(size, Submission::get().seed(), InputKind::real, asked);
  const bool draws = asked.drawn && !Submission::get().is_drawn();
  const nlohmann::json* const before = draws ? nullptr : Submission::get().remembered(run_of<P>(size, asked));
  if (before == nullptr) return observed_with<P>(inputs, size, InputKind::real, asked);
  return Observed(*before, to_string(size, P::kInfo.dimensions), bytes_of<P>(inputs, size, asked));
}

/// How warps shared the work of a run about problem P.
template <class P>
Shares shares_of(const Observed& seen, Size size) {
  return {seen.seen(), "--size " + to_string(size, P::kInfo.dimensions)};
}

/// How warps share the work at `size`, where the answer must be right as well: else it would be the work of something else. Each size is
/// looked at once: what a part printed is that of its own runs.
template <class P>
Shares shares(Size size, const Asked& asked = {}) {
  static std::map<std::string, Shares> known;
  const std::string run = run_of<P>(size, asked);
  if (const auto before = known.find(run); before != known.end()) return before->second;
  return known.try_emplace(run, observed<P>(size, asked).seen(), run.substr(run.find("--size"))).first->second;
}

/// What is wrong with an answer under other circumstances, where under the usual ones it must be right. Empty where nothing is.
/// @param options  more of them for the program
template <class P>
std::string complaint_under(const grading::Variables& circumstances, Size size, const Asked& asked,
                            const std::vector<std::string>& options = {}) {
  observed<P>(size, asked);
  const std::uint64_t seed = Submission::get().seed();
  grading::Question ask = question(size, seed, InputKind::exact, with_settings<P>(asked));
  ask.options.insert(ask.options.end(), options.begin(), options.end());
  return complaint_of<P>(ask, inputs_of<P>(size, seed, InputKind::exact, asked), Submission::get().runner_with(circumstances));
}

/// What to say where nothing depends on the warps whose numbers leave `remainder`.
std::string unneeded_warps(const std::string& size, unsigned remainder, unsigned divisor);

/// The first share of the warps that nobody needs, in words; empty where all are needed.
template <class P>
std::string complaint_about_unneeded_warps(Size size, unsigned divisor, const Asked& asked) {
  for (unsigned remainder = 0; remainder < divisor; ++remainder)
    if (complaint_under<P>({{"LOCKSTEP_MISREAD", fmt::format("{}/{}", remainder, divisor)}}, size, asked).empty())
      return unneeded_warps(to_string(size, P::kInfo.dimensions), remainder, divisor);
  return {};
}

/// Fails where some of the warps may read wrong values at `size`, and the answer stays right: so nobody needs what they do. Asked of each
/// share of the warps in turn, so that warps that only read in vain show. One that spoils the answer where it reads a wrong value does not.
/// Each size is looked at once: but where the answer is wrong there, each part says so.
/// @param divisor  warps have so many shares; no more than there have to be warps at work
template <class P>
void require_each_warp_needed(Size size, unsigned divisor = 4, const Asked& asked = {}) {
  if (!kOnSimulator) return;
  static std::map<std::string, std::string> known;
  const std::string run = run_of<P>(size, asked);
  auto said = known.find(run);
  if (said == known.end()) said = known.try_emplace(run, complaint_about_unneeded_warps<P>(size, divisor, asked)).first;
  if (!said->second.empty()) FAIL(said->second);
}

/// Fails where the answer depends on the order in which threads and blocks run.
template <class P>
void require_right_in_any_order(Size size, const Asked& asked = {}) {
  if (!kOnSimulator) return;
  const std::string order = std::to_string(3 + 2 * (Submission::get().seed() % 500));  // odd: the last block does not come last
  const std::string wrong = complaint_under<P>({{"LOCKSTEP_SHUFFLE", order}}, size, asked);
  if (wrong.empty()) return;
  fail_answer(fmt::format("in another order of threads and blocks (LOCKSTEP_SHUFFLE={}) {}\nThe answer depends on the order. Is a "
                          "__syncthreads() missing, or does a block count on others to have ended?",
                          order, wrong),
              to_string(size, P::kInfo.dimensions), InputKind::exact, asked, {});
}

/// Fails where the answer is right only the first times that run() is called.
/// @param calls  so many: no fewer than there could be sums for each, and no more than a slow answer has time for
template <class P>
void require_right_again(Size size, const Asked& asked = {}, std::int64_t calls = hidden_size(17, 24, 15).width) {
  if (!kOnSimulator) return;
  const std::string wrong = complaint_under<P>({}, size, asked, {"--reps", std::to_string(calls)});
  if (wrong.empty()) return;
  fail_answer(fmt::format("after {} calls of run() {}\nrun() must not depend on what an earlier call left behind: it has to set its "
                          "counters and sums to zero itself.",
                          calls, wrong),
              to_string(size, P::kInfo.dimensions), InputKind::exact, asked, {});
}

/// Has the access pattern at this size drawn for the report card, where no run before was.
template <class P>
void draw_access_pattern(Size size, Asked asked = {}) {
  asked.drawn = true;
  if (kOnSimulator && !Submission::get().is_drawn()) observed<P>(size, asked);
}

/// On a GPU: requires that the submission takes at most 1/`least` of the peer's time, and says the ratio.
/// @param peer  the name of its version in the same program: "exercise_peer"
void require_speed(const std::string& size, const std::string& peer, double least);

}  // namespace lockstep::testing
