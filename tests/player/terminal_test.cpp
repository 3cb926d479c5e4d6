/// @file
/// @brief The player in a terminal: its screen, its keys, and a terminal that is left as it was.
#include <fmt/format.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>

#include <chrono>
#include <regex>

#include "catch.hpp"
#include "player/screen.hpp"
#include "player/values.hpp"
#include "support/processes/process.hpp"
#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"
#include "support/text/text.hpp"
#include "traces.hpp"

using namespace lockstep;
using namespace lockstep::testing;
using namespace lockstep::player;

namespace {

/// The player in a terminal of its own.
class Terminal {
 public:
  Terminal(const std::string& name, ScreenSize size) {
    winsize window{};
    window.ws_row = static_cast<unsigned short>(size.rows);
    window.ws_col = static_cast<unsigned short>(size.columns);
    REQUIRE(::openpty(&ours_, &theirs_, nullptr, nullptr, &window) == 0);  // theirs stays open here, so that its settings can be asked for
    ::tcgetattr(theirs_, &before_);
    const std::string program = LOCKSTEP_BINARY_DIR "/lockstep-player", file = trace_file(name);
    child_ = ::fork();
    if (child_ != 0) return;
    ::setenv("TERM", "xterm", 1);
    ::login_tty(theirs_);
    ::execl(program.c_str(), program.c_str(), file.c_str(), "--terminal", nullptr);
    ::_exit(127);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal() {
    if (!ended_) ::kill(child_, SIGKILL), ::waitpid(child_, nullptr, 0);
    ::close(ours_);
    ::close(theirs_);
  }

  void press(const std::string& bytes) { REQUIRE(::write(ours_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size())); }
  void signal(int number) const { ::kill(child_, number); }

  /// Reads until the text is on the screen, or for ten seconds. @return whether it is
  bool shows(const std::string& text) {
    for (const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10); std::chrono::steady_clock::now() < end;) {
      if (screen().find(text) != std::string::npos) return true;
      read_some();
    }
    return false;
  }

  /// The last screen, without its styles.
  std::string screen() const {
    const std::size_t begin = output_.rfind("\x1b[H");
    if (begin == std::string::npos) return {};
    static const std::regex kEscape("\x1b\\[[0-9;?]*[A-Za-z]|\r");
    return std::regex_replace(output_.substr(begin), kEscape, "");
  }

  /// Its status, as waitpid() tells it.
  int end() {
    int status = -1;
    for (int i = 0; i < 500 && !ended_; ++i) {
      ended_ = ::waitpid(child_, &status, WNOHANG) == child_;
      read_some();
    }
    REQUIRE(ended_);
    return status;
  }

  bool is_as_before() const {
    termios now{};
    ::tcgetattr(theirs_, &now);
    return now.c_lflag == before_.c_lflag && now.c_iflag == before_.c_iflag && output_.ends_with("\x1b[?25h\x1b[?1049l");
  }

 private:
  void read_some() {
    pollfd input{.fd = ours_, .events = POLLIN, .revents = 0};
    if (::poll(&input, 1, 20) <= 0) return;
    char buffer[4096];
    const ssize_t got = ::read(ours_, buffer, sizeof buffer);
    if (got > 0) output_.append(buffer, static_cast<std::size_t>(got));
  }

  int ours_ = -1, theirs_ = -1;
  pid_t child_ = -1;
  bool ended_ = false;
  termios before_{};
  std::string output_;
};

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a screen of 80 by 24 says what happens, shows lanes and memory, and where we are") {
  const Trace own = trace("tree");
  const std::string shown = joined(screen(Steps(own), {.number = 31}, {}, false)) + "\n";
  CHECK(shown == read_file(LOCKSTEP_SOURCE_DIR "/tests/player/screens/tree_31.txt"));
}

TEST_CASE("a screen fits every size, at every step, styles or not") {
  for (const char* name : kTraces) {
    const Trace own = trace(name);
    const Steps steps(own);
    for (const ScreenSize size : {ScreenSize{80, 24}, {200, 60}, {40, 10}, {12, 4}, {1, 1}})
      for (std::size_t number = 1; number <= steps.size(); number += 3) {
        const std::vector<std::string> lines = screen(steps, {.number = number}, size, false);
        CHECK(lines.size() <= static_cast<std::size_t>(size.rows));
        for (const std::string& line : lines) CHECK(display_width(line) <= static_cast<std::size_t>(size.columns));
      }
  }
}

