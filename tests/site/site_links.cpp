/// @file
/// @brief Parses each page once, collects what it refers to and what can be referred to in it, and compares.
#include "site_links.hpp"

#include <fmt/format.h>
#include <libxml/HTMLparser.h>
#include <libxml/tree.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "support/read_file.hpp"
#include "support/temporary_folder.hpp"

namespace lockstep::testing {
namespace {

namespace fs = std::filesystem;
using lockstep::read_file;

/// Where links out of the site may go. Nothing is ever loaded from there.
constexpr std::array<std::string_view, 4> kHosts{"docs.nvidia.com", "github.com", "doi.org", "www.doxygen.org"};

/// A file that others may refer to, and what it refers to itself.
struct File {
  struct Reference {
    std::string url;
    bool is_loaded = true;  ///< with the page; else it is a link, that a reader may follow
  };
  std::set<std::string> anchors;
  std::vector<Reference> references;
  std::multimap<std::string, std::string> variables;  ///< of a style sheet, that hold an address
  std::set<std::string> used_variables;
  std::vector<std::string> faults;
};

// ---- HTML -------------------------------------------------------------------------------------------------------------

std::string attribute(const xmlNode* node, const char* name) {
  const std::unique_ptr<xmlChar, decltype(xmlFree)> value(xmlGetProp(node, reinterpret_cast<const xmlChar*>(name)), xmlFree);
  return value ? reinterpret_cast<const char*>(value.get()) : "";
}
bool has(const xmlNode* node, const char* name) { return xmlHasProp(node, reinterpret_cast<const xmlChar*>(name)) != nullptr; }
std::string_view tag(const xmlNode* node) { return reinterpret_cast<const char*>(node->name); }

bool has_child(const xmlNode* node, std::string_view name) {
  for (const xmlNode* child = node->children; child != nullptr; child = child->next)
    if (child->type == XML_ELEMENT_NODE && tag(child) == name) return true;
  return false;
}

/// Doxygen's own frame around a page has pictures that only decorate.
bool is_in_contents(const xmlNode* node) {
  for (; node != nullptr && node->type == XML_ELEMENT_NODE; node = node->parent)
    if (attribute(node, "class").starts_with("contents")) return true;
  return false;
}

bool has_words(std::string_view text) { return text.find_first_not_of(" \t\n") != text.npos; }

/// "a.png 1x, b.png 2x"
std::vector<std::string> addresses_in_set(const std::string& text) {
  std::istringstream candidates(text);
  std::vector<std::string> addresses;
  for (std::string candidate; std::getline(candidates, candidate, ',');) {
    std::string address;
    if (std::istringstream(candidate) >> address) addresses.push_back(address);
  }
  return addresses;
}

void read_element(const xmlNode* node, File& file) {
  for (const char* name : {"id", "name"})
    if (has(node, name)) file.anchors.insert(attribute(node, name));

  if (attribute(node, "class") == "stepping")  // a player moves to these
    for (int step = 1; step <= std::stoi(attribute(node, "data-steps")); ++step) file.anchors.insert(fmt::format("step={}", step));

  const bool is_link = tag(node) == "a" || tag(node) == "area";
  for (const char* name : {"href", "xlink:href", "src", "poster"})  // a path's xlink:href is an editor's note, and means nothing
    if (has(node, name) && tag(node) != "path") file.references.push_back({attribute(node, name), !is_link});
  if (tag(node) == "object" && has(node, "data")) file.references.push_back({attribute(node, "data")});
  for (const std::string& url : addresses_in_set(attribute(node, "srcset"))) file.references.push_back({url});

  if (tag(node) == "img" && (!has(node, "alt") || (is_in_contents(node) && !has_words(attribute(node, "alt")))))
    file.faults.push_back(fmt::format("picture {} has no alt text", attribute(node, "src")));
  if (tag(node) == "svg" && attribute(node, "role") == "img" && !has_child(node, "title") && !has_words(attribute(node, "aria-label")))
    file.faults.push_back("a drawing has neither a title nor an aria-label");
}

void read_elements(const xmlNode* first, File& file) {
  for (const xmlNode* node = first; node != nullptr; node = node->next) {
    if (node->type != XML_ELEMENT_NODE) continue;
    read_element(node, file);
    read_elements(node->children, file);
  }
}

File read_html(const std::string& text) {
  constexpr int kQuietly = HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET;
  const std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> document(
      htmlReadMemory(text.data(), static_cast<int>(text.size()), nullptr, "UTF-8", kQuietly), xmlFreeDoc);
  File file;
  if (document)
    read_elements(xmlDocGetRootElement(document.get()), file);
  else
    file.faults.push_back("is not HTML");
  return file;
}

// ---- Style sheets and lists -------------------------------------------------------------------------------------------

// By hand: std::regex needs a stack as deep as a text is long.

/// The property whose value the place `at` of a style sheet is in.
std::string_view property_at(std::string_view text, std::size_t at) {
  text = text.substr(0, at);
  text.remove_prefix(text.find_last_of("{};") + 1);  // from the begin where there is none
  if (const std::size_t comment = text.rfind("*/"); comment != text.npos) text.remove_prefix(comment + 2);
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t\n")));
  return text.substr(0, text.find_first_of(": \t\n"));
}

/// `var(--name)` and `var(--name, otherwise)`
std::set<std::string> variables_used_in(std::string_view text) {
  constexpr std::string_view kUse = "var(";
  std::set<std::string> names;
  for (std::size_t at = 0; (at = text.find(kUse, at)) != text.npos;) {
    at += kUse.size();
    names.emplace(text.substr(at, text.find_first_of(",) \n", at) - at));
  }
  return names;
}

File read_css(std::string_view text) {
  File file;
  file.used_variables = variables_used_in(text);
  for (std::size_t at = 0; (at = text.find("url(", at)) != text.npos;) {
    const std::string_view property = property_at(text, at);
    const std::size_t begin = text.find_first_not_of(" \"'", at + 4);
    at = text.find(')', at);
    if (begin == text.npos || at == text.npos) break;
    const std::string url(text.substr(begin, text.find_first_of("\"')", begin) - begin));
    if (property.starts_with("--"))
      file.variables.emplace(property, url);
    else
      file.references.push_back({url});
  }
  return file;
}

/// The navigation's and the search's data: a variable that is a list or an object.
bool is_list(std::string_view text) {
  if (text.starts_with("/*")) text.remove_prefix(std::min(text.size(), text.find("*/") + 2));
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \n")));
  const std::size_t value = text.find_first_of("=(;");
  if (!text.starts_with("var ") || value == text.npos || text[value] != '=') return false;
  const std::size_t first = text.find_first_not_of(" \n", value + 1);
  return first != text.npos && (text[first] == '[' || text[first] == '{');
}

/// What is quoted there and names a page.
File read_javascript(std::string_view text) {
  constexpr std::string_view kPage = ".html";
  File file;
  if (!is_list(text)) return file;
  for (std::size_t at = 0; (at = text.find(kPage, at)) != text.npos; ++at) {
    const std::size_t begin = text.find_last_of("\"'", at) + 1, end = text.find_first_of("\"'", at);
    const std::string url(text.substr(begin, end - begin));
    const std::size_t behind = at - begin + kPage.size();
    if (behind == url.size() || url[behind] == '#') file.references.push_back({url, false});
  }
  return file;
}

File read(const fs::path& path) {
  const std::string extension = path.extension();
  if (extension == ".html" || extension == ".svg") return read_html(read_file(path));
  if (extension == ".css") return read_css(read_file(path));
  if (extension == ".js") return read_javascript(read_file(path));
  return {};
}

// ---- The comparison ---------------------------------------------------------------------------------------------------

/// "%20" becomes a blank.
std::string decoded(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_code = text[i] == '%' && i + 2 < text.size() && std::isxdigit(static_cast<unsigned char>(text[i + 1])) != 0 &&
                         std::isxdigit(static_cast<unsigned char>(text[i + 2])) != 0;
    plain += is_code ? static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16)) : text[i];
    if (is_code) i += 2;
  }
  return plain;
}

