/// @file
/// @brief Charts come from CSV and from records, and have their numbers beside their drawing.
#include <nlohmann/json.hpp>
#include <string>

#include "catch.hpp"
#include "lockstep/usage_error.hpp"
#include "site/weaving/chart.hpp"

using namespace lockstep::site;
using nlohmann::json;

namespace {

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin);
  REQUIRE(from != text.npos);
  return text.substr(from + begin.size(), text.find(end, from) - from - begin.size());
}

const json kSweep = json::parse(R"({"device": "GPU", "driver": "1", "toolkit": "13.0", "date": "2026-01-02",
  "sweep": {"key": "block", "values": [64, 128]}, "runs": [
    {"versions": [{"name": "v1_a", "time_ms": {"median": 8}}, {"name": "v2_b", "time_ms": {"median": 3}}]},
    {"versions": [{"name": "v1_a", "time_ms": {"median": 4}}, {"name": "v2_b", "time_ms": null}]}]})");

}  // namespace

TEST_CASE("chart: CSV with settings, notes, names and gaps") {
  const Chart chart = chart_of_csv("# title: T\n# x: words\n# y: cycles\n# log: xy\n# alone: a note\nstride,a,b\n1,1.5,\n2,3,4\n");
  CHECK(chart.x == "words");
  CHECK(chart.y == "cycles");
  CHECK((chart.log_x && chart.log_y && !chart.by_name));
  CHECK(chart.at == std::vector<std::string>{"1", "2"});
  REQUIRE(chart.series.size() == 2);
  CHECK(chart.series[1].name == "b");
  CHECK(!chart.series[1].values[0].has_value());
  CHECK(chart.series[1].values[1] == 4);
}

TEST_CASE("chart: of hardware it says which") {
  const Chart chart = chart_of_csv("# title: T\n# device: an H100\nx,y\n1,2\n");
  CHECK(chart.origin == "an H100");
  CHECK(chart_figure(chart, "Rises.").find("<figcaption>Rises. <small>an H100</small></figcaption>") != std::string::npos);
}

TEST_CASE("chart: ticks are all named in one way") {
  const auto names = [](const std::string& rows) {
    return json::parse(between(chart_figure(chart_of_csv("x,y\n" + rows), ""), "<script type=\"application/json\">", "</script>"))
        .at("names");
  };
  CHECK(names("64,1\n128,1\n1024,1\n4096,1\n") == json{"64", "128", "1024", "4096"});
  CHECK(names("64,1\n8192,1\n1048576,1\n") == json{"2⁶", "2¹³", "2²⁰"});
  CHECK(names("64,1\n100,1\n1048576,1\n") == json{"64", "100", "1048576"});
}

TEST_CASE("chart: rows are bars from zero, and dots where the axis has no zero") {
  const std::string rows = "# kind: bar\nname,y\na,10\nb,1000\n";
  const auto drawing = [](const std::string& csv) { return between(chart_figure(chart_of_csv(csv), ""), "base64,", "\""); };
  CHECK(chart_of_csv(rows).by_name);
  CHECK(drawing(rows) != drawing("# log: y\n" + rows));
}

TEST_CASE("chart: the words for the picture name a row's value") {
  Chart chart = chart_of_csv("# kind: bar\nname,ms\na,10\nb,2.5\n");
  chart.title = "b is faster";
  CHECK(chart_figure(chart, "By a factor of four.").find("alt=\"b is faster. By a factor of four. ms: a 10, b 2.5.\"") !=
        std::string::npos);
}

TEST_CASE("chart: the best versions beside their peers, each lesson's at its largest size") {
  const auto row = [](const char* lesson, const char* run, const char* version, double speedup, bool on_cpu = false) {
    return lockstep::bench::BestVersion{
        .lesson = lesson, .run = run, .version = version, .peer = "p", .on_cpu = on_cpu, .speedup = speedup};
  };
  const Chart chart = chart_of_best({row("01_a", "2p20", "v4_x", 1.1), row("01_a", "2p26", "v5_y", 1.6),
                                     row("01_a", "solution", "exercise", 9), row("02_b", "2p10", "v3_z", 40, true)},
                                    "a GPU");
  CHECK(chart.at == std::vector<std::string>{"01 · v5_y", "02 · v3_z"});
  CHECK(chart.beside == std::vector<bool>{false, true});
  CHECK(chart.series.at(0).values == std::vector<std::optional<double>>{1.6, 40});
  CHECK((chart.by_name && chart.log_y));
  CHECK(chart.origin == "a GPU");
}

