// The simulator's rules, compiled to WebAssembly: common/playground/exports.hpp in JavaScript's words. `kRules` is the module in base64; a
// page that is a file may not fetch another one.
"use strict";

async function loadRules() {
  const bytes = Uint8Array.from(atob(kRules), digit => digit.charCodeAt(0));
  const { exports } = (await WebAssembly.instantiate(bytes)).instance;

  /** @param addresses  of lanes 0 to 31; undefined where a lane takes no part */
  function begin(bytesOfLane, addresses) {
    exports.begin_access(bytesOfLane);
    addresses.forEach((address, lane) => { if (address !== undefined) exports.add_lane(lane, address); });
  }

  return {
    global(bytesOfLane, addresses) {
      begin(bytesOfLane, addresses);
      return { sectors: exports.global_sectors(), ideal: exports.global_ideal_sectors(), atomic: exports.global_atomic_sectors() };
    },

    shared(bytesOfLane, addresses, load = true) {
      begin(bytesOfLane, addresses);
      exports.serve_shared(load);
      const phases = Array.from({ length: exports.shared_phases() }, (_, i) => (
        { lanes: exports.phase_lanes(i) >>> 0, wavefronts: exports.phase_wavefronts(i), crowded: exports.phase_crowded_banks(i) >>> 0 }));
      return { wavefronts: exports.shared_wavefronts(), conflicts: exports.shared_conflicts(), phases };
    },

    /** How many blocks fit, and how many would if one thing alone ran out. */
    residency(threads, registers, shared) {
      return { blocks: exports.fit_blocks(threads, registers, shared), room: exports.multiprocessor_warps(),
               by: { "room for warps": exports.fit_by_warps(), registers: exports.fit_by_registers(),
                     "shared memory": exports.fit_by_shared(), "room for blocks": exports.fit_by_blocks() } };
    },

    waves(blocks, atOnce) { return { count: exports.wave_count(blocks, atOnce), last: exports.last_wave(blocks, atOnce) }; },

    /** @param takers  bit i: the condition is true for lane i */
    branch(takers, ifSteps, elseSteps) {
      exports.begin_branch(takers, ifSteps, elseSteps);
      const steps = exports.branch_steps();
      return { steps, laneSteps: exports.branch_lane_steps(),
               lanes: Array.from({ length: steps }, (_, step) => exports.branch_lanes_at(step) >>> 0) };
    },
  };
}
