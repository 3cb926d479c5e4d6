/// @file
/// @brief `./lockstep grade`: grades the submissions of a class.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <iostream>
#include <mutex>
#include <optional>
#include <ranges>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "grading/grader.hpp"
#include "grading/reports/autolab.hpp"
#include "grading/reports/grades_csv.hpp"
#include "grading/reports/grades_junit.hpp"
#include "grading/reports/leaderboard.hpp"
#include "grading/reports/similar_page.hpp"
#include "grading/reports/similarity/compared.hpp"
#include "harness/cli/options.hpp"
#include "lockstep/usage_error.hpp"
#include "support/command_line.hpp"
#include "support/exit_status.hpp"
#include "support/output_file.hpp"
#include "support/processes/interruption.hpp"
#include "support/progress.hpp"
#include "support/text/clean_text.hpp"
#include "support/text/text.hpp"

namespace {

using lockstep::clean_line;
using lockstep::end_by_interruption;
using lockstep::interruption;
using lockstep::remember_interruptions;
using lockstep::throw_if_interrupted;
using namespace lockstep::grading;
using enum lockstep::ExitStatus;
namespace fs = std::filesystem;

struct Options {
  std::vector<fs::path> submissions;
  std::string lesson, rubric, share;
  fs::path out = "grades";
  std::string jobs = std::to_string(std::max(1U, std::thread::hardware_concurrency())), seed = "1";
  bool unsafe = false, autolab = false, rank = false, similar = false;
};

int complain(const std::string& message, lockstep::ExitStatus status) {
  fmt::print(stderr, "lockstep grade: {}\n", message);
  return status;
}

/// The third of eight shares for `3/8`. The submissions have their names already, so these are the same in a share as in the whole.
std::vector<Submission> share_of(const std::vector<Submission>& all, const std::string& share) {
  std::istringstream words(share);
  std::size_t which = 0, shares = 0;
  char slash = 0;
  if (!(words >> which >> slash >> shares) || slash != '/' || !(words >> std::ws).eof() || which < 1 || which > shares)
    throw std::invalid_argument(fmt::format("--share {}: there is no such share; 3/8 is the third of eight", share));
  std::vector<Submission> own;
  for (std::size_t i = which - 1; i < all.size(); i += shares) own.push_back(all[i]);
  return own;
}

/// A path without links, which shows whether it lies in another.
fs::path real_path(const fs::path& path) {
  const fs::path real = fs::weakly_canonical(fs::absolute(path));
  return real.has_filename() ? real : real.parent_path();
}

/// Checks, before anything is judged, that the results can be written, and not among the submissions.
void require_place_for_results(const Options& options) {
  const std::string name = clean_line(options.out.string());
  if (options.out.empty()) throw std::invalid_argument("--out needs the name of a folder");
  const fs::path out = real_path(options.out);
  for (const fs::path& given : options.submissions) {
    const fs::path folder = real_path(given);
    if (fs::is_directory(folder) && std::ranges::mismatch(folder, out).in1 == folder.end())
      throw std::invalid_argument(
          fmt::format("--out {}: results cannot go among the submissions; name a folder outside of {}", name, clean_line(given.string())));
  }
  fs::path there = out;
  while (!fs::exists(there)) there = there.parent_path();
  if (!fs::is_directory(there)) throw std::invalid_argument(fmt::format("--out {}: {} is not a folder", name, clean_line(there.string())));
  if (::access(there.c_str(), W_OK | X_OK) != 0)
    throw std::invalid_argument(fmt::format("--out {}: {} is not writable", name, clean_line(there.string())));
}

/// The grades in the submissions' order; nothing where the grader itself failed, which `troubles` explains.
std::vector<std::optional<Grade>> grade_all(Grader& grader, const std::vector<Submission>& submissions, unsigned jobs,
                                            std::vector<std::string>& troubles) {
  std::vector<std::optional<Grade>> grades(submissions.size());
  lockstep::Progress progress(static_cast<int>(submissions.size()));
  std::mutex mutex;
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < submissions.size() && interruption() == 0; i = next++) {
      {
        const std::scoped_lock lock(mutex);
        progress.step(submissions[i].student);
      }
      try {
        grades[i] = grader.grade(submissions[i]);
      } catch (const std::exception& error) {
        if (interruption() != 0) return;
        const std::scoped_lock lock(mutex);
        troubles.push_back(fmt::format("{} was not graded: {}", submissions[i].student, error.what()));
      }
    }
  };
  std::vector<std::jthread> workers;
  for (unsigned job = 0; job < jobs; ++job) workers.emplace_back(work);
  workers.clear();
  return grades;
}

/// A table of the whole class, next to the students' folders.
struct ClassTable {
  const char* name;  ///< of its file
  std::string (*text)(const std::vector<Grade>& grades);
};

std::vector<ClassTable> class_tables(const Options& options) {
  std::vector<ClassTable> tables{{"grades.csv", to_csv}, {"junit.xml", to_junit}};
  if (options.rank) tables.push_back({"leaderboard.csv", leaderboard_csv});
  return tables;
}

void write_class(const std::vector<Grade>& grades, const Options& options) {
  for (const auto& [name, text] : class_tables(options)) lockstep::write_file(options.out / name, text(grades));
}

void print_grades(const std::vector<Grade>& grades) {
  constexpr std::size_t kWidestName = 40;  // the points stand behind it
  std::size_t widest = 0;
  for (const Grade& grade : grades) widest = std::max(widest, std::min(kWidestName, lockstep::display_width(grade.student)));
  for (const Grade& grade : grades) {
    std::string passed;
    for (const PartGrade& part : grade.parts) passed += part.passed ? '+' : '-';
    const std::string line = fmt::format("{:{}} {:>6} of {:<4} {} {}", lockstep::cut_to(grade.student, kWidestName), widest, grade.points(),
                                         grade.of(), passed, grade.message);
    fmt::print("{}\n", lockstep::cut_to(line, lockstep::kScreenWidth));  // all of it is in grades.csv
  }
}

