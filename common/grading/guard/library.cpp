/// @file
/// @brief Tables of the library's functions, with what they read and write through their arguments, which no hook tells of.
///
/// Arguments are numbered as the registers of pointers and integers are: the pointer of `modf(double, double*)` is the first.
#include "grading/guard/library.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "grading/guard/mathematics.hpp"

namespace lockstep::grading {
namespace {

using Checks = std::vector<std::string>;

constexpr std::array<std::string_view, 23> kStandIns{
    "sprintf",  "vprintf",   "vfprintf", "memcpy",  "memmove", "memset",   "strcpy", "strncpy", "strcat",  "qsort",  "printf", "fprintf",
    "snprintf", "vsnprintf", "strtol",   "strtoll", "strtoul", "strtoull", "strtod", "strtof",  "strtold", "calloc", "realloc"};

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
      {"__udivmodti4", {"out16_5"}},
      {"__divmodti4", {"out16_5"}},
      {"__cxa_atexit", {"callee1"}},
      {"__cxa_thread_atexit", {"callee1"}},
      {"__cxa_throw", {"type2", "callee3"}},
      {"_ZSt11_Hash_bytesPKvmm", {"given1"}},
      {"_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_", {"place2", "tree3", "given4"}},
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

/// A row of a table: of functions whose names begin so.
using Row = std::pair<std::string_view, Checks>;

const Checks* first_that_fits(const std::vector<Row>& rows, std::string_view function) {
  const auto row = std::ranges::find_if(rows, [&](const Row& one) { return function.starts_with(one.first); });
  return row != rows.end() ? &row->second : nullptr;
}

/// "_ZNSt13runtime_error…": exceptions of two pointers, and of one.
bool is_of_exception(std::string_view name, std::initializer_list<std::string_view> classes) {
  if (!begins(name, {"_ZNSt", "_ZNKSt"})) return false;
  name.remove_prefix(name.find("St") + 2);
  return std::ranges::any_of(classes, [&](std::string_view one) { return name.starts_with(one); });
}

/// Of std::string: where its characters are, and what it is made from.
Checks of_text(std::string_view name) {
  const bool is_being_made = name.find("EEC1E") != name.npos || name.find("EEC2E") != name.npos || name.find("_M_c") != name.npos;
  Checks checks{is_being_made ? "object32_1" : "text1"};
  if (name.find("PKc") != name.npos || name.find("copyEPc") != name.npos) checks.push_back("given2");
  if (name.find("9_M_create") != name.npos) checks.push_back("object8_2");
  return checks;
}

/// Of the standard library, by their names in assembly: what is not here is refused.
std::optional<Checks> of_standard_cpp(std::string_view name) {
  if (begins(name, {"_ZNSt7__cxx1112basic_string", "_ZNKSt7__cxx1112basic_string"})) return of_text(name);
  if (is_of_exception(name, {"9exception", "9bad_alloc", "8bad_cast"})) return Checks{"object8_1"};
  if (is_of_exception(name, {"12domain_error", "16invalid_argument", "12length_error", "11logic_error", "12out_of_range",
                             "14overflow_error", "11range_error", "13runtime_error", "15underflow_error"}))
    return Checks{"object16_1"};
  // The tables of classes with virtual bases come as an argument.
  const bool is_of_base = name.find("C2E") != name.npos || name.find("D2E") != name.npos;
  if (is_of_base && begins(name, {"_ZNSd", "_ZNSo", "_ZNSt7__cxx11"})) return Checks{"place1", "constant2"};
  static const std::vector<Row> rows{
      {"_ZNSo5writeEPKc", {"stream1", "given2"}},
      {"_ZSt16__ostream_insert", {"stream1", "given2"}},
      {"_ZNSo", {"stream1"}},
      {"_ZNKSo", {"stream1"}},
      {"_ZStls", {"stream1"}},
      {"_ZSt4endl", {"stream1"}},
      {"_ZSt5flush", {"stream1"}},
      {"_ZSt4ends", {"stream1"}},
      {"_ZNKSt5ctypeIcE", {"facet1"}},
      {"_ZSt9use_facetISt5ctypeIcE", {"locale1"}},
      {"_ZNSt6localeC1ERKS_", {"object8_1", "locale2"}},
      {"_ZNSt6localeC1Ev", {"object8_1"}},
      {"_ZNSt6localeC2Ev", {"object8_1"}},
      {"_ZNSt6localeaSERKS_", {"object8_1", "locale1", "locale2"}},
      {"_ZNSt6localeD", {"object8_1", "locale1"}},
      {"_ZNSt6locale7classicEv", {}},
      {"_ZNKSt6locale2id5_M_idEv", {"id1"}},
      {"_ZNSt9basic_iosIcSt11char_traitsIcEE", {"state1"}},
      {"_ZNKSt9basic_iosIcSt11char_traitsIcEE", {"state1"}},
      {"_ZNSt8ios_base4Init", {"given1"}},
      {"_ZNSt8ios_base15sync_with_stdioEb", {}},
      {"_ZNSt8ios_baseC", {"object264_1"}},
      {"_ZNSt8ios_baseD", {"object264_1", "ios1"}},
      {"_ZSt21ios_base_library_initv", {}},
      {"_ZNSt15basic_streambufIcSt11char_traitsIcEED", {"object64_1"}},
      {"_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC", {"object104_1"}},
      {"_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEED", {"buffer1"}},
      {"_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE7_M_syncE", {"buffer1", "given2"}},
      {"_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3str", {"buffer1"}},
      {"_ZNKSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3str", {"buffer2"}},
      {"_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC", {"object376_1"}},
      {"_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEED", {"ostrings1"}},
      {"_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3str", {"ostrings1"}},
      {"_ZNKSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3str", {"ostrings2"}},
      {"_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEC", {"object392_1"}},
      {"_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEED", {"strings1"}},
      {"_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE3str", {"strings1"}},
      {"_ZNKSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE3str", {"strings2"}},
      {"_ZNKSt8__detail20_Prime_rehash_policy", {"object16_1"}},
      {"_ZNSt8__detail20_Prime_rehash_policy", {"object16_1"}},
      {"_ZSt18_Rb_tree_increment", {"given1"}},
      {"_ZSt18_Rb_tree_decrement", {"given1"}},
      {"_ZNSt6chrono3_V2", {}},
      {"_ZSt9terminatev", {}},
      {"_ZSt18uncaught_exceptionv", {}},
      {"_ZSt19uncaught_exceptionsv", {}},
  };
  if (const Checks* const found = first_that_fits(rows, name)) return *found;
  if (name.starts_with("_ZSt") && name.find("__throw_") != name.npos) return Checks{};
  return std::nullopt;
}

/// "__tsan_atomic32_store" is "atomic4": in a kernel the hook tells of it, in host code nothing else does.
Checks of_atomic(std::string_view name) {
  for (const auto& [bits, bytes] : {std::pair{"128", "16"}, {"64", "8"}, {"32", "4"}, {"16", "2"}, {"8", "1"}})
    if (name.starts_with(bits)) return {std::string("atomic") + bytes};
  return {};
}

/// Of the runtime, which copies from and to the host's memory, and answers there: by how names begin, the first that fits. What is not here
/// is refused.
const Checks* of_runtime(std::string_view function) {
  static const std::vector<Row> rows{
      {"cudaMemcpy2DToArray", {"rows_to_array"}},
      {"cudaMemcpyToArray", {"copied_to_array"}},
      {"cudaMemcpy2DFromArray", {"rows_from_array"}},
      {"cudaMemcpyFromArray", {"copied_from_array"}},
      {"cudaMemcpy2DArrayToArray", {}},
      {"cudaMemcpyArrayToArray", {}},
      {"cudaMemcpy2D", {"copied_rows"}},
      {"cudaMemcpyPeer", {"copied_to_peer"}},
      {"cudaMemcpy", {"copied"}},
      {"cudaMemset2D", {"place1"}},
      {"cudaMemset", {"filled"}},
      {"cudaMemGetInfo", {"place1", "place2"}},
      {"cudaMemPrefetch", {}},
      {"cudaMemAdvise", {}},
      {"cudaMemPoolCreate", {"place1", "place2"}},
      {"cudaMemPoolGetAttribute", {"place3"}},
      {"cudaMemPoolSet", {"place3"}},
      {"cudaMemPoolTrim", {}},
      {"cudaMemPoolDestroy", {}},
      {"cudaMallocPitch", {"place1", "place2"}},
      {"cudaMalloc", {"place1"}},
      {"cudaFree", {}},
      {"cudaHost", {"place1"}},
      {"cudaGetLastError", {}},
      {"cudaGetError", {}},
      {"cudaPeekAtLastError", {}},
      {"cudaGetDeviceProperties", {"object1008_1"}},
      {"cudaGetDevice", {"place1"}},
      {"cudaGetChannelDesc", {"place1"}},
      {"cudaGetTexture", {"place1"}},
      {"cudaGetDriver", {"place1", "place2"}},
      {"cudaGetFunc", {"place1"}},
      {"cudaSetDevice", {}},
      {"cudaDeviceGetStreamPriorityRange", {"place1", "place2"}},
      {"cudaDeviceGetP2P", {"place1"}},
      {"cudaDeviceGet", {"place1"}},
      {"cudaDeviceCan", {"place1"}},
      {"cudaDeviceSet", {}},
      {"cudaDeviceSynchronize", {}},
      {"cudaDeviceReset", {}},
      {"cudaDeviceFlush", {}},
      {"cudaDeviceEnable", {}},
      {"cudaDeviceDisable", {}},
      {"cudaDriverGet", {"place1"}},
      {"cudaRuntimeGet", {"place1"}},
      {"cudaChoose", {"place1", "place2"}},
      {"cudaCreateChannelDesc", {}},
      {"cudaCreate", {"place1", "place2"}},
      {"cudaDestroy", {}},
      {"cudaEventCreate", {"place1"}},
      {"cudaEventElapsedTime", {"place1"}},
      {"cudaEvent", {}},
      {"cudaStreamCreate", {"place1"}},
      {"cudaStreamGetAttribute", {"object64_3"}},
      {"cudaStreamGetCaptureInfo", {"place2", "place3", "place4"}},
      {"cudaStreamGet", {"place2"}},
      {"cudaStreamIsCapturing", {"place2"}},
      {"cudaStreamEndCapture", {"place2"}},
      {"cudaStreamSet", {"given3"}},
      {"cudaStreamBegin", {}},
      {"cudaStreamSynchronize", {}},
      {"cudaStreamQuery", {}},
      {"cudaStreamDestroy", {}},
      {"cudaStreamWaitEvent", {}},
      {"cudaStreamAttach", {}},
      {"cudaStreamCopyAttributes", {}},
      {"cudaStreamUpdateCapture", {}},
      {"cudaThreadExchange", {"place1"}},
      {"cudaOccupancyMaxPotential", {"place1", "place2"}},
      {"cudaOccupancy", {"place1"}},
      {"cudaPointerGetAttributes", {"object88_1"}},
      {"cudaPointerGet", {"place1"}},
      {"cudaFuncGetAttributes", {"object144_1"}},
      {"cudaFuncGet", {"place1"}},
      {"cudaFuncSet", {}},
      {"cudaLaunch", {}},
      {"cudaProfiler", {}},
      {"cudaGraphCreate", {"place1"}},
      {"cudaGraphClone", {"place1"}},
      {"cudaGraphInstantiate", {"place1"}},
      {"cudaGraphAdd", {"place1"}},
      {"cudaGraphExecUpdate", {"place3", "place4"}},
      {"cudaGraphGet", {"place2", "place3", "place4"}},
      {"cudaGraphNodeGet", {"place2", "place3"}},
      {"cudaGraphKernelNodeGetParams", {"object56_2"}},
      {"cudaGraphKernelNodeGetAttribute", {"object64_3"}},
      {"cudaGraphKernelNode", {}},
      {"cudaGraphExecKernelNode", {}},
      {"cudaGraphLaunch", {}},
      {"cudaGraphUpload", {}},
      {"cudaGraphDestroy", {}},
      {"cudaGraphExecDestroy", {}},
      {"cudaGraphRemove", {}},
  };
  return first_that_fits(rows, function);
}

/// Of the simulator: the functions with places among their arguments that CUDA's headers call.
const Checks* of_simulator(std::string_view function) {
  static const std::map<std::string_view, Checks> instance{
      {"atomic_update", {"atomic1"}},
      {"atomic_compare_exchange", {"atomic1"}},
      {"atomic_exchange", {"atomic1"}},
      {"atomic_load", {"atomic1"}},
      {"atomic_store", {"atomic1"}},
      {"copy_bytes", {"copied"}},
      {"move_bytes", {"copied"}},
      {"set_bytes", {"filled"}},
      {"copy_to_symbol", {"copied_to_symbol"}},
      {"copy_from_symbol", {"copied_from_symbol"}},
      {"symbol_address", {"out8_1"}},
      {"symbol_size", {"out8_1"}},
      {"read_surface", {"texel_read"}},
      {"write_surface", {"texel_written"}},
      {"read_texture", {"given2"}},
      {"arrive", {"kernel1", "shared1"}},
      {"arrive_before_end", {"kernel1", "shared1"}},
      {"arrive_with_bytes", {"kernel1", "shared1"}},
      {"count_arrivals", {"kernel1", "shared1"}},
      {"end_phase", {"kernel1", "shared1"}},
      {"initialise", {"kernel1", "shared1"}},
      {"is_beyond", {"kernel1", "shared1"}},
      {"phases", {"kernel1", "shared1"}},
      {"wait_beyond", {"kernel1", "shared1"}},
      {"named_barrier", {"kernel1", "shared1"}},
      {"tile_barrier", {"kernel1", "shared1"}},
      {"bulk_copy", {"kernel1"}},
      {"bulk_copy_out", {"kernel1"}},
      {"pipeline_copy", {"kernel1"}},
      {"pipeline_copy_part", {"kernel1"}},
      {"block_barrier", {"kernel1"}},
      {"warp_vote", {"kernel1"}},
      {"warp_exchange", {"kernel1"}},
      {"fail_kernel", {"kernel1"}},
      {"map_shared_rank", {}},
      {"query_shared_rank", {}},
      {"is_local_memory", {}},
      {"is_shared_memory", {}},
      {"configure", {}},
      {"entry_of", {}},
      {"probing", {}},
      {"submit", {}},
      {"shared_address", {}},
      {"static_shared_bytes", {}},
      {"KernelEntry", {"given1"}},
      {"SharedSlot", {"given1"}},
      {"SharedUse", {"given1"}},
  };
  const auto found = instance.find(function);
  return found != instance.end() ? &found->second : nullptr;
}

/// "_ZN8lockstep3sim10copy_bytesEPvPKvm" is copy_bytes; also of what begins with _ZNK. Empty for all others.
std::string_view function_of_simulator(std::string_view name) {
  for (const std::string_view space : {"_ZN8lockstep3sim", "_ZNK8lockstep3sim"}) {
    if (!name.starts_with(space)) continue;
    name.remove_prefix(space.size());
    std::size_t length = 0;
    while (!name.empty() && name[0] >= '0' && name[0] <= '9') {
      length = 10 * length + static_cast<std::size_t>(name[0] - '0');
      name.remove_prefix(1);
    }
    return name.substr(0, length);
  }
  return {};
}

Checks of_course(std::string_view name) {
  constexpr std::string_view kAtomic = "__tsan_atomic";
  if (name.starts_with(kAtomic)) return of_atomic(name.substr(kAtomic.size()));
  if (const Checks* const found = of_simulator(function_of_simulator(name))) return *found;
  const auto at = name.find("cuda");
  const Checks* const found = at == 0 || (at != name.npos && name.starts_with("_Z")) ? of_runtime(name.substr(at)) : nullptr;
  return found != nullptr ? *found : Checks{};
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
  const Checks more = found != arguments().end() ? found->second
                      : is_of_standard_cpp(name) ? of_standard_cpp(name).value_or(Checks{})
                                                 : Checks{};
  checks.insert(checks.end(), more.begin(), more.end());
  return checks;
}

bool is_known(std::string_view function, bool has_places) {
  if (function.starts_with("cuda")) return of_runtime(function) != nullptr;
  if (is_of_standard_cpp(function)) return arguments().contains(function) || of_standard_cpp(function).has_value();
  const std::string_view of_the_simulator = function_of_simulator(function);
  return of_the_simulator.empty() || !has_places || of_simulator(of_the_simulator) != nullptr;
}

bool may_be_called_through_pointer(std::string_view function) {
  if (function == "free" || function == "tolower" || function == "toupper" || function.starts_with("cuda")) return true;
  if (is_of_course(function)) return function.starts_with("_Z") && function.find("cuda") != function.npos;
  return is_mathematics(function) && !arguments().contains(function);
}

}  // namespace lockstep::grading
