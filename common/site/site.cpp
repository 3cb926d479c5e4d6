/// @file
/// @brief Gathers the pages, weaves them, and writes them for Doxygen.
#include "site/site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <fstream>
#include <functional>
#include <map>
#include <mutex>
#include <regex>
#include <thread>

#include "bench/summary.hpp"
#include "lockstep/usage_error.hpp"
#include "site/numbers/scratch.hpp"
#include "site/numbers/text.hpp"
#include "site/pages/course.hpp"
#include "site/pages/exercise_page.hpp"
#include "site/pages/kernel_listing.hpp"
#include "site/pages/lesson_map.hpp"
#include "site/pages/pager.hpp"
#include "site/pages/search_index.hpp"
#include "site/pages/stepping.hpp"
#include "site/pages/version_page.hpp"
#include "site/pages/version_section.hpp"
#include "site/weaving/accept.hpp"
#include "site/weaving/drawing.hpp"
#include "site/weaving/page_map.hpp"
#include "site/weaving/shelf.hpp"
#include "site/weaving/weave.hpp"
#include "support/output_file.hpp"

namespace lockstep::site {
namespace {

namespace fs = std::filesystem;

/// Pages whose files are listed here instead of found by their path; links and the menu use the label.
struct FixedPage {
  const char *path, *label, *brief;  ///< brief: what the front page says about it
};
constexpr FixedPage kFixed[] = {
    {"docs/index.md", "mainpage", ""},
    {"docs/lessons.md", "lessons", "one algorithm each, from a naive kernel to the fastest, with an exercise"},
    {"docs/concepts/README.md", "concepts", "what a GPU does and why: one idea per page, each with a program to run"},
    {"docs/glossary.md", "glossary", "the terms of the course, and where each is explained"},
    {"docs/commands.md", "commands", "every command, and what its options do"},
    {"docs/speed.md", "speed", "how long counting and checking take, what to do about it, and how they work"},
    {"docs/player.md", "player", "a kernel forwards and backwards: lanes, memory, barriers"},
    {"docs/trace.md", "trace", "the data behind that, for programs of your own"},
    {"docs/instructors.md", "instructors", "set-up, handing out, collecting, grading, regrading"},
    {"docs/adding_a_lesson.md", "adding_a_lesson", "how to make one, step by step"},
    {"docs/at_the_limit.md", "at_the_limit", "how fast each lesson's best version is, beside NVIDIA's library and the hardware's limit"},
    {"docs/results/README.md", "results", "the records behind all GPU numbers, and how they are made"},
    {"common/sim/README.md", "simulator", "how the same files run where there is no GPU"},
    {"tests/hazards/README.md", "hazards", "races, wrong addresses, barriers that not all threads reach"},
};

std::string title_of(const fs::path& markdown) {
  const std::vector<std::string> lines = lines_of(read_page(markdown));
  if (lines.empty() || !lines.front().starts_with("# ")) throw UsageError(fmt::format("{} must begin with '# Title'", markdown.string()));
  return lines.front().substr(2);
}

/// docs/concepts/NAME.md in the order in which their README names them.
std::vector<fs::path> concept_files(const fs::path& root) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(root / "docs" / "concepts"))
    if (entry.path().extension() == ".md" && entry.path().stem() != "README") found.push_back(fs::relative(entry.path(), root));
  const std::string list = read_page(root / "docs" / "concepts" / "README.md");
  const auto place = [&](const fs::path& path) { return list.find("(" + path.filename().string() + ")"); };
  for (const fs::path& path : found)
    if (place(path) == list.npos) throw UsageError(fmt::format("docs/concepts/README.md does not name {}", path.filename().string()));
  std::ranges::sort(found, {}, place);
  return found;
}

std::string concept_label(const fs::path& path) { return "concept_" + path.stem().string(); }

std::string readme_of(const Lesson& lesson) { return "lessons/" + lesson.name + "/README.md"; }
std::string notes_of(const Lesson& lesson) { return "lessons/" + lesson.name + "/notes.md"; }
std::string notes_label(const Lesson& lesson) { return fmt::format("lesson_{}_notes", lesson.number); }

/// Escaped so that Markdown does not make `__global__` bold.
std::string plain(const std::string& text) { return std::regex_replace(text, std::regex("__"), R"(\_\_)"); }

class SiteMaker {
 public:
  explicit SiteMaker(const SiteFolders& folders)
      : folders_(folders),
        lessons_(read_lessons(folders.root)),
        concepts_(concept_files(folders.root)),
        records_(folders.records),
        reference_(folders.tags.empty() ? Reference() : Reference(folders.tags)),
        pages_(folders.root) {
    for (const FixedPage& page : kFixed) pages_.add(page.path, {page.label, title_of(folders.root / page.path)});
    for (const fs::path& path : concepts_) pages_.add(path, {concept_label(path), title_of(folders.root / path)});
    for (const Lesson& lesson : lessons_) name_pages_of(lesson);
  }

