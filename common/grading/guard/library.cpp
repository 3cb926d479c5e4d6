/// @file
/// @brief Tables of the library's functions, with what they read and write through their arguments, which no hook tells of.
///
/// Arguments are numbered as the registers of pointers and integers are: the pointer of `modf(double, double*)` is the first.
#include "grading/guard/library.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "grading/guard/mathematics.hpp"

namespace lockstep::grading {
namespace {

using Checks = std::vector<std::string>;

constexpr std::array<std::string_view, 21> kStandIns{"sprintf", "vprintf", "vfprintf", "memcpy",   "memmove", "memset",   "strcpy",
                                                     "strncpy", "strcat",  "qsort",    "printf",   "fprintf", "snprintf", "vsnprintf",
                                                     "strtol",  "strtoll", "strtoul",  "strtoull", "strtod",  "strtof",   "strtold"};

/// By their names in the source: "out8_1" is 8 bytes at the first argument, which the function writes; "file1" a FILE; "callee1" a
/// function that it calls.
const std::map<std::string_view, Checks>& arguments() {
  static const std::map<std::string_view, Checks> instance{
      {"memcmp", {"given1", "given2"}},
      {"strcmp", {"given1", "given2"}},
      {"strncmp", {"given1", "given2"}},
      {"strstr", {"given1", "given2"}},
      {"memchr", {"given1"}},
      {"strlen", {"given1"}},
      {"strchr", {"given1"}},
      {"atoi", {"given1"}},
      {"atol", {"given1"}},
      {"atof", {"given1"}},
      {"nan", {"given1"}},
      {"nanf", {"given1"}},
      {"nanl", {"given1"}},
      {"free", {"given1"}},
      {"realloc", {"given1"}},
      {"time", {"out8_1"}},
      {"gettimeofday", {"out16_1", "given2"}},
      {"clock_gettime", {"out16_2"}},
      {"perror", {"given1"}},
      {"puts", {"given1"}},
      {"fputs", {"given1", "file2"}},
      {"fputc", {"file2"}},
      {"putc", {"file2"}},
      {"fwrite", {"given1", "file4"}},
      {"fflush", {"file1"}},
      {"modf", {"out8_1"}},
      {"modff", {"out4_1"}},
      {"modfl", {"out10_1"}},
      {"frexp", {"out4_1"}},
      {"frexpf", {"out4_1"}},
      {"frexpl", {"out4_1"}},
      {"remquo", {"out4_1"}},
      {"remquof", {"out4_1"}},
      {"remquol", {"out4_1"}},
      {"sincos", {"out8_1", "out8_2"}},
      {"sincosf", {"out4_1", "out4_2"}},
      {"sincosl", {"out10_1", "out10_2"}},
      {"__cxa_atexit", {"callee1"}},
      {"__cxa_thread_atexit", {"callee1"}},
      {"__cxa_throw", {"type2", "callee3"}},
      {"_ZSt11_Hash_bytesPKvmm", {"given1"}},
      {"_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_", {"given2", "tree3", "given4"}},
      {"_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_", {"tree1", "given2"}},
      {"_ZNSt8__detail15_List_node_base7_M_hookEPS0_", {"given1", "list2"}},
      {"_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_", {"list1", "list2", "list3"}},
      {"_ZNSt8__detail15_List_node_base9_M_unhookEv", {"list1"}},
      {"_ZNSt8__detail15_List_node_base10_M_reverseEv", {"list1"}},
      {"_ZNSt8__detail15_List_node_base4swapERS0_S1_", {"list1", "list2"}},
  };
  return instance;
}

bool begins(std::string_view name, std::initializer_list<std::string_view> beginnings) {
  return std::ranges::any_of(beginnings, [&](std::string_view beginning) { return name.starts_with(beginning); });
}

bool is_of_standard_cpp(std::string_view name) { return begins(name, {"_ZNS", "_ZNKS", "_ZS"}); }

/// The course's own: hooks, the runtime API, device functions, what exercises are written with.
bool is_of_course(std::string_view name) {
  if (begins(name, {"__tsan_", "__sanitizer_", "__ubsan_", "lockstep_", "cuda"})) return true;
  return name.starts_with("_Z") && !is_of_standard_cpp(name) && !begins(name, {"_Znw", "_Zna", "_Zdl", "_Zda"});
}

/// What the compiler itself calls for numbers and for errors, and what kernels may call as well as the host.
bool is_for_both(std::string_view name) {
  if (is_mathematics(name) || is_arithmetic(name)) return true;
  // The compiler makes puts() of printf("…\n").
  constexpr std::array<std::string_view, 12> kNames{
      "puts",          "putchar",          "__dynamic_cast",     "memcpy",        "memmove", "memset", "memcmp", "abort",
      "__assert_fail", "__stack_chk_fail", "__cxa_pure_virtual", "__tls_get_addr"};
  return std::ranges::find(kNames, name) != kNames.end();
}

Checks of_standard_cpp(std::string_view name) {
  Checks checks;
  const bool is_text = begins(name, {"_ZNSt7__cxx1112basic_string", "_ZNKSt7__cxx1112basic_string"});
  const bool is_being_made = name.find("EEC1E") != name.npos || name.find("EEC2E") != name.npos || name.find("_M_c") != name.npos;
  if (is_text) checks.push_back(is_being_made ? "given1" : "text1");
  if (is_text && (name.find("PKc") != name.npos || name.find("copyEPc") != name.npos)) checks.push_back("given2");
  if (begins(name, {"_ZNSo", "_ZNKSo", "_ZStls", "_ZSt16__ostream_insert", "_ZSt4endl", "_ZSt5flush", "_ZSt4ends"}))
    checks.push_back("stream1");
  if (begins(name, {"_ZNKSt5ctypeIcE"})) checks.push_back("facet1");
  if (begins(name, {"_ZNSt6localeD"})) checks.push_back("locale1");
  if (begins(name, {"_ZNSt8ios_baseD"})) checks.push_back("ios1");
  if (begins(name, {"_ZNSo5writeEPKc", "_ZSt16__ostream_insert"})) checks.push_back("given2");
  return checks;
}

/// "__tsan_atomic32_store" is "atomic4": in a kernel the hook tells of it, in host code nothing else does.
Checks of_atomic(std::string_view name) {
  for (const auto& [bits, bytes] : {std::pair{"128", "16"}, {"64", "8"}, {"32", "4"}, {"16", "2"}, {"8", "1"}})
    if (name.starts_with(bits)) return {std::string("atomic") + bytes};
  return {};
}

/// Of the runtime, which copies from and to the host's memory, and answers there: by how names begin, the first that fits.
Checks of_runtime(std::string_view function) {
  static const std::vector<std::pair<std::string_view, Checks>> rows{
      {"cudaMemcpy2DToArray", {"place4"}},
      {"cudaMemcpyToArray", {"place4"}},
      {"cudaMemcpy2DFromArray", {"place1"}},
      {"cudaMemcpyFromArray", {"place1"}},
      {"cudaMemcpy2DArrayToArray", {}},
      {"cudaMemcpyArrayToArray", {}},
      {"cudaMemcpy2D", {"place1", "place3"}},
      {"cudaMemcpyPeer", {"place1", "place3"}},
      {"cudaMemcpy", {"place1", "place2"}},
      {"cudaMemset", {"place1"}},
      {"cudaMemGetInfo", {"place1", "place2"}},
      {"cudaMallocPitch", {"place1", "place2"}},
      {"cudaMalloc", {"place1"}},
      {"cudaHost", {"place1"}},
      {"cudaGetDevice", {"place1"}},
      {"cudaGetSymbol", {"place1"}},
      {"cudaGetChannelDesc", {"place1"}},
      {"cudaGetTexture", {"place1"}},
      {"cudaGetDriver", {"place1", "place2"}},
      {"cudaGetFunc", {"place1"}},
      {"cudaDeviceGetStreamPriorityRange", {"place1", "place2"}},
      {"cudaDeviceGetP2P", {"place1"}},
      {"cudaDeviceGet", {"place1"}},
      {"cudaDeviceCan", {"place1"}},
      {"cudaDriverGet", {"place1"}},
      {"cudaRuntimeGet", {"place1"}},
      {"cudaChoose", {"place1", "place2"}},
      {"cudaCreate", {"place1", "place2"}},
      {"cudaEventCreate", {"place1"}},
      {"cudaEventElapsedTime", {"place1"}},
      {"cudaStreamCreate", {"place1"}},
      {"cudaStreamGetAttribute", {"place3"}},
      {"cudaStreamGetCaptureInfo", {"place2", "place3", "place4"}},
      {"cudaStreamGet", {"place2"}},
      {"cudaStreamIsCapturing", {"place2"}},
      {"cudaStreamEndCapture", {"place2"}},
      {"cudaOccupancyMaxPotential", {"place1", "place2"}},
      {"cudaOccupancy", {"place1"}},
      {"cudaPointerGet", {"place1"}},
      {"cudaFuncGet", {"place1"}},
      {"cudaMemPoolCreate", {"place1", "place2"}},
      {"cudaMemPoolGetAttribute", {"place3"}},
      {"cudaGraphCreate", {"place1"}},
      {"cudaGraphClone", {"place1"}},
      {"cudaGraphInstantiate", {"place1"}},
      {"cudaGraphAdd", {"place1"}},
      {"cudaGraphExecUpdate", {"place3", "place4"}},
      {"cudaGraphGet", {"place2", "place3", "place4"}},
      {"cudaGraphNodeGet", {"place2", "place3"}},
      {"cudaGraphKernelNodeGet", {"place2", "place3"}},
  };
  const auto row = std::ranges::find_if(rows, [&](const auto& one) { return function.starts_with(one.first); });
  return row != rows.end() ? row->second : Checks{};
}

Checks of_course(std::string_view name) {
  constexpr std::string_view kAtomic = "__tsan_atomic";
  if (name.starts_with(kAtomic)) return of_atomic(name.substr(kAtomic.size()));
  if (begins(name, {"_ZN8lockstep3sim10copy_bytesE", "_ZN8lockstep3sim10move_bytesE"})) return {"place1", "place2"};
  if (begins(name, {"_ZN8lockstep3sim9set_bytesE"})) return {"place1"};
  const auto at = name.find("cuda");
  return at == 0 || (at != name.npos && name.starts_with("_Z")) ? of_runtime(name.substr(at)) : Checks{};
}

/// strtol is __isoc23_strtol with a compiler that knows C23.
std::string_view without_standard(std::string_view name) {
  constexpr std::string_view kNewer = "__isoc23_";
  return name.starts_with(kNewer) ? name.substr(kNewer.size()) : name;
}

}  // namespace

std::string stand_in_for(std::string_view function) {
  const std::string_view name = without_standard(function);
  return std::ranges::find(kStandIns, name) != kStandIns.end() ? std::string(name) : "";
}

std::vector<std::string> checks_before(std::string_view function) {
  const std::string_view name = without_standard(function);
  if (is_of_course(name)) return of_course(name);
  Checks checks;
  if (!is_for_both(name)) checks.push_back("host");
  const auto found = arguments().find(name);
  const Checks more = found != arguments().end() ? found->second : is_of_standard_cpp(name) ? of_standard_cpp(name) : Checks{};
  checks.insert(checks.end(), more.begin(), more.end());
  return checks;
}

bool may_be_called_through_pointer(std::string_view function) {
  if (function == "free" || function == "tolower" || function == "toupper" || function.starts_with("cuda")) return true;
  if (is_of_course(function)) return function.starts_with("_Z") && function.find("cuda") != function.npos;
  return is_mathematics(function) && !arguments().contains(function);
}

}  // namespace lockstep::grading