TEST_CASE("chart: CSV that is none") {
  CHECK_THROWS_AS(chart_of_csv(""), lockstep::UsageError);
  CHECK_THROWS_AS(chart_of_csv("x,a,b\n1,2\n"), lockstep::UsageError);
  CHECK_THROWS_AS(chart_of_csv("# no setting\nx,a\n1,2\n"), lockstep::UsageError);
}

TEST_CASE("chart: a sweep has a line a version, a run a bar a version") {
  const Chart sweep = chart_of_record(kSweep, "ms", {}, true);
  CHECK(sweep.at == std::vector<std::string>{"64", "128"});
  REQUIRE(sweep.series.size() == 2);
  CHECK(sweep.series[0].values[1] == 4);
  CHECK(!sweep.series[1].values[1].has_value());
  CHECK(sweep.origin == "GPU, driver 1, CUDA 13.0, 2026-01-02");
  CHECK(chart_of_record(kSweep, "ms", {"v2"}, false).series.size() == 1);

  json run = kSweep["runs"][0];
  run.update({{"device", "GPU"}, {"driver", "1"}, {"toolkit", "13.0"}, {"date", "2026-01-02"}});
  const Chart ladder = chart_of_record(run, "ms", {}, false);
  CHECK(ladder.by_name);
  run["size"] = "8192x8192";
  CHECK(chart_of_record(run, "ms", {}, false).origin == "8192² · GPU, driver 1, CUDA 13.0, 2026-01-02");
  CHECK(ladder.at == std::vector<std::string>{"v1_a", "v2_b"});
  CHECK(ladder.beside == std::vector<bool>{false, false});
  CHECK(ladder.series.at(0).values == std::vector<std::optional<double>>{8, 3});
  CHECK_THROWS_AS(chart_of_record(run, "gb", {}, false), lockstep::UsageError);  // nothing of it was recorded
  CHECK_THROWS_AS(chart_of_record(run, "speed", {}, false), lockstep::UsageError);
}

TEST_CASE("chart: what stands beside the lesson's versions has an ink of its own") {
  json run = kSweep["runs"][0];
  run.update({{"device", "GPU"}, {"driver", "1"}, {"toolkit", "13.0"}, {"date", "2026-01-02"}});
  run["versions"][0]["name"] = "peer_a";
  Chart ladder = chart_of_record(run, "ms", {}, false);
  CHECK(ladder.beside == std::vector<bool>{true, false});
  const std::string html = chart_figure(ladder, "");
  CHECK(json::parse(between(html, "<script type=\"application/json\">", "</script>")).at("beside") == json{true, false});
  ladder.beside = {false, false};
  CHECK(between(html, "base64,", "\"") != between(chart_figure(ladder, ""), "base64,", "\""));
}

TEST_CASE("chart: a lesson's own rate has its own name") {
  const json run{{"device", "GPU"},
                 {"driver", "1"},
                 {"toolkit", "13.0"},
                 {"date", "2026-01-02"},
                 {"size", 4},
                 {"rate", "GTEPS"},
                 {"versions", {{{"name", "v1_a"}, {"rate", 2.5}}}}};
  const Chart chart = chart_of_record(run, "rate", {}, false);
  CHECK(chart.y == "GTEPS");
  CHECK(chart.series.at(0).values == std::vector<std::optional<double>>{2.5});
}

TEST_CASE("chart: the figure has a drawing with words for it, and the numbers") {
  Chart chart = chart_of_csv("x,y\n1,2.5\n2,5\n");
  chart.title = "</script>";
  const std::string html = chart_figure(chart, "Rises \"fast\" & high");
  CHECK(html.find("<img src=\"data:image/svg+xml;base64,") != html.npos);
  CHECK(html.find("alt=\"&lt;/script&gt;. Rises &quot;fast&quot; &amp; high\"") != html.npos);
  const json data = json::parse(between(html, "<script type=\"application/json\">", "</script>"));
  CHECK(data.at("title") == "</script>");
  CHECK(data.at("series")[0].at("values") == json{2.5, 5.0});
}