  std::vector<std::string> make() {
    fs::remove_all(folders_.out);
    fs::create_directories(folders_.out / "parts");
    fs::create_directories(folders_.out / "images");
    fs::create_directories(folders_.out / "scripts");
    if (!folders_.only.empty()) return make_only(folders_.only);
    for (const FixedPage& page : kFixed) later([this, page] { markdown_page(page.path); });
    for (const fs::path& path : concepts_)
      later([this, path] {
        markdown_page(path, pager(pages_of(concepts_, std::identity()), concept_label(path), pages_.at("docs/concepts/README.md")));
      });
    for (const Lesson& lesson : lessons_) later_pages_of(lesson);
    do_all();
    for (const Lesson& lesson : lessons_) later_versions_of(lesson);  // whose pages repeat what the lesson's page says
    do_all();
    for (const std::string& fault : faults_of_steps(pages_.step_links(), steps_)) wrong_.push_back(fault);
    source_pages();
    for (const auto& [name, path] : pages_.shown_pictures()) fs::copy_file(folders_.root / path, folders_.out / "images" / name);
    std::ofstream(folders_.out / "search_index.json") << search_index();
    std::ranges::sort(wrong_);
    return wrong_;
  }

 private:
  std::vector<std::string> make_only(const std::string& path) {
    for (const Lesson& lesson : lessons_)
      if (path == readme_of(lesson) || path == notes_of(lesson)) {
        path == readme_of(lesson) ? lesson_page(lesson) : notes_page(lesson);
        return wrong_;
      }
    markdown_page(path);
    return wrong_;
  }

  void name_pages_of(const Lesson& lesson) {
    const std::string folder = "lessons/" + lesson.name + "/";
    pages_.add(folder + "README.md", {"lesson_" + lesson.number, fmt::format("{} · {}", lesson.number, lesson.title)});
    for (const char* file : {"exercise.cu", "hints.md"}) pages_.add(folder + file, {exercise_label(lesson), "Exercise"});
    for (const VersionFile& version : lesson.versions) pages_.add(version.path, {version_label(lesson, version), version.name});
    if (has_notes(lesson)) pages_.add(notes_of(lesson), {notes_label(lesson), title_of(folders_.root / notes_of(lesson))});
  }

  bool has_notes(const Lesson& lesson) const { return fs::exists(folders_.root / notes_of(lesson)); }

  void later(std::function<void()> task) { tasks_.push_back(std::move(task)); }

  const Lesson* lesson_after(const Lesson& lesson) const { return &lesson == &lessons_.back() ? nullptr : &lesson + 1; }

  void later_pages_of(const Lesson& lesson) {
    later([this, &lesson] { lesson_page(lesson); });
    if (has_notes(lesson)) later([this, &lesson] { notes_page(lesson); });
    later([this, &lesson] {
      WovenPage page;
      page.text = pages_.relinked(exercise_page(folders_.root, lesson, lesson_after(lesson)), "lessons/" + lesson.name + "/hints.md");
      write_below(lesson, page, exercise_label(lesson));
    });
  }

  void later_versions_of(const Lesson& lesson) {
    const std::string lesson_label = pages_.at(readme_of(lesson)).label;
    for (const VersionFile& version : lesson.versions)
      later([this, &lesson, &version, text = written_.at(lesson_label), lesson_label] {
        const Scratch scratch(folders_.root, folders_.build);
        const std::string told = version_section(text, lesson_label, version.number, version_label(lesson, version));
        WovenPage page = version_page(lesson, version, KernelListings(folders_.root, lesson, reference_), told, records_.usual(), scratch);
        if (page.steps > 0) note_steps(version, page.steps);
        write_below(lesson, page, version_label(lesson, version));
      });
  }

  void note_steps(const VersionFile& version, std::size_t count) {
    const std::lock_guard lock(mutex_);
    steps_[version.path] = count;
  }

  /// A page below a lesson's own.
  void write_below(const Lesson& lesson, WovenPage& page, const std::string& label) {
    add_pager(page, label, pager(pages_below(lesson), label, pages_.at(readme_of(lesson))));
    write(page, label);
  }

  void do_all() {
    std::atomic<std::size_t> next{0};
    std::exception_ptr first;
    const auto work = [&] {
      for (std::size_t task = next++; task < tasks_.size(); task = next++) try {
          tasks_[task]();
        } catch (...) {
          const std::lock_guard lock(mutex_);
          if (!first) first = std::current_exception();
          next = tasks_.size();
        }
    };
    {
      std::vector<std::jthread> threads;
      for (unsigned t = 0; t < std::max(1u, std::thread::hardware_concurrency()); ++t) threads.emplace_back(work);
    }
    tasks_.clear();
    if (first) std::rethrow_exception(first);
  }

