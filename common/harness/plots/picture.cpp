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

#include "harness/plots/picture.hpp"
#include "harness/reports/report.hpp"
#include "harness/reports/source_listing.hpp"
#include "lockstep/usage_error.hpp"
#include "support/output_file.hpp"
#include "support/svg/svg.hpp"
#include "support/svg/themes.hpp"
#include "support/text/text.hpp"

namespace lockstep {
namespace {

constexpr unsigned kLanes = 32, kBanks = 32, kWordBytes = 4, kSectorBytes = 32;
constexpr std::size_t kColours = 6;

constexpr double kWidth = 1000, kMargin = 24, kAxis = 44;  // of the page; for the lanes' axis
constexpr double kLane = 5, kSector = 13, kBank = 6;       // heights and widths of what is drawn
constexpr double kPanelHeight = kLanes * kLane, kGap = 22;
constexpr double kPhaseMark = 4;                                  // how far the line between two phases reaches beside a panel
constexpr double kInkMark = 14, kCharacter = 7.5, kWordGap = 10;  // before a headline; of a wide font; between two headlines
constexpr double kAbove = 54, kBelow = 40;                        // room for the words above and below a panel
constexpr double kHeading = 76, kHeadingLine = 18;

constexpr const char* kFonts = R"(
.accesses text { font: 13px system-ui, sans-serif; }
.accesses .title { font-size: 18px; font-weight: 600; }
.accesses .tick, .accesses .end { font-size: 11px; }
.accesses .end { text-anchor: end; }
.accesses .middle { text-anchor: middle; }
.accesses .good, .accesses .bad { font-weight: 600; }
.accesses .jump { stroke-dasharray: 3 3; }
.accesses .phase { stroke-width: 1.5; }
)";

constexpr Paint kPaints[] = {
    {"text", "fill", "#1f2328", "#e6edf3"},    {".faint", "fill", "#59636e", "#9198a1"},   {".tick", "fill", "#59636e", "#9198a1"},
    {".end", "fill", "#59636e", "#9198a1"},    {".middle", "fill", "#59636e", "#9198a1"},  {".good", "fill", "#1a7f37", "#4ac26b"},
    {".ideal", "fill", "#1a7f37", "#4ac26b"},  {".bad", "fill", "#cf222e", "#ff7b72"},     {".page", "fill", "#ffffff", "#0d1117"},
    {".panel", "fill", "#f0f2f5", "#1b222c"},  {".crowded", "fill", "#ffd8d3", "#57211f"}, {".edge", "stroke", "#d5d9de", "#2f3742"},
    {".jump", "stroke", "#59636e", "#9198a1"}, {".phase", "stroke", "#59636e", "#9198a1"}, {".c0", "fill", "#0072b2", "#58a6ff"},
    {".c1", "fill", "#d55e00", "#ff9b5e"},     {".c2", "fill", "#00795a", "#3fd1a5"},      {".c3", "fill", "#a8487f", "#f08bc0"},
    {".c4", "fill", "#8a6500", "#e3b341"},     {".c5", "fill", "#5b4bb5", "#b3a4ff"},
};

std::vector<unsigned> lanes_of(const WarpRequest& request) {
  std::vector<unsigned> lanes;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if ((request.lanes >> lane & 1u) != 0) lanes.push_back(lane);
  return lanes;
}

/// Where the lanes' bytes are: the columns of a panel. The request says how many sectors that cost.
std::set<std::uint64_t> places_of(const WarpRequest& request) {
  std::set<std::uint64_t> sectors;
  for (const unsigned lane : lanes_of(request)) {
    sectors.insert(request.address[lane] / kSectorBytes);
    sectors.insert((request.address[lane] + request.bytes - 1) / kSectorBytes);
  }
  return sectors;
}

/// The first requests of each line.
std::vector<WarpRequest> to_show(const std::vector<WarpRequest>& requests) {
  std::map<std::pair<std::string, unsigned>, unsigned> of_line;
  std::vector<WarpRequest> shown;
  for (const WarpRequest& request : requests)
    if (++of_line[{request.file, request.line}] <= kPicturedOfALine) shown.push_back(request);
  return shown;
}

double plot_width(const WarpRequest& request) {
  return request.shared ? kBanks * kBank : static_cast<double>(places_of(request).size()) * kSector;
}

/// A kernel's own file is a .cu; its lines need no file name.
bool in_own_file(const WarpRequest& request) { return request.file.ends_with(".cu"); }

const char* verb_of(const WarpRequest& request) {
  if (request.atomic) return "updates";
  return request.write ? "writes" : "reads";
}

std::string headline(const WarpRequest& request) {
  const std::string place = in_own_file(request) ? "line " : std::filesystem::path(request.file).filename().string() + ":";
  return fmt::format("{}{} · {} {} B", place, request.line, verb_of(request), request.bytes);
}

/// What a panel shows, in words.
struct Finding {
  std::string words;
  bool good = false;
};

std::string counted(std::uint32_t count, const char* thing) { return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s"); }

Finding finding_of_sectors(const WarpRequest& request) {
  return {fmt::format("{}, ideal {}", counted(request.sectors, "sector"), request.ideal_sectors), request.sectors <= request.ideal_sectors};
}

Finding finding_of_banks(const WarpRequest& request) {
  const bool good = request.bank_conflicts == 0;
  return {counted(request.wavefronts, "wavefront") + ", " + (good ? "no conflict" : counted(request.bank_conflicts, "conflict")), good};
}

Finding finding_of(const WarpRequest& request) { return request.shared ? finding_of_banks(request) : finding_of_sectors(request); }

/// Empty if shared memory serves all lanes together.
std::string phases_text(const WarpRequest& request) {
  if (request.phases.size() < 2) return "";
  return fmt::format("{} phases of {} lanes", request.phases.size(), std::popcount(request.phases.front().lanes));
}

/// Room that the words above a panel take. A file's name may be wider than what is drawn below it.
double words_width(const WarpRequest& request) {
  return std::max(kInkMark + kCharacter * static_cast<double>(display_width(headline(request))),
                  kCharacter * static_cast<double>(display_width(finding_of(request).words)));
}

/// Draws panels from left to right, and then in further rows.
class Picture {
 public:
  std::string text(const std::string& name, const std::string& origin, const std::vector<WarpRequest>& requests) {
    const std::string title = fmt::format("{}: what its first warp touches", name);
    heading(title, origin, std::ranges::any_of(requests, [](const WarpRequest& request) { return request.phases.size() > 1; }));
    std::size_t colour = 0;
    for (const WarpRequest& request : requests) {
      const double plot = plot_width(request), words = words_width(request);
      if (x_ + std::max(plot, words) > kWidth - kMargin) next_row();
      panel(request, colour++ % kColours);
      x_ += std::max(plot + kGap, words + kWordGap);
    }
    return svg_.document({.width = kWidth,
                          .height = y_ + kPanelHeight + kBelow + kMargin,
                          .title = title,
                          .css_class = "accesses",
                          .style = kFonts + in_both_themes("accesses", kPaints)});
  }

 private:
  void heading(const std::string& title, const std::string& origin, bool with_phases) {
    svg_.text(kMargin, 36, title, "title");
    svg_.text(kMargin, 58, fmt::format("{} · the first {} accesses of each line, one panel each", origin, kPicturedOfALine), "faint");
    svg_.text(kMargin, kHeading, "across: 32-byte sectors of global memory in order of address (dashed: a jump), or banks of shared memory",
              "faint");
    if (with_phases)
      svg_.text(kMargin, kHeading + kHeadingLine,
                "phases: shared memory serves a wide access in several, one group of lanes after the other", "faint");
    start_row(kHeading + (with_phases ? kHeadingLine : 0) + kAbove + 14);
  }

  void start_row(double y) {
    x_ = kMargin + kAxis;
    y_ = y;
    svg_.upward_text(kMargin + 10, y_ + kPanelHeight / 2, "lane", "middle");
    for (const unsigned lane : {0u, 8u, 16u, 24u, 31u}) svg_.text(x_ - 8, y_ + lane * kLane + kLane, std::to_string(lane), "end");
  }

  void next_row() { start_row(y_ + kPanelHeight + kBelow + kAbove); }

  /// A group of its own, which scripts can step through.
  void panel(const WarpRequest& request, std::size_t colour) {
    const std::string ink = fmt::format("c{}", colour);
    const Finding finding = finding_of(request);
    Svg::Attributes attributes{{"data-say", spoken(request)}};
    if (in_own_file(request)) attributes.emplace_back("data-line", std::to_string(request.line));
    if (const std::string code = code_of(request); !code.empty()) attributes.emplace_back("data-code", code);
    svg_.begin_group("request", attributes);
    svg_.rectangle(x_, y_, plot_width(request), kPanelHeight, "panel");
    svg_.rectangle(x_, y_ - 44, 9, 9, ink);
    svg_.text(x_ + kInkMark, y_ - 35, headline(request), "");
    svg_.text(x_, y_ - 18, finding.words, finding.good ? "good" : "bad");
    request.shared ? banks(request, ink) : sectors(request, ink);
    svg_.end_group();
  }

  static std::string spoken(const WarpRequest& request) {
    const std::string phases = phases_text(request);
    return headline(request) + ": " + finding_of(request).words + (phases.empty() ? "" : ", in " + phases);
  }

  /// The request's line of the source, without its indent; empty if the source is missing.
  std::string code_of(const WarpRequest& request) {
    if (!sources_.contains(request.file)) sources_[request.file] = source_lines(request.file);
    const std::vector<std::string>& lines = sources_[request.file];
    if (request.line == 0 || request.line > lines.size()) return "";
    return trimmed(lines[request.line - 1]);
  }

  void sectors(const WarpRequest& request, const std::string& ink) {
    const std::set<std::uint64_t> all = places_of(request);
    svg_.rectangle(x_, y_ - 10, request.ideal_sectors * kSector, 4, "ideal");
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
    for (const Phase& phase : request.phases) crowded_banks(phase);
    for (unsigned bank = 8; bank < kBanks; bank += 8) svg_.line(x_ + bank * kBank, y_, x_ + bank * kBank, y_ + kPanelHeight, "edge");
    for (const unsigned lane : lanes_of(request))
      for (std::uint64_t word = request.address[lane] / kWordBytes; word <= (request.address[lane] + request.bytes - 1) / kWordBytes;
           ++word)
        svg_.rectangle(x_ + static_cast<double>(word % kBanks) * kBank + 0.5, y_ + lane * kLane + 0.5, kBank - 1, kLane - 1, ink);
    svg_.text(x_, y_ + kPanelHeight + 15, "bank 0", "tick");
    svg_.text(x_ + plot_width(request), y_ + kPanelHeight + 15, "31", "end");
    const std::string phases = phases_text(request);
    svg_.text(x_, y_ + kPanelHeight + 29, phases.empty() ? "shared memory" : phases, "tick");
    for (std::size_t i = 1; i < request.phases.size(); ++i) {
      const double y = top_of(request.phases[i]);
      svg_.line(x_ - kPhaseMark, y, x_ + plot_width(request) + kPhaseMark, y, "phase");
    }
  }

  double top_of(const Phase& phase) const { return y_ + std::countr_zero(phase.lanes) * kLane; }

  /// The banks for which the phase's lanes wait, beside those lanes.
  void crowded_banks(const Phase& phase) {
    const double height = (kLanes - std::countl_zero(phase.lanes) - std::countr_zero(phase.lanes)) * kLane;
    for (unsigned bank = 0; bank < kBanks; ++bank)
      if ((phase.crowded_banks >> bank & 1u) != 0) svg_.rectangle(x_ + bank * kBank, top_of(phase), kBank, height, "crowded");
  }

  Svg svg_;
  std::map<std::string, std::vector<std::string>> sources_;  ///< by file
  double x_ = 0, y_ = 0;                                     ///< the upper left corner of the next panel
};

}  // namespace

std::string picture_text(const std::string& name, const std::string& origin, const std::vector<WarpRequest>& requests) {
  if (requests.empty()) throw UsageError(fmt::format("--picture: {} touched no global or shared memory: there is nothing to draw", name));
  return Picture().text(name, origin, to_show(requests));
}

void draw_picture(const RunResult& run, const std::string& path) {
  const Point& point = run.points.front();
  const VersionResult& result = point.versions.front();
  const std::string origin = fmt::format("{}{} · size {}", run.title, run.type_text(), to_string(point.size, run.dimensions));
  write_file(path,
             picture_text(result.version.name, origin, result.seen ? all_requests(result.seen->launches) : std::vector<WarpRequest>{}));
}

}  // namespace lockstep
