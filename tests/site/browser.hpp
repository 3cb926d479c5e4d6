/// @file
/// @brief Chromium without a window, and its tabs.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "devtools.hpp"
#include "support/temporary_folder.hpp"

namespace lockstep::testing {

/// The first Chromium on the PATH.
std::optional<std::filesystem::path> find_browser();

/// A process of its own, with a profile of its own; both are gone when it is.
class Browser {
 public:
  /// @throws std::system_error where it cannot be started; BrowserError where it does not answer
  explicit Browser(const std::filesystem::path& program);
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;
  ~Browser();

  DevTools& devtools() { return *devtools_; }

 private:
  void end();

  TemporaryFolder folder_;
  pid_t process_ = 0;
  std::unique_ptr<DevTools> devtools_;
};

/// What the reader's system asks for (CSS `prefers-color-scheme`).
enum class Theme { light, dark };

/// A tab. One thread at a time.
class Page {
 public:
  explicit Page(Browser& browser);
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;
  ~Page();

  void set_size(int width, int height = 900);
  void set_theme(Theme theme);
  void set_print(bool print);  ///< CSS `@media print`

  /// Opens a file, and waits until it is loaded and has settled.
  void open(const std::filesystem::path& file);

  /// Waits until its fonts are there, its formulas are set, and its scripts have drawn. Another size or theme needs it too.
  void settle();

  /// What went wrong in it since it was opened: exceptions that nothing caught, console.error(), files that could not be loaded.
  std::vector<std::string> take_errors();

  /// The value of an expression of JavaScript, or what its promise comes to.
  /// @throws BrowserError with the exception's text
  json evaluate(const std::string& expression);

  /// The same in the first frame within the page.
  json evaluate_in_frame(const std::string& expression);

  void press(const std::string& key);             ///< "Tab", "Enter", "a"
  void type(const std::string& letters);          ///< key by key
  void click(const std::string& element);         ///< with the mouse, on the middle of what the expression of JavaScript names
  void tap(const std::string& element);           ///< the same with a finger
  std::string screenshot();                       ///< PNG, of what is to be seen at this size
  std::string print();                            ///< PDF
  void wait_until(const std::string& condition);  ///< an expression of JavaScript; at most some seconds. @throws BrowserError

 private:
  json call(const std::string& method, const json& parameters = json::object()) { return devtools_.call(session_, method, parameters); }
  json value_of(const json& parameters);
  json middle_of(const std::string& element);
  void emulate_media();

  DevTools& devtools_;
  std::string target_, session_;
  std::pair<int, int> size_{};
  Theme theme_ = Theme::light;
  bool print_ = false;
};

/// What was encoded by RFC 4648.
std::string from_base64(std::string_view text);

}  // namespace lockstep::testing