  Loom loom(const Scratch& scratch) {
    return {.pages = pages_,
            .records = records_,
            .scratch = scratch,
            .inserts = {{"lessons", [this] { return lesson_list(); }},
                        {"menu", [this] { return menu(); }},
                        {"wrong answers", [this] { return wrong_answers(); }},
                        {"summary", [this] { return bench::summary_markdown(bench::best_versions(records_.usual().all())); }}}};
  }

  /// The pages of some things. @param path_of  the file that a thing's page shows
  template <class Things, class PathOf>
  std::vector<Target> pages_of(const Things& things, const PathOf& path_of) const {
    std::vector<Target> pages;
    for (const auto& thing : things) pages.push_back(pages_.at(std::invoke(path_of, thing)));
    return pages;
  }

  /// A lesson's versions, its notes, and its exercise at the end.
  std::vector<Target> pages_below(const Lesson& lesson) const {
    std::vector<Target> pages = pages_of(lesson.versions, &VersionFile::path);
    if (has_notes(lesson)) pages.push_back(pages_.at(notes_of(lesson)));
    pages.push_back({exercise_label(lesson), "exercise"});
    return pages;
  }

  /// The page's text with the links to its neighbours at its end.
  static void add_pager(WovenPage& page, const std::string& label, const std::string& html) {
    if (html.empty()) return;
    page.parts["pager_" + label + ".html"] = html;
    page.text += fmt::format("\n\\htmlinclude[block] pager_{}.html\n", label);
  }

  void markdown_page(const fs::path& path, const std::string& neighbours = {}) {
    const Scratch scratch(folders_.root, folders_.build);
    Loom with = loom(scratch);
    std::string map;
    with.inserts["map"] = [&] {
      std::ofstream(folders_.out / "lessons.dot") << lesson_graph(lessons_);
      const std::string command = fmt::format("dot -Tsvg -o map.svg '{}'", (folders_.out / "lessons.dot").string());
      map = inline_drawing(scratch.file_of(command, "map.svg"),
                           "The map of the lessons: an arrow leads from a lesson to those that build on it");
      return std::string("\n\\htmlinclude[block] map.html\n");
    };
    WovenPage page = woven(path, read_page(folders_.root / path), "", with);
    if (!map.empty()) page.parts["map.html"] = map;
    add_pager(page, pages_.at(path).label, neighbours);
    write(page, pages_.at(path).label);
  }

  void lesson_page(const Lesson& lesson) {
    const std::string path = readme_of(lesson);
    const Scratch scratch(folders_.root, folders_.build);
    Loom with = loom(scratch);
    const KernelListings listings(folders_.root, lesson, reference_);
    with.kernel = [&listings](const std::string& rest) { return listings.marked(rest); };
    WovenPage page = woven(path, read_page(folders_.root / path), lesson.number, with);
    page.text += fmt::format("\n## The pages of this lesson {{#lesson_{}-pages}}\n\n", lesson.number);
    for (const VersionFile& version : lesson.versions) page.text += fmt::format("- \\subpage {}\n", version_label(lesson, version));
    if (has_notes(lesson)) page.text += fmt::format("- \\subpage {}\n", notes_label(lesson));
    page.text += fmt::format("- \\subpage {}\n", exercise_label(lesson));
    add_pager(page, pages_.at(path).label, pager(pages_of(lessons_, readme_of), pages_.at(path).label, pages_.at("docs/lessons.md")));
    write(page, pages_.at(path).label);
  }

  void notes_page(const Lesson& lesson) {
    const Scratch scratch(folders_.root, folders_.build);
    Loom with = loom(scratch);
    const KernelListings listings(folders_.root, lesson, reference_);
    with.kernel = [&listings](const std::string& rest) { return listings.marked(rest); };
    WovenPage page = woven(notes_of(lesson), read_page(folders_.root / notes_of(lesson)), lesson.number, with);
    write_below(lesson, page, notes_label(lesson));
  }

  std::string lesson_list() {
    std::string list;
    for (const Lesson& lesson : lessons_) {
      list += fmt::format("<div class=\"lesson-link\">\\subpage lesson_{}</div>\n\n{}\n\n", lesson.number,
                          pages_.relinked(lesson.summary, readme_of(lesson)));
      for (const VersionFile& version : lesson.versions)
        list += fmt::format("- [{}](@ref {}): {}\n", version.name, version_label(lesson, version),
                            plain(version.ideas.empty() ? version.brief : version.ideas.front()));
      list += fmt::format("- [exercise](@ref {})\n\n", exercise_label(lesson));
    }
    return list;
  }