std::string kept_from_before(const Grader& grader) {
  std::string text;
  if (grader.unchanged() > 0) text += fmt::format(", {} of them kept unchanged", grader.unchanged());
  if (grader.reweighted() > 0) text += fmt::format(", {} of them kept and written anew", grader.reweighted());
  return text;
}

/// Writes similar.html. @return what it says, in a few lines
std::string compare_class(const std::vector<Submission>& submissions, const Kit& kit, const fs::path& out) {
  const std::vector<StudentSource> sources = sources_of(submissions, kit);
  const std::vector<AlikePair> pairs = pairs_of_class(sources, handed_out_sources(kit));
  lockstep::write_file(out / "similar.html", to_similar_page(kit.lesson, sources, pairs));
  return to_similar_text(sources, pairs) + fmt::format("{} shows what they share\n", (out / "similar.html").string());
}

int run(const Options& options) {
  if (options.submissions.empty()) throw std::invalid_argument("no submissions given; name files, or folders with them (--help says more)");
  const std::vector<Submission> all = find_submissions(options.submissions);
  const std::vector<Submission> submissions = options.share.empty() ? all : share_of(all, options.share);
  require_place_for_results(options);
  const auto jobs = static_cast<unsigned>(lockstep::bounded("--jobs", options.jobs, 1024, "submissions graded at once must be"));
  const std::uint64_t seed = lockstep::parse_seed(options.seed);
  if (options.autolab && all.size() != 1)
    throw std::invalid_argument(fmt::format("--autolab is for one submission, and there are {}", all.size()));
  if (options.similar && !options.share.empty())
    throw std::invalid_argument("--similar compares the whole class: give it to the last grade, which has no --share");
  if (!options.unsafe)
    if (const auto why = Place::why_no_box())
      return complain(*why + "; --unsafe grades without a box, if you trust every submission", kMachineLacks);
  const Place place(!options.unsafe);
  const Kit kit{.lesson = options.lesson, .source_dir = LOCKSTEP_SOURCE_DIR, .build_dir = LOCKSTEP_BINARY_DIR};
  if (!fs::exists(kit.tests()))
    throw std::invalid_argument(fmt::format("there is no exercise '{}' in this build; ./lockstep grade builds what it needs", kit.lesson));
  Grader grader(kit, place, seed, options.rubric, options.out, options.rank);
  fs::create_directories(options.out);
  std::vector<std::string> troubles;
  std::vector<Grade> grades;
  for (auto& grade : grade_all(grader, submissions, jobs, troubles))
    if (grade) grades.push_back(*std::move(grade));
  throw_if_interrupted();
  for (const std::string& trouble : troubles) complain(trouble, kFailed);
  if (options.share.empty()) write_class(grades, options);  // a table is of the whole class
  print_grades(grades);
  if (options.rank && options.share.empty()) fmt::print("{}", leaderboard_text(grades));
  fmt::print("{} graded{}; {} in {}\n", grades.size(), kept_from_before(grader),
             options.share.empty() ? fmt::format("{} and a report for each are",
                                                 fmt::join(class_tables(options) | std::views::transform(&ClassTable::name), ", "))
                                   : "a report for each is",
             options.out.string());
  if (options.similar) fmt::print("{}", compare_class(all, kit, options.out));
  if (options.autolab && !grades.empty()) fmt::print("{}", to_autolab(grades.front()));
  return troubles.empty() ? kSucceeded : kFailed;
}

void declare(lockstep::CommandLine& words, Options& options) {
  words.add("submissions", options.submissions,
            "Folders with an exercise.cu, .tar and .zip archives, .cu files; or folders of these, one for each student");
  words.add("--lesson", options.lesson, "The lesson of the exercise", lockstep::CommandLine::Need::required);
  words.add("--out", options.out, "Where the results go [grades]");
  words.add("--jobs", options.jobs, "How many are graded at once [one for each core]");
  words.add("--seed", options.seed, "Seed for the inputs; the same seed gives the same grades [1]");
  words.add("--rubric", options.rubric, "Points by part, such as {\"part1\": 4}, instead of the tests' own");
  words.add("--share", options.share, "Only one share of them, such as 3/8, for several machines at once; writes no tables");
  words.add_flag("--rank", options.rank, "Rank what passes every part by what its kernels cost; also into leaderboard.csv");
  words.add_flag("--similar", options.similar, "Also compare all sources with each other, and write similar.html");
  words.add_flag("--unsafe", options.unsafe, "Without a box: submissions can do all that you can");
  words.add_flag("--autolab", options.autolab, "End with the line that Autolab reads: for one submission");
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  lockstep::CommandLine words("Grades submissions to the exercise of a lesson.", "lockstep grade");
  declare(words, options);
  remember_interruptions();
  try {
    const std::string help = words.parse(argc, argv);
    fmt::print("{}", help);
    return help.empty() ? run(options) : kSucceeded;
  } catch (const lockstep::UsageError& error) {
    return complain(error.what(), kWrongUsage);
  } catch (const std::invalid_argument& error) {
    return complain(error.what(), kWrongUsage);
  } catch (const std::exception& error) {
    if (interruption() == 0) return complain(error.what(), kFailed);
    complain("stopped; the grades so far are kept, and the same command continues from there", kFailed);
    end_by_interruption();
    return kFailed;
  }
}
