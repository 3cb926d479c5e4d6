/// @file
/// @brief What an exercise.cu may be, byte by byte.
#include "grading/intake/source_text.hpp"

#include "catch.hpp"
#include "support/text/clean_text.hpp"

using lockstep::clean_line;
using lockstep::clean_text;
using lockstep::first_not_utf8;
using namespace lockstep::testing;
using namespace std::string_literals;

namespace {

const std::string kUtf8Code = "__global__ void k() {}\n// Größe ≥ 1\nvoid run() {}\n";

// As Windows' editors save it.
std::string as_utf16(const std::string& ascii, bool big_endian) {
  std::string text;
  for (const char c : ascii) text += big_endian ? "\0"s + c : c + "\0"s;
  return text;
}

}  // namespace

TEST_CASE("text in UTF-8 is taken as it is") {
  const Reading reading = to_source_text(kUtf8Code);
  REQUIRE(reading.succeeded());
  REQUIRE(reading.text == kUtf8Code);
}

TEST_CASE("a byte order mark goes, and lines of Windows become lines") {
  REQUIRE(to_source_text("\xef\xbb\xbf" + kUtf8Code).text == kUtf8Code);
  REQUIRE(to_source_text("int a;\r\nint b;\r\n").text == "int a;\nint b;\n");
  REQUIRE(to_source_text("int a; // \r end\n").text == "int a; // \r end\n");
}

TEST_CASE("what is no text is refused with a line that says what it is") {
  struct Case {
    std::string bytes, complaint;
  };
  const Case wrong = GENERATE(values<Case>({
      {"", "exercise.cu is empty"},
      {"\xef\xbb\xbf", "exercise.cu is empty"},
      {" \n\t\r\n", "exercise.cu is empty"},
      {"\xff\xfe" + as_utf16("int a;\n", false), "exercise.cu is in UTF-16; save it as UTF-8"},
      {"\xfe\xff" + as_utf16("int a;\n", true), "exercise.cu is in UTF-16; save it as UTF-8"},
      {as_utf16("int a;\n", false), "exercise.cu is in UTF-16; save it as UTF-8"},
      {as_utf16("int a;\n", true), "exercise.cu is in UTF-16; save it as UTF-8"},
      {"\x7f"s
       "ELF\2\1\1\0\0\0",
       "exercise.cu is not text: byte 0 is 0x7f"},
      {"int a;\n\0"s, "exercise.cu is not text: byte 7 is 0x00"},
      {"int a; // \x1b[2J\n", "exercise.cu is not text: byte 10 is 0x1b"},
      {"int a;\n// Gr\xf6\xdf\x65\n",
       "exercise.cu is not in UTF-8, but perhaps in Latin-1 or Windows-1252 (byte 0xf6 in line 2); save it as UTF-8"},
      {"// \xe2\x82", "exercise.cu is not in UTF-8, but perhaps in Latin-1 or Windows-1252 (byte 0xe2 in line 1); save it as UTF-8"},
  }));
  const Reading reading = to_source_text(wrong.bytes);
  REQUIRE(reading.complaint == wrong.complaint);
  REQUIRE_FALSE(reading.succeeded());
  REQUIRE(reading.text.empty());
}

TEST_CASE("256 KiB of text are accepted, a byte more is not") {
  const std::string most(kMostSourceBytes, 'a');
  REQUIRE(to_source_text(most).succeeded());
  REQUIRE(to_source_text(most + "a").complaint == "exercise.cu is larger than 256 KiB");
}

TEST_CASE("UTF-8 is what RFC 3629 says") {
  for (const std::string good : {"a", "\xc3\xb6", "\xe2\x89\xa5", "\xf0\x9f\x98\x80", "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf"}) {
    CAPTURE(good);
    REQUIRE(first_not_utf8("x" + good) == std::string::npos);
  }
  const std::vector<std::string> bad{"\x80",         "\xc0\xaf",         "\xc1\xbf", "\xe0\x80\x80",     "\xed\xa0\x80", "\xf0\x80\x80\x80",
                                     "\xe2\x89\x78", "\xf4\x90\x80\x80", "\xff",     "\xf8\x88\x80\x80", "\xe2\x89",     "\xc3"};
  for (const std::string& bytes : bad) {
    CAPTURE(bytes);
    REQUIRE(first_not_utf8("x" + bytes) == 1);
  }
}

TEST_CASE("text of others is cleaned of what harms a reader") {
  REQUIRE(clean_text("a\tb\nc") == "a\tb\nc");
  REQUIRE(clean_text("a\r\nb\rc") == "a\nb\uFFFDc");
  REQUIRE(clean_text("\x1b[31mred") == "\uFFFD[31mred");
  REQUIRE(clean_text("a\0b\x7f"s) == "a\uFFFDb\uFFFD");
  REQUIRE(clean_text("\u0085 \uFFFE \u202E \u2067 ≥ 😀") == "\uFFFD \uFFFD \uFFFD \uFFFD ≥ 😀");
  REQUIRE(clean_text("ada\u200b a\u00ADda \uFEFF\u2028\u200F \U000E0041 no\u200Cn") ==
          "ada\uFFFD a\uFFFDda \uFFFD\uFFFD\uFFFD \uFFFD no\u200Cn");
  REQUIRE(clean_text("Gr\xf6\xdf\x65") == "Gr\uFFFD\uFFFDe");
  REQUIRE(clean_line(" \na\nb\tc \n") == "a b c");
  REQUIRE(clean_line("\n ").empty());
}