  /// What the exercises' tests reject, lesson by lesson.
  std::string wrong_answers() const {
    constexpr std::size_t kPart = 4;  // of "part"
    std::string list;
    for (const Lesson& lesson : lessons_) {
      if (lesson.wrong_answers.empty()) continue;
      std::string rows = "| answer | what is wrong with it | fails first |\n| --- | --- | --- |\n";
      for (const auto& [source, mistake, rejected_by] : lesson.wrong_answers)
        rows += fmt::format("| `{}` | {} | part {} |\n", source.stem().string(), plain(mistake), rejected_by.substr(kPart));
      list += folded(fmt::format("{} · {}: {} wrong answers", lesson.number, lesson.title, lesson.wrong_answers.size()), rows);
    }
    return list;
  }

  /// The menu on the left: the pages below the front page, in their order.
  std::string menu() const {
    std::string list;
    for (const FixedPage& page : kFixed)
      if (std::string(page.label) != "mainpage")
        list += fmt::format("- \\subpage {} \"{}\": {}\n", page.label, pages_.at(page.path).title, page.brief);
    return list + "- \\subpage sources \"Files of the tree\": those that other pages link to\n";
  }

  /// Files that pages link to, each with its text.
  void source_pages() {
    std::string list = "# Files of the tree {#sources}\n\nThe files that other pages link to.\n\n";
    for (const std::string& path : pages_.shown_sources()) {
      const std::string label = PageMap::source_label(path);
      list += fmt::format("- \\subpage {}\n", label);
      write({.text = fmt::format("# {} {{#{}}}\n\n\\include{{lineno}} {}\n", path, label, path),
             .parts = {},
             .scripts = {},
             .steps = 0,
             .wrong = {}},
            label);
    }
    write({.text = list, .parts = {}, .scripts = {}, .steps = 0, .wrong = {}}, "sources");
  }

  void write(const WovenPage& page, const std::string& label) {
    std::ofstream(folders_.out / (label + ".md")) << page.text;
    for (const auto& [name, html] : page.parts) std::ofstream(folders_.out / "parts" / name) << html;
    for (const auto& [name, script] : page.scripts) std::ofstream(folders_.out / "scripts" / name) << script;
    const std::lock_guard lock(mutex_);
    wrong_.insert(wrong_.end(), page.wrong.begin(), page.wrong.end());
    written_[label] = page.text;
  }

  /// What the search box finds in our pages.
  std::string search_index() const {
    SearchIndex index(folders_.root);
    for (const auto& [label, text] : written_) index.add(text);
    index.add_synonyms("docs/site/synonyms.txt", pages_);
    return index.json();
  }

  SiteFolders folders_;
  std::vector<Lesson> lessons_;
  std::vector<fs::path> concepts_;
  RecordShelf records_;
  Reference reference_;
  PageMap pages_;
  std::vector<std::function<void()>> tasks_;
  std::mutex mutex_;
  std::vector<std::string> wrong_;
  std::map<std::string, std::size_t> steps_;    ///< of the players, by the file of the version
  std::map<std::string, std::string> written_;  ///< the text of each page by its label
};

/// The Markdown files that the site shows, each with its lesson; empty: no lesson.
std::vector<std::pair<std::string, std::string>> markdown_files(const fs::path& root) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const FixedPage& page : kFixed) files.emplace_back(page.path, "");
  for (const fs::path& path : concept_files(root)) files.emplace_back(path.string(), "");
  for (const Lesson& lesson : read_lessons(root)) {
    files.emplace_back(readme_of(lesson), lesson.number);
    if (fs::exists(root / notes_of(lesson))) files.emplace_back(notes_of(lesson), lesson.number);
  }
  return files;
}

}  // namespace

std::vector<std::string> make_site(const SiteFolders& folders) { return SiteMaker(folders).make(); }

std::vector<std::string> accept_records(const SiteFolders& folders) {
  const RecordShelf records(folders.records);
  std::vector<std::string> changed;
  std::vector<std::pair<fs::path, std::string>> to_write;  // when all is known
  for (const auto& [path, lesson] : markdown_files(folders.root)) try {
      const Scratch scratch(folders.root, folders.build);
      SimulatedRuns runs(scratch);
      const std::string markdown = read_page(folders.root / path);
      const Accepted page = accepted(markdown, Numbers(records.of_page(markdown), runs, lesson));
      for (const Difference& difference : page.changed)
        changed.push_back(fmt::format("{}:{}: {} was {}", path, difference.line, difference.recorded, difference.written));
      if (!page.changed.empty()) to_write.emplace_back(folders.root / path, page.text);
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}:{}", path, error.what()));
    }
  for (const auto& [path, text] : to_write) write_file(path.string(), text);
  return changed;
}

}  // namespace lockstep::site
