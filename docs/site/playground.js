// Playgrounds (<figure class="playground" data-playground="NAME">): sliders, the code that they stand for, a drawing, and the result in a
// sentence. Each kind is a file of playgrounds/, which adds itself to this list; its numbers come from playground_rules.js. Without scripts
// the figure's caption says what there would be to see.
//
// A kind has
//   controls  a slider each: name, label, min, max and step, or values; say(value, state) is what stands beside it
//   presets   [what a button says, the state that it sets]
//   code      state => what the sliders mean in CUDA C++
//   unused    state => names of controls that mean nothing now; may be absent
//   show      (state, rules) => { drawing: SVG as text, said: the result as a sentence }
// A shape of class "of-lane" with data-lane moves the slider "lane" when it is pointed at.
"use strict";

const playgrounds = {};

(() => {
  function add(parent, tag, attributes = {}, text = "") {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    parent.append(element);
    return element;
  }

  class Playground {
    constructor(figure, rules) {
      this.name = figure.dataset.playground;
      this.kind = playgrounds[this.name];
      if (!this.kind) throw new Error(`there is no playground "${this.name}"`);
      this.rules = rules;
      this.state = { ...this.kind.presets[0][1] };
      this.readAddress();
      const box = document.createElement("div");
      this.addPresets(box);
      this.code = add(add(box, "pre", { class: "access", tabindex: 0, "aria-label": "The code" }), "code");
      this.addControls(box);
      this.said = add(box, "p", { class: "result", role: "status" });
      this.drawing = add(box, "div", { class: "drawing" });
      this.followPointer();
      figure.prepend(box);
      this.show();
      if (this.isAddressed) figure.scrollIntoView();
    }

    addPresets(box) {
      const row = add(box, "div", { class: "presets", role: "group", "aria-label": "Examples" });
      this.buttons = this.kind.presets.map(([words, state]) => {
        const button = add(row, "button", { type: "button" }, words);
        button.addEventListener("click", () => { Object.assign(this.state, state); this.show(); this.writeAddress(); });
        return [button, state];
      });
    }

    addControls(box) {
      const list = add(box, "div", { class: "controls" });
      this.inputs = this.kind.controls.map(control => {
        const label = add(list, "label", {}, control.label);
        const last = control.values ? control.values.length - 1 : control.max;
        const input = add(label, "input", { type: "range", name: control.name, autocomplete: "off",
                                            min: control.values ? 0 : control.min, max: last, step: control.step || 1 });
        const output = add(list, "output", { "aria-live": "off" });  // the slider says it already
        input.addEventListener("input", () => this.set(control, Number(input.value)));
        input.addEventListener("change", () => this.writeAddress());
        return { control, input, output };
      });
    }

    set(control, position) {
      this.state[control.name] = control.values ? control.values[position] : position;
      this.show();
    }

    followPointer() {
      const lane = this.kind.controls.find(control => control.name === "lane");
      if (!lane) return;
      this.drawing.addEventListener("pointerover", event => {
        const shape = event.target.closest(".of-lane");
        if (shape && Number(shape.dataset.lane) !== this.state.lane) this.set(lane, Number(shape.dataset.lane));
      });
    }

    // The state stands in the address, so that it can be passed on: #banks-4-1-1-1-0, the controls' values in order.
    writeAddress() {
      const values = this.kind.controls.map(control => this.state[control.name]);
      history.replaceState(null, "", `#${this.name}-${values.join("-")}`);
    }

    readAddress() {
      const [name, ...values] = location.hash.slice(1).split("-");
      if (name !== this.name || values.length !== this.kind.controls.length) return;
      const allows = (control, value) => control.values ? control.values.includes(value)
                                                        : value >= control.min && value <= control.max && Number.isInteger(value);
      const numbers = values.map(Number);
      if (!this.kind.controls.every((control, i) => allows(control, numbers[i]))) return;
      this.kind.controls.forEach((control, i) => { this.state[control.name] = numbers[i]; });
      this.isAddressed = true;
    }

    show() {
      const unused = this.kind.unused ? this.kind.unused(this.state) : [];
      for (const { control, input, output } of this.inputs) {
        const value = this.state[control.name];
        input.value = control.values ? control.values.indexOf(value) : value;
        input.disabled = unused.includes(control.name);
        output.textContent = input.disabled ? "–" : control.say(value, this.state);
        input.setAttribute("aria-valuetext", output.textContent);
      }
      for (const [button, state] of this.buttons)
        button.setAttribute("aria-pressed", Object.entries(state).every(([name, value]) => name === "lane" || this.state[name] === value));
      this.code.textContent = this.kind.code(this.state);
      const { drawing, said } = this.kind.show(this.state, this.rules);
      this.drawing.innerHTML = drawing;
      if (this.said.textContent !== said) this.said.textContent = said;  // only news are read aloud
    }
  }

  document.addEventListener("DOMContentLoaded", async () => {
    const figures = document.querySelectorAll("figure.playground");
    if (figures.length === 0) return;
    const rules = await loadRules();
    figures.forEach(figure => new Playground(figure, rules));
  });
})();

// ---- What several kinds draw and say ----------------------------------------------------------------------------------

const kLaneWidth = 10;  // of 32 in a row, in a drawing that is 320 wide

/** The row of a warp's lanes. @param classOf  lane => further classes */
function drawLanes(y, chosen, classOf = () => "") {
  let drawn = `<text x="0" y="${y - 4}">lanes 0 to 31</text>`;
  for (let lane = 0; lane < 32; ++lane)
    drawn += `<rect class="of-lane lane ${classOf(lane)}${lane === chosen ? " chosen" : ""}" data-lane="${lane}" ` +
             `x="${lane * kLaneWidth + 0.5}" y="${y}" width="${kLaneWidth - 1}" height="10"/>`;
  return drawn;
}

/** From a lane of the row above to what it touches. */
function drawThread(lane, y, toX, toY) {
  return `<line class="thread" x1="${lane * kLaneWidth + kLaneWidth / 2}" y1="${y}" x2="${toX}" y2="${toY}"/>`;
}

function svgOf(width, height, words, drawn) {
  return `<svg viewBox="-1 -1 ${width + 2} ${height + 2}" role="img" aria-label="${words}">${drawn}</svg>`;
}

const laneControl = say => ({ name: "lane", label: "Look at lane", min: 0, max: 31, say });

/** 1 block, 2 blocks */
const counted = (number, one, many = one + "s") => `${number} ${number === 1 ? one : many}`;

const percent = share => `${Number((100 * share).toFixed(1))} %`;

const kTypes = { 1: "char", 2: "short", 4: "float", 8: "double", 16: "float4" };
const sizeControl = { name: "bytes", label: "Bytes of an element", values: [1, 2, 4, 8, 16], say: bytes => `${bytes}, a ${kTypes[bytes]}` };
