/// @file
/// @brief Charts: with values under the pointer where scripts run, and drawn once and for all for print and for where they do not.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "site/weaving/records.hpp"

namespace lockstep::site {

struct Chart {
  struct Series {
    std::string name{};
    std::vector<std::optional<double>> values{};  ///< one for each of `at`
  };
  std::string title{}, x{}, y{};  ///< x and y: what the axes show, with its unit
  std::string origin{};           ///< where numbers of hardware are from
  bool bars = false;              ///< else lines
  bool log_x = false, log_y = false;
  std::vector<std::string> at{};  ///< numbers, or names where `bars`
  std::vector<bool> beside{};     ///< of a ladder's bars: the CPU's and the libraries', which the lesson's are compared with
  std::vector<Series> series{};
};

/// A chart of CSV as pages' programs print it: `# title: …`, `# x: …`, `# y: …`, `# log: xy`, `# kind: bar`, `# device: …`, a head, and
/// rows.
/// @throws UsageError where it is anything else
Chart chart_of_csv(const std::string& csv);

/// A record as a chart of `field`: of one run a bar for each version, of a sweep a line for each.
/// @param record  as Records::record  @param shown  names or numbers of versions; empty: all
Chart chart_of_record(const nlohmann::json& record, const std::string& field, const std::vector<std::string>& shown, bool log_y);

/// HTML: a figure with the drawing as an image and the chart as JSON, which the site's script draws anew.
std::string chart_figure(const Chart& chart, const std::string& alternative);

}  // namespace lockstep::site
