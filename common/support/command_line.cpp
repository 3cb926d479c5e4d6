/// @file
/// @brief Puts CLI11's messages into plain words.
#include "support/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "lockstep/usage_error.hpp"
#include "support/text/text.hpp"

namespace lockstep {
namespace {

/// Help that fits a terminal.
class NarrowHelp final : public CLI::Formatter {
 public:
  NarrowHelp() { label("TEXT", "VALUE"); }
  std::string make_description(const CLI::App* app) const override { return wrapped(app->get_description(), kScreenWidth, 0) + "\n"; }
  std::string make_usage(const CLI::App* app, std::string name) const override {
    return app->get_description().empty() ? "" : CLI::Formatter::make_usage(app, std::move(name));
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    return wrapped(option->get_description(), kScreenWidth - get_column_width(), 0);
  }
};

/// CLI11 2.6 leaves a space after each line of a description, which may be one column too wide.
std::string without_trailing_spaces(std::string text) {
  for (std::size_t end = text.find(" \n"); end != text.npos; end = text.find(" \n")) text.erase(end, 1);
  return text;
}

[[noreturn]] void refuse(const std::string& what) { throw UsageError(what + " (--help lists the options)"); }

/// "--size: 1 required TEXT missing", or "--size: At Most 1 required but received 2", from CLI11 2.6 on "At most".
[[noreturn]] void refuse_number_of_values(const std::string& said) {
  const std::string option = said.substr(0, said.find(':'));
  if (said.ends_with("missing")) refuse(option + " needs a value");
  if (said.find(": At ") != said.npos) refuse(option + " is given twice");
  refuse(said);
}

/// An unset variable of a script, or the next option, which CLI11 would take as the value.
bool is_no_value(const std::string& text) { return text.empty() || text.starts_with("--"); }

void refuse_unknown(const std::string& word) {
  refuse(word.starts_with('-') ? fmt::format("unknown option {}", word.substr(0, word.find('=')))
                               : fmt::format("unexpected argument '{}'", word));
}

}  // namespace

CommandLine::CommandLine(const std::string& description, const std::string& program)
    : app_(std::make_unique<CLI::App>(description, program)) {
  app_->formatter(std::make_shared<NarrowHelp>());
  app_->allow_extras();  // CLI11 names them last to first
}

CommandLine::~CommandLine() = default;

void CommandLine::add(const std::string& name, std::string& value, const std::string& help, Need need) {
  app_->add_option(name, value, help)->required(need == Need::required);
}

void CommandLine::add(const std::string& name, std::filesystem::path& value, const std::string& help, Need need) {
  app_->add_option(name, value, help)->required(need == Need::required);
}

void CommandLine::add(const std::string& name, std::vector<std::string>& values, const std::string& help) {
  app_->add_option(name, values, help);
}

void CommandLine::add(const std::string& name, std::vector<std::filesystem::path>& values, const std::string& help) {
  app_->add_option(name, values, help);
}

void CommandLine::add_flag(const std::string& name, bool& value, const std::string& help) { app_->add_flag(name, value, help); }

void CommandLine::add_repeated(const std::string& name, std::vector<std::string>& values, const std::string& help) {
  app_->add_option(name, values, help)->allow_extra_args(false);
}

void CommandLine::keep_others(std::vector<std::string>& others) {
  others_ = &others;
  app_->set_help_flag();
}

void CommandLine::replace_help(bool& asked) {
  has_help_ = false;
  app_->set_help_flag();
  app_->add_flag("-h,--help", asked);
}

void CommandLine::end_help(const std::string& text) { app_->footer(text); }

std::string CommandLine::help() const {
  const std::string text = without_trailing_spaces(app_->help());
  if (!app_->get_description().empty()) return text;
  const std::string options = trimmed(text);
  return options.empty() ? "\n" : "\n" + options + "\n";
}

std::string CommandLine::parse(int argc, const char* const* argv) {
  if (others_ != nullptr && has_help_ && argc > 1 && asks_for_help(argv[1])) return help();
  try {
    refuse_wrong_words(argc, argv);
    return {};
  } catch (const CLI::CallForHelp&) {
    return help();
  }
}

void CommandLine::refuse_wrong_words(int argc, const char* const* argv) {
  std::string wrong;
  try {
    app_->parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    throw;
  } catch (const CLI::ArgumentMismatch& error) {
    refuse_number_of_values(error.what());
  } catch (const CLI::ParseError& error) {
    wrong = error.what();
  }
  const std::vector<std::string> unknown = app_->remaining();
  if (others_ != nullptr) *others_ = unknown;
  if (others_ == nullptr && !unknown.empty()) refuse_unknown(unknown.front());  // a misspelt option may be the required one
  if (!wrong.empty()) refuse(wrong);
  for (const CLI::Option* option : app_->get_options())
    if (std::ranges::any_of(option->results(), is_no_value)) refuse(option->get_name() + " needs a value");
}

bool asks_for_help(const std::string& word) { return word == "-h" || word == "--help"; }

}  // namespace lockstep
