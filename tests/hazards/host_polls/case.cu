/// @file
/// @brief A host that waits for a flag in memory has waited for what was written before it; one that guesses has not.
#include <unistd.h>

#include <atomic>

#include <cuda/atomic>

#include "hazard_case.hpp"

namespace {

struct Mailbox {
  int data, flag, answer, reply;
};

__global__ void produce(Mailbox* box) {
  box->data = 42;
  __threadfence_system();
  box->flag = 1;
}

__global__ void converse(volatile Mailbox* box, int* plain) {
  *plain = 42;
  __threadfence_system();
  box->flag = 1;
  while (box->answer == 0) {
  }
  box->reply = box->answer + 1;
}

int wait_volatile(Mailbox* box) {
  while (static_cast<volatile Mailbox*>(box)->flag == 0) {
  }
  return box->data;
}

int wait_atomic(Mailbox* box) {
  const std::atomic_ref<int> flag(box->flag);
  while (flag.load() == 0) {
  }
  return box->data;
}

int wait_asleep(Mailbox* box) {
  while (box->flag == 0) usleep(10);
  return box->data;
}

int wait_asking(Mailbox* box) {
  while (box->flag == 0) cudaStreamQuery(cudaStreamLegacy);
  return box->data;
}

int guess(Mailbox* box) {
  usleep(1000);
  return box->data;
}

using Wait = int (*)(Mailbox*);

Mailbox* empty_box() {
  Mailbox* box = nullptr;
  cudaMallocManaged(&box, sizeof *box);
  *box = {};
  return box;
}

void run(Wait wait) {
  Mailbox* const box = empty_box();
  produce<<<1, 1>>>(box);
  box->reply = wait(box);
  cudaFree(box);
}

void converse_with_kernel() {
  Mailbox* const box = empty_box();
  int* plain = nullptr;
  cudaMallocHost(&plain, sizeof *plain);
  converse<<<1, 1>>>(box, plain);
  volatile Mailbox* const mine = box;
  while (mine->flag == 0) {
  }
  mine->answer = *plain;
  while (mine->reply == 0) {
  }
  cudaFreeHost(plain);
  cudaFree(box);
}

using Flag = cuda::atomic<int, cuda::thread_scope_system>;

__global__ void answer(Flag* ask, Flag* reply, int* data) {
  while (ask->load(cuda::memory_order_acquire) == 0) {
  }
  data[1] = data[0] + 1;
  reply->store(1, cuda::memory_order_release);
}

void converse_by_objects() {
  Flag* flags = nullptr;
  int* data = nullptr;
  cudaMallocHost(&flags, 2 * sizeof *flags);
  cudaMallocHost(&data, 2 * sizeof *data);
  Flag* const ask = new (flags) Flag(0);
  Flag* const reply = new (flags + 1) Flag(0);
  answer<<<1, 1>>>(ask, reply, data);
  data[0] = 42;
  ask->store(1, cuda::memory_order_release);
  while (reply->load(cuda::memory_order_acquire) == 0) {
  }
  data[0] = data[1];
  cudaFreeHost(data);
  cudaFreeHost(flags);
}

void caught() { run(guess); }

void silent() {
  for (const Wait wait : {wait_volatile, wait_atomic, wait_asleep, wait_asking}) run(wait);
  converse_with_kernel();
  converse_by_objects();
}

const HazardCase hazard_case{__FILE__, caught, silent};

}  // namespace
