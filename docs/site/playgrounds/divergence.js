// Divergence: two warps at an `if`, step by step.
"use strict";

playgrounds.divergence = (() => {
  const kWarps = [0, 1], kLeft = 26, kStep = 8, kTop = 14;

  function takersOf(state, warp) {
    let takers = 0;
    for (let lane = 0; lane < 32; ++lane) if ((32 * warp + lane) % state.period < state.takers) takers |= 1 << lane;
    return takers >>> 0;
  }

  function draw(warp, takers, branch) {
    const cell = (lane, step, kind) =>
      `<rect class="slot ${kind}" x="${kLeft + lane * 9}" y="${kTop + step * kStep}" width="8" height="${kStep - 1}"/>`;
    let drawn = `<text x="0" y="9">warp ${warp}: ${counted(branch.steps, "step")}, lanes 0 to 31</text>`, side;
    branch.lanes.forEach((lanes, step) => {
      const now = lanes === takers ? "if" : "else";
      if (now !== side) drawn += `<text x="0" y="${kTop + step * kStep + 8}">${now}</text>`;
      side = now;
      for (let lane = 0; lane < 32; ++lane) drawn += cell(lane, step, lanes >>> lane & 1 ? (now === "if" ? "first" : "second") : "idle");
    });
    return svgOf(kLeft + 32 * 9, kTop + Math.max(2, branch.steps) * kStep, `Warp ${warp}: the lanes at work in each step`, drawn);
  }

  const mean = branch => branch.laneSteps / branch.steps;
  const sayOne = branch => `${counted(branch.steps, "step")} with ${mean(branch).toFixed(1)} of 32 lanes at work`;
  function say([first, second]) {
    if (first.steps === second.steps && first.laneSteps === second.laneSteps) return `Each warp takes ${sayOne(first)}.`;
    return `Warp 0 takes ${sayOne(first)}; warp 1 takes ${sayOne(second)}.`;
  }

  const sides = { if_steps: 8, else_steps: 8 };
  return {
    controls: [
      { name: "period", label: "Period of the condition", min: 1, max: 64, say: period => counted(period, "thread") },
      { name: "takers", label: "Threads of a period that take the if", min: 0, max: 64,
        say: (takers, state) => takers >= state.period ? "all" : String(takers) },
      { name: "if_steps", label: "Steps in the if", min: 1, max: 16, say: String },
      { name: "else_steps", label: "Steps in the else", min: 1, max: 16, say: String },
    ],
    presets: [["Every second lane", { period: 2, takers: 1, ...sides }], ["The first eight lanes", { period: 32, takers: 8, ...sides }],
              ["Warp by warp", { period: 64, takers: 32, ...sides }]],
    code: state => `if (threadIdx.x % ${state.period} < ${state.takers}) {\n  …  // ${counted(state.if_steps, "step")}\n} else {\n` +
                   `  …  // ${counted(state.else_steps, "step")}\n}`,
    show(state, rules) {
      const takers = kWarps.map(warp => takersOf(state, warp));
      const branches = takers.map(mask => rules.branch(mask, state.if_steps, state.else_steps));
      return { drawing: kWarps.map(warp => draw(warp, takers[warp], branches[warp])).join(""), said: say(branches) };
    },
  };
})();
