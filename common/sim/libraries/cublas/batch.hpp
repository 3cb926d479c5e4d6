/// @file
/// @brief Batches: the same function on many matrices, whose addresses are in an array of the device, or a stride apart.
#pragma once

#include <vector>

#include "sim/libraries/cublas/storage.hpp"

namespace lockstep::sim::blas {

/// Where the matrices of a batch are. Asked only when the call runs.
template <class T>
class Batch {
 public:
  static Batch listed(T* const* list, Index count) { return Batch(list, nullptr, 0, count); }
  static Batch apart(T* first, Index stride, Index count) { return Batch(nullptr, first, stride, count); }

  Index count() const { return count_; }
  T* operator[](Index i) const { return list_ != nullptr ? list_[i] : first_ + i * stride_; }
  /// Adds the array of addresses. False: the device does not reach it, so that nothing else can be asked.
  bool add_list_to(Operands& operands, const char* name) const {
    if (list_ == nullptr) return true;
    const std::size_t bytes = static_cast<std::size_t>(count_) * sizeof(T*);
    operands.push_back({name, {{bytes_at(list_), bytes}}});
    return device_reaches(list_, bytes);
  }

 private:
  Batch(T* const* list, T* first, Index stride, Index count) : list_(list), first_(first), stride_(stride), count_(count) {}

  T* const* list_;
  T* first_;
  Index stride_, count_;
};

/// Adds `item(i).boxes()` of all matrices as one operand.
template <class Item>
void add_batch(Operands& operands, const char* name, Index count, bool read, bool written, Item item) {
  Operand all{name, {}, read, written};
  for (Index i = 0; i < count; ++i)
    for (const Box& box : item(i).boxes()) all.boxes.push_back(box);
  operands.push_back(std::move(all));
}

}  // namespace lockstep::sim::blas
