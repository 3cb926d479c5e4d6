/// @file
/// @brief Asks page_checks.js, at both widths and in both themes.
#include "page_checks.hpp"
#include "support/read_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>
#include <regex>
#include <set>
#include <thread>

namespace lockstep::testing {
namespace {

namespace fs = std::filesystem;

const std::size_t kTabs = std::clamp(std::thread::hardware_concurrency(), 1u, 4u);  // tabs without a core of their own only take turns

/// Faults, and where each was seen first: what is wrong at both widths is told once.
class Faults {
 public:
  void add(const std::string& fault, const std::string& where) {
    if (seen_.insert(fault).second) lines_.push_back(where.empty() ? fault : where + ": " + fault);
  }
  void add(const json& faults, const std::string& where) {
    for (const json& fault : faults) add(fault.get<std::string>(), where);
  }
  std::vector<std::string> lines() && { return std::move(lines_); }

 private:
  std::set<std::string> seen_;
  std::vector<std::string> lines_;
};

void check_layout(Page& page, int width, Faults& faults) {
  const std::string where = fmt::format("{} pixels", width);
  faults.add(page.evaluate(fmt::format("page_checks.overflow({})", width)), where);
  faults.add(page.evaluate("page_checks.charts()"), "");
  for (const std::string& error : page.take_errors()) faults.add(error, "");
}

void check_contrast(Page& page, Theme theme, Faults& faults) {
  faults.add(page.evaluate("page_checks.contrast()"), theme == Theme::dark ? "dark" : "light");
}

void open(Page& page, const fs::path& file, View view) {
  static const std::string script = read_file(LOCKSTEP_SOURCE_DIR "/tests/site/page_checks.js");
  page.set_theme(view.theme);
  page.set_size(view.width);
  page.open(file);
  page.evaluate(script);
}

/// Of a page that its siblings are like.
std::vector<std::string> faults_at_a_glance(Page& page, const fs::path& file, View view) {
  Faults faults;
  open(page, file, view);
  check_layout(page, view.width, faults);
  check_contrast(page, view.theme, faults);
  faults.add(page.evaluate("page_checks.copy_buttons()"), "");
  return std::move(faults).lines();
}

/// Which template made the page: "class", "source", …; empty where its author is a person.
std::string kind_of(const fs::path& file) {
  static const std::regex kMade("(class|struct|concept|namespace)lockstep.*?(-members)?|(dir|source)_.*|.*(_8hpp)(_source)?");
  std::smatch match;
  const std::string name = file.stem();
  if (!std::regex_match(name, match, kMade)) return {};
  return fmt::format("{}{}{}{}{}", match[1].str(), match[2].str(), match[3].str(), match[4].str(), match[5].str());
}

/// Marks the pages that are looked at in all ways: all that persons wrote, and of each template one in kSample.
std::vector<bool> looked_at_closely(const std::vector<fs::path>& files) {
  constexpr int kSample = 12;
  std::map<std::string, int> seen;
  std::vector<bool> closely;
  for (const fs::path& file : files) {
    const std::string kind = kind_of(file);
    closely.push_back(kind.empty() || seen[kind]++ % kSample == 0);
  }
  return closely;
}

}  // namespace

std::vector<std::string> faults_of_page(Page& page, const fs::path& file, View first) {
  const View second = first.other();
  Faults faults;
  open(page, file, first);
  check_layout(page, first.width, faults);
  page.set_size(second.width);
  page.settle();
  check_layout(page, second.width, faults);
  check_contrast(page, first.theme, faults);
  page.set_theme(second.theme);
  page.settle();
  check_contrast(page, second.theme, faults);
  faults.add(page.evaluate("page_checks.copy_buttons()"), "");
  faults.add(page.evaluate("page_checks.requests()"), "");
  for (const std::string& error : page.take_errors()) faults.add(error, "");
  return std::move(faults).lines();
}

std::string faults_of_pages(Browser& browser, const std::vector<fs::path>& files) {
  std::mutex mutex;
  std::map<std::string, std::set<std::string>> pages_of;  // each fault
  std::exception_ptr thrown;
  const std::vector<bool> closely = looked_at_closely(files);
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    try {
      Page page(browser);
      View view;  // as the last page was left: to lay that out anew takes time
      for (std::size_t i; (i = next++) < files.size();) {
        if (!closely[i]) view.width = kNarrow;
        const std::vector<std::string> faults =
            closely[i] ? faults_of_page(page, files[i], view) : faults_at_a_glance(page, files[i], view);
        if (closely[i]) view = view.other();
        const std::lock_guard lock(mutex);
        for (const std::string& fault : faults) pages_of[fault].insert(files[i].filename());
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      thrown = std::current_exception();
    }
  };
  std::vector<std::thread> tabs;
  for (std::size_t i = 0; i < std::min(kTabs, files.size()); ++i) tabs.emplace_back(work);
  for (std::thread& tab : tabs) tab.join();
  if (thrown) std::rethrow_exception(thrown);

  std::string text;
  for (const auto& [fault, pages] : pages_of) {
    text += fmt::format("{}: {}", *pages.begin(), fault);
    text += pages.size() > 1 ? fmt::format(" (and {} other pages)\n", pages.size() - 1) : "\n";
  }
  return text;
}

}  // namespace lockstep::testing
