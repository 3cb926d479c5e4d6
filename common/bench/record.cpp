/// @file
/// @brief Reads and writes records as JSON.
#include "bench/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "bench/timed.hpp"
#include "harness/files/text_lines.hpp"
#include "lockstep/usage_error.hpp"

namespace lockstep::bench {
namespace {

namespace fs = std::filesystem;

/// What the record says once per device or lesson, and a program every time.
constexpr const char* kSaidAbove[] = {"lesson", "backend", "device", "driver", "toolkit", "date"};

Provenance provenance_of(const Json& said, const Provenance& otherwise = {}) {
  return {.driver = said.value("driver", otherwise.driver),
          .toolkit = said.value("toolkit", otherwise.toolkit),
          .date = said.value("date", otherwise.date)};
}

void put(const Provenance& provenance, Json& said) {
  said["driver"] = provenance.driver;
  said["toolkit"] = provenance.toolkit;
  said["date"] = provenance.date;
}

LessonRecord lesson_of(const Json& said) {
  LessonRecord lesson{.provenance = provenance_of(said)};
  for (const auto& [name, run] : said.at("runs").items()) lesson.runs.emplace_back(name, run);
  return lesson;
}

Json json_of(const LessonRecord& lesson) {
  Json said, runs = Json::object();
  put(lesson.provenance, said);
  for (const auto& [name, run] : lesson.runs) runs[name] = run;
  said["runs"] = std::move(runs);
  return said;
}

/// The old run, with its own provenance where that differs from the new one.
Json kept(Json run, const Provenance& lesson, const Provenance& now) {
  const Provenance own = provenance_of(run, lesson);
  if (own == now)
    for (const char* said : kSaidAbove) run.erase(said);
  else
    put(own, run);
  return run;
}

/// What a sweep's run varies.
std::vector<std::string> keys_of(const nlohmann::json& sweep) {
  std::vector<std::string> keys{sweep.at("key").get<std::string>()};
  if (sweep.contains("by")) keys.push_back(sweep.at("by").at("key").get<std::string>());
  return keys;
}

void require_versions(const nlohmann::json& point) {
  for (const nlohmann::json& version : point.at("versions")) {
    version.at("name").get<std::string>();
    version.at("stage").get<std::string>();
    version.at("verified").get<bool>();
    best_known_time(version);
  }
}

/// Checks that what readers rely on is there. @throws nlohmann::json::exception where it is not
void require_run(const nlohmann::json& run) {
  if (!run.contains("sweep")) return require_versions(run);
  const std::vector<std::string> keys = keys_of(run.at("sweep"));
  for (const nlohmann::json& point : run.at("runs")) {
    for (const std::string& key : keys) point.at(key);
    require_versions(point);
  }
}

/// What was wrong, in the library's words, without its names of errors and its notes on JSON's grammar.
std::string words_of(const nlohmann::json::exception& error) {
  const std::string what = error.what();
  const std::string words = what.substr(what.find("] ") + 2);
  return dynamic_cast<const nlohmann::json::parse_error*>(&error) != nullptr ? words.substr(0, words.find(": ")) : words;
}

}  // namespace

std::vector<std::string> RecordedRun::keys() const { return keys_of(data.at("sweep")); }

Record read_record(const fs::path& file) {
  try {
    const Json said = Json::parse(read_text(file.string()));
    Record record{.device = said.at("device")};
    for (const auto& [name, lesson] : said.at("lessons").items()) record.lessons[name] = lesson_of(lesson);
    for (const RecordedRun& run : runs_of(record)) require_run(run.data);
    return record;
  } catch (const nlohmann::json::exception& error) {
    throw UsageError(fmt::format("{} is not a record written by ./lockstep bench: {}", file.string(), words_of(error)));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{} cannot be read: {}", file.string(), error.what()));
  }
}

std::string record_text(const Record& record) {
  Json lessons = Json::object();
  for (const auto& [name, lesson] : record.lessons) lessons[name] = json_of(lesson);
  return Json{{"device", record.device}, {"lessons", lessons}}.dump(1) + "\n";
}

std::vector<RecordedRun> runs_of(const Record& record) {
  std::vector<RecordedRun> runs;
  for (const auto& [lesson, recorded] : record.lessons)
    for (const auto& [name, run] : recorded.runs) {
      Json data = run;
      put(provenance_of(run, recorded.provenance), data);
      data["lesson"] = lesson;
      data["device"] = record.device;
      runs.push_back({.lesson = lesson, .name = name, .data = nlohmann::json(data)});
    }
  return runs;
}

std::string as_text(const nlohmann::json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

std::string provenance(const nlohmann::json& run) {
  return fmt::format("{}, driver {}, CUDA {}, {}", run.at("device").get<std::string>(), run.at("driver").get<std::string>(),
                     run.at("toolkit").get<std::string>(), run.at("date").get<std::string>());
}

void merge(Record& record, const std::string& lesson, const Provenance& now,
           const std::vector<std::pair<std::string, std::optional<Json>>>& planned) {
  if (std::ranges::none_of(planned, [](const auto& run) { return run.second.has_value(); })) return;
  const LessonRecord old = record.lessons.contains(lesson) ? record.lessons.at(lesson) : LessonRecord{};
  LessonRecord merged{.provenance = now};
  for (const auto& [name, data] : planned) {
    const auto before = std::ranges::find(old.runs, name, &std::pair<std::string, Json>::first);
    if (data) {
      merged.runs.emplace_back(name, *data);
      for (const char* said : kSaidAbove) merged.runs.back().second.erase(said);
    } else if (before != old.runs.end()) {
      merged.runs.emplace_back(name, kept(before->second, old.provenance, now));
    }
  }
  record.lessons[lesson] = std::move(merged);
}

std::string record_file_name(const std::string& device) {
  std::string name;
  for (const char c : device) {
    const auto letter = static_cast<unsigned char>(c);
    name += std::isalnum(letter) != 0 ? static_cast<char>(std::tolower(letter)) : '_';
  }
  return name + ".json";
}

}  // namespace lockstep::bench
