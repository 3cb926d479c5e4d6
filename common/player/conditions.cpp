/// @file
/// @brief Finds conditions by their first word, and their end by counting parentheses.
#include "player/conditions.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace lockstep::player {
namespace {

std::string_view without_comment(std::string_view line) {
  line = line.substr(0, line.find("//"));
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == line.npos) return {};
  return line.substr(first, line.find_last_not_of(" \t") - first + 1);
}

bool begins_with_one_of(std::string_view text, const auto& words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return text.starts_with(word); });
}

/// What follows the parenthesis that closes the first one of these lines; `at` becomes its line.
std::optional<std::string_view> behind_parentheses(const std::vector<std::string>& lines, std::size_t& at) {
  int open = 0;
  for (; at < lines.size(); ++at) {
    const std::string_view text = without_comment(lines[at]);
    for (std::size_t i = 0; i < text.size(); ++i) {
      open += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
      if (text[i] == ')' && open == 0) return text.substr(i + 1);
    }
  }
  return std::nullopt;
}

/// `sums` for `sums[i] += x;`; empty if no element is written.
std::string written_array(std::string_view statement) {
  const std::size_t first = statement.find_first_not_of(' '), open = statement.find('['), close = statement.find(']');
  const std::size_t equals = statement.find('=');
  const bool writes =
      close != statement.npos && equals != statement.npos && open < close && close < equals && equals + 1 < statement.size();
  if (!writes || statement[equals + 1] == '=' || statement.ends_with('}')) return {};
  return std::string(statement.substr(first, open - first));
}

}  // namespace

std::optional<Condition> condition_on(const std::vector<std::string>& lines, int line) {
  constexpr std::array<std::string_view, 3> kIfs{"if (", "else if (", "} else if ("};
  constexpr std::array<std::string_view, 2> kLoops{"for (", "while ("};
  constexpr std::array<std::string_view, 4> kJumps{"return", "break", "continue", "goto"};
  auto at = static_cast<std::size_t>(line - 1);
  if (at >= lines.size()) return std::nullopt;
  const std::string_view head = without_comment(lines[at]);
  const bool of_loop = begins_with_one_of(head, kLoops);
  if (!of_loop && !begins_with_one_of(head, kIfs)) return std::nullopt;
  const auto rest = behind_parentheses(lines, at);
  if (!rest) return std::nullopt;
  // A function called on this line has its own statements, which would be taken for the next one.
  const bool calls = std::ranges::count(head, '(') > 1 + std::ranges::count(*rest, '(');
  if (std::string array = written_array(*rest); !array.empty() && !calls)
    return Condition{.of_loop = of_loop, .body = static_cast<int>(at) + 1, .written = std::move(array)};
  if (rest->find_first_not_of(" {") != rest->npos) return std::nullopt;
  do ++at;
  while (at < lines.size() && without_comment(lines[at]).empty());
  if (at == lines.size() || begins_with_one_of(without_comment(lines[at]), kJumps)) return std::nullopt;
  return Condition{.of_loop = of_loop, .body = static_cast<int>(at) + 1};
}

}  // namespace lockstep::player
