/// @file
/// @brief Finds dates and attempts in names. By hand: names in an archive are as long as it, and std::regex recurses for each character.
#include "grading/intake/latest_hand_in.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "support/text/version_names.hpp"

namespace lockstep::grading {
namespace {

constexpr std::string_view kSeparators = " _-.";

/// A number that says when something was handed in, or how many times.
struct Mark {
  std::size_t begin = 0, end = 0;  ///< of its digits in the path
  std::string digits;
  bool is_date = false;
};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

std::string lower(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return small;
}

/// How many digits there are at a position, counted up to `most`.
std::size_t digits_at(std::string_view text, std::size_t at, std::size_t most) {
  std::size_t count = 0;
  while (count < most && at + count < text.size() && is_digit(text[at + count])) ++count;
  return count;
}

bool is_separator_at(std::string_view text, std::size_t at) {
  return at < text.size() && (kSeparators.find(text[at]) != kSeparators.npos || text[at] == ':' || text[at] == 'T');
}

/// A half of the day, which makes 1:30 later than 11:30.
bool names_half_of_day(std::string_view text, std::size_t at) {
  if (is_separator_at(text, at)) ++at;
  const std::string word = lower(text.substr(at, 2));
  return word == "am" || word == "pm";
}

/// The year first, as in 2026-11-30, 20261130 or 2026-11-30T09:15:00.
std::optional<Mark> date_at(std::string_view path, std::size_t begin) {
  if (digits_at(path, begin, 4) != 4 || path.substr(begin, 2) != "20") return std::nullopt;
  Mark date{.begin = begin, .end = begin + 4, .digits = std::string(path.substr(begin, 4)), .is_date = true};
  constexpr std::size_t kMostPairs = 5;  // month, day, hour, minute, second
  for (std::size_t pair = 0; pair < kMostPairs; ++pair) {
    const std::size_t at = date.end + (is_separator_at(path, date.end) ? 1 : 0);
    if (digits_at(path, at, 2) != 2) break;
    date.digits += path.substr(at, 2);
    date.end = at + 2;
  }
  const bool has_day = date.digits.size() >= 8 && date.digits.substr(4, 2) <= "12" && date.digits.substr(6, 2) <= "31";
  const bool goes_on = date.end < path.size() && is_digit(path[date.end]);
  if (!has_day || goes_on || names_half_of_day(path, date.end)) return std::nullopt;
  return date;
}

/// A number after a word such as `attempt`.
std::optional<Mark> attempt_at(std::string_view path, std::size_t begin) {
  constexpr std::array<std::string_view, 7> kWords{"attempt", "submission", "resubmission", "revision", "version", "try", "v"};
  constexpr std::size_t kLongestWord = 12;
  std::size_t word_end = begin;
  if (word_end > 0 && kSeparators.find(path[word_end - 1]) != kSeparators.npos) --word_end;
  std::size_t word_begin = word_end;
  while (word_begin > 0 && word_end - word_begin <= kLongestWord && is_letter(path[word_begin - 1])) --word_begin;
  if (std::ranges::find(kWords, lower(path.substr(word_begin, word_end - word_begin))) == kWords.end()) return std::nullopt;
  const std::size_t end = begin + digits_at(path, begin, path.size());
  const std::size_t nonzero = std::min(path.find_first_not_of('0', begin), end);
  return Mark{.begin = begin, .end = end, .digits = std::string(path.substr(nonzero, end - nonzero))};
}

std::optional<Mark> next_mark(std::string_view path, std::size_t from) {
  for (std::size_t at = from; at < path.size(); ++at) {
    if (!is_digit(path[at]) || (at > 0 && is_digit(path[at - 1]))) continue;
    if (auto date = date_at(path, at)) return date;
    if (auto attempt = attempt_at(path, at)) return attempt;
  }
  return std::nullopt;
}

bool is_larger(const Mark& mark, const Mark& other) {
  if (mark.digits.size() == other.digits.size()) return mark.digits > other.digits;
  return !mark.is_date && mark.digits.size() > other.digits.size();  // a day with a time and one without
}

bool is_late(std::string_view path) {
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    if (is_for_late_ones(path.substr(begin, end - begin))) return true;
    begin = end + 1;
  }
  return false;
}

}  // namespace

bool is_for_late_ones(std::string_view name) {
  constexpr std::array<std::string_view, 5> kNames{"late", "late submission", "late submissions", "resubmission", "resubmissions"};
  std::string plain = lower(name.substr(0, name.find('.')));
  std::ranges::replace_if(
      plain, [](char c) { return kSeparators.find(c) != kSeparators.npos; }, ' ');
  return std::ranges::find(kNames, plain) != kNames.end();
}

bool is_certainly_later(std::string_view path, std::string_view other) {
  if (is_late(path) != is_late(other)) return is_late(path);
  for (std::size_t at = 0;;) {  // the same until here
    const auto mark = next_mark(path, at), others = next_mark(other, at);
    if (!mark || !others || mark->is_date != others->is_date) return false;
    if (path.substr(0, mark->begin) != other.substr(0, others->begin)) return false;
    if (mark->digits != others->digits) return is_larger(*mark, *others);
    if (mark->end != others->end) return false;  // 02 and 2
    at = mark->end;
  }
}

}  // namespace lockstep::grading
