/// @file
/// @brief Cuts files into declarations, and follows names from one to the next.
#include "site/listing/pieces.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>

namespace lockstep::site {
namespace {

using Names = std::set<std::string>;

/// A declaration outside of all others, with the comment above it.
struct Piece {
  std::size_t file = 0, first = 0, last = 0;  ///< lines, from 0
  Names declares{}, mentions{};
};

/// A token of code, and the one after it.
struct TokenPlace {
  const Token* token = nullptr;
  std::size_t line = 0;
};

/// Reads the declarations of a file, one after the other.
class PieceReader {
 public:
  PieceReader(const std::vector<TokenLine>& lines, std::size_t file) : lines_(lines), file_(file) {
    for (std::size_t i = head_end(); i < lines.size(); ++i)
      for (const Token& token : lines[i])
        if (token.kind != TokenKind::blank) places_.push_back({&token, i});
  }

  std::vector<Piece> pieces() {
    while (at_ < places_.size()) step();
    return pieces_;
  }

 private:
  std::size_t head_end() const {
    const auto of_head = [](const TokenLine& line) { return !line.empty() && line.front().text.starts_with("///"); };
    return static_cast<std::size_t>(std::ranges::find_if_not(lines_, of_head) - lines_.begin());
  }

  const Token& token() const { return *places_[at_].token; }
  std::size_t line() const { return places_[at_].line; }
  bool is(std::string_view text) const { return at_ < places_.size() && token().text == text; }

  void step() {
    if (token().kind == TokenKind::comment) return comment();
    if (token().kind == TokenKind::preprocessor) return directive();
    if (is("namespace") || is("}")) return frame();
    declaration();
  }

  void comment() {
    const bool behind_a_piece = !pieces_.empty() && pieces_.back().last == line();
    if (!behind_a_piece && !above_) above_ = line();
    ++at_;
  }

  void directive() {
    const std::string& text = token().text;
    if (text.starts_with("#endif") && !pieces_.empty())
      pieces_.back().last = line();
    else if (text.starts_with("#if") || text.starts_with("#el"))
      above_ = above_.value_or(line());
    else
      above_.reset();
    ++at_;
  }

  /// The beginning or the end of a namespace, and the comment after it.
  void frame() {
    if (!is("}"))
      while (at_ < places_.size() && !is("{") && !is(";")) ++at_;
    const std::size_t last = at_ < places_.size() ? line() : lines_.size();
    ++at_;
    while (at_ < places_.size() && line() == last && token().kind == TokenKind::comment) ++at_;
    above_.reset();
  }

  void declaration() {
    Piece piece{.file = file_, .first = above_.value_or(line())};
    above_.reset();
    int braces = 0, parentheses = 0;
    bool is_function = false;
    for (bool ended = false; at_ < places_.size() && !ended; ++at_) {
      const std::string& text = token().text;
      piece.last = line();
      if (token().kind == TokenKind::comment || token().kind == TokenKind::preprocessor) continue;
      if (text == "template" && braces == 0) skip_parameters(piece);
      if (token().kind == TokenKind::name) {
        piece.mentions.insert(text);
        if (braces == 0 && parentheses == 0 && !is_function && declares(is_function)) piece.declares.insert(text);
      }
      if (token().kind == TokenKind::keyword) piece.mentions.insert(text);
      if (text == "(") ++parentheses;
      if (text == ")") --parentheses;
      if (text == "{") ++braces;
      if (text == "}") --braces;
      if (braces == 0 && parentheses == 0) ended = text == ";" || (text == "}" && ends_behind_brace());
    }
    pieces_.push_back(std::move(piece));
  }

  /// After the brace of a function; a type or a value goes on up to its semicolon.
  bool ends_behind_brace() const {
    const Token* const next = next_code();
    return next == nullptr || (next->text != ";" && next->text != ",");
  }

  const Token* next_code() const {
    for (std::size_t i = at_ + 1; i < places_.size(); ++i)
      if (is_code(*places_[i].token)) return places_[i].token;
    return nullptr;
  }

