/// @file
/// @brief What the bytes of an exercise.cu must be: text, in UTF-8, of a sensible length.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace lockstep::grading {

constexpr std::size_t kMostSourceBytes = 256 * 1024;  ///< of an exercise.cu

/// A text, or what is wrong with it.
struct Reading {
  std::string text;       ///< UTF-8, without a byte order mark, lines that end in `\n`; empty where there is a complaint
  std::string complaint;  ///< one line; empty where nothing is wrong
  std::string note = {};  ///< one line: which file the text is from, where there were several; otherwise empty

  bool succeeded() const { return complaint.empty(); }
};

inline Reading wrong(std::string complaint) { return {"", std::move(complaint)}; }

/// The text of an exercise.cu, from its bytes.
Reading to_source_text(std::string bytes);

}  // namespace lockstep::grading
