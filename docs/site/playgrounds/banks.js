// Bank conflicts: 32 lanes, and the words of shared memory that they want, each in its bank.
"use strict";

playgrounds.banks = (() => {
  const kBanks = 32, kWord = 4, kCell = 10, kTop = 50;
  const kWays = { along: 0, down: 1, swizzled: 2 };
  const kSaid = ["along a row", "down a column", "down a swizzled column"];

  function indexOf(state, lane) {
    const pitch = 32 + state.padding;
    return [state.stride * lane, pitch * lane, pitch * lane + lane][state.way];  // swizzled: column 0 ^ row
  }
  const addresses = state => Array.from({ length: 32 }, (_, lane) => indexOf(state, lane) * state.bytes);

  function wordsOf(state, address) {
    const words = [];
    for (let word = Math.floor(address / kWord); word * kWord < address + state.bytes; ++word) words.push(word);
    return words;
  }

  function code(state) {
    const type = kTypes[state.bytes];
    const index = ["0", "threadIdx.x"][state.stride] || `${state.stride} * threadIdx.x`;
    if (state.way === kWays.along) return `__shared__ ${type} row[${32 * Math.max(1, state.stride)}];\nrow[${index}]`;
    return `__shared__ ${type} tile[32][${32 + state.padding}];\ntile[threadIdx.x][${state.way === kWays.down ? "0" : "0 ^ threadIdx.x"}]`;
  }

  function draw(state, all, phases) {
    const phaseOf = lane => phases.findIndex(phase => phase.lanes >>> lane & 1);
    const lanesOf = new Map();  // of a word
    all.forEach((address, lane) => {
      for (const word of wordsOf(state, address)) lanesOf.set(word, [...lanesOf.get(word) || [], lane]);
    });
    const lines = [...new Set([...lanesOf.keys()].map(word => Math.floor(word / kBanks)))].sort((a, b) => a - b);
    const xOf = word => word % kBanks * kCell, yOf = word => kTop + lines.indexOf(Math.floor(word / kBanks)) * kCell;
    let drawn = drawLanes(12, state.lane, lane => phaseOf(lane) % 2 ? "odd-phase" : "");
    for (const bank of [0, 8, 16, 24]) drawn += `<text x="${bank * kCell}" y="${kTop - 4}">bank ${bank}</text>`;
    lines.forEach((line, i) => {
      drawn += `<rect class="memory" x="0" y="${kTop + i * kCell}" width="${kBanks * kCell}" height="${kCell}"/>`;
      if (i > 0 && line !== lines[i - 1] + 1)
        drawn += `<line class="gap" x1="0" x2="${kBanks * kCell}" y1="${kTop + i * kCell}" y2="${kTop + i * kCell}"/>`;
    });
    let threads = "";
    for (const [word, lanes] of lanesOf) {
      const chosen = lanes.includes(state.lane), crowded = lanes.some(lane => phases[phaseOf(lane)].crowded >>> word % kBanks & 1);
      drawn += `<rect class="of-lane touched${crowded ? " crowded" : ""}${chosen ? " chosen" : ""}" ` +
               `data-lane="${chosen ? state.lane : lanes[0]}" ` +
               `x="${xOf(word) + 1}" y="${yOf(word) + 1}" width="${kCell - 2}" height="${kCell - 2}"/>`;
      if (chosen) threads += drawThread(state.lane, 22, xOf(word) + kCell / 2, yOf(word) + 1);
    }
    return svgOf(kBanks * kCell, kTop + lines.length * kCell, "The lanes of a warp, and the words that they want in each bank", drawn + threads);
  }

  function say({ wavefronts, conflicts, phases }) {
    const served = phases.length > 1 ? ` in ${phases.length} phases` : "";
    if (conflicts === 0) return `${counted(wavefronts, "wavefront")}${served}: no bank conflict.`;
    const most = Math.max(...phases.map(phase => phase.wavefronts));
    return `${wavefronts} wavefronts${served}, of which ${counted(conflicts, "is a bank conflict", "are bank conflicts")}: ` +
           `the fullest bank is asked for ${most} different words${phases.length > 1 ? " in a phase" : ""}.`;
  }

  const column = { bytes: 4, way: kWays.down, padding: 0, stride: 1, lane: 3 };
  return {
    controls: [
      sizeControl,
      { name: "way", label: "The warp reads", values: Object.values(kWays), say: way => kSaid[way] },
      { name: "padding", label: "Padding of a tile's row", min: 0, max: 4, say: padding => counted(padding, "element") },
      { name: "stride", label: "Stride along the row", min: 0, max: 32, say: stride => counted(stride, "element") },
      laneControl((lane, state) => {
        const words = wordsOf(state, indexOf(state, lane) * state.bytes), banks = words.map(word => word % kBanks);
        return words.length === 1 ? `${lane}: word ${words[0]}, bank ${banks[0]}`
                                  : `${lane}: words ${words[0]} to ${words.at(-1)}, banks ${banks[0]} to ${banks.at(-1)}`;
      }),
    ],
    presets: [["A column of a 32×32 tile", column], ["The same, padded by one", { ...column, padding: 1 }],
              ["Every second word", { ...column, way: kWays.along, stride: 2 }], ["A float4 a lane", { ...column, bytes: 16, way: kWays.along }]],
    unused: state => [state.way === kWays.along ? "padding" : "stride"],
    code,
    show(state, rules) {
      const all = addresses(state), cost = rules.shared(state.bytes, all);
      return { drawing: draw(state, all, cost.phases), said: say(cost) };
    },
  };
})();
