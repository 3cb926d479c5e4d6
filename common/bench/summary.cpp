/// @file
/// @brief Finds the best version of each run, and lays the table out.
#include "bench/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <regex>
#include <sstream>

#include "bench/timed.hpp"
#include "support/text/text.hpp"

namespace lockstep::bench {
namespace {

using nlohmann::json;

constexpr std::string_view kSize = "size_", kPeer = "peer_";

/// The fastest verified version that `belongs` accepts, and its time.
struct Fastest {
  const json* version = nullptr;
  Timing time{};
};

Fastest fastest(const json& versions, const std::function<bool(const std::string& stage)>& belongs) {
  Fastest best;
  for (const json& version : versions) {
    const auto time = own_time(version);
    if (!time || !version.at("verified").get<bool>() || !belongs(version.at("stage"))) continue;
    if (best.version == nullptr || time->median < best.time.median) best = {&version, *time};
  }
  return best;
}

Fastest opponent_in(const json& versions) {
  const Fastest peer = fastest(versions, [](const std::string& stage) { return stage == "library"; });
  return peer.version != nullptr ? peer : fastest(versions, [](const std::string& stage) { return stage == "cpu"; });
}

std::string without(std::string_view beginning, const std::string& text) {
  return text.starts_with(beginning) ? text.substr(beginning.size()) : text;
}

std::optional<BestVersion> best_of(const RecordedRun& run) {
  const json& versions = run.data.at("versions");
  const Fastest best = fastest(versions, [](const std::string& stage) { return stage != "cpu" && stage != "library"; });
  if (best.version == nullptr) return std::nullopt;
  BestVersion row{.lesson = run.lesson,
                  .run = without(kSize, run.name),
                  .version = best.version->at("name"),
                  .ms = best.time.median,
                  .spread = (best.time.max - best.time.min) / best.time.median};
  const json& share = best.version->at("percent_of_limit");
  if (share.is_number()) row.of_limit = share.get<double>();
  if (const Fastest peer = opponent_in(versions); peer.version != nullptr) {
    row.peer = without(kPeer, peer.version->at("name"));
    row.on_cpu = peer.version->at("stage") == "cpu";
    row.speedup = peer.time.median / best.time.median;
  }
  return row;
}

/// How many elements a run's size has, whether it is a number or several.
double extent(const json& run) {
  const json& size = run.contains("sweep") ? run.at("runs").front().at("size") : run.at("size");
  if (size.is_number()) return size;
  double product = 1;
  std::istringstream sides(size.get<std::string>());
  for (std::string side; std::getline(sides, side, 'x');) product *= std::stod(side);
  return product;
}

std::string name(const std::string& text) { return text.empty() ? "–" : text; }

/// A name that is too long for its column has a line of its own.
std::string text_row(const BestVersion& row) {
  constexpr std::size_t kRunWidth = 16;
  const bool fits = display_width(row.run) <= kRunWidth;
  return fmt::format("{}{:{}} {:<22.22} {:>8} {:>6.0f} {:>5} {:<8.8} {:>7}\n", fits ? "" : "  " + row.run + "\n",
                     fits ? "  " + row.run : "", kRunWidth + 2, row.version, milliseconds(row.ms), 100 * row.spread, share(row.of_limit),
                     name(row.peer), times(row.speedup));
}

}  // namespace

std::string milliseconds(double ms) {
  const int before_point = static_cast<int>(std::floor(std::log10(ms))) + 1;
  return fmt::format("{:.{}f}", ms, std::clamp(3 - before_point, 0, 6));
}

std::string share(const std::optional<double>& percent) { return percent ? fmt::format("{:.{}f}", *percent, *percent < 10 ? 1 : 0) : "–"; }

std::string times(const std::optional<double>& ratio) {
  return ratio ? fmt::format("{:.{}f}", *ratio, *ratio < 10 ? 2 : *ratio < 100 ? 1 : 0) : "–";
}

std::string in_words(std::string name) {
  std::ranges::replace(name, '_', ' ');
  static const std::regex kPower(R"(2p(\d+))");
  return std::regex_replace(name, kPower, "2<sup>$1</sup>");
}

void sort_by_size(std::vector<RecordedRun>& runs) {
  std::ranges::sort(runs, {}, [](const RecordedRun& run) { return std::tuple(run.lesson, extent(run.data), run.name); });
}

std::vector<BestVersion> best_versions(const std::vector<RecordedRun>& runs) {
  std::vector<RecordedRun> single;
  std::ranges::copy_if(runs, std::back_inserter(single), [](const RecordedRun& run) { return !run.is_sweep(); });
  sort_by_size(single);
  std::vector<BestVersion> rows;
  for (const RecordedRun& run : single)
    if (auto row = best_of(run)) rows.push_back(std::move(*row));
  return rows;
}

std::string summary_text(const std::vector<BestVersion>& rows) {
  std::string text = fmt::format("{:18} {:22} {:>8} {:>6} {:>5} {:8} {:>7}\n", "", "", "", "spread", "% of", "", "times");
  text += fmt::format("{:18} {:22} {:>8} {:>6} {:>5} {:8} {:>7}\n", "run", "best version", "ms", "%", "limit", "peer", "as fast");
  std::string lesson;
  for (const BestVersion& row : rows) {
    if (row.lesson != lesson) text += row.lesson + "\n";
    lesson = row.lesson;
    text += text_row(row);
  }
  return text;
}

std::string summary_markdown(const std::vector<BestVersion>& rows) {
  std::string text =
      "| lesson | size | best version | ms | % of limit | times as fast | as | spread % |\n"
      "| --- | --- | --- | --: | --: | --: | --- | --: |\n";
  for (const BestVersion& row : rows)
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {:.0f} |\n", row.lesson.substr(0, row.lesson.find('_')), in_words(row.run),
                        in_words(row.version), milliseconds(row.ms), share(row.of_limit), times(row.speedup), in_words(name(row.peer)),
                        100 * row.spread);
  return text;
}

}  // namespace lockstep::bench
