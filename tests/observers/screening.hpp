/// @file
/// @brief A kernel that does what a script says: many hazards, and many launches without any.
#pragma once

#include <vector>

/// What all threads of a grid do next, each at an index of its own.
struct ScriptStep {
  enum Kind : int {
    load,
    store,
    load_shared,
    store_shared,
    add,         ///< an atomic
    add_shared,  ///< an atomic
    exchange,    ///< an atomic whose result is used
    load_byte,
    store_byte,
    load_pair,
    load_volatile,
    store_volatile,
    load_constant,
    barrier,
    warp_barrier,
    fence,
    kinds
  };
  Kind kind;
  int by_thread, by_block, from;  ///< index: by_thread * thread + by_block * block + from
  int first, end;                 ///< the threads of each block that take part, where it is no barrier
};

inline constexpr int kScriptWords = 512, kScriptSteps = 24, kScriptBlock = 64, kScriptGrid = 3;

/// Runs the script on kScriptWords words, the first half of which is written. @return what the words were afterwards
std::vector<int> play(const std::vector<ScriptStep>& script);

/// Lets the threads of many blocks take places in an array, by an atomic. @return who is where
std::vector<int> play_queue();
