/// @file
/// @brief The terminal's keys, its size, and how it is left.
#include "player/terminal.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "lockstep/usage_error.hpp"
#include "player/screen.hpp"
#include "support/exit_status.hpp"
#include "support/processes/interruption.hpp"
#include "support/progress.hpp"

namespace lockstep::player {
namespace {

/// While it lives, keys come one by one, on the alternate screen.
class RawTerminal {
 public:
  RawTerminal() {
    ::tcgetattr(STDIN_FILENO, &before_);
    termios raw = before_;
    raw.c_lflag &= static_cast<tcflag_t>(~(ICANON | ECHO | ISIG | IEXTEN));  // Ctrl-C is a key, so that the player exits in the normal way
    raw.c_iflag &= static_cast<tcflag_t>(~(IXON | ICRNL));
    ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw);
    write("\x1b[?1049h\x1b[?25l");
  }
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;
  ~RawTerminal() {
    write("\x1b[?25h\x1b[?1049l");
    ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &before_);
  }

  static void write(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
  }

  static ScreenSize size() {
    winsize window{};
    const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0 && window.ws_row > 0;
    return known ? ScreenSize{window.ws_col, window.ws_row} : ScreenSize{};
  }

 private:
  termios before_{};
};

enum class Key { none, left, right, ten_left, ten_right, up, down, home, end, gone };

/// A key: a letter, or one of those that send several bytes.
struct Pressed {
  Key key = Key::none;
  char letter = 0;
};

Pressed of_bytes(std::string_view bytes) {
  struct Sequence {
    std::string_view bytes;
    Key key;
  };
  static constexpr Sequence kSequences[] = {
      {"\x1b[C", Key::right},        {"\x1bOC", Key::right},       {"\x1b[D", Key::left}, {"\x1bOD", Key::left},
      {"\x1b[1;2C", Key::ten_right}, {"\x1b[1;2D", Key::ten_left}, {"\x1b[A", Key::up},   {"\x1bOA", Key::up},
      {"\x1b[B", Key::down},         {"\x1bOB", Key::down},        {"\x1b[H", Key::home}, {"\x1bOH", Key::home},
      {"\x1b[1~", Key::home},        {"\x1b[F", Key::end},         {"\x1bOF", Key::end},  {"\x1b[4~", Key::end}};
  const auto* const found = std::ranges::find(kSequences, bytes, &Sequence::bytes);
  if (found != std::end(kSequences)) return {found->key};
  return {Key::none, bytes.size() == 1 ? bytes[0] : '\0'};
}

/// Keys that were pressed quickly come at once: this takes the first off.
std::string take_first_key(std::string& bytes) {
  std::size_t length = 1;
  if (bytes.size() > 2 && bytes[0] == '\x1b') {
    length = 2;
    while (length < bytes.size() && !(bytes[length] >= '@' && bytes[length] <= '~')) ++length;
    ++length;
  }
  std::string first = bytes.substr(0, length);
  bytes.erase(0, length);
  return first;
}

class TerminalPlayer {
 public:
  TerminalPlayer(const Trace& trace, std::size_t step) : steps_(trace) { view_.number = step; }

  void play() {
    const RawTerminal terminal;
    ScreenSize shown{0, 0};
    bool changed = true;
    while (interruption() == 0) {
      const ScreenSize size = RawTerminal::size();
      if (changed || size.columns != shown.columns || size.rows != shown.rows) draw(size);
      shown = size;
      changed = false;
      pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
      constexpr int kLookAtSizeEvery = 200;  // ms
      if (::poll(&input, 1, kLookAtSizeEvery) <= 0) {
        changed = play_on();
        continue;
      }
      char buffer[256];
      const ssize_t got = ::read(STDIN_FILENO, buffer, sizeof buffer);
      if (got <= 0) return;
      std::string bytes(buffer, static_cast<std::size_t>(got));
      while (!bytes.empty())
        if (!answer(of_bytes(take_first_key(bytes)))) return;
      changed = true;
    }
  }

 private:
  void draw(ScreenSize size) const {
    std::string text = "\x1b[H";
    const std::vector<std::string> lines = shows_keys_ ? legend_screen(size, true) : screen(steps_, view_, size, true);
    for (std::size_t i = 0; i < lines.size(); ++i) text += (i > 0 ? "\r\n" : "") + lines[i] + "\x1b[K";
    RawTerminal::write(text + "\x1b[J");
  }

  static bool ends(const Pressed& pressed) {
    constexpr char kControlC = 3, kControlD = 4;
    return pressed.letter == kControlC || pressed.letter == kControlD;
  }

  /// @return whether there is more to play
  bool answer(const Pressed& pressed) {
    if (ends(pressed)) return false;
    view_.note.clear();
    if (std::exchange(shows_keys_, false)) return true;
    const bool was_playing = std::exchange(plays_, false);
    return pressed.letter == ' ' ? play_or_pause(was_playing) : press(pressed);
  }

