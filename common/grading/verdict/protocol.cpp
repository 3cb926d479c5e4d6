/// @file
/// @brief The files and the command line between the tester and a lesson program.
#include "grading/verdict/protocol.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace lockstep::grading {

std::vector<std::string> setting_options(const LessonInfo& info, const std::vector<double>& settings) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < settings.size(); ++i) {
    words.push_back(fmt::format("--{}", info.settings[i].name));
    words.push_back(fmt::format("{}", settings[i]));
  }
  return words;
}

std::string to_string(const Question& question) {
  return fmt::format("{}{}{} --size {} --seed {}{}{}, {} inputs", question.version, question.type.empty() ? "" : " --type ", question.type,
                     to_string(question.size, question.dimensions), question.seed, question.options.empty() ? "" : " ",
                     fmt::join(question.options, " "), question.kind == InputKind::exact ? "exact" : "real");
}

void write_inputs(const HostArrays& arrays, const std::filesystem::path& path) {
  std::ofstream file(path, std::ios::binary);
  for (const HostArrays::Item& item : arrays.items())
    if (!item.is_output) file.write(static_cast<const char*>(item.data), static_cast<std::streamsize>(item.bytes));
  if (!file.flush()) throw std::runtime_error(path.string() + ": cannot be written");
}

std::optional<std::string> read_outputs(const HostArrays& arrays, const std::filesystem::path& path) {
  if (!std::filesystem::is_regular_file(path)) return "ended well, but wrote no output file";
  const std::uintmax_t wanted = arrays.output_bytes(), length = std::filesystem::file_size(path);
  if (length != wanted) return fmt::format("wrote {} bytes of output instead of {}", length, wanted);

  std::ifstream file(path, std::ios::binary);
  for (const HostArrays::Item& item : arrays.items())
    if (item.is_output) file.read(static_cast<char*>(item.data), static_cast<std::streamsize>(item.bytes));
  return file ? std::nullopt : std::optional<std::string>("its output file cannot be read");
}

std::optional<std::string> run_question(const std::filesystem::path& program, const Question& question, const std::filesystem::path& in,
                                        const std::filesystem::path& out, const Runner& run) {
  std::vector<std::string> arguments{"--kernel", question.version, "--size", to_string(question.size, question.dimensions),
                                     "--in",     in.string(),      "--out",  out.string()};
  if (!question.type.empty()) arguments.insert(arguments.end(), {"--type", question.type});
  arguments.insert(arguments.end(), question.options.begin(), question.options.end());
  const Ended ended = run(program, arguments, {.read = {in}, .written = {out}});
  if (ended.well) return std::nullopt;
  return fmt::format("{}{}{}", ended.how, ended.err.empty() ? "" : "; it said: ", ended.err);
}

}  // namespace lockstep::grading