TEST_CASE("a whole number is never rounded: fewer stand side by side instead") {
  Trace own = trace("tree");
  for (Event& event : own.launches[0].events)
    if (event.is_access()) event.values[0] = {1040};
  const Steps steps(own);
  for (const ScreenSize size : {ScreenSize{80, 24}, {40, 40}}) {
    const std::vector<std::string> lines = screen(steps, {.number = 31}, size, false);
    const std::string text = joined(lines);
    CAPTURE(text);
    CHECK(has(text, " lane 0  1040   11   11   10"));
    CHECK_FALSE(has(text, "1e3"));
    CHECK(has(text, size.columns == 80 ? "lane 24 " : "lane 28 "));
  }
  const auto fits = [](const nlohmann::json& value, std::size_t most) { return short_value(value, most); };
  CHECK(fits(1040, 4) == "1040");
  CHECK(fits(10000000000.0, 11) == "10000000000");
  CHECK(fits(12345, 4) == "123…");
  CHECK(fits(0.333333343, 6) == "0.3333");
  CHECK(fits(-3.2e9, 6) == "-3200…");
  CHECK(fits(3.4028234663852886e38, 6) == "3.4e38");
  CHECK(fits("unset", 1) == "?");
}

TEST_CASE("shared memory has its banks, with the words that are asked of each") {
  const Trace conflicts = trace("transpose"), padded = trace("transpose_padded");
  const auto step_that_reads_tile = [](const Steps& steps) {
    return steps.beyond(12, 1, [](const Step& step) { return step.event->kind == "load" && !step.event->sectors; });
  };
  const Steps crowded(conflicts), spread(padded);
  const std::string wide = joined(screen(crowded, {.number = step_that_reads_tile(crowded)}, {160, 60}, false));
  CAPTURE(wide);
  CHECK(has(wide, "tile  float shared: a 32-way bank conflict"));
  CHECK(has(wide, "   bank    0   1   2   3   4"));
  CHECK(has(wide, "  words    - 32!   -   -   -"));
  const std::string small = joined(screen(spread, {.number = step_that_reads_tile(spread)}, {80, 40}, false));
  CAPTURE(small);
  CHECK(has(small, "   bank  16 17 18"));
  CHECK(has(small, "  words   1  1  1"));
  CHECK_FALSE(has(small, "!  "));
  CHECK_FALSE(has(small, "conflict"));
}

TEST_CASE("the timeline says what its signs mean, and where we are, without colours too") {
  const Trace own = trace("tree");
  const std::vector<std::string> lines = screen(Steps(own), {.number = 31}, {}, false);
  CHECK(has(lines[21], "··rw·····|·<▲rw·····|"));
  CHECK(has(lines[22], "r\u00a0read  w\u00a0write  <\u00a0divergence  |\u00a0barrier  !\u00a0report"));
}

TEST_CASE("a small terminal shows the sentence, the line at work, lanes, and memory in use") {
  const Trace own = trace("tree");
  const Steps steps(own);
  const std::string text = joined(screen(steps, {.number = 31}, {40, 12}, false));
  CAPTURE(text);
  for (const char* part : {"step 31 of 109", "Warp 0, lanes 0–15 read sums[16..31].", "▸19 ", "warp 0  ████████████████················",
                           "lane 0  ", "lane 8  ", "sums  float shared", "   bank ", "? keys"})
    CHECK(has(text, part));
  for (const char* name : kTraces) {
    const Trace other = trace(name);
    const Steps all(other);
    for (std::size_t number = 1; number <= all.size(); ++number) {
      CAPTURE(name, number);
      const std::string shown = joined(screen(all, {.number = number}, {40, 12}, false));
      const Step& step = all.at(number);
      CHECK((has(shown, "warp ") || has(shown, " w1 ")));  // of several blocks
      if (step.event->file >= 0) CHECK(has(shown, "▸"));
      if (step.event->is_access()) CHECK(has(shown, step.launch->arrays[step.event->arrays[0]].name + "  "));
    }
  }
}

