/// @file
/// @brief References of graphs to resources of the program.
#pragma once

#include "driver_types.h"

namespace lockstep::sim {

/// One reference, given up when this ends. A graph and what is made of it share one.
struct UserReference {
  explicit UserReference(cudaUserObject_t object_) : object(object_) {}
  ~UserReference();
  UserReference(const UserReference&) = delete;
  UserReference& operator=(const UserReference&) = delete;

  const cudaUserObject_t object;
};

}  // namespace lockstep::sim
