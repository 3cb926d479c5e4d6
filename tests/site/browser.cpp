/// @file
/// @brief Starts Chromium with pipes at its descriptors 3 and 4, and sees that nothing of it is left.
#include "browser.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <system_error>
#include <thread>
#include <utility>

#include "support/processes/spawn.hpp"
#include "support/read_file.hpp"

namespace lockstep::testing {
namespace {

namespace fs = std::filesystem;

void require(bool succeeded, const char* what) {
  if (!succeeded) throw std::system_error(errno, std::generic_category(), what);
}

struct Ends {
  Descriptor read, write;
};

/// Neither end is 3 or 4, where the child wants its own.
void make_pipe(Ends& ends) {
  int fds[2];
  require(::pipe2(fds, O_CLOEXEC) == 0, "pipe");
  const Descriptor low_read(fds[0]), low_write(fds[1]);
  ends.read.reset(::fcntl(fds[0], F_DUPFD_CLOEXEC, 10));
  ends.write.reset(::fcntl(fds[1], F_DUPFD_CLOEXEC, 10));
  require(ends.read.get() >= 0 && ends.write.get() >= 0, "fcntl");
}

pid_t start(std::vector<std::string> words, const std::string& log, const Ends& commands, const Ends& answers) {
  ChildFiles files;
  files.append_to(log, STDOUT_FILENO);
  files.pass(STDOUT_FILENO, STDERR_FILENO);
  files.pass(commands.read.get(), 3);
  files.pass(answers.write.get(), 4);
  return spawn(std::move(words), files);
}

int keep_own(int fd) {
  const int own = ::fcntl(fd, F_DUPFD_CLOEXEC, 10);
  require(own >= 0, "fcntl");
  return own;
}

/// The name by which DevTools knows a key, and its number (Windows' virtual keys).
json key_event(const std::string& key) {
  if (key == "Tab") return {{"key", key}, {"code", key}, {"windowsVirtualKeyCode", 9}};
  if (key == "Enter") return {{"key", key}, {"code", key}, {"windowsVirtualKeyCode", 13}, {"text", "\r"}};
  if (key == "ArrowRight") return {{"key", key}, {"code", key}, {"windowsVirtualKeyCode", 39}};
  if (key == "ArrowUp") return {{"key", key}, {"code", key}, {"windowsVirtualKeyCode", 38}};
  if (key == "ArrowDown") return {{"key", key}, {"code", key}, {"windowsVirtualKeyCode", 40}};
  if (key == "Escape") return {{"key", key}, {"code", key}, {"windowsVirtualKeyCode", 27}};
  const char upper = static_cast<char>(std::toupper(static_cast<unsigned char>(key.at(0))));
  return {{"key", key}, {"code", std::string("Key") + upper}, {"windowsVirtualKeyCode", upper}, {"text", key}};
}

// MathJax sets its formulas behind the load event. Two frames later, all that scripts asked to draw is drawn, and they know of
// another size or theme.
constexpr const char* kSettle = R"((async () => {
  await document.fonts.ready;
  if (window.jQuery) jQuery(':animated').finish();
  const has_formulas = /\\[[(]/.test(document.body.innerText);  // as Doxygen writes them
  if (has_formulas && window.MathJax && MathJax.Hub) await new Promise(done => MathJax.Hub.Queue(done));
  for (let i = 0; i < 2; ++i) await new Promise(done => requestAnimationFrame(done));
})())";

}  // namespace

std::optional<fs::path> find_browser() {
  const char* path = std::getenv("PATH");
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"}) {
    std::istringstream folders(path != nullptr ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');)
      if (::access((fs::path(folder) / name).c_str(), X_OK) == 0) return fs::path(folder) / name;
  }
  return std::nullopt;
}

// ---- The browser ------------------------------------------------------------------------------------------------------

Browser::Browser(const fs::path& program) {
  Ends commands, answers;
  make_pipe(commands);
  make_pipe(answers);
  const std::string log = folder_ / "log.txt";
  process_ =
      start({"/usr/bin/env", "HOME=" + folder_.path().string(), "TMPDIR=" + folder_.path().string(), program.string(), "--headless",
             "--remote-debugging-pipe", "--user-data-dir=" + (folder_ / "profile"), "--no-sandbox", "--disable-gpu", "--disable-quic",
             "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-breakpad",
             "--disable-dev-shm-usage", "--disable-extensions", "--hide-scrollbars", "--font-render-hinting=none"},
            log, commands, answers);
  ::signal(SIGPIPE, SIG_IGN);  // a browser that ended is an error to report, not the end of the tests
  devtools_ = std::make_unique<DevTools>(keep_own(commands.write.get()), keep_own(answers.read.get()));
  commands.read.reset(-1);
  answers.write.reset(-1);
  try {
    devtools_->call("", "Browser.getVersion");
  } catch (const BrowserError& error) {
    end();
    throw BrowserError(fmt::format("{}: {}\n{}", program.string(), error.what(), read_file(log)));
  }
}

Browser::~Browser() { end(); }

