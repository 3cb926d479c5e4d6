/// @file
/// @brief The table of these instructions.
#include "sim/translate/ptx/forms.hpp"

#include <algorithm>
#include <iterator>

namespace lockstep::translate::ptx {
namespace {

struct Entry {
  std::string_view opcode;
  Form form;
};

constexpr Entry kForms[] = {
    {"mov", move},
    {"cvt", convert},
    {"setp", compare_to_predicate},
    {"set", compare},
    {"ld", load},
    {"ldu", load},
    {"st", store},
    {"cvta", convert_address},
    {"isspacep", test_space},
    {"prefetch", prefetch},
    {"prefetchu", prefetch},
    {"discard", prefetch},
    {"applypriority", prefetch},
    {"createpolicy", make_policy},
    {"cp", copy_asynchronously},
    {"atom", atomic},
    {"red", reduction},
    {"bar", block_barrier},
    {"barrier", block_barrier},
    {"mbarrier", memory_barrier},
    {"membar", fence},
    {"fence", fence},
    {"vote", vote},
    {"match", match},
    {"shfl", shuffle},
    {"redux", reduce_warp},
    {"activemask", active_mask},
    {"elect", elect},
    {"trap", trap},
    {"exit", exit_thread},
    {"nanosleep", pause},
    {"brkpt", nothing},
    {"pmevent", nothing},
    {"setmaxnreg", nothing},
    {"griddepcontrol", nothing},
    {"ldmatrix", load_matrix},
    {"stmatrix", store_matrix},
    {"mma", multiply_matrices},
};

}  // namespace

Form find_form(std::string_view opcode) {
  const auto found = std::ranges::find(kForms, opcode, &Entry::opcode);
  return found == std::end(kForms) ? nullptr : found->form;
}

}  // namespace lockstep::translate::ptx
