/// @file
/// @brief What memory there is: every allocation, every variable of the device, and what an address belongs to.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "driver_types.h"
#include "sim/engine/accesses/address_space.hpp"
#include "sim/runtime/context/call.hpp"

namespace lockstep::sim {

/// Device memory starts at multiples of this, and rows of pitched memory too.
inline constexpr std::size_t kDeviceAlignment = 512;

enum class Origin { device, pool, managed, pinned, registered, heap };

struct Allocation {
  std::byte* begin = nullptr;
  std::size_t bytes = 0;
  Origin origin = Origin::device;
  Call made{};
  Call freed{};                  ///< of memory that is no more
  AddressRange pages{};          ///< what the page heap gave; empty for registered memory
  unsigned flags = 0;            ///< of cudaHostAlloc and cudaHostRegister
  cudaMemPool_t pool = nullptr;  ///< for Origin::pool
  bool free_is_queued = false;   ///< cudaFreeAsync was called
  bool open = true;              ///< device memory: may it be touched now?

  bool on_device() const { return origin == Origin::device || origin == Origin::pool || origin == Origin::heap; }
  bool holds(const void* p) const { return p >= begin && p < begin + bytes; }
};

/// The live allocations by their first byte.
using Allocations = std::map<const std::byte*, Allocation>;
const Allocations& allocations();

/// Makes memory: the device's filled with `fresh_byte()` up to `kPoisonedBytes`, what the host sees, too, with zeros. @throws
/// std::bad_alloc where the device, or this machine, has no more
Allocation& allocate(std::size_t bytes, Origin origin, Call made);
/// Beyond this many bytes an allocation is not filled: it would take the host's memory for pages that may never be used.
inline constexpr std::size_t kPoisonedBytes = std::size_t{256} << 20;
/// Opens pages for the device's heap, whose blocks are in a table of their own (device_heap.hpp). @throws std::bad_alloc
AddressRange make_heap_pages(std::size_t bytes);
/// Lets the device use memory of the host.
void register_host_memory(std::byte* begin, std::size_t bytes, unsigned flags);
/// Ends an allocation; pages go back to the system.
void forget(const Allocation& allocation, Call freed = {});
/// @param by  what resets the device
void forget_all_memory(Call by);

/// The allocation that holds `p`, or null.
Allocation* find_allocation(const void* p);
/// The allocation that holds `p`, or that it lies nearest to, if that is not far; otherwise null. (runtime/memory/address_text.cpp)
const Allocation* nearest_allocation(const void* p);
/// The allocation that starts at `p`, or null.
Allocation* find_allocation_at(const void* p);

/// The variables of one kind: `__device__`, `__constant__` or `__managed__`.
struct Variables {
  const char* qualifier;
  const std::byte* begin;
  const std::byte* end;
  bool managed;
  bool holds(const void* p) const { return p >= begin && p < end; }
};
/// Sets where variables are, for hooks in host code.
void tell_hooks_of_variables();
/// The variables among which `p` is, or null.
const Variables* find_variables(const void* p);

/// What `p` belongs to, as far as is known here: its allocation, or all variables of its kind. Empty where it is neither's.
AddressRange array_around(const void* p);

bool any_managed_variables();

/// True where device code may touch `p` although it is outside of the simulator's addresses: `__device__`, `__constant__` and
/// `__managed__` variables, and host memory that was registered.
bool device_may_touch(const void* p);
/// Ends the process where host code touches a variable of the device.
void check_host_access(const void* p, bool write, const void* pc);

/// On a GPU `&variable` is another address in host code than on the device. Here they are the same; so we remember the
/// addresses that cudaGetSymbolAddress gave: only those may the host use like device memory.
void give_address(const void* variable, std::size_t bytes);
bool is_given(const void* p);

/// Is `p` in one of the pages of an allocation?
bool has_memory(const void* p);
/// Can host code read what is there? False for the device's own memory, and for `__device__` and `__constant__` variables.
bool host_sees(const void* p);

/// Is there memory that host code and kernels may both touch: managed, pinned, or registered?
bool host_shares_memory();
bool any_registered_memory();

/// Where memory is, as far as a copy is concerned.
enum class Side { pageable, known, invalid };

/// Classifies [p, p + bytes): `known` is inside of one allocation or of a variable of the device, `pageable` is the host's own,
/// `invalid` is null, freed, or more than the allocation has.
Side classify(const void* p, std::size_t bytes);

/// Device memory's capacity and use, in bytes. LOCKSTEP_MEMORY (as in "2G") sets the capacity.
std::size_t device_memory_total();
std::size_t device_memory_used();

/// Opens device memory for kernels and copies, and closes at its end what it opened. Host code that touches closed memory faults.
class DeviceMemoryWindow {
 public:
  DeviceMemoryWindow() = default;
  ~DeviceMemoryWindow() { close(); }
  DeviceMemoryWindow(const DeviceMemoryWindow&) = delete;
  DeviceMemoryWindow& operator=(const DeviceMemoryWindow&) = delete;

  void open_all();
  /// Opens these bytes, where they are of an allocation on the device, and what is around them: as little as the system's tables, which
  /// have an entry for each page, let be done quickly.
  void open(const std::byte* begin, std::size_t bytes);
  void close();

 private:
  struct Opened {
    const std::byte* allocation;  ///< where it begins: it may be freed before the window closes
    AddressRange pages;
  };
  void open_pages(Allocation& allocation, AddressRange pages);

  bool all_open_ = false;
  std::vector<Opened> opened_;
};

}  // namespace lockstep::sim