void Browser::end() {
  ::kill(-process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
  for (int i = 0; i < 200 && ::kill(-process_, 0) == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  devtools_.reset();
}

// ---- A page -----------------------------------------------------------------------------------------------------------

Page::Page(Browser& browser) : devtools_(browser.devtools()) {
  target_ = devtools_.call("", "Target.createTarget", {{"url", "about:blank"}, {"newWindow", true}})["targetId"];
  session_ = devtools_.call("", "Target.attachToTarget", {{"targetId", target_}, {"flatten", true}})["sessionId"];
  for (const char* domain : {"Page.enable", "Runtime.enable", "Log.enable"}) call(domain);
  call("Emulation.setFocusEmulationEnabled", {{"enabled", true}});  // else only one tab draws
  emulate_media();
  set_size(1440);
}

Page::~Page() {
  try {
    devtools_.call("", "Target.closeTarget", {{"targetId", target_}});
  } catch (const BrowserError&) {  // then it is closed
  }
}

void Page::set_size(int width, int height) {
  constexpr int kWidestPhone = 600;
  if (std::exchange(size_, {width, height}) == std::pair(width, height)) return;
  call("Emulation.setDeviceMetricsOverride",
       {{"width", width}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", width <= kWidestPhone}});
}

void Page::set_theme(Theme theme) {
  if (std::exchange(theme_, theme) != theme) emulate_media();
}

void Page::set_print(bool print) {
  print_ = print;
  emulate_media();
}

void Page::emulate_media() {
  const json scheme{{"name", "prefers-color-scheme"}, {"value", theme_ == Theme::dark ? "dark" : "light"}};
  const json still{{"name", "prefers-reduced-motion"}, {"value", "reduce"}};
  call("Emulation.setEmulatedMedia", {{"media", print_ ? "print" : ""}, {"features", {scheme, still}}});
}

void Page::open(const fs::path& file) {
  devtools_.take_events(session_);
  const json answer = call("Page.navigate", {{"url", "file://" + fs::absolute(file).string()}});
  if (answer.contains("errorText")) throw BrowserError(fmt::format("{}: {}", file.string(), answer["errorText"].get<std::string>()));
  devtools_.wait_for(session_, "Page.loadEventFired");
  settle();
}

void Page::settle() { evaluate(kSettle); }

std::vector<std::string> Page::take_errors() {
  std::vector<std::string> errors;
  for (const json& event : devtools_.take_events(session_)) {
    const std::string method = event["method"];
    const json& what = event["params"];
    if (method == "Runtime.exceptionThrown") {
      const json& details = what["exceptionDetails"];
      const std::string text = details["text"];
      const std::string description = details.value("/exception/description"_json_pointer, std::string());
      errors.push_back("a script threw: " + (description.empty() ? text : description.substr(0, description.find('\n'))));
    } else if (method == "Runtime.consoleAPICalled" && (what["type"] == "error" || what["type"] == "assert")) {
      std::string text = "console.error:";
      for (const json& argument : what["args"])
        text += " " + argument.value("description", argument.contains("value") ? argument["value"].dump() : argument["type"].dump());
      errors.push_back(text);
    } else if (method == "Log.entryAdded" && what["entry"]["level"] == "error") {
      const json& entry = what["entry"];
      errors.push_back(fmt::format("{}: {}", entry["text"].get<std::string>(), fs::path(entry.value("url", "")).filename().string()));
    }
  }
  return errors;
}

json Page::value_of(const json& parameters) {
  const json answer = call("Runtime.evaluate", parameters);
  if (answer.contains("exceptionDetails")) {
    const json& details = answer["exceptionDetails"];
    throw BrowserError(details.value("/exception/description"_json_pointer, details["text"].get<std::string>()));
  }
  return answer["result"].value("value", json());
}

json Page::evaluate(const std::string& expression) {
  return value_of({{"expression", expression}, {"awaitPromise", true}, {"returnByValue", true}});
}

json Page::evaluate_in_frame(const std::string& expression) {
  const json frames = call("Page.getFrameTree")["frameTree"].value("childFrames", json::array());
  if (frames.empty()) throw BrowserError("there is no frame in the page");
  const json world = call("Page.createIsolatedWorld", {{"frameId", frames[0]["frame"]["id"]}});
  return value_of(
      {{"expression", expression}, {"awaitPromise", true}, {"returnByValue", true}, {"contextId", world["executionContextId"]}});
}

void Page::press(const std::string& key) {
  json event = key_event(key);
  event["type"] = event.contains("text") ? "keyDown" : "rawKeyDown";
  call("Input.dispatchKeyEvent", event);
  event["type"] = "keyUp";
  event.erase("text");
  call("Input.dispatchKeyEvent", event);
}

void Page::type(const std::string& letters) {
  for (const char letter : letters) press(std::string(1, letter));
}

json Page::middle_of(const std::string& element) {
  return evaluate("(() => { const box = (" + element +
                  ").getBoundingClientRect(); return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; })()");
}

void Page::click(const std::string& element) {
  json event = middle_of(element);
  event.update({{"button", "left"}, {"clickCount", 1}});
  for (const char* type : {"mouseMoved", "mousePressed", "mouseReleased"}) {
    event["type"] = type;
    call("Input.dispatchMouseEvent", event);
  }
}

void Page::tap(const std::string& element) {
  call("Emulation.setTouchEmulationEnabled", {{"enabled", true}});
  call("Input.dispatchTouchEvent", {{"type", "touchStart"}, {"touchPoints", {middle_of(element)}}});
  call("Input.dispatchTouchEvent", {{"type", "touchEnd"}, {"touchPoints", json::array()}});
}

std::string Page::screenshot() {
  return from_base64(call("Page.captureScreenshot", {{"optimizeForSpeed", true}})["data"].get<std::string>());
}

std::string Page::print() { return from_base64(call("Page.printToPDF", {{"printBackground", true}})["data"].get<std::string>()); }

void Page::wait_until(const std::string& condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (evaluate("Boolean(" + condition + ")") != true) {
    if (std::chrono::steady_clock::now() > deadline) throw BrowserError("in vain waited for " + condition);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

std::string from_base64(std::string_view text) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  unsigned bits = 0;
  int count = 0;
  for (const char digit : text) {
    const std::size_t value = kDigits.find(digit);
    if (value == kDigits.npos) break;  // the padding
    bits = bits << 6 | static_cast<unsigned>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xff);
  }
  return bytes;
}

}  // namespace lockstep::testing
