/// @file
/// @brief The list of errors that the program never asked for.
#include "sim/runtime/context/unseen_errors.hpp"

#include <memory>
#include <thread>

#include "sim/engine/immortal.hpp"
#include "sim/runtime/context/api.hpp"

namespace lockstep::sim {

namespace {

struct List {
  std::vector<UnseenError> errors;
  std::vector<std::thread::id> whose;
};

List& list() {
  static auto& all = immortal<List>();
  return all;
}

}  // namespace

void note_unseen(cudaError_t error, Call launch) {
  const std::lock_guard lock(api_mutex());
  list().errors.push_back({error, launch});
  list().whose.push_back(std::this_thread::get_id());
}

void forget_unseen() {
  const std::lock_guard lock(api_mutex());
  List& all = list();
  for (std::size_t i = all.errors.size(); i-- > 0;) {
    if (all.whose[i] != std::this_thread::get_id()) continue;
    all.errors.erase(all.errors.begin() + static_cast<std::ptrdiff_t>(i));
    all.whose.erase(all.whose.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

const std::vector<UnseenError>& unseen_errors() { return list().errors; }

}  // namespace lockstep::sim
