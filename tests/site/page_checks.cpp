/// @file
/// @brief Asks page_checks.js, at both widths and in both themes.
#include "page_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>
#include <set>
#include <thread>

namespace lockstep::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kTabs = 4;

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

}  // namespace

std::vector<std::string> faults_of_page(Page& page, const fs::path& file, int first_width) {
  static const std::string script = read_file(LOCKSTEP_SOURCE_DIR "/tests/site/page_checks.js");
  const int second_width = first_width == kWide ? kNarrow : kWide;
  Faults faults;
  page.set_theme(Theme::light);
  page.set_size(first_width);
  page.open(file);
  page.evaluate(script);
  check_layout(page, first_width, faults);
  page.set_size(second_width);
  page.settle();
  check_layout(page, second_width, faults);
  faults.add(page.evaluate("page_checks.contrast()"), "light");
  page.set_theme(Theme::dark);
  page.settle();
  faults.add(page.evaluate("page_checks.contrast()"), "dark");
  faults.add(page.evaluate("page_checks.copy_buttons()"), "");
  faults.add(page.evaluate("page_checks.requests()"), "");
  for (const std::string& error : page.take_errors()) faults.add(error, "");
  return std::move(faults).lines();
}

std::string faults_of_pages(Browser& browser, const std::vector<fs::path>& files) {
  std::mutex mutex;
  std::map<std::string, std::set<std::string>> pages_of;  // each fault
  std::exception_ptr thrown;
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    try {
      Page page(browser);
      for (std::size_t i; (i = next++) < files.size();) {
        const std::vector<std::string> faults = faults_of_page(page, files[i], i % 2 == 0 ? kNarrow : kWide);
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
