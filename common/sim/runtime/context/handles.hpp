/// @file
/// @brief The objects behind a kind of handle: made, looked up, destroyed; a stale handle is told from a live one.
#pragma once

#include <memory>
#include <unordered_map>
#include <utility>

namespace lockstep::sim {

template <class T>
class Handles {
 public:
  template <class... A>
  T* make(A&&... arguments) {
    auto object = std::make_unique<T>(std::forward<A>(arguments)...);
    T* const handle = object.get();
    live_.emplace(handle, std::move(object));
    return handle;
  }
  /// The object, or null where the handle is not one of ours.
  T* find(const T* handle) const {
    const auto found = live_.find(handle);
    return found == live_.end() ? nullptr : found->second.get();
  }
  /// False where there is no such handle.
  bool destroy(const T* handle) { return live_.erase(handle) != 0; }
  void clear() { live_.clear(); }

  auto begin() const { return live_.begin(); }
  auto end() const { return live_.end(); }

 private:
  std::unordered_map<const T*, std::unique_ptr<T>> live_;
};

}  // namespace lockstep::sim
