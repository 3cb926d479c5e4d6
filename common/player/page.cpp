/// @file
/// @brief Puts the player's scripts, its style and the traces into one page.
#include "player/page.hpp"

#include <fmt/format.h>

#include "player/told.hpp"
#include "support/read_file.hpp"
#include "support/text/markup.hpp"

namespace lockstep::player {
namespace {

std::string part(const char* name) { return read_file(std::string(LOCKSTEP_SOURCE_DIR "/common/player/") + name); }

/// JSON in which no text can end the script around it: a source line may hold `</script>`.
std::string inlined(const nlohmann::json& trace) {
  std::string safe;
  for (const char c : trace.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

std::string title(const std::vector<Trace>& traces) {
  std::string names;
  for (const Trace& trace : traces) {
    const Launch& launch = trace.launches.front();
    names += (names.empty() ? "" : " and ") + launch.kernel + (launch.version.empty() ? "" : " " + launch.version);
  }
  return names + ", step by step";
}

}  // namespace

std::string page(const std::vector<Trace>& traces, std::size_t step) {
  std::string data;
  for (const Trace& trace : traces) data += "<script type=\"application/json\">" + inlined(told(trace)) + "</script>\n";
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n"
      "<style>\nbody {{ margin: 0; }}\n{}</style>\n</head>\n<body>\n<lockstep-player step=\"{}\">\n{}</lockstep-player>\n"
      "<script>\n{}</script>\n<script>\n{}</script>\n</body>\n</html>\n",
      markup_escaped(title(traces)), part("player.css"), step, data, part("model.js"), part("player.js"));
}

}  // namespace lockstep::player
