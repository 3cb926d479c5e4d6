/// @file
/// @brief Finds host code that changes pinned or managed memory while a copy that was issued before may still read or write it.
#pragma once

#include <string>
#include <vector>

#include "sim/observers/hazards/hazard_log.hpp"
#include "sim/runtime/streams/queue.hpp"

namespace lockstep::sim {

/// Host code that has no hooks (other files, libraries, system calls): what shows is a buffer that is not what it was when the copy was
/// issued, although nothing has run since. What has hooks is seen by StreamRaces.
class HostChanges : public Observer {
 public:
  explicit HostChanges(HazardLog& log) : log_(log) {}
  TrialRole trial_role() const override { return TrialRole::is_spared; }
  void operation_issued(const Operation& operation) override;
  void operation_begins(const Operation& operation) override;
  bool follows_accesses() const override { return false; }
  void host_access(const Access& access) override;

 private:
  /// A row of a copy in memory that the host can change.
  struct Buffer {
    Call call;
    const std::byte* begin;
    std::vector<std::byte> contents;
    bool written;       ///< by the copy
    bool seen = false;  ///< that host code wrote there
  };

  void keep(const Operation& operation, const std::vector<Box>& boxes, bool written);
  void report(const Buffer& buffer);

  HazardLog& log_;
  std::vector<Buffer> buffers_;
};

}  // namespace lockstep::sim
