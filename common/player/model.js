// What a trace (docs/trace.md) says about each step: the state of lanes and memory, and where to jump. Nothing here draws. Sentences, and the
// cells that a barrier is for, are in the trace already: told.cpp put them there.
'use strict';
(() => {
  const kLanes = 32, kBanks = 32, kBankBytes = 4, kSectorBytes = 32;
  const kKeyframe = 64;  // at most this many events are replayed to show a step
  const kOrders = {numbered: 'threads as numbered', reversed: 'threads from the last to the first'};
  const kAccesses = new Set(['load', 'store', 'atomic']);

  const has = (mask, lane) => (mask >>> lane & 1) === 1;
  const lanesOf = mask => Array.from({length: kLanes}, (_, lane) => lane).filter(lane => has(mask, lane));
  const count = mask => lanesOf(mask).length;
  const product = sizes => sizes.reduce((all, size) => all * size, 1);
  const plural = (number, word) => `${number} ${word}${number === 1 ? '' : 's'}`;

  // ---- Words ----------------------------------------------------------------------------------------------------------

  /** 0–15, or 0, 2, … 30, or 0–3, 8–11. */
  function ranges(numbers) {
    const step = numbers[1] - numbers[0];
    if (numbers.length > 3 && step > 1 && numbers.every((number, i) => number === numbers[0] + i * step))
      return `${numbers[0]}, ${numbers[1]}, … ${numbers.at(-1)}`;
    const runs = [];
    for (const number of numbers)
      if (runs.length && runs.at(-1)[1] === number - 1) runs.at(-1)[1] = number; else runs.push([number, number]);
    const shown = runs.slice(0, 4).map(([first, last]) => first === last ? `${first}` : `${first}–${last}`);
    return shown.join(', ') + (runs.length > 4 ? ', …' : '');
  }

  const capital = text => text[0].toUpperCase() + text.slice(1);

  /** The brackets after an array's name: [5] or [2][5], with a whole row's columns as [2][0..31]. */
  function brackets(array, element, last = element) {
    const text = last === element ? `${element}` : `${element}..${last}`;
    if (!array.shape || array.shape.length < 2) return `[${text}]`;
    const columns = array.shape.at(-1), rows = array.shape.slice(0, -1);
    let row = Math.floor(element / columns);
    if (row !== Math.floor(last / columns)) return null;
    const outer = [];
    for (let i = rows.length - 1; i > 0; row = Math.floor(row / rows[i--])) outer.unshift(`[${row % rows[i]}]`);
    const column = element - Math.floor(element / columns) * columns;
    return `[${row}]${outer.join('')}[${column}${last === element ? '' : `..${column + last - element}`}]`;
  }

  /** Scalars as the source names them: `width` of them from `index`. */
  function cellName(array, index, width = 1) {
    const components = array.components || 1;
    if (width % components === 0) {
      const first = Math.floor(index / components), last = first + width / components - 1;
      return array.name + (brackets(array, first, last) ?? `${brackets(array, first)} … ${array.name}${brackets(array, last)}`);
    }
    const component = index - Math.floor(index / components) * components;
    return `${array.name}${brackets(array, Math.floor(index / components))}.${'xyzw'[component] ?? component}`;
  }

  /** A value in at most that many characters, as precisely as possible. */
  function shortValue(value, most) {
    if (Array.isArray(value)) return value.length === 1 ? shortValue(value[0], most) : shortValue(value[0], most - 1) + '…';
    if (value === 'unset') return '?';
    if (typeof value === 'boolean') return value ? '1' : '0';
    const text = String(value);
    if (text.length <= most || typeof value !== 'number') return text.length <= most ? text : text.slice(0, most - 1) + '…';
    for (let digits = Math.min(most, 17); digits > 0; --digits) {
      const rounded = String(Number(value.toPrecision(digits))), scientific = value.toExponential(digits - 1).replace('e+', 'e');
      const fits = [rounded, rounded.replace(/^(-?)0\./, '$1.'), scientific].find(candidate => candidate.length <= most);
      if (fits) return fits;
    }
    return '…';
  }
  const longValue = value => Array.isArray(value) ? `{${value.map(longValue).join(', ')}}` : value === 'unset' ? 'never written' : String(value);

  // ---- The trace as a row of steps --------------------------------------------------------------------------------------

  /** What each lane of an event did to memory. */
  function accessesOf(event) {
    if (!kAccesses.has(event.kind)) return [];
    return lanesOf(event.lanes).map((lane, i) => {
      const array = Array.isArray(event.array) ? event.array[i] : event.array;
      const value = (event.kind === 'atomic' ? event.new : event.value)[i];
      const values = Array.isArray(value) ? value : [value];
      return {lane, array, index: event.index[i], values, value, old: event.old?.[i]};
    });
  }
  const writes = event => event.kind !== 'load' && event.operation !== 'load';
  const cellKey = (array, index) => `${array}:${index}`;

  class Model {
    /** @param trace  as docs/trace.md describes it */
    constructor(trace) {
      if (trace?.schema !== 'lockstep-trace-1') throw new Error(`this is not a trace of schema lockstep-trace-1, but ${trace?.schema}`);
      this.trace = trace;
      this.steps = [];   // all launches' events in a row
      this.strips = [];  // the traced warps, launch by launch
      for (const launch of trace.launches) this.#addLaunch(launch);
      if (this.steps.length === 0) throw new Error('this trace has no events');
      this.#traceLanes();
      this.keyframes = [];
      this.jumps = {
        barrier: this.#stepsWhere(step => step.event.kind === 'barrier'),
        divergence: this.#stepsWhere(step => step.event.kind === 'branch'),
        hazard: this.#stepsWhere(step => step.hazards.length > 0),
      };
    }

    get length() { return this.steps.length; }

    #stepsWhere(condition) { return this.steps.filter(condition).map(step => step.number); }

    #addLaunch(launch) {
      const begin = this.steps.length, strips = new Map();
      for (const event of launch.events) {
        const name = `${event.block}:${event.warp}`;
        if (!strips.has(name)) strips.set(name, this.#addStrip(launch, event));
        const number = this.steps.length + 1;
        this.steps.push({number, event, launch, strip: strips.get(name), begin, hazards: [], crossing: new Set(event.crossing)});
      }
      for (const hazard of launch.hazards)
        for (const event of hazard.events) if (event !== null) this.steps[begin + event]?.hazards.push(hazard);
      for (const strip of strips.values()) strip.end = this.steps.length;
    }

    #addStrip(launch, {block, warp}) {
      const threads = Math.max(1, Math.min(kLanes, product(launch.block) - warp * kLanes));
      const all = threads === kLanes ? 0xffffffff : 2 ** threads - 1;
      const strip = {number: this.strips.length, launch, block, warp, threads, all, begin: this.steps.length};
      this.strips.push(strip);
      return strip;
    }

    /** For each warp at each step: which lanes are active, wait at a barrier, or have ended. */
    #traceLanes() {
      for (const strip of this.strips) {
        const size = strip.end - strip.begin;
        Object.assign(strip, {active: new Uint32Array(size), waiting: new Uint32Array(size), ended: new Uint32Array(size)});
      }
      let launch = null, now = [];
      for (const step of this.steps) {
        if (step.launch !== launch) now = this.strips.filter(strip => strip.launch === step.launch).map(strip => ({strip, waiting: 0, ended: 0}));
        launch = step.launch;
        for (const warp of now) this.#traceWarp(warp, step);
      }
    }

    #traceWarp(now, {number, event, strip}) {
      const ours = now.strip === strip;
      if (event.kind === 'arrive' && ours) now.waiting |= event.lanes;
      if (event.kind === 'exit' && ours) now.ended |= event.lanes;
      const released = event.kind === 'barrier' && (event.sync === 'warp' ? ours : event.sync !== 'block' || now.strip.block === event.block);
      const gone = !released ? 0 : event.sync === 'warp' ? event.lanes : now.waiting;
      now.waiting &= ~gone;
      const at = number - 1 - now.strip.begin;
      if (at < 0) return;
      now.strip.active[at] = ours ? event.lanes : gone;
      now.strip.waiting[at] = now.waiting;
      now.strip.ended[at] = now.ended;
    }

    /** active, waiting (at a barrier), ended, idle (the branch is not for it), paused (another warp's turn), absent. */
    laneState(strip, lane, number) {
      const at = number - 1 - strip.begin;
      if (lane >= strip.threads) return 'absent';
      if (at < 0) return 'paused';
      if (has(strip.ended[at], lane)) return 'ended';
      if (has(strip.waiting[at], lane)) return 'waiting';
      if (has(strip.active[at], lane)) return 'active';
      return this.steps[number - 1].strip === strip ? 'idle' : 'paused';
    }

    /** The traced warps of a launch by their numbers, in whatever order they had their turns. */
    stripsOf(launch) { return this.strips.filter(strip => strip.launch === launch).sort((a, b) => a.block - b.block || a.warp - b.warp); }
    stripsAt(number) { return this.stripsOf(this.steps[number - 1].launch); }

    /** The share of active lanes in warps that had their turn, from 0 to 1. */
    get utilization() {
      const turns = this.steps.reduce((sum, {strip}) => sum + strip.threads, 0);
      return this.steps.reduce((sum, {event}) => sum + count(event.lanes), 0) / turns;
    }

    // ---- States -------------------------------------------------------------------------------------------------------

    /** What is known after step `number`: about cells by `array:index`, about lanes by `strip:lane`. 0 is before the first step. */
    stateAt(number) {
      const frame = Math.floor(number / kKeyframe);
      while (this.keyframes.length <= frame) {
        const from = this.keyframes.length * kKeyframe;
        this.keyframes.push(from === 0 ? {launch: null, cells: new Map(), lanes: new Map()} : this.#replay(this.keyframes.at(-1), from - kKeyframe, from));
      }
      return this.#replay(this.keyframes[frame], frame * kKeyframe, number);
    }

    #replay(from, begin, end) {
      let state = {launch: from.launch, cells: new Map(from.cells), lanes: new Map(from.lanes)};
      for (let i = begin; i < end; ++i) {
        if (this.steps[i].launch !== state.launch) state = {launch: this.steps[i].launch, cells: new Map(), lanes: new Map()};
        this.#apply(state, this.steps[i]);
      }
      return state;
    }

    // Cells and lanes are never changed, but replaced: keyframes share them.
    #apply(state, step) {
      const {event, number, strip} = step;
      for (const {lane, array, index, values, value} of accessesOf(event)) {
        const who = {strip: strip.number, lane, step: number};
        values.forEach((one, i) => {
          const key = cellKey(array, index + i), before = state.cells.get(key);
          state.cells.set(key, {value: one, writer: writes(event) ? who : before?.writer, reader: event.kind === 'store' ? before?.reader : who});
        });
        state.lanes.set(`${strip.number}:${lane}`, {kind: event.kind, value, array, index, step: number});
      }
      if (event.kind === 'exchange')
        lanesOf(event.lanes).forEach((lane, i) =>
          state.lanes.set(`${strip.number}:${lane}`, {kind: 'exchange', value: event.out[i], from: event.from?.[i], step: number}));
    }

    /** The step at which the first report that has both of its accesses is complete; undefined where there is none. */
    get secondAccess() {
      const {launch, begin} = this.steps[0], hazard = launch.hazards.find(({events}) => events.length === 2 && events.every(event => event !== null));
      return hazard && begin + Math.max(...hazard.events) + 1;
    }

    /** The two accesses of a report in their order, and what the read got: that is what differs in the other order of the threads. */
    orderText(number) {
      const {hazards, begin, launch} = this.steps[number - 1], both = hazards.find(({events}) => events.length === 2 && events.every(event => event !== null));
      if (!launch.order || !both) return '';
      const steps = both.events.map(event => this.steps[begin + event]).sort((a, b) => a.number - b.number);
      const read = steps.find(({event}) => event.kind === 'load'), other = steps.find(step => step !== read);
      const cells = new Set(accessesOf(other.event).map(({array, index}) => cellKey(array, index)));
      const says = read?.event.sentence.includes(' = ');  // what all lanes read, or a few
      const got = read && !says && accessesOf(read.event).find(({array, index}) => cells.has(cellKey(array, index)));
      return [`${capital(kOrders[launch.order] ?? launch.order)}.`, ...steps.map(step => `Step ${step.number}: ${step.event.sentence}`),
              ...(got ? [`The read gets ${longValue(got.value)}.`] : [])].join(' ');
    }

    // ---- Where to go --------------------------------------------------------------------------------------------------

    /** The next step after (or, with direction -1, before) `number` in a sorted list; undefined if there is none. */
    static beyond(list, number, direction) {
      return direction > 0 ? list.find(step => step > number) : list.findLast(step => step < number);
    }

    jump(kind, number, direction) { return Model.beyond(this.jumps[kind], number, direction); }

    /** The steps that access a cell in the launch of a step. */
    accesses(key, number) {
      const {launch} = this.steps[number - 1];
      return this.#stepsWhere(step => step.launch === launch &&
        accessesOf(step.event).some(({array, index, values}) => values.some((_, i) => cellKey(array, index + i) === key)));
    }

    /** The scalars of an array of a launch that any step touches, in order. */
    touched(launch, number) {
      const indices = new Set();
      for (const event of launch.events)
        for (const {array, index, values} of accessesOf(event)) if (array === number) values.forEach((_, i) => indices.add(index + i));
      return [...indices].sort((a, b) => a - b);
    }
  }

  /** For a race recorded in both orders of the threads, a trace for each order; otherwise null. */
  function ordersOfRace(trace) {
    const withRace = order => trace.launches.filter(launch => launch.order === order && launch.hazards.some(({events}) => events.every(event => event !== null)));
    for (const numbered of withRace('numbered')) {
      const reversed = withRace('reversed').find(({kernel, version}) => kernel === numbered.kernel && version === numbered.version);
      if (reversed) return [numbered, reversed].map(launch => ({...trace, launches: [launch]}));
    }
    return null;
  }

  globalThis.lockstepModel = {Model, ordersOfRace, kOrders, kLanes, kBanks, kBankBytes, kSectorBytes, has, lanesOf, count, ranges, cellName,
                              shortValue, longValue, accessesOf, cellKey, plural};
})();
