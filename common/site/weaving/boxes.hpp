/// @file
/// @brief Parts of a page with a frame of their own: what to try, with its answer folded away, and other folds.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "site/weaving/markdown.hpp"
#include "site/weaving/tries.hpp"

namespace lockstep::site {

/// The tries and folds of a page from their markers to `<!-- end -->`.
class Boxes {
 public:
  /// @param read  the text of a file, by its path from the page's folder
  explicit Boxes(std::function<std::string(const std::string&)> read) : read_(std::move(read)) {}

  /// Whether the marker begins, divides or ends a box.
  static bool knows(const std::string& verb);

  /// What the marker at that line becomes on the page. @throws UsageError where it is not allowed
  std::string obey(const Marker& marker, std::size_t line);

  /// @throws UsageError  with the line, if a box has no end
  void require_ended() const;

 private:
  struct Box {
    std::string verb{};
    std::size_t line = 0;
    bool answered = false;
  };

  std::string begin_try(const std::optional<Edit>& edit);
  std::string begin_fold(const std::string& summary);
  std::string answer(const Answer& answer);
  std::string end();

  std::function<std::string(const std::string&)> read_;
  std::vector<Box> open_;
};

}  // namespace lockstep::site
