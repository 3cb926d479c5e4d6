/// @file
/// @brief Parses a command line by what a program has declared.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;  // CLI11 takes five seconds to compile: it is included in one file only
}  // namespace CLI

namespace lockstep {

/// What a program takes. The values are the caller's, and outlive it.
class CommandLine {
 public:
  /// @param description  may be empty, for a program whose usage was printed already
  CommandLine(const std::string& description, const std::string& program);
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;
  ~CommandLine();

  enum class Need { optional, required };

  /// `--name VALUE`; a name without dashes is a positional word, or all of them.
  void add(const std::string& name, std::string& value, const std::string& help, Need need = Need::optional);
  void add(const std::string& name, std::filesystem::path& value, const std::string& help, Need need = Need::optional);
  void add(const std::string& name, std::vector<std::string>& values, const std::string& help);
  void add(const std::string& name, std::vector<std::filesystem::path>& values, const std::string& help);
  /// `--name VALUE`, which may be given several times.
  void add_repeated(const std::string& name, std::vector<std::string>& values, const std::string& help);
  /// `--name`
  void add_flag(const std::string& name, bool& value, const std::string& help);
  /// Undeclared words belong to another program, and so does `--help` unless it is the first word. They keep their order.
  void keep_others(std::vector<std::string>& others);
  /// `-h` and `--help` set a flag, for a program that has another one's help.
  void replace_help(bool& asked);
  /// What comes after the options in the help text, such as examples.
  void end_help(const std::string& text);

  /// What `--help` prints.
  std::string help() const;

  /// Sets the values.
  /// @return the help text where the words ask for it, otherwise nothing
  /// @throws UsageError, one line, where the words are not as declared
  std::string parse(int argc, const char* const* argv);

 private:
  void refuse_wrong_words(int argc, const char* const* argv);

  std::unique_ptr<CLI::App> app_;
  std::vector<std::string>* others_ = nullptr;
  bool has_help_ = true;
};

/// `-h` or `--help`
bool asks_for_help(const std::string& word);

}  // namespace lockstep
