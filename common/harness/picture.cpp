/// @file
/// @brief Which lane touches what: a panel for each access of a warp, with its lanes against sectors or banks.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <vector>

#include "lockstep/usage_error.hpp"
#include "output_file.hpp"
#include "report.hpp"
#include "svg.hpp"

namespace lockstep {
namespace {

constexpr unsigned kLanes = 32, kBanks = 32, kWordBytes = 4, kSectorBytes = 32;
constexpr int kOfALine = 3;  // panels at most: a loop shows its first rounds
constexpr std::size_t kColours = 6;

constexpr double kWidth = 1000, kMargin = 24, kAxis = 44;  // of the page; for the lanes' axis
constexpr double kLane = 5, kSector = 13, kBank = 6;       // heights and widths of what is drawn
constexpr double kPanelHeight = kLanes * kLane, kLeastPanelWidth = 150, kGap = 22;
constexpr double kAbove = 54, kBelow = 40;  // room for the words above and below a panel
constexpr double kHeading = 84;

// Without CSS variables, which not every viewer knows.
constexpr const char* kStyle = R"(
text { font: 13px system-ui, sans-serif; fill: #1f2328; }
.title { font-size: 18px; font-weight: 600; }
.faint, .tick, .end, .middle { fill: #59636e; }
.tick, .end { font-size: 11px; }
.end { text-anchor: end; }
.middle { text-anchor: middle; }
.good, .bad { font-weight: 600; }
.good, .ideal { fill: #1a7f37; }
.bad { fill: #cf222e; }
.page { fill: #ffffff; }
.panel { fill: #f0f2f5; }
.crowded { fill: #ffd8d3; }
.edge { stroke: #d5d9de; }
.jump { stroke: #59636e; stroke-dasharray: 3 3; }
.c0 { fill: #0072b2; } .c1 { fill: #d55e00; } .c2 { fill: #00795a; } .c3 { fill: #a8487f; } .c4 { fill: #8a6500; } .c5 { fill: #5b4bb5; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; }
.faint, .tick, .end, .middle { fill: #9198a1; }
.good, .ideal { fill: #4ac26b; }
.bad { fill: #ff7b72; }
.page { fill: #0d1117; }
.panel { fill: #1b222c; }
.crowded { fill: #57211f; }
.edge { stroke: #2f3742; }
.jump { stroke: #9198a1; }
.c0 { fill: #58a6ff; } .c1 { fill: #ff9b5e; } .c2 { fill: #3fd1a5; } .c3 { fill: #f08bc0; } .c4 { fill: #e3b341; } .c5 { fill: #b3a4ff; }
}
)";

std::vector<unsigned> lanes_of(const WarpRequest& request) {
  std::vector<unsigned> lanes;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if ((request.lanes >> lane & 1u) != 0) lanes.push_back(lane);
  return lanes;
}

/// The units of `bytes` that the request touches.
std::set<std::uint64_t> touched(const WarpRequest& request, std::uint64_t bytes) {
  std::set<std::uint64_t> units;
  for (const unsigned lane : lanes_of(request))
    for (std::uint64_t unit = request.address[lane] / bytes; unit <= (request.address[lane] + request.bytes - 1) / bytes; ++unit)
      units.insert(unit);
  return units;
}

std::uint64_t fewest_sectors(const WarpRequest& request) {
  const auto bytes = static_cast<std::uint64_t>(std::popcount(request.lanes)) * request.bytes;
  return (bytes + kSectorBytes - 1) / kSectorBytes;
}

/// How many different words of each bank the request touches.
std::map<std::uint64_t, std::uint64_t> words_of_banks(const WarpRequest& request) {
  std::map<std::uint64_t, std::uint64_t> words;
  for (const std::uint64_t word : touched(request, kWordBytes)) ++words[word % kBanks];
  return words;
}

/// The first requests of each line.
std::vector<WarpRequest> to_show(const std::vector<WarpRequest>& requests) {
  std::map<std::pair<std::string, unsigned>, int> of_line;
  std::vector<WarpRequest> shown;
  for (const WarpRequest& request : requests)
    if (++of_line[{request.file, request.line}] <= kOfALine) shown.push_back(request);
  return shown;
}

double plot_width(const WarpRequest& request) {
  return request.shared ? kBanks * kBank
                        : static_cast<double>(std::max(touched(request, kSectorBytes).size(), fewest_sectors(request))) * kSector;
}

/// The place is a line of the version's own file where no other is named.
std::string headline(const WarpRequest& request, const std::string& version) {
  const std::filesystem::path file = std::filesystem::path(request.file).filename();
  const std::string place = version.starts_with(file.stem().string()) ? "line " : file.string() + ":";
  return fmt::format("{}{} · {} {} B", place, request.line, request.write ? "writes" : "reads", request.bytes);
}

/// Draws panels from left to right, and then in further rows.
class Picture {
 public:
  explicit Picture(const RunResult& run) : run_(run), result_(run.points.front().versions.front()) {}

  std::string text(const std::vector<WarpRequest>& requests) {
    heading();
    std::size_t colour = 0;
    for (const WarpRequest& request : requests) {
      const double width = std::max(plot_width(request), kLeastPanelWidth);
      if (x_ + width > kWidth - kMargin) next_row();
      panel(request, colour++ % kColours);
      x_ += width + kGap;
    }
    return svg_.document(kWidth, y_ + kPanelHeight + kBelow + kMargin, title(), kStyle);
  }

 private:
  std::string title() const { return fmt::format("{}: what its first warp touches", result_.version.name); }

  void heading() {
    svg_.text(kMargin, 36, title(), "title");
    svg_.text(kMargin, 58,
              fmt::format("{}{} · size {} · the first {} accesses of each line, one panel each", run_.title, run_.type_text(),
                          to_string(run_.points.front().size, run_.dimensions), kOfALine),
              "faint");
    svg_.text(kMargin, 76, "across: 32-byte sectors of global memory in order of address (dashed: a jump), or banks of shared memory",
              "faint");
    start_row(kHeading + kAbove + 6);
  }

  void start_row(double y) {
    x_ = kMargin + kAxis;
    y_ = y;
    svg_.upward_text(kMargin + 10, y_ + kPanelHeight / 2, "lane", "middle");
    for (const unsigned lane : {0u, 8u, 16u, 24u, 31u}) svg_.text(x_ - 8, y_ + lane * kLane + kLane, std::to_string(lane), "end");
  }

  void next_row() { start_row(y_ + kPanelHeight + kBelow + kAbove); }

  void panel(const WarpRequest& request, std::size_t colour) {
    const std::string ink = fmt::format("c{}", colour);
    svg_.rectangle(x_, y_, plot_width(request), kPanelHeight, "panel");
    svg_.rectangle(x_, y_ - 44, 9, 9, ink);
    svg_.text(x_ + 14, y_ - 35, headline(request, result_.version.name), "");
    request.shared ? banks(request, ink) : sectors(request, ink);
  }

  void verdict(const std::string& words, bool good) { svg_.text(x_, y_ - 18, words, good ? "good" : "bad"); }

  void sectors(const WarpRequest& request, const std::string& ink) {
    const std::set<std::uint64_t> all = touched(request, kSectorBytes);
    const std::uint64_t fewest = fewest_sectors(request);
    verdict(fmt::format("{} sector{}, ideal {}", all.size(), all.size() == 1 ? "" : "s", fewest), all.size() <= fewest);
    svg_.rectangle(x_, y_ - 10, static_cast<double>(fewest) * kSector, 4, "ideal");
    std::map<std::uint64_t, double> place;
    for (const std::uint64_t sector : all) {
      const double x = x_ + static_cast<double>(place.size()) * kSector;
      if (!place.empty()) svg_.line(x, y_, x, y_ + kPanelHeight, place.rbegin()->first + 1 == sector ? "edge" : "jump");
      place[sector] = x;
    }
    for (const unsigned lane : lanes_of(request)) bytes_of_lane(request, lane, place, ink);
    svg_.text(x_, y_ + kPanelHeight + 15, fmt::format("from byte {}", *all.begin() * kSectorBytes), "tick");
    svg_.text(x_, y_ + kPanelHeight + 29, fmt::format("to {}", (*all.rbegin() + 1) * kSectorBytes - 1), "tick");
  }

  /// A lane's bytes lie in one sector, or in two where it is misaligned.
  void bytes_of_lane(const WarpRequest& request, unsigned lane, const std::map<std::uint64_t, double>& place, const std::string& ink) {
    const std::uint64_t begin = request.address[lane], end = begin + request.bytes;
    for (std::uint64_t at = begin; at < end;) {
      const std::uint64_t stop = std::min(end, (at / kSectorBytes + 1) * kSectorBytes);
      const double byte = kSector / kSectorBytes;
      svg_.rectangle(place.at(at / kSectorBytes) + static_cast<double>(at % kSectorBytes) * byte, y_ + lane * kLane + 0.5,
                     std::max(3.0, static_cast<double>(stop - at) * byte), kLane - 1, ink);
      at = stop;
    }
  }

  void banks(const WarpRequest& request, const std::string& ink) {
    const auto words = words_of_banks(request);
    const auto fullest = std::ranges::max_element(words, {}, [](const auto& bank) { return bank.second; })->second;
    const auto all = touched(request, kWordBytes).size();
    const std::uint64_t fewest = (all + kBanks - 1) / kBanks;
    verdict(fmt::format("{} word{} a bank, ideal {}", fullest, fullest == 1 ? "" : "s", fewest), fullest <= fewest);
    for (const auto& [bank, count] : words)
      if (count > fewest) svg_.rectangle(x_ + static_cast<double>(bank) * kBank, y_, kBank, kPanelHeight, "crowded");
    for (unsigned bank = 8; bank < kBanks; bank += 8) svg_.line(x_ + bank * kBank, y_, x_ + bank * kBank, y_ + kPanelHeight, "edge");
    for (const unsigned lane : lanes_of(request))
      for (std::uint64_t word = request.address[lane] / kWordBytes; word <= (request.address[lane] + request.bytes - 1) / kWordBytes;
           ++word)
        svg_.rectangle(x_ + static_cast<double>(word % kBanks) * kBank + 0.5, y_ + lane * kLane + 0.5, kBank - 1, kLane - 1, ink);
    svg_.text(x_, y_ + kPanelHeight + 15, "bank 0", "tick");
    svg_.text(x_ + plot_width(request), y_ + kPanelHeight + 15, "31", "end");
    svg_.text(x_, y_ + kPanelHeight + 29, "shared memory", "tick");
  }

  const RunResult& run_;
  const VersionResult& result_;
  Svg svg_;
  double x_ = 0, y_ = 0;  ///< the upper left corner of the next panel
};

}  // namespace

void draw_picture(const RunResult& run, const std::string& path) {
  const VersionResult& result = run.points.front().versions.front();
  const std::vector<WarpRequest> shown = result.seen ? to_show(result.seen->requests) : std::vector<WarpRequest>{};
  if (shown.empty())
    throw UsageError(fmt::format("--picture: {} touched no global or shared memory: there is nothing to draw", result.version.name));
  write_file(path, Picture(run).text(shown));
}

}  // namespace lockstep
