/// @file
/// @brief The instructions whose suffixes or operands are not only types and values.
#pragma once

#include <string>
#include <string_view>

#include "sim/translate/ptx/instruction.hpp"

namespace lockstep::translate::ptx {

/// Writes the C++ statement for an instruction. @throws Unreadable for what is not simulated
using Form = std::string (*)(Instruction&);

/// Null for an instruction that has none.
Form find_form(std::string_view opcode);

// value_forms.cpp
std::string move(Instruction& instruction);
std::string convert(Instruction& instruction);
std::string compare_to_predicate(Instruction& instruction);
std::string compare(Instruction& instruction);
// memory_forms.cpp
std::string load(Instruction& instruction);
std::string store(Instruction& instruction);
std::string convert_address(Instruction& instruction);
std::string test_space(Instruction& instruction);
std::string prefetch(Instruction& instruction);
std::string make_policy(Instruction& instruction);
std::string copy_asynchronously(Instruction& instruction);
// atomic_forms.cpp
std::string atomic(Instruction& instruction);
std::string reduction(Instruction& instruction);
// thread_forms.cpp
std::string block_barrier(Instruction& instruction);
std::string fence(Instruction& instruction);
std::string vote(Instruction& instruction);
std::string match(Instruction& instruction);
std::string shuffle(Instruction& instruction);
std::string reduce_warp(Instruction& instruction);
std::string active_mask(Instruction& instruction);
std::string elect(Instruction& instruction);
// barrier_forms.cpp
std::string memory_barrier(Instruction& instruction);
// control_forms.cpp
std::string trap(Instruction& instruction);
std::string exit_thread(Instruction& instruction);
std::string pause(Instruction& instruction);
std::string nothing(Instruction& instruction);
// matrix_forms.cpp
std::string load_matrix(Instruction& instruction);
std::string store_matrix(Instruction& instruction);
std::string multiply_matrices(Instruction& instruction);

// What several of them read. (memory_forms.cpp)
/// Takes the space of an address, and the hints about caches. @return whether it is shared memory
bool take_space(Instruction& instruction);
/// Takes a scope; as an argument of templates.
std::string take_scope(Instruction& instruction, std::string_view otherwise);
/// Takes an order of memory; empty where there is none.
std::string take_order(Instruction& instruction);

}  // namespace lockstep::translate::ptx
