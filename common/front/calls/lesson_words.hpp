/// @file
/// @brief The lesson that a verb is about.
#pragma once

#include <string>
#include <vector>

#include "front/calls/script.hpp"

namespace lockstep::front {

/// The lesson that a word means. @param verb  with the option before the word, if there is one, for the message
/// @throws UsageError, which names the lessons, where the word is empty or unknown
std::string need_lesson(const Setting& setting, const std::string& verb, const std::string& word);

/// The same of a lesson that has an exercise. @throws UsageError where it has none
std::string need_exercise(const Setting& setting, const std::string& verb, const std::string& word);

/// Removes the first word and returns it; empty where there is none.
std::string take_first(std::vector<std::string>& words);

}  // namespace lockstep::front
