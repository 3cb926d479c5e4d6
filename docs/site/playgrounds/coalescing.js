// Coalescing: 32 lanes, and the sectors of global memory that they touch.
"use strict";

playgrounds.coalescing = (() => {
  const kSector = 32, kSectorsInRow = 8, kSectorWidth = 40, kRowHeight = 30, kTop = 46;

  function addressOf(state, lane) {
    const x = lane % state.width, y = Math.floor(lane / state.width);
    return state.bytes * (state.pitch * y + state.stride * x + state.offset);
  }
  const addresses = state => Array.from({ length: 32 }, (_, lane) => addressOf(state, lane));

  const term = (factor, index) => factor === 0 ? "" : factor === 1 ? index : `${factor} * ${index}`;
  function code(state) {
    const terms = [state.width < 32 ? term(state.pitch, "threadIdx.y") : "", state.width > 1 ? term(state.stride, "threadIdx.x") : "",
                   state.offset > 0 ? state.offset : ""].filter(text => text !== "");
    return `dim3 block(${state.width}, ${32 / state.width});  const ${kTypes[state.bytes]}* in;\nin[${terms.join(" + ") || 0}]`;
  }

  function draw(state, all) {
    const sectors = [...new Set(all.map(address => Math.floor(address / kSector)))].sort((a, b) => a - b);
    const xOf = place => place % kSectorsInRow * kSectorWidth;
    const yOf = place => kTop + Math.floor(place / kSectorsInRow) * kRowHeight;
    const pixel = (kSectorWidth - 4) / kSector;
    let drawn = drawLanes(12, state.lane);
    sectors.forEach((sector, place) => {
      if (place % kSectorsInRow === 0) drawn += `<text x="${xOf(place)}" y="${yOf(place) - 3}">byte ${sector * kSector}</text>`;
      else if (sector !== sectors[place - 1] + 1)
        drawn += `<line class="gap" x1="${xOf(place) - 2}" x2="${xOf(place) - 2}" y1="${yOf(place) - 3}" y2="${yOf(place) + 17}"/>`;
      drawn += `<rect class="memory" x="${xOf(place)}" y="${yOf(place)}" width="${kSectorWidth - 4}" height="14"/>`;
    });
    const touched = (lane, more) => {
      const place = sectors.indexOf(Math.floor(all[lane] / kSector)), x = xOf(place) + all[lane] % kSector * pixel;
      return `<rect class="of-lane touched${more}" data-lane="${lane}" ` +
             `x="${x}" y="${yOf(place)}" width="${state.bytes * pixel}" height="14"/>` +
             (more ? drawThread(lane, 22, x + state.bytes * pixel / 2, yOf(place)) : "");
    };
    all.forEach((_, lane) => { drawn += touched(lane, ""); });
    drawn += touched(state.lane, " chosen");
    const height = kTop + Math.ceil(sectors.length / kSectorsInRow) * kRowHeight;
    return svgOf(320, height, "The lanes of a warp, and the sectors that they touch", drawn);
  }

  function say({ sectors, ideal }) {
    if (sectors === ideal) return `${counted(sectors, "sector")}: as few as can be.`;
    return `${sectors} sectors where ${ideal} would do: ${percent(ideal / sectors)} of what moves is used.`;
  }

  const row = { bytes: 4, stride: 1, offset: 0, width: 32, pitch: 64, lane: 5 };
  return {
    controls: [
      sizeControl,
      { name: "stride", label: "Stride", min: 0, max: 32, say: stride => counted(stride, "element") },
      { name: "offset", label: "Offset", min: 0, max: 31,
        say: (offset, state) => `${counted(offset, "element")}, ${counted(offset * state.bytes, "byte")}` },
      { name: "width", label: "Threads of the block in x", values: [1, 2, 4, 8, 16, 32], say: width => `${width}, and ${32 / width} in y` },
      { name: "pitch", label: "Elements from row to row", min: 32, max: 128, say: pitch => counted(pitch, "element") },
      laneControl((lane, state) => `${lane}: byte ${addressOf(state, lane)}, sector ${Math.floor(addressOf(state, lane) / kSector)}`),
    ],
    presets: [["Side by side", row], ["Shifted by one", { ...row, offset: 1 }], ["One member of four", { ...row, stride: 4 }],
              ["A column", { ...row, width: 1 }]],
    unused: state => [...state.width === 32 ? ["pitch"] : [], ...state.width === 1 ? ["stride"] : []],
    code,
    show(state, rules) {
      const all = addresses(state);
      return { drawing: draw(state, all), said: say(rules.global(state.bytes, all)) };
    },
  };
})();
