/// @file
/// @brief The program that an exercise's tests judge: which one, by which seed, in a box or not. The environment says so.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "grading/sandbox/place.hpp"
#include "grading/verdict/printed.hpp"

namespace lockstep::testing {

/// What is judged.
class Submission {
 public:
  /// The one that LOCKSTEP_SUBMISSION names. Its first use asks it for the name of its version, and fails the test where it has none.
  /// Fails every test after condemn().
  static const Submission& get();

  /// Fails this test and all that follow, and has the judge take the points of those before (verdict/condemned.hpp).
  [[noreturn]] void condemn(const std::string& why) const;

  const std::filesystem::path& program() const { return program_; }
  const std::string& version() const { return version_; }
  /// LOCKSTEP_SEED, or 1: all inputs follow from it, and the program is never told.
  std::uint64_t seed() const { return seed_; }

  /// Runs it, and keeps what it prints. After the first time that it had to be stopped it is not started again: each part would wait for it
  /// in vain. Nor is it when all its runs took longer than LOCKSTEP_ALL_RUNS seconds together.
  lockstep::Ended run(const std::vector<std::string>& arguments, const lockstep::Files& files) const;
  lockstep::Runner runner() const;
  /// A runner that puts it to a test which may well do it harm: it need not end, and what it prints is not kept.
  /// @param variables  settings of the simulator's
  lockstep::Runner runner_with(const grading::Variables& variables) const;

  /// Has `ask` run the program, with a runner that allows it one file more: the JSON of what was seen of its kernels. Parts that ask the
  /// same look at one run.
  /// @param seen  becomes what is in that file about the version; null where there is nothing that can be read
  /// @param drawn  the first time, the access pattern is drawn as well, into the file that LOCKSTEP_PICTURE names
  /// @return what `ask` returned
  std::string observe(nlohmann::json& seen, const std::function<std::string(const lockstep::Runner& run, const std::string& file)>& ask,
                      bool drawn) const;

  /// Is the access pattern drawn, or not wanted?
  bool is_drawn() const;

  /// Keeps what was seen of the last run, which gave a right answer, for whoever asks for the same later, whatever the inputs.
  void remember(const std::string& run, const nlohmann::json& seen) const;
  /// What was seen, and what was printed as this test case's; null where nothing is kept.
  const nlohmann::json* remembered(const std::string& run) const;

 private:
  /// A run that ended well, and what it wrote into its files.
  struct Done {
    lockstep::Ended ended;
    std::vector<std::string> written;
  };

  struct Remembered {
    nlohmann::json seen;
    grading::PrintedByCase printed;  ///< of one test case, or none
  };

  Submission();
  /// Runs it, unless all its runs took longer than they may.
  lockstep::Ended start(const std::vector<std::string>& arguments, const lockstep::Files& files, const grading::Allowance& allowance = {},
                        grading::Variables variables = {}) const;
  /// Leaves what the program printed in the file that LOCKSTEP_PRINTED names, if there is one, as this test case's last run.
  void keep_printed(const std::vector<std::string>& arguments, const lockstep::Files& files, const std::string& text) const;
  /// Has the access pattern drawn beside, where that is wanted and not done.
  lockstep::Ended run_drawing(std::vector<std::string> arguments, lockstep::Files files) const;
  /// Runs it, unless it was told the same before: then its files become what it wrote into them.
  lockstep::Ended run_once(const std::vector<std::string>& arguments, const lockstep::Files& files, bool drawn) const;

  std::filesystem::path program_, picture_, printed_file_;
  std::uint64_t seed_ = 1;
  grading::Place place_;
  std::string version_;
  mutable std::chrono::steady_clock::duration left_ = std::chrono::hours(1);  // for all runs together
  mutable std::string condemned_;
  mutable grading::PrintedByCase printed_;
  mutable std::map<std::string, Done> done_;  // by all that the program was told
  mutable std::map<std::string, Remembered> remembered_;
};

}  // namespace lockstep::testing
