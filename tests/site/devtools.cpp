/// @file
/// @brief One thread reads what the browser says, and hands it to those who wait.
#include "devtools.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>

namespace lockstep::testing {
namespace {

constexpr std::chrono::seconds kPatience{60};  // a machine may be busy with other tests

void write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw BrowserError("the browser has ended");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

DevTools::DevTools(int commands, int answers) : commands_(commands), answers_(answers), reader_([this] { read(); }) {}

DevTools::~DevTools() {
  stop_ = true;
  reader_.join();
}

json DevTools::call(const std::string& session, const std::string& method, const json& parameters) {
  std::unique_lock lock(mutex_);
  const int id = ++last_id_;
  lock.unlock();

  json message{{"id", id}, {"method", method}, {"params", parameters}};
  if (!session.empty()) message["sessionId"] = session;
  const std::string text = message.dump();
  {
    const std::lock_guard one_at_a_time(writing_);
    write_all(commands_.get(), std::string_view(text.c_str(), text.size() + 1));  // with its NUL
  }

  lock.lock();
  wait(lock, method, [&] { return answered_.contains(id); });
  const json answer = std::move(answered_.extract(id).mapped());
  if (answer.contains("error")) throw BrowserError(fmt::format("{}: {}", method, answer["error"]["message"].get<std::string>()));
  return answer["result"];
}

void DevTools::wait_for(const std::string& session, const std::string& event) {
  std::unique_lock lock(mutex_);
  wait(lock, event, [&] { return std::ranges::any_of(events_[session], [&](const json& message) { return message["method"] == event; }); });
}

std::vector<json> DevTools::take_events(const std::string& session) {
  const std::lock_guard lock(mutex_);
  return std::exchange(events_[session], {});
}

template <class Condition>
void DevTools::wait(std::unique_lock<std::mutex>& lock, const std::string& what, Condition is_there) {
  const bool in_time = changed_.wait_for(lock, kPatience, [&] { return over_ || is_there(); });
  if (is_there()) return;
  throw BrowserError(fmt::format("{} while waiting for {}", in_time ? "the browser ended" : "the browser said nothing", what));
}

void DevTools::read() {
  std::string text;
  std::array<char, 64 * 1024> buffer;
  while (!stop_) {
    pollfd ready{answers_.get(), POLLIN, 0};
    if (::poll(&ready, 1, 100) <= 0) continue;
    const ssize_t size = ::read(answers_.get(), buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) break;
    std::size_t searched = text.size();
    text.append(buffer.data(), static_cast<std::size_t>(size));
    std::size_t begin = 0;
    for (std::size_t end; (end = text.find('\0', std::max(begin, searched))) != text.npos; begin = end + 1)
      dispatch(json::parse(text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin() + static_cast<std::ptrdiff_t>(end)));
    text.erase(0, begin);
  }
  const std::lock_guard lock(mutex_);
  over_ = true;
  changed_.notify_all();
}

void DevTools::dispatch(json message) {
  const std::lock_guard lock(mutex_);
  if (message.contains("id")) {
    const int id = message["id"];
    answered_[id] = std::move(message);
  } else {
    events_[message.value("sessionId", "")].push_back(std::move(message));
  }
  changed_.notify_all();
}

}  // namespace lockstep::testing
