/// @file
/// @brief What a page asks its reader to try: a change to a file, a command, and what that prints then.
///
///     <!-- try: v3_shared_memory.cu | kBlock = 256; -> kBlock = 192; -->
///     The question, in words that name the change.
///     <!-- answer: ./lockstep run 03 --kernel v3 | status 1 -->
///     The answer, and in its first block of code what the command prints after the change.
///     <!-- end -->
///
/// `<!-- try: -->` changes nothing. The status is 0 where none is named.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::site {

/// A change within one line of a file.
struct Edit {
  std::string file{};  ///< from the page's folder
  std::string before{}, after{};
};

struct Answer {
  std::string command{};
  int status = 0;
};

struct Try {
  std::size_t line = 0;  ///< of its marker, from 1
  std::optional<Edit> edit{};
  Answer answer{};
  std::optional<std::string> copy{};  ///< of what the command prints
};

/// What follows "try:". @throws UsageError if it does not have that form
std::optional<Edit> edit_of(const std::string& rest);
/// What follows "answer:". @throws UsageError if it does not have that form
Answer answer_of(const std::string& rest);

/// A file with the change. @throws UsageError unless it has the old text once
std::string edited(const std::string& source, const Edit& edit);

/// The tries of a page. @throws UsageError  with the line, if one does not have that form
std::vector<Try> tries_of(const std::string& markdown);

}  // namespace lockstep::site
