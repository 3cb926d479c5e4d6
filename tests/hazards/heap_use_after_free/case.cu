/// @file
/// @brief One kernel makes blocks, and the next uses them after it has freed them.
#include "hazard_case.hpp"
#pragma GCC diagnostic ignored "-Wuse-after-free"  // it is what this case is about
namespace {

struct Node {
  int value;
  Node* next;
};

__global__ void build(Node** list, int count) {
  *list = nullptr;
  for (int i = 0; i < count; ++i) *list = new Node{i, *list};
}
__global__ void sum_and_free(Node* const* list, int* sum, bool early) {
  *sum = 0;
  for (Node *node = *list, *next; node != nullptr; node = next) {
    *sum += node->value;
    next = node->next;
    delete node;
    if (early) next = node->next;
  }
}

void launch(bool early) {
  Node** list = nullptr;
  int* sum = nullptr;
  cudaMalloc(&list, sizeof(Node*));
  cudaMalloc(&sum, sizeof(int));
  build<<<1, 1>>>(list, 4);
  sum_and_free<<<1, 1>>>(list, sum, early);
  cudaFree(list);
  cudaFree(sum);
}

void caught() { launch(true); }
void silent() { launch(false); }

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