TEST_CASE("a step beyond the last one is refused, and nothing is written") {
  const TemporaryFolder folder;
  const std::string page = folder / "page.html";
  const auto refused = [&](const std::vector<std::string>& traces) {
    std::vector<std::string> words{"--at", "110", "-o", page};
    for (const std::string& name : traces) words.push_back(trace_file(name));
    return run_program(LOCKSTEP_BINARY_DIR "/lockstep-player", words);
  };
  for (const std::vector<std::string>& traces : {std::vector<std::string>{"tree"}, {"tree_interleaved", "tree"}}) {
    const Outcome outcome = refused(traces);
    CHECK(outcome.code == 2);
    CHECK(outcome.err == "lockstep-player: --at 110: " + trace_file("tree") + " has 109 steps\n");
    CHECK_FALSE(std::filesystem::exists(page));
  }
}

TEST_CASE("keys move through the trace in a terminal") {
  Terminal terminal("tree", {});
  CHECK(terminal.shows("step 1 of 109"));
  terminal.press("bb");
  CHECK(terminal.shows("step 26 of 109"));
  CHECK(terminal.shows("sums[16..31]."));
  terminal.press("d\x1b[C\x1b[C");
  CHECK(terminal.shows("step 31 of 109"));
  terminal.press("c");
  CHECK(terminal.shows("Choose a cell with ↑ or ↓, then press c."));
  terminal.press("\x1b[B");
  CHECK(terminal.shows("sums[16]: "));
  terminal.press("C");
  CHECK(terminal.shows("step 19 of 109"));
  terminal.press("\x1b[1;2C");
  CHECK(terminal.shows("step 29 of 109"));
  terminal.press("\x1b[F");
  CHECK(terminal.shows("step 109 of 109"));
  terminal.press("\x1b[C");
  CHECK(terminal.shows("This is the last step."));
  terminal.press("\x1b[H\x1b[D");
  CHECK(terminal.shows("This is the first step."));
  CHECK(terminal.shows("step 1 of 109"));
  terminal.press("B");
  CHECK(terminal.shows("There is no barrier before this step."));
  terminal.press("x");
  CHECK(terminal.shows("This key does nothing; ? shows the keys."));
  terminal.press("q");
  CHECK(terminal.end() == 0);
  CHECK(terminal.is_as_before());
}

TEST_CASE("? shows the keys and the signs, whole also in a small terminal, until any key is pressed") {
  Terminal terminal("tree", {40, 12});
  CHECK(terminal.shows("step 1 of 109"));
  terminal.press("?");
  CHECK(terminal.shows("Press any key to go back."));
  const std::string keys = terminal.screen();
  CAPTURE(keys);
  for (const char* part : {"b B   next barrier", "c C ", "q: quit", "░\u00a0not its turn", "|\u00a0barrier", "!\u00a0report"})
    CHECK(has(keys, part));
  terminal.press("b");  // it only goes back
  CHECK(terminal.shows("step 1 of 109"));
  terminal.press("?\x03");
  CHECK(terminal.end() == 0);
}

TEST_CASE("the space bar plays, and pauses") {
  Terminal terminal("tree", {});
  CHECK(terminal.shows("step 1 of 109"));
  terminal.press(" ");
  CHECK(terminal.shows("step 3 of 109"));
  terminal.press(" ");
  terminal.press("\x1b[F");
  CHECK(terminal.shows("step 109 of 109"));
  terminal.press(" ");  // from the first step on
  CHECK(terminal.shows("step 2 of 109"));
}

TEST_CASE("the terminal is left as it was, however the player ends") {
  SECTION("Ctrl-C") {
    Terminal terminal("race", {40, 8});
    CHECK(terminal.shows("step 1 of"));
    terminal.press("h");
    CHECK(terminal.shows("race: thread 0"));
    terminal.press("\x03");
    CHECK(terminal.end() == 0);
    CHECK(terminal.is_as_before());
  }
  SECTION("a signal") {
    Terminal terminal("race", {80, 24});
    CHECK(terminal.shows("step 1 of"));
    terminal.signal(SIGTERM);
    const int status = terminal.end();
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGTERM);
    CHECK(terminal.is_as_before());
  }
}
