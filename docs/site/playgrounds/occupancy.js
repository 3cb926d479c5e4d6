// Occupancy: what a block takes of a multiprocessor, and what runs out first.
"use strict";

playgrounds.occupancy = (() => {
  const kSlot = 20, kSlotsInRow = 16, kMostBlocks = 32, kBar = 26;

  function drawSlots(fit, warps) {
    let drawn = `<text x="0" y="10">the ${fit.room} places for warps, a colour a block</text>`;
    for (let slot = 0; slot < fit.room; ++slot) {
      const block = Math.floor(slot / warps), kind = block >= fit.blocks ? "idle" : block % 2 ? "second" : "first";
      const x = slot % kSlotsInRow * kSlot + 0.5, y = 15 + Math.floor(slot / kSlotsInRow) * 14;
      drawn += `<rect class="slot ${kind}" x="${x}" y="${y}" width="${kSlot - 1}" height="13"/>`;
    }
    return drawn;
  }

  function drawLimits(fit, top) {
    return Object.entries(fit.by).map(([what, blocks], i) => {
      const y = top + i * kBar, shown = Math.min(blocks, kMostBlocks);
      return `<text x="0" y="${y + 10}">${what}: enough for ${counted(blocks, "block")}</text>` +
             `<rect class="memory" x="0" y="${y + 13}" width="320" height="8"/>` +
             `<rect class="touched${blocks === fit.blocks ? " chosen" : ""}" x="0" y="${y + 13}" width="${shown / kMostBlocks * 320}" height="8"/>`;
    }).join("");
  }

  function say(state, fit, warps) {
    if (fit.blocks === 0) return "Not one block fits: the launch fails.";
    const first = Object.keys(fit.by).filter(what => fit.by[what] === fit.blocks).join(" and ");
    const used = fit.blocks * warps;
    return `${counted(fit.blocks, "block")} of ${state.threads} threads ${fit.blocks === 1 ? "fits" : "fit"}, ${used} of ${fit.room} warps: ` +
           `an occupancy of ${percent(used / fit.room)}. What runs out first: ${first}.`;
  }

  return {
    controls: [
      { name: "threads", label: "Threads of a block", min: 32, max: 1024, step: 32, say: threads => `${threads}, ${counted(threads / 32, "warp")}` },
      { name: "registers", label: "Registers of a thread", min: 16, max: 255, say: String },
      { name: "shared", label: "Shared memory of a block", min: 0, max: 227, say: kib => `${kib} KiB` },
    ],
    presets: [["A full house", { threads: 256, registers: 32, shared: 0 }], ["One register more", { threads: 256, registers: 33, shared: 0 }],
              ["A table of 48 KiB", { threads: 256, registers: 32, shared: 48 }], ["704 threads", { threads: 704, registers: 32, shared: 0 }]],
    code: state => `kernel<<<grid, ${state.threads}, ${state.shared * 1024}>>>(…);  // ${state.registers} registers a thread`,
    show(state, rules) {
      const fit = rules.residency(state.threads, state.registers, state.shared * 1024), warps = state.threads / 32;
      const top = 15 + Math.ceil(fit.room / kSlotsInRow) * 14 + 8;
      return { drawing: svgOf(320, top + Object.keys(fit.by).length * kBar, "The places of a multiprocessor, and what limits the blocks",
                              drawSlots(fit, warps) + drawLimits(fit, top)),
               said: say(state, fit, warps) };
    },
  };
})();
