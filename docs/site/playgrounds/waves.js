// Waves: a grid of blocks that all take the same time, on all multiprocessors.
"use strict";

playgrounds.waves = (() => {
  const kWidth = 320, kHeight = 132, kTop = 30;
  const kDevices = { 132: "132, as on an H100 or H200", 8: "8, as in the simulator" };

  // Blocks are dealt out in turns, so that in the last wave multiprocessors differ by at most one block.
  function drawWave(x, width, blocks, state) {
    const each = Math.floor(blocks / state.devices), more = blocks % state.devices, row = kHeight / state.devices;
    const part = (from, rows, held) => rows === 0 || held === 0 ? "" :
      `<rect class="touched" x="${x}" y="${kTop + from * row}" width="${width}" height="${rows * row}" fill-opacity="${held / state.each}"/>`;
    return `<rect class="memory" x="${x}" y="${kTop}" width="${width}" height="${kHeight}"/>` +
           part(0, more, each + 1) + part(more, state.devices - more, each);
  }

  function draw(state, waves, atOnce) {
    const width = kWidth / waves.count, gap = Math.min(2, width / 4);
    let drawn = `<text x="0" y="10">time from left to right, ${counted(waves.count, "wave")};</text>` +
                `<text x="0" y="23">a row a multiprocessor, pale where it has room left</text>`;
    for (let wave = 0; wave < waves.count; ++wave)
      drawn += drawWave(wave * width, width - gap, wave + 1 < waves.count ? atOnce : waves.last, state);
    return svgOf(kWidth, kTop + kHeight, "Waves of blocks over time", drawn);
  }

  function say(state, waves, atOnce) {
    const used = percent(state.blocks / (waves.count * atOnce));
    return `${counted(state.blocks, "block")}, ${atOnce} at once: ${counted(waves.count, "wave")}, ` +
           `and ${counted(waves.last, "block")} in the last one. ${used} of the places are used.`;
  }

  return {
    controls: [
      { name: "blocks", label: "Blocks of the grid", min: 1, max: 1320, say: String },
      { name: "each", label: "Blocks on a multiprocessor", min: 1, max: 32, say: String },
      { name: "devices", label: "Multiprocessors", values: [8, 132], say: devices => kDevices[devices] },
    ],
    presets: [["Just one wave", { blocks: 132, each: 1, devices: 132 }], ["One block too many", { blocks: 133, each: 1, devices: 132 }],
              ["Many small blocks", { blocks: 1057, each: 2, devices: 132 }]],
    code: state => `kernel<<<${state.blocks}, threads>>>(…);`,
    show(state, rules) {
      const atOnce = state.each * state.devices, waves = rules.waves(state.blocks, atOnce);
      return { drawing: draw(state, waves, atOnce), said: say(state, waves, atOnce) };
    },
  };
})();