  /// Whether the name here is the declared one. @param is_function  becomes true if it is a function's
  bool declares(bool& is_function) const {
    const Token* const next = next_code();
    if (next == nullptr) return false;
    is_function = next->text == "(";
    static const Names kBefore{"struct", "class", "enum", "union", "concept"}, kBehind{"=", "{", "[", ";", ",", "("};
    return kBehind.contains(next->text) || (at_ > 0 && kBefore.contains(places_[at_ - 1].token->text));
  }

  /// From "template" to the last token of its parameters.
  void skip_parameters(Piece& piece) {
    int angles = 0;
    for (++at_; at_ + 1 < places_.size(); ++at_) {
      if (token().kind == TokenKind::name) piece.mentions.insert(token().text);
      if (is("<")) ++angles;
      if (is(">") && --angles == 0) return;
    }
  }

  const std::vector<TokenLine>& lines_;
  std::size_t file_;
  std::vector<TokenPlace> places_;
  std::size_t at_ = 0;
  std::optional<std::size_t> above_;  ///< where the comment of the next declaration begins
  std::vector<Piece> pieces_;
};

bool meet(const Names& a, const Names& b) {
  return std::ranges::any_of(a, [&](const std::string& name) { return b.contains(name); });
}

bool launches(const Piece& piece) { return piece.declares.contains("run") || piece.mentions.contains("Version"); }
bool is_for_device(const Piece& piece) { return piece.mentions.contains("__global__") || piece.mentions.contains("__device__"); }

/// Marks all that `marked` pieces use, and what these use. @param may  which pieces may be marked
template <class May>
void spread(const std::vector<Piece>& pieces, std::vector<bool>& marked, const May& may) {
  for (bool grew = true; grew;) {
    grew = false;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (marked[i] || !may(pieces[i])) continue;
      for (std::size_t j = 0; j < pieces.size() && !marked[i]; ++j)
        if (marked[j] && meet(pieces[i].declares, pieces[j].mentions)) marked[i] = grew = true;
    }
  }
}

void append(std::vector<CodeLine>& to, const std::vector<TokenLine>& lines, const Piece& piece) {
  if (!to.empty() && to.back().number > piece.first) return;  // it ended on the line on which this one begins
  if (!to.empty() && to.back().number != piece.first) to.push_back({});
  for (std::size_t i = piece.first; i <= piece.last; ++i) to.push_back({.number = i + 1, .tokens = lines[i]});
}

}  // namespace

std::vector<CodeOfFile> code_of_version(const std::vector<SourceText>& sources) {
  std::vector<std::vector<TokenLine>> lines;
  std::vector<Piece> pieces;
  for (const SourceText& source : sources) lines.push_back(token_lines(source.text));
  for (std::size_t file = 0; file < sources.size(); ++file)
    std::ranges::copy(PieceReader(lines[file], file).pieces(), std::back_inserter(pieces));

  std::vector<bool> used, of_kernel;
  for (const Piece& piece : pieces) {
    const bool on_cpu = sources[piece.file].name.ends_with(".cpp");
    used.push_back(piece.file == 0);
    of_kernel.push_back(on_cpu ? !piece.mentions.contains("Version") : is_for_device(piece) && !launches(piece));
  }
  spread(pieces, used, [](const Piece&) { return true; });
  for (std::size_t i = 0; i < pieces.size(); ++i) of_kernel[i] = of_kernel[i] && used[i];
  spread(pieces, of_kernel, [](const Piece& piece) { return !launches(piece); });

  std::vector<CodeOfFile> files;
  for (const SourceText& source : sources) files.push_back({.name = source.name});
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (!used[i]) continue;
    CodeOfFile& file = files[pieces[i].file];
    append(of_kernel[i] ? file.kernel : file.launch, lines[pieces[i].file], pieces[i]);
  }
  return files;
}

}  // namespace lockstep::site
