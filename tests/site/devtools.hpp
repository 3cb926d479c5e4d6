/// @file
/// @brief Speaks the DevTools protocol with a browser: https://chromedevtools.github.io/devtools-protocol
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/processes/output_pipes.hpp"

namespace lockstep::testing {

using nlohmann::json;
using namespace grading;

/// The browser said no, or says nothing any more.
struct BrowserError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Two pipes, with messages of JSON that end with a NUL. Several threads may call at once.
class DevTools {
 public:
  DevTools(int commands, int answers);  ///< takes both over
  DevTools(const DevTools&) = delete;
  DevTools& operator=(const DevTools&) = delete;
  ~DevTools();

  /// Calls `method` of a page's session, or of the browser where `session` is empty, and waits for the answer.
  json call(const std::string& session, const std::string& method, const json& parameters = json::object());

  /// Waits until the session has had the event. Events are kept until they are taken.
  void wait_for(const std::string& session, const std::string& event);
  std::vector<json> take_events(const std::string& session);

 private:
  void read();  // what the thread does
  void dispatch(json message);
  template <class Condition>
  void wait(std::unique_lock<std::mutex>& lock, const std::string& what, Condition is_there);

  Descriptor commands_, answers_;
  std::mutex writing_, mutex_;  // the second one guards all that follows
  std::condition_variable changed_;
  int last_id_ = 0;
  bool over_ = false;
  std::map<int, json> answered_;
  std::map<std::string, std::vector<json>> events_;
  std::atomic<bool> stop_ = false;
  std::thread reader_;
};

}  // namespace lockstep::testing