  bool play_or_pause(bool was_playing) {
    plays_ = !was_playing;
    return !plays_ || view_.number < steps_.size() || go(1);
  }

  /// @return whether it did
  bool play_on() {
    if (!plays_) return false;
    move(1);
    plays_ = view_.number < steps_.size();
    return true;
  }

  bool press(Pressed pressed) {
    switch (pressed.key) {
      case Key::left:
        return move(-1);
      case Key::right:
        return move(1);
      case Key::ten_left:
        return move(-10);
      case Key::ten_right:
        return move(10);
      case Key::up:
        return choose(-1);
      case Key::down:
        return choose(1);
      case Key::home:
        return go(1);
      case Key::end:
        return go(steps_.size());
      default:
        break;
    }
    const char letter = pressed.letter;
    const int direction = letter >= 'A' && letter <= 'Z' ? -1 : 1;
    switch (letter | 0x20) {
      case 'b':
        return jump(direction, "barrier", [](const Step& step) { return step.event->kind == "barrier"; });
      case 'd':
        return jump(direction, "divergence", [](const Step& step) { return step.event->kind == "branch"; });
      case 'h':
        return jump(direction, "report", [](const Step& step) { return !step.hazards.empty(); });
      case 'c':
        return jump_to_cell(direction);
      case 'q':
        return false;
      default:
        break;
    }
    if (letter == '?') shows_keys_ = true;
    if (letter != '?') view_.note = "This key does nothing; ? shows the keys.";
    return true;
  }

  bool go(std::size_t number) {
    if (steps_.at(number).launch != steps_.at(view_.number).launch) view_.chosen.reset();  // a cell of another launch
    view_.number = number;
    return true;
  }

  bool move(int by) {
    if (by > 0 && view_.number == steps_.size()) view_.note = "This is the last step.";
    if (by < 0 && view_.number == 1) view_.note = "This is the first step.";
    const auto to = static_cast<std::ptrdiff_t>(view_.number) + by;
    return go(static_cast<std::size_t>(std::clamp(to, std::ptrdiff_t{1}, static_cast<std::ptrdiff_t>(steps_.size()))));
  }

  template <class Condition>
  bool jump(int direction, const char* what, const Condition& condition) {
    const std::size_t to = steps_.beyond(view_.number, direction, condition);
    if (to == view_.number) view_.note = fmt::format("There is no {} {} this step.", what, direction > 0 ? "after" : "before");
    return go(to);
  }

  /// The known cells of the launch, in order: up and down go through them, beginning with one that this step touches.
  bool choose(int direction) {
    const State state = steps_.state_at(view_.number);
    const Event& event = *steps_.at(view_.number).event;
    if (!view_.chosen && event.is_access()) {
      view_.chosen = Cell{event.arrays[0], event.indices[0]};
      return true;
    }
    if (state.cells.empty()) {
      view_.note = "No cell is known yet: go on with →.";
      return true;
    }
    auto at = view_.chosen ? state.cells.find(*view_.chosen) : state.cells.end();
    if (direction > 0) at = at == state.cells.end() || std::next(at) == state.cells.end() ? state.cells.begin() : std::next(at);
    if (direction < 0) at = std::prev(at == state.cells.begin() ? state.cells.end() : at);
    view_.chosen = at->first;
    return true;
  }

  bool jump_to_cell(int direction) {
    if (!view_.chosen) {
      view_.note = "Choose a cell with ↑ or ↓, then press c.";
      return true;
    }
    const Launch* const launch = steps_.at(view_.number).launch;
    const Cell cell = *view_.chosen;
    return jump(direction, "access of this cell", [&](const Step& step) { return step.launch == launch && touches(*step.event, cell); });
  }

  static bool touches(const Event& event, const Cell& cell) {
    for (std::size_t i = 0; i < event.indices.size(); ++i) {
      const std::int64_t scalar = cell.second - event.indices[i];
      if (event.arrays[i] == cell.first && scalar >= 0 && scalar < static_cast<std::int64_t>(event.values[i].size())) return true;
    }
    return false;
  }

  Steps steps_;
  View view_;
  bool plays_ = false, shows_keys_ = false;
};

}  // namespace

void require_terminal() {
  if (isatty(STDIN_FILENO) == 1 && obeys_escapes(STDOUT_FILENO)) return;
  throw UsageError("--terminal needs a terminal for its keys and its screen; -o PAGE.html writes a page for a browser");
}

int play_in_terminal(const Trace& trace, std::size_t step) {
  remember_interruptions();
  TerminalPlayer(trace, step).play();
  if (interruption() != 0) end_by_interruption();
  return kSucceeded;
}

}  // namespace lockstep::player