/// What is wrong with an address that names its scheme or its host; nothing where nothing is.
std::string fault_of_absolute(const File::Reference& reference, const std::string& scheme, const std::string& host) {
  if (scheme == "data" || scheme == "mailto" || scheme == "javascript") return {};
  if (scheme == "file") return "is a file of one machine";
  if (!scheme.empty() && scheme != "http" && scheme != "https") return "has a scheme that is not known";
  if (reference.is_loaded) return "is loaded from the network";
  if (scheme.empty()) return "has no scheme";
  return std::ranges::find(kHosts, host) == kHosts.end() ? "goes to a host that is not among ours" : "";
}

/// "https" and "//github.com/…"; an empty scheme where there is none.
std::pair<std::string, std::string> scheme_of(const std::string& url) {
  const std::size_t end = url.find_first_of(":/?#");
  if (end == url.npos || url[end] != ':') return {"", url};
  return {url.substr(0, end), url.substr(end + 1)};
}

using Files = std::map<std::string, File>;  // by their place in the site

/// An address in a variable is seen from the sheet that uses it, and not from the one that sets it.
void refer_to_variables(Files& files) {
  std::multimap<std::string, std::string> variables;
  for (const auto& [name, file] : files) variables.insert(file.variables.begin(), file.variables.end());
  for (auto& [name, file] : files)
    for (const std::string& used : file.used_variables) {
      const auto [first, last] = variables.equal_range(used);
      for (auto variable = first; variable != last; ++variable) file.references.push_back({variable->second});
    }
}

std::string fault_of(const File::Reference& reference, const std::string& from, const Files& files) {
  const auto [scheme, rest] = scheme_of(reference.url);
  if (!scheme.empty() || rest.starts_with("//"))
    return fault_of_absolute(reference, scheme, rest.starts_with("//") ? rest.substr(2, rest.find_first_of("/?#", 2) - 2) : "");

  const std::size_t hash = reference.url.find('#');
  const std::string path = decoded(reference.url.substr(0, std::min(hash, reference.url.find('?'))));
  const std::string anchor = hash == std::string::npos ? "" : decoded(reference.url.substr(hash + 1));
  const std::string target = path.empty() ? from : (fs::path(from).parent_path() / path).lexically_normal().string();
  if (path.starts_with("/") || target.starts_with("..")) return "is outside of the site";
  const auto file = files.find(target);
  if (file == files.end()) return "is not there";
  if (anchor.empty() || anchor == "top" || file->second.anchors.contains(anchor)) return {};
  return "has no such anchor";
}

}  // namespace

std::vector<std::string> faults_of_links(const fs::path& site) {
  Files files;
  for (const auto& entry : fs::recursive_directory_iterator(site))
    if (entry.is_regular_file()) files[entry.path().lexically_relative(site).string()] = read(entry.path());
  refer_to_variables(files);

  std::set<std::string> lines;  // each once
  for (const auto& [name, file] : files) {
    for (const std::string& fault : file.faults) lines.insert(name + ": " + fault);
    for (const File::Reference& reference : file.references)
      if (const std::string fault = fault_of(reference, name, files); !fault.empty())
        lines.insert(fmt::format("{}: {} {}", name, reference.url, fault));
  }
  return {lines.begin(), lines.end()};
}

}  // namespace lockstep::testing
