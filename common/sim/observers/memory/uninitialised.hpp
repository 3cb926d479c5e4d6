/// @file
/// @brief Finds reads of device and shared memory that was never written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/observers/hazards/hazard_log.hpp"
#include "sim/observers/memory/regions.hpp"
#include "sim/observers/memory/written.hpp"

namespace lockstep::sim {

/// Host code may write managed and pinned memory unseen, and textures and surfaces reach arrays unseen: they count as written.
class Uninitialised : public Observer {
 public:
  explicit Uninitialised(HazardLog& log);
  TrialRole trial_role() const override { return TrialRole::is_spared; }
  Written& written() { return written_; }
  void memory_made(const Allocation& allocation) override;
  void operation_begins(const Operation& operation) override;
  void operation_ends(const Operation& operation) override;
  void grid_begins(const GridRun& grid) override;
  void block_begins(const Block& block) override;
  void access(const Thread& thread, const Access& access) override;
  void may_access(const Thread& thread, const Access& access) override;
  void completed(const Block& block, Sync sync, std::uint32_t warp, std::uint32_t lanes) override;
  void block_ends(const Block& block) override;
  void grid_ends(const GridRun& grid) override;

 private:
  /// A read that found something unwritten. If another thread writes it later, and nothing orders the two, then it is a race, and reported
  /// as one.
  struct Suspect {
    Access access;
    const Block* block;
    std::uint32_t rank;
    std::string threads, message;
    ThreadPlace who;
    bool shared;
    bool partial;         ///< some of its bytes were written
    bool passed_barrier;  ///< its block has passed a barrier since
    bool settled;         ///< its memory is gone
    bool is_race;         ///< another thread wrote it
    const void* copy;     ///< an asynchronous copy that will bring it, and has not been waited for; or null
    unsigned long count = 1;
  };

  void check_row(const Operation& operation, std::uintptr_t row, std::size_t bytes);
  void suspect(const Thread& thread, const Access& access);
  void acquit(const Thread& thread, const Access& access);
  const void* copy_to(std::uintptr_t address) const;

  HazardLog& log_;
  Written written_;
  const GridRun* grid_ = nullptr;
  std::size_t most_static_ = 0, most_dynamic_ = 0;          ///< of shared memory that any kernel has used
  std::vector<Suspect> suspects_;                           ///< of the running grid
  std::unordered_map<std::uintptr_t, const void*> copies_;  ///< asynchronous ones on their way, by where they go
};

}  // namespace lockstep::sim
