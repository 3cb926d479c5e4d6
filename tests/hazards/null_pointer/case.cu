/// @file
/// @brief A member of an object that is not there: the address is small, and not zero.
#include "device_zeros.hpp"
#include "hazard_case.hpp"

namespace {

struct Node {
  long long value;
  Node* next;
};

__global__ void cut_second(Node* list) { list->next->next = nullptr; }

void caught() {
  const DeviceZeros<Node> list(1);
  cut_second<<<1, 1>>>(list);
  cudaDeviceSynchronize();
}

void silent() {
  const DeviceZeros<Node> list(2);
  Node* const second = list + 1;
  cudaMemcpy(&list[0].next, &second, sizeof second, cudaMemcpyHostToDevice);
  cut_second<<<1, 1>>>(list);
  cudaDeviceSynchronize();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
