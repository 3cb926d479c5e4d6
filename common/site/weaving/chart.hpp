/// @file
/// @brief Charts: with values under the pointer if scripts run, and a fixed drawing for print and for readers without scripts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/summary.hpp"
#include "site/numbers/records.hpp"

namespace lockstep::site {

struct Chart {
  struct Series {
    std::string name{};
    std::vector<std::optional<double>> values{};  ///< one for each of `at`
  };
  std::string title{};   ///< the chart's message
  std::string x{}, y{};  ///< what the axes show, with its unit
  std::string origin{};  ///< where numbers of hardware are from
  bool by_name = false;  ///< a row for each name: bars from zero, or dots where the axis has no zero; else lines
  bool log_x = false, log_y = false;
  std::vector<std::string> at{};  ///< numbers, or names where `by_name`
  std::vector<bool> beside{};     ///< of a ladder's rows: those of the CPU and the libraries, with which the lesson's are compared
  std::vector<Series> series{};
};

/// A chart of CSV as pages' programs print it: `# x: …`, `# y: …`, `# log: xy`, `# kind: bar`, `# device: …`, a head, and rows.
/// @throws UsageError if it is anything else
Chart chart_of_csv(const std::string& csv);

/// A record as a chart of `field`: of one run a row for each version, of a sweep a line for each.
/// @param record  as Records::record  @param shown  names or numbers of versions; empty: all
Chart chart_of_record(const nlohmann::json& record, const std::string& field, const std::vector<std::string>& shown, bool log_y);

/// How many times as fast as its peer each lesson's best version is, at the largest size with a peer.
Chart chart_of_best(const std::vector<bench::BestVersion>& rows, const std::string& origin);

/// HTML: a figure with the drawing as an image and the chart as JSON, which the site's script draws anew.
/// @param caption  what a reader sees there
std::string chart_figure(const Chart& chart, const std::string& caption);

}  // namespace lockstep::site
