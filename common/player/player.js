// <lockstep-player>: shows a trace, or two side by side. The traces are <script type="application/json"> in it, or its property `traces`;
// attributes: step, compact (a part of a page, and not a page of its own). model.js has to be there first.
'use strict';
(() => {
  const {Model, ordersOfRace, kOrders, kLanes, kBanks, kBankBytes, kSectorBytes, has, ranges, shortValue, longValue, accessesOf, cellKey, cellName, plural} = lockstepModel;
  const kMostRows = 40;  // of an array: of a larger one only what the last access touched is shown
  const kLabelWidth = 32, kLeastCell = 16, kLetter = 6, kNarrowLetter = 5;  // pixels: before a row; of a cell with a value, its letters, and those of a longer value
  const kRates = [['slow', 1], ['2 a second', 2], ['5 a second', 5], ['20 a second', 20]];
  const kGlyphs = {load: '▴', store: '▾', atomic: '◆', exchange: '⇄'};
  const kRasterWords = {load: 'reads', store: 'writes', atomic: 'atomics', exchange: 'exchanges', step: 'other steps', idle: 'idle', waiting: 'waits'};
  const kStates = {active: 'is active', idle: 'is idle: this branch is not for it', waiting: 'waits at the barrier', unbegun: 'has not begun',
                   paused: 'waits for its turn', ended: 'has ended'};
  const kStateWords = {active: 'active', idle: 'idle', waiting: 'at the barrier', ended: 'ended'};  // of lanes of a warp that differ
  const kSigns = {idle: '–', waiting: '‖', ended: '×'};
  const kKeys = [['← →', 'one step'], ['Shift ← →', 'ten steps'], ['b B', 'next, previous barrier'], ['d D', 'next, previous divergence'],
                 ['h H', 'next, previous report of the checker'], ['c C', 'next, previous access of the chosen cell'],
                 ['↑ ↓', 'in an array (click it, or Tab to it): choose a cell; with Shift, a row further'],
                 ['Space', 'play, pause'], ['Home End', 'first, last step'], ['?', 'these keys']];

  /** An element; attributes that are functions become listeners. Text is text, and never markup. */
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
      if (typeof value === 'function') element.addEventListener(name, value);
      else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
    element.append(...children);
    return element;
  }

  /** Changes only what is different: a step touches few of many cells. */
  function set(element, className, text, title, style) {
    const look = `${className}|${text}|${title}|${style}`;
    if (element.look === look) return;
    element.look = look;
    element.className = className;
    element.textContent = text;
    element.title = title;
    element.style.cssText = style;
  }

  // Lighter from lane to lane, so that a pattern is recognizable even to colour-blind readers.
  function ink(lane, lanes) {
    const at = lanes > 1 ? lane / (lanes - 1) : 0, light = 0.42 + 0.46 * at;
    return `--lane: oklch(${light.toFixed(3)} 0.13 ${(300 - 200 * at).toFixed(0)}); --on-lane: ${light < 0.56 ? '#fff' : '#000'}`;
  }

  /** Scrolls a box no further than its elements from `first` to `last` need; if they do not fit, it shows the beginning. */
  function bringIntoSight(box, first, last) {
    if (box.scrollHeight <= box.clientHeight) return;
    const edge = box.getBoundingClientRect().top + box.clientTop, top = first.getBoundingClientRect().top - edge, bottom = last.getBoundingClientRect().bottom - edge;
    if (bottom > box.clientHeight) box.scrollTop += Math.min(top, bottom - box.clientHeight); else if (top < 0) box.scrollTop += top;
  }

  const capitalWord = word => word[0].toUpperCase() + word.slice(1);
  const product = sizes => sizes.reduce((all, size) => all * size, 1);
  const sizeText = sizes => sizes.slice(0, 1 + Math.max(0, sizes.findLastIndex(size => size > 1))).join(' × ');

  // ---- Source -----------------------------------------------------------------------------------------------------------

  class Source {
    constructor(pane) {
      this.pane = pane;
      this.name = make('figcaption');
      this.list = make('ol', {class: 'lines', tabindex: '0', 'aria-label': 'source'});
      this.element = make('figure', {class: 'source'}, this.name, this.list);
    }

    #open(file) {
      if (this.file === file) return;
      this.file = file;
      this.name.textContent = file ? file.name : 'no source';
      this.rows = (file ? file.lines : []).map(line => {
        const comment = line.search(/\/\/|^\s*\/?\*/);
        const code = comment < 0 ? line : line.slice(0, comment);
        return make('li', {}, code, comment < 0 ? '' : make('span', {class: 'comment'}, line.slice(comment)));
      });
      this.list.replaceChildren(...this.rows);
    }

    show(number) {
      const {model} = this.pane, {event, strip} = model.steps[number - 1];
      if (event.at) this.#open(model.trace.files[event.at[0]]); else this.#open(this.file);
      for (const row of this.marked?.keys() || []) { row.className = ''; delete row.dataset.note; }
      this.marked = this.#marks(number);
      for (const [row, {warps, kinds}] of this.marked) {
        row.classList.toggle('reported', kinds.size > 0);
        const words = [...warps.size ? [`warp${warps.size > 1 ? 's' : ''} ${ranges([...warps].sort((a, b) => a - b))}`] : [], ...kinds];
        if (words.length) row.dataset.note = words.join(', ');
      }
      const place = this.#places(number).find(([one]) => one === strip)?.[1], current = place && this.rows[place[1] - 1];
      if (!current) return;
      current.classList.add('current');
      this.list.scrollTop = current.offsetTop - Math.max(0, (this.list.clientHeight - current.offsetHeight) / 2);
    }

    /** Where each warp of the launch is. */
    #places(number) {
      const {model} = this.pane, places = new Map();
      const {begin} = model.steps[number - 1];
      for (let i = begin; i < number; ++i) {
        const {strip, event} = model.steps[i];
        if (event.at) places.set(strip, event.at);
      }
      return [...places].filter(([, place]) => model.trace.files[place[0]] === this.file);
    }

    /** What is written beside lines: the warps that are there, if there are several, and the checker's reports on their accesses. */
    #marks(number) {
      const {model} = this.pane, {launch} = model.steps[number - 1], marks = new Map(), several = model.stripsAt(number).length > 1;
      const mark = ([file, line]) => {
        const row = model.trace.files[file] === this.file ? this.rows[line - 1] : undefined;
        if (row && !marks.has(row)) marks.set(row, {warps: new Set(), kinds: new Set()});
        return marks.get(row);
      };
      for (const [strip, place] of this.#places(number)) if (several) mark(place)?.warps.add(strip.warp); else mark(place);
      for (const {kind, events} of launch.hazards)
        for (const event of events) if (launch.events[event]?.at) mark(launch.events[event].at)?.kinds.add(kind);
      return marks;
    }
  }

  // ---- Lanes ------------------------------------------------------------------------------------------------------------

  class Lanes {
    constructor(pane) {
      this.pane = pane;
      this.element = make('div', {class: 'warps', click: event => this.#pick(event.target.closest('.lane'))});
    }

    #build(launch) {
      if (this.launch === launch) return;
      this.launch = launch;
      const strips = this.pane.model.stripsOf(launch);
      const blocks = new Set(strips.map(strip => strip.block)).size;
      this.strips = strips.map(strip => {
        const cells = Array.from({length: strip.threads}, () => make('span', {role: 'listitem'}));
        const state = make('span', {class: 'state'});
        const name = `${blocks > 1 ? `block ${strip.block}, ` : ''}warp ${strip.warp}`;
        return {strip, cells, state, element: make('section', {class: 'warp', 'aria-label': name}, make('h3', {}, capitalWord(name), state),
                                                   make('div', {role: 'list', class: `lanes of-${Math.min(kLanes, 2 ** Math.ceil(Math.log2(strip.threads)))}`}, ...cells))};
      });
      this.element.classList.toggle('many', strips.length > 2);
      this.element.replaceChildren(...this.strips.map(strip => strip.element));
    }

    show(number, state) {
      const {model} = this.pane, step = model.steps[number - 1];
      this.#build(step.launch);
      this.element.classList.toggle('scarce', this.#isRoomScarce());
      for (const {strip, cells, state: label, element} of this.strips) {
        element.classList.toggle('turn', strip === step.strip);
        const states = cells.map((_, lane) => this.#stateOf(strip, lane, number));
        cells.forEach((cell, lane) => this.#showLane(cell, strip, lane, states[lane], state.lanes.get(`${strip.number}:${lane}`), number));
        label.textContent = this.#summary(states);
      }
      this.#reveal(step.strip);
    }

    /** Then warps that wait for their turn are drawn thin, so that memory has room. */
    #isRoomScarce() {
      const {panes, compact} = this.pane.player;
      return this.element.clientWidth < 480 || window.innerHeight < (panes?.length > 1 ? 900 : compact ? 760 : 0);
    }

    #stateOf(strip, lane, number) { return number <= strip.begin ? 'unbegun' : this.pane.model.laneState(strip, lane, number); }

    /** Many warps scroll in a box of their own. */
    #reveal(strip) {
      const {element} = this.strips.find(one => one.strip === strip);
      bringIntoSight(this.element, element, element);
    }

    #showLane(cell, strip, lane, what, last, number) {
      const now = last?.step === number && (what === 'active' || what === 'waiting');
      const narrow = cell.clientWidth < 30;
      const value = last ? shortValue(last.value, narrow ? 4 : 6) : '';
      const place = last?.array !== undefined ? `${cellName(strip.launch.arrays[last.array], last.index, Array.isArray(last.value) ? last.value.length : 1)} = ` : '';
      const did = last ? `. Step ${last.step}: ${last.kind} ${place}${longValue(last.value)}` : '';
      const look = `lane ${what}${now ? ` now ${last.kind}` : ''}`;
      const text = now && what === 'active' ? kGlyphs[last.kind] : kSigns[what] || '';
      const title = `Lane ${lane} (thread ${strip.warp * kLanes + lane}) ${kStates[what]}${did}`;
      const key = look + value + text + title;
      if (cell.look === key) return;
      cell.look = key;
      cell.className = look;
      cell.title = title;
      cell.setAttribute('aria-label', title);
      cell.style.cssText = ink(lane, strip.threads);
      cell.replaceChildren(make('b', {}, String(lane)), make('i', {}, text), make('span', {class: 'value'}, value));
    }

    /** "waits for its turn" of a whole warp; "lanes 0–15 active, 16–31 idle" where lanes differ. */
    #summary(states) {
      const kinds = [...new Set(states)];
      if (kinds.length === 1) return kinds[0] === 'active' ? 'all lanes active' : kStates[kinds[0]];
      const lanes = kind => [...states.keys()].filter(lane => states[lane] === kind);
      const text = Object.keys(kStates).filter(kind => kinds.includes(kind)).map(kind => `${ranges(lanes(kind))} ${kStateWords[kind] ?? kStates[kind]}`).join(', ');
      return (/^\d+ /.test(text) ? 'lane ' : 'lanes ') + text;
    }

    /** Touch screens have no tooltips: the words of a lane go below the sentence. */
    #pick(cell) {
      const one = this.strips.find(({cells}) => cells.includes(cell));
      if (one) this.pane.choose({note: () => one.cells.includes(cell) && cell.title, launch: this.launch, key: `lane ${one.strip.number}:${one.cells.indexOf(cell)}`});
    }

    cell(strip, lane) { return this.strips.find(one => one.strip === strip)?.cells[lane]; }
  }

  /** A shuffle: what lanes gave, what they got, and from whom. */
  class Exchange {
    constructor(pane) {
      this.pane = pane;
      this.element = make('figure', {class: 'exchange'});
    }

    show(number) {
      const {event, strip} = this.pane.model.steps[number - 1];
      this.element.hidden = event.kind !== 'exchange';
      if (this.element.hidden) return;
      const wide = 26, high = 74, svg = (tag, attributes, text) => {
        const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
        for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
        if (text !== undefined) element.textContent = text;
        return element;
      };
      const drawing = svg('svg', {viewBox: `0 0 ${strip.threads * wide} ${high}`, role: 'img', 'aria-label': 'what each lane gives, above, and gets, below'});
      const active = Array.from({length: strip.threads}, (_, lane) => lane).filter(lane => has(event.lanes, lane));
      (event.from || []).forEach((source, i) => {
        const x1 = source * wide + wide / 2, x2 = active[i] * wide + wide / 2;
        drawing.append(svg('path', {d: `M${x1} 18 C${x1} 38 ${x2} 34 ${x2} 54`, class: source === active[i] ? 'own' : 'flow', style: ink(source, strip.threads)}));
      });
      active.forEach((lane, i) => {
        const source = event.from ? event.from[i] : lane;
        for (const [y, value, of] of [[0, event.in[i], lane], [56, event.out[i], source]])
          drawing.append(svg('rect', {x: lane * wide + 1, y, width: wide - 2, height: 18, rx: 2, style: ink(of, strip.threads)}),
                         svg('text', {x: lane * wide + wide / 2, y: y + 13, style: ink(of, strip.threads)}, shortValue(value, 4)));
      });
      this.element.replaceChildren(make('figcaption', {}, `${event.name}: above what each lane gives, below what it gets`), drawing);
    }
  }

  // ---- Barriers ---------------------------------------------------------------------------------------------------------

  class Barrier {
    constructor(pane) {
      this.pane = pane;
      this.bar = make('meter', {min: 0, 'aria-label': 'threads at the barrier'});
      this.text = make('span');
      this.element = make('div', {class: 'barrier'}, this.bar, this.text);
    }

    show(number) {
      const {model} = this.pane, {launch, event, begin} = model.steps[number - 1];
      this.element.hidden = !launch.events.some(({kind}) => kind === 'arrive' || kind === 'barrier');
      if (this.element.hidden) return;
      const done = event.kind === 'barrier', last = done ? event : this.#lastArrival(begin, number, event.block);
      this.bar.max = last ? last.of ?? last.arrived : 1;
      this.bar.value = last ? last.arrived : 0;
      this.element.className = `barrier${done ? ' complete' : last ? ' filling' : ''}`;
      this.text.textContent = done ? `complete: ${plural(event.arrived, 'thread')} go on` : last ? `${last.arrived} of ${last.of} threads wait at the barrier` : 'no thread waits at a barrier';
    }

    #lastArrival(begin, number, block) {
      for (let i = number - 1; i >= begin; --i) {
        const {event} = this.pane.model.steps[i];
        if (event.block !== block) continue;
        if (event.kind === 'barrier') return null;
        if (event.kind === 'arrive') return event;
      }
      return null;
    }
  }

  // ---- Memory -----------------------------------------------------------------------------------------------------------

  /** An array as rows of cells: of shared memory by banks, of other memory by sectors. */
  class ArrayView {
    constructor(pane, launch, number) {
      Object.assign(this, {pane, launch, number, array: launch.arrays[number], touched: pane.model.touched(launch, number)});
      const {array} = this, type = array.shape ? array.shape.map(size => `[${size}]`).join('') : '';
      this.cost = make('span', {class: 'cost'});
      this.banks = new Map();
      this.heads = make('div', {class: 'banks', 'aria-hidden': 'true', hidden: array.space !== 'shared'});
      this.rows = make('div', {class: 'rows', tabindex: '0', role: 'group', 'aria-label': `cells of ${array.name}`, keydown: event => this.#moveChoice(event)});
      const place = array.space === 'shared' && this.#blocks() > 1 ? `${array.space}, block ${array.block}` : array.space;
      const heading = make('h3', {}, make('code', {}, `${array.type} ${array.name}${type}`), make('span', {class: 'place'}, ` ${place}`), this.cost);
      this.element = make('section', {class: `array ${array.space}`}, heading, this.heads, this.rows);
      this.cells = new Map();
    }

    /** The banks' numbers, and how many words of each are accessed. */
    #headBanks(first, count) {
      this.banks = new Map(Array.from({length: count}, (_, i) => [(first + i) % kBanks, make('b')]));
      const heads = [...this.banks].map(([bank, words]) => make('span', {class: 'bank'}, `${bank}`, words));
      this.heads.replaceChildren(make('span', {class: 'at'}, 'bank', make('i', {}, 'words')), make('div', {}, ...heads));
    }

    #blocks() { return new Set(this.launch.events.map(event => event.block)).size; }

    /** No more than a sector: such arrays stand beside each other. */
    get small() {
      const {array, touched} = this, per = kSectorBytes / array.scalar_bytes, before = array.start / array.scalar_bytes % per;
      return touched[0] + before >= 0 && touched.at(-1) + before < per;
    }

    /** How many cells a row has, and how many cells of the first row lie before the array. */
    layout(width) {
      const {array} = this, bytes = array.scalar_bytes, columns = array.shape?.length > 1 ? array.shape.at(-1) * array.components : 0;
      const byShape = array.space === 'shared' && columns > 1 && columns <= 40 && columns * bytes % (kBanks * kBankBytes) !== 0;
      if (this.small) return {across: kSectorBytes / bytes, shift: array.start / bytes % (kSectorBytes / bytes), byShape: false};
      let across = byShape ? columns : Math.min(kLanes, kBanks * kBankBytes / bytes);
      const rows = new Set(this.touched.map(index => Math.floor(index / across))).size;
      if (!byShape && width / across < kLeastCell && (rows <= 8 || rows > kMostRows)) across /= 2;
      return {across, shift: byShape ? 0 : array.start / bytes % across, byShape};
    }

    #rowOf(index) { return Math.floor((index + this.form.shift) / this.form.across); }

    /** Rows to be shown at a step: all that any step touches, or, of many, those of the last access. */
    #rowsAt(number) {
      const all = [...new Set(this.touched.map(index => this.#rowOf(index)))];
      if (all.length <= kMostRows) return all;
      const {model} = this.pane, steps = this.touching ??= model.steps.filter(({launch, event}) => launch === this.launch && accessesOf(event).some(({array}) => array === this.number));
      const last = steps.findLast(step => step.number <= number) || steps[0];
      const rows = new Set(accessesOf(last.event).filter(({array}) => array === this.number).map(({index}) => this.#rowOf(index)));
      return [...rows].sort((a, b) => a - b).slice(0, kMostRows);
    }

    #build(number) {
      const {start, scalar_bytes: bytes} = this.array, width = this.rows.clientWidth - kLabelWidth;
      this.form = this.layout(width);
      this.wide = width / this.form.across;
      const rows = this.#rowsAt(number), key = `${this.form.across} ${rows.join()}`;
      if (this.key === key) return;
      this.key = key;
      this.cells.clear();
      this.element.classList.toggle('dense', this.wide < kLeastCell);
      this.element.style.setProperty('--across', this.form.across);
      const heads = this.form.byShape ? kBanks : Math.min(kBanks, this.form.across * Math.max(1, bytes / kBankBytes));
      this.element.style.setProperty('--heads', heads);
      this.element.style.setProperty('--rows', rows.length);
      if (this.array.space === 'shared') this.#headBanks(this.small ? Math.floor((start - this.form.shift * bytes) / kBankBytes) : 0, this.small ? heads : kBanks);
      const lines = [];
      rows.forEach((row, i) => {
        if (i > 0 && rows[i - 1] !== row - 1) lines.push(make('div', {class: 'gap'}, '⋯'));
        lines.push(this.#row(row));
      });
      this.rows.replaceChildren(...lines);
    }

    #row(row) {
      const {across, shift} = this.form, first = row * across - shift;
      const cells = Array.from({length: across}, (_, i) => this.#cell(first + i));
      const label = make('span', {class: 'at'}, this.#rowName(first));
      if (this.array.space === 'shared') return make('div', {class: 'row'}, label, ...cells);
      const per = Math.max(1, kSectorBytes / this.array.scalar_bytes), sectors = [];
      for (let i = 0; i < across; i += per) sectors.push(this.#sector(cells.slice(i, i + per)));
      return make('div', {class: 'row sectors', style: `--sectors: ${sectors.length}`}, label, ...sectors);
    }

    #rowName(first) {
      const columns = this.array.shape?.length > 1 ? this.array.shape.at(-1) * this.array.components : 0;
      if (columns === 0) return `${Math.max(0, first / this.array.components)}`;
      return first % columns === 0 ? `[${first / columns}]` : '';
    }

    #sector(cells) {
      return make('div', {class: cells.every(cell => cell.outside) ? 'sector outside' : 'sector', style: `--cells: ${cells.length}`}, ...cells);
    }

    #cell(index) {
      const cell = make('span', {class: 'cell'}), size = this.array.shape && this.array.shape.reduce((a, b) => a * b, 1) * this.array.components;
      cell.index = index;
      cell.outside = index < 0 || size && index >= size;
      this.cells.set(index, cell);
      return cell;
    }

    show(number, state) {
      this.#build(number);
      const step = this.pane.model.steps[number - 1], now = this.#now(step), crowded = this.#crowdedBanks(step, now);
      for (const [index, cell] of this.cells) this.#showCell(cell, index, now.get(index), state, step, crowded);
      this.#showSectors(now);
      this.#showBanks(now, crowded);
      this.cost.textContent = now.size ? this.#costText(step.event, now, crowded) : '';
      this.element.classList.toggle('touched', now.size > 0);
      const first = now.size && this.cells.get(Math.min(...now.keys()));
      if (first) bringIntoSight(this.rows, first, first);
    }

    /** Up and down choose a cell of those that are shown, as in the terminal; with Shift a row further. */
    #moveChoice(event) {
      const direction = {ArrowUp: -1, ArrowDown: 1}[event.key];
      if (!direction) return;
      event.preventDefault();
      const cells = [...this.cells].filter(([, cell]) => !cell.outside).map(([index]) => index);
      const at = cells.indexOf(this.#isChosen ? this.pane.chosen.index : this.touched[0]), by = this.#isChosen ? direction * (event.shiftKey ? this.form.across : 1) : 0;
      const to = cells[Math.max(0, Math.min(cells.length - 1, at + by))];
      if (this.#isChosen && this.pane.chosen.index === to) return;
      this.choose(to);
      bringIntoSight(this.rows, this.cells.get(to), this.cells.get(to));
    }

    get #isChosen() { return this.pane.chosen?.view === this; }

    choose(index) {
      const key = cellKey(this.number, index);
      this.pane.choose({launch: this.launch, key, view: this, index, note: state => this.describe(index, state.cells.get(key))});
    }

    /** The scalars that this step touches, with the lanes that do. */
    #now({event}) {
      const now = new Map();
      for (const {lane, array, index, values} of accessesOf(event))
        if (array === this.number) values.forEach((_, i) => now.set(index + i, [...(now.get(index + i) || []), lane]));
      return now;
    }

    bankOf(index) { return Math.floor((this.array.start + index * this.array.scalar_bytes) / kBankBytes) % kBanks; }

    /** Where an access comes in: at its bank, or else at its cell. */
    entryOf(index) { return this.banks.get(this.bankOf(index)) ?? this.cells.get(index); }

    /** For each bank, the number of different words that are accessed. */
    #crowdedBanks({event}, now) {
      const words = new Map();
      if (this.array.space !== 'shared') return words;
      for (const index of now.keys()) {
        const word = Math.floor((this.array.start + index * this.array.scalar_bytes) / kBankBytes);
        words.set(word % kBanks, (words.get(word % kBanks) || new Set()).add(word));
      }
      return new Map([...words].map(([bank, set]) => [bank, {words: set.size, conflict: event.conflicts > 0 && set.size > 1}]));
    }

    #showCell(cell, index, lanes, state, step, crowded) {
      if (cell.outside && !lanes) return set(cell, 'cell outside', '', '', '');
      const key = cellKey(this.number, index), known = state.cells.get(key), {model} = this.pane;
      const chosen = this.pane.chosen?.key === key && this.pane.chosen.launch === this.launch;
      const crossing = step.crossing.has(key);
      const threads = who => model.strips[who.strip].threads, {wide} = this;
      let look = 'cell', style = '';
      if (known) look += known.value === 'unset' ? ' unset' : ' known';
      if (known?.writer) { look += ' written'; style = ink(known.writer.lane, threads(known.writer)); }
      if (lanes) { look += ` now ${step.event.kind}`; style = ink(lanes[0], step.strip.threads); }
      if (lanes && crowded.get(this.bankOf(index))?.conflict) look += ' conflict';
      if (lanes && step.hazards.length || this.#isHazard(key, step)) look += ' hazard';
      if (crossing) look += ' crossing';
      if (chosen) look += ' chosen';
      const text = known && wide >= kLeastCell ? shortValue(known.value, Math.max(3, Math.floor((wide - 2) / kNarrowLetter))) : '';
      if (text.length * kLetter > wide - 2) look += ' long';
      set(cell, look, text, this.describe(index, known, lanes), style);
    }

    /** A cell of the other access of a report. */
    #isHazard(key, step) {
      if (!step.hazards.length) return false;
      return step.hazards.some(({events}) => events.some(event => event !== null && accessesOf(step.launch.events[event]).some(({array, index}) => cellKey(array, index) === key)));
    }

    describe(index, known, lanes) {
      const {strips} = this.pane.model, name = cellName(this.array, index), who = one => `lane ${one.lane} of warp ${strips[one.strip].warp} in step ${one.step}`;
      const bank = this.array.space === 'shared' ? `, bank ${this.bankOf(index)}` : '';
      if (!known) return `${name}${bank}: not seen yet`;
      return `${name}${bank}: ${longValue(known.value)}${lanes?.length > 1 ? `, ${lanes.length} lanes at once` : ''}` +
        `${known.writer ? `; written by ${who(known.writer)}` : ''}${known.reader ? `; read by ${who(known.reader)}` : ''}`;
    }

    #showSectors(now) {
      for (const sector of this.rows.querySelectorAll('.sector'))
        sector.classList.toggle('moved', [...sector.children].some(cell => now.has(cell.index)));
    }

    #showBanks(now, crowded) {
      this.banks.forEach((element, bank) => {
        const one = crowded.get(bank);
        set(element, one ? (one.conflict ? 'conflict' : 'used') : '', one ? `${one.words}` : '', `bank ${bank}: ${plural(one?.words || 0, 'word')}`, '');
      });
    }

    #costText(event, now, crowded) {
      if (event.sectors !== undefined) {
        const used = now.size * this.array.scalar_bytes;
        return `${plural(event.sectors, 'sector')}: ${used} of ${event.sectors * kSectorBytes} bytes used`;
      }
      if (event.wavefronts === undefined) return '';
      const most = Math.max(...[...crowded.values()].map(({words}) => words));
      return plural(event.wavefronts, 'wavefront') + (event.conflicts && most > 1 ? `: a ${most}-way bank conflict` : '');
    }
  }

  class Memory {
    constructor(pane) {
      this.pane = pane;
      this.element = make('div', {class: 'memory', click: event => this.#choose(event)});
    }

    show(number, state) {
      const {launch} = this.pane.model.steps[number - 1];
      if (this.launch !== launch) {
        this.launch = launch;
        this.views = launch.arrays.map((_, i) => new ArrayView(this.pane, launch, i)).filter(view => view.touched.length);
        this.views.sort((a, b) => (b.array.space === 'shared') - (a.array.space === 'shared') || a.small - b.small);
        this.element.replaceChildren(...this.#groups().map(views => views[0].small ? make('div', {class: 'beside'}, ...views.map(view => view.element)) : views[0].element));
      }
      for (const view of this.views) view.show(number, state);
      this.#reveal();
    }

    /** Small ones beside each other, all others alone. */
    #groups() {
      const groups = [];
      for (const view of this.views)
        if (view.small && groups.at(-1)?.[0].small) groups.at(-1).push(view); else groups.push([view]);
      return groups;
    }

    #reveal() {
      const touched = this.views.filter(view => view.element.classList.contains('touched'));
      if (touched.length === 0) return;
      bringIntoSight(this.element, touched[0].element, touched.at(-1).element);
      bringIntoSight(this.pane.stage, touched[0].element, touched.at(-1).element);
    }

    #choose({target}) {
      const view = this.views.find(one => one.rows.contains(target));
      if (target.index !== undefined) view?.choose(target.index);
    }

    view(array) { return this.views.find(view => view.number === array); }
  }

  /** Lines from lanes to the cells that they touch; they run as values do, up for a load and down for a store. */
  class Wires {
    constructor(pane) {
      this.pane = pane;
      this.element = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      this.element.setAttribute('class', 'wires');
      this.element.setAttribute('aria-hidden', 'true');
    }

    /** From below the lanes to the top of an array, which hides the rest: of shared memory to the bank, so that conflicts are seen to meet. */
    show(number) {
      const {model, lanes, memory, stage} = this.pane, {event, strip} = model.steps[number - 1], origin = this.element.getBoundingClientRect();
      const top = lanes.element.getBoundingClientRect().bottom, scroller = memory.element.getBoundingClientRect(), paths = [];
      for (const {lane, array, index} of accessesOf(event)) {
        const from = lanes.cell(strip, lane)?.getBoundingClientRect(), view = memory.view(array), to = view?.entryOf(index)?.getBoundingClientRect();
        if (!from || !to) continue;
        const bottom = Math.max(scroller.top, (view.array.space === 'shared' ? view.heads : view.rows).getBoundingClientRect().top);
        if (bottom > Math.min(scroller.bottom, stage.getBoundingClientRect().bottom)) continue;
        const x1 = from.x + from.width / 2 - origin.x, y1 = top - origin.y, x2 = to.x + to.width / 2 - origin.x, y2 = bottom - origin.y;
        const path = document.createElementNS('http://www.w3.org/2000/svg', 'path'), bend = Math.min(60, (y2 - y1) / 2);
        path.setAttribute('d', `M${x1} ${y1} C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`);
        path.setAttribute('class', event.kind);
        path.style.cssText = ink(lane, strip.threads);
        paths.push(path);
      }
      this.element.replaceChildren(...paths);
    }
  }

  // ---- Time -------------------------------------------------------------------------------------------------------------

  class Timeline {
    constructor(pane) {
      this.pane = pane;
      this.canvas = make('canvas', {'aria-hidden': 'true'});
      this.head = make('div', {class: 'head'});
      this.raster = make('div', {class: 'raster', pointerdown: event => this.#drag(event), pointermove: event => event.buttons && this.#drag(event)}, this.canvas, this.head);
      this.range = make('input', {type: 'range', min: 1, max: pane.model.length, value: 1, autocomplete: 'off', 'aria-label': 'step', input: () => pane.go(Number(this.range.value))});
      this.element = make('div', {class: 'timeline'}, this.raster, this.range);
    }

    #drag(event) {
      const box = this.canvas.getBoundingClientRect();
      this.raster.setPointerCapture(event.pointerId);
      this.pane.go(Math.floor((event.clientX - box.x) / box.width * this.pane.model.length) + 1);
    }

    show(number) {
      const {model} = this.pane;
      this.range.value = number;
      this.range.setAttribute('aria-valuetext', `step ${number}: ${model.steps[number - 1].event.sentence}`);
      this.head.style.left = `${(number - 0.5) / model.length * 100}%`;
    }

    /** A colour's computed value: for a variable, CSS returns only the formula. */
    #colours() {
      const probe = this.raster.appendChild(make('span')), colours = {};
      for (const name of ['step', 'load', 'store', 'atomic', 'exchange', 'idle', 'waiting', 'ink', 'muted', 'bad']) {
        probe.style.color = `var(--${name})`;
        colours[name] = getComputedStyle(probe).color;
      }
      probe.remove();
      return colours;
    }

    /** A column a step, a row a lane; above them marks of what can be jumped to. */
    draw() {
      const {model} = this.pane, colours = this.#colours(), slots = new Map();
      for (const strip of model.strips) slots.set(strip, model.stripsOf(strip.launch).indexOf(strip));
      const width = this.raster.clientWidth, bands = Math.max(...slots.values()) + 1;
      const most = width < 480 ? 36 : width < 700 || window.innerHeight < 760 ? 60 : 136, lane = Math.min(most < 136 ? 1 : 2, most / (bands * kLanes));
      const top = 12, gap = bands > 8 ? 1 : 4, band = kLanes * lane + gap, scale = window.devicePixelRatio || 1;
      const height = top + bands * band;
      if (width === 0) return;
      Object.assign(this.canvas, {width: width * scale, height: height * scale});
      this.canvas.style.height = `${height}px`;
      const brush = this.canvas.getContext('2d');
      brush.scale(scale, scale);
      const wide = width / model.length, x = number => (number - 1) * wide;
      for (const strip of model.strips) this.#drawStrip(brush, colours, strip, top + slots.get(strip) * band, band - gap, x, wide);
      const mark = (numbers, colour, draw) => { brush.fillStyle = colour; for (const number of numbers) draw(x(number) + wide / 2); };
      mark(model.steps.filter(step => step.begin === step.number - 1 && step.number > 1).map(step => step.number), colours.muted, at => brush.fillRect(at - wide / 2 - 1, 0, 2, height));
      mark(model.jumps.barrier, colours.ink, at => brush.fillRect(at - 0.75, 0, 1.5, height));
      mark(model.jumps.divergence, colours.ink, at => { brush.beginPath(); brush.moveTo(at, 9); brush.lineTo(at - 4, 2); brush.lineTo(at + 4, 2); brush.fill(); });
      mark(model.jumps.hazard, colours.bad, at => { brush.fillRect(at - 1, 0, 2, height); brush.fillRect(at - 4, 0, 8, 9); });
    }

    /** Neighbouring lanes in one state are one rectangle. */
    #drawStrip(brush, colours, strip, y, height, x, wide) {
      const {model} = this.pane, thick = height / strip.threads;
      const column = number => wide > 3 ? [x(number), wide - 0.5] : [Math.floor(x(number)), Math.ceil(x(number + 1)) - Math.floor(x(number))];
      const fillOf = (number, lane) => {
        const state = model.laneState(strip, lane, number);
        return state === 'active' ? colours[model.steps[number - 1].event.kind] || colours.step : colours[state];
      };
      for (let number = strip.begin + 1; number <= strip.end; ++number)
        for (let lane = 0, end; lane < strip.threads; lane = end) {
          const fill = fillOf(number, lane);
          for (end = lane + 1; end < strip.threads && fillOf(number, end) === fill;) ++end;
          if (!fill) continue;
          brush.fillStyle = fill;
          const [left, across] = column(number);
          brush.fillRect(left, y + lane * thick, across, (end - lane) * thick);
        }
    }
  }

  /** The looks of a lane. */
  function signs(name) {
    const entry = (state, sign, words) => make('span', {}, make('span', {class: `lane ${state}`, style: ink(6, kLanes)}, sign), words);
    return make('p', {class: name, 'aria-hidden': 'true'}, entry('active', '', 'active'), entry('active now load', kGlyphs.load, 'reads'), entry('active now store', kGlyphs.store, 'writes'),
      ...Object.entries({idle: 'idle', waiting: 'at the barrier', paused: 'waits for its turn', ended: 'ended'}).map(([state, words]) => entry(state, kSigns[state] ?? '', words)));
  }

  // ---- One trace --------------------------------------------------------------------------------------------------------

  /** "warps 0 and 1 of 8", "all 4 blocks", "the only warp". */
  function partText(word, numbers, all) {
    if (numbers.length === all) return all === 1 ? `the only ${word}` : `all ${all} ${word}s`;
    return `${word}${numbers.length > 1 ? 's' : ''} ${numbers.length === 2 ? numbers.join(' and ') : ranges(numbers)} of ${all}`;
  }

  /** Which blocks and warps of a launch the trace has. */
  function shownText({grid, block}, strips) {
    const sorted = name => [...new Set(strips.map(strip => strip[name]))].sort((a, b) => a - b);
    return `shown: ${partText('block', sorted('block'), product(grid))}, ${partText('warp', sorted('warp'), Math.ceil(product(block) / kLanes))}`;
  }

  /** What the read of a race gets in an order of the threads, or what its last write leaves. */
  function raceText(model) {
    if (!model.secondAccess) return '';
    const {launch, hazards} = model.steps[model.secondAccess - 1], numbers = hazards.find(({events}) => events.length === 2 && events.every(event => event !== null)).events;
    const [earlier, later] = [...numbers].sort((a, b) => a - b).map(number => launch.events[number]), read = [earlier, later].find(({kind}) => kind === 'load');
    const others = accessesOf(later === read ? earlier : later), mine = accessesOf(read ?? later);
    const access = mine.find(one => others.some(({array, index}) => array === one.array && index === one.index));
    if (!access) return '';
    return `${read ? 'the read gets' : `${cellName(launch.arrays[access.array], access.index)} is left as`} ${longValue(access.value)}`;
  }

  class Pane {
    constructor(player, trace, name) {
      Object.assign(this, {player, name, model: new Model(trace), number: 1, chosen: null});
      Object.assign(this, {source: new Source(this), lanes: new Lanes(this), exchange: new Exchange(this), barrier: new Barrier(this), memory: new Memory(this), wires: new Wires(this), timeline: new Timeline(this)});
      this.title = make('p', {class: 'title'});
      this.hint = '';
      this.counter = make('span', {class: 'counter'});
      this.sentence = make('p', {class: 'sentence', 'aria-live': 'polite'});
      this.notes = make('div', {class: 'notes', 'aria-live': 'polite'});
      const status = make('div', {class: 'status'}, this.barrier.element, signs('legend'));
      this.stage = make('div', {class: 'stage'}, status, this.lanes.element, this.exchange.element, this.memory.element, this.wires.element);
      this.stage.addEventListener('scroll', () => this.wires.show(this.number), {capture: true, passive: true});
      this.element = make('article', {class: 'pane', tabindex: '-1', pointerdown: () => player.use(this), focusin: () => player.use(this)},
        make('header', {}, this.title, this.counter), make('div', {class: 'says'}, this.sentence, this.notes),
        make('div', {class: 'views'}, this.source.element, this.stage), make('footer', {}, this.timeline.element, this.#buttons()));
    }

    #buttons() {
      const rare = ['atomic', 'exchange'];  // named only where they are
      const {model, player} = this, button = (text, label, act) => make('button', {type: 'button', 'aria-label': label, title: label, click: act}, text);
      const group = (...buttons) => make('span', {class: 'group'}, ...buttons);
      const jumps = (kind, word) => model.jumps[kind].length ?
        [group(button('‹', `previous ${word}`, () => this.jump(kind, -1)), make('span', {class: 'word'}, word), button('›', `next ${word}`, () => this.jump(kind, 1)))] : [];
      this.playButton = button('▶', 'play', () => player.togglePlay());
      this.cellGroup = group(button('‹', 'previous access of the cell', () => this.jumpCell(-1)), make('span', {class: 'word'}, 'cell'), button('›', 'next access of the cell', () => this.jumpCell(1)));
      this.rate = make('select', {'aria-label': 'speed', change: () => player.restart()}, ...kRates.map(([words, rate]) => make('option', {value: rate, selected: rate === 2}, words)));
      return make('div', {class: 'buttons'},
        group(button('|◀', 'first step', () => this.go(1)), button('◂', 'one step back', () => this.move(-1)), this.playButton, button('▸', 'one step on', () => this.move(1)), button('▶|', 'last step', () => this.go(model.length)), this.rate, button('?', 'keys', () => player.help())),
        make('span', {class: 'jumps'}, ...jumps('barrier', 'barrier'), ...jumps('divergence', 'divergence'), ...jumps('hazard', 'report'), this.cellGroup),
        make('span', {class: 'colours', 'aria-hidden': 'true'}, ...Object.entries(kRasterWords).filter(([kind]) => !rare.includes(kind) || model.steps.some(({event}) => event.kind === kind)).map(([kind, words]) => make('span', {class: kind}, words))));
    }

    go(number) { this.player.go(this, number); }
    move(by) { this.go(this.number + by); }
    jump(kind, direction) { const to = this.model.jump(kind, this.number, direction); if (to) this.go(to); }

    /** A cell or a lane, whose words stand below the sentence; once more, and it is no longer chosen. */
    choose(choice) {
      this.chosen = this.#isChosen(choice) ? null : choice;
      this.show();
    }

    #isChosen({launch, key}) { return this.chosen?.launch === launch && this.chosen.key === key; }

    jumpCell(direction) {
      const {launch} = this.model.steps[this.number - 1], {view, key} = this.chosen?.launch === launch ? this.chosen : {};
      if (!view) return this.say('No cell is chosen. Click a cell, or Tab to an array and press ↓: then c goes to its next access.');
      const to = Model.beyond(this.model.accesses(key, this.number), this.number, direction);
      if (to) this.go(to); else this.say(`No ${direction > 0 ? 'later' : 'earlier'} step of this launch accesses ${cellName(view.array, this.chosen.index)}.`);
    }

    /** An answer that stays until the next step. */
    say(hint) {
      this.hint = hint;
      this.show();
      this.hint = '';
    }

    show() {
      const {number, model} = this, step = model.steps[number - 1], {launch, event} = step, state = model.stateAt(number);
      this.#showTitle(launch);
      this.counter.textContent = `step ${number} of ${model.length}`;
      const sentence = model.steps[number - 1].event.sentence;
      if (this.sentence.textContent !== sentence) this.sentence.textContent = sentence;
      this.#showNotes(step, state);
      this.source.show(number);
      this.lanes.show(number, state);
      this.barrier.show(number);
      this.exchange.show(number);
      this.memory.show(number, state);
      this.timeline.show(number);
      this.wires.show(number);
      this.element.dataset.kind = event.kind;
    }

    #showTitle(launch) {
      const {model} = this, {launches} = model.trace, fact = (text, name = 'fact') => text ? [make('span', {class: name}, text)] : [];
      const reports = this.race ? '' : launch.hazards.length && `${plural(launch.hazards.length, 'report')} of the checker`;
      this.title.replaceChildren(
        ...this.race ? [make('b', {}, capitalWord(kOrders[launch.order]))] : [], ...fact(this.race, 'got'),
        make('b', {}, launch.kernel), ...fact(launch.version, 'version'),
        ...fact(!this.race && launch.order === 'reversed' && kOrders.reversed),
        ...fact(launches.length > 1 && `launch ${launches.indexOf(launch) + 1} of ${launches.length}`),
        ...fact(`grid ${sizeText(launch.grid)}`, 'size'), ...fact(`block ${sizeText(launch.block)}`, 'size'),
        ...fact(shownText(launch, model.stripsOf(launch)), 'shown'),
        ...fact(`${Math.round(100 * model.utilization)} % of lanes active on average`, 'share'),
        ...fact(reports, 'reports'));
    }

    #showNotes({hazards, launch}, state) {
      const notes = hazards.map(hazard => make('p', {class: 'hazard'}, hazard.message)), order = this.model.orderText(this.number);
      if (order) notes.push(make('p', {class: 'order'}, order));
      if (this.chosen?.launch === launch) notes.push(make('p', {class: 'cell-note'}, this.chosen.note(state)));
      if (this.hint) notes.push(make('p', {class: 'hint'}, this.hint));
      if (this.number === this.model.length && this.model.trace.cut) notes.push(make('p', {class: 'cut'}, `The trace ends here: ${this.model.trace.cut}`));
      this.notes.replaceChildren(...notes);
    }
  }

  /** Steps that mean the same in both traces: the accesses of a race, or barriers where both have as many; and where they begin and end. */
  function commonMarks(models, isRace) {
    const [kind, marks] = isRace ? ['hazard', 'reports'] : ['barrier', 'barriers'];
    const count = models[0].jumps[kind].length, same = count > 0 && models.every(({jumps}) => jumps[kind].length === count);
    const of = new Map(models.map(model => [model, [1, ...same ? model.jumps[kind] : [], model.length]]));
    return {of, words: same ? `between the same two ${marks}, as far along` : 'equally far from the first step to the last'};
  }

  // ---- The element --------------------------------------------------------------------------------------------------------

  class Player extends HTMLElement {
    connectedCallback() {
      if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => this.#start(), {once: true}); else this.#start();
    }

    /** Another trace, or two. */
    set traces(traces) { this.given = traces; if (this.panes) this.#build(); }
    get step() { return this.panes[0].number; }

    #start() {
      if (this.panes || !this.isConnected) return;
      this.given ??= [...this.querySelectorAll('script[type="application/json"]')].map(script => JSON.parse(script.textContent));
      this.compact = this.hasAttribute('compact');
      this.#build();
      (this.compact ? this : document).addEventListener('keydown', event => this.#press(event));
      if (!this.compact) window.addEventListener('hashchange', () => this.#readHash());
      new ResizeObserver(() => this.#redraw()).observe(this);
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#redraw());
      new MutationObserver(() => this.#redraw()).observe(document.documentElement, {attributeFilter: ['class']});
    }

    #build() {
      const race = this.given.length === 1 ? ordersOfRace(this.given[0]) : null;
      this.isRace = race !== null;
      this.panes = (race ?? this.given.slice(0, 2)).map((trace, i) => new Pane(this, trace, 'ab'[i]));
      if (race) for (const pane of this.panes) pane.race = raceText(pane.model);
      this.use(this.panes[0]);
      this.locked = make('input', {type: 'checkbox', change: () => this.go(this.current, this.current.number)});
      this.dialog = make('dialog', {class: 'keys', 'aria-label': 'keys and signs', click: () => this.dialog.close()}, make('h2', {}, 'Keys'),
        make('dl', {}, ...kKeys.flatMap(([key, words]) => [make('dt', {}, key), make('dd', {}, words)])), make('h2', {}, 'Lanes'), signs('signs'), make('button', {type: 'button'}, 'Close'));
      const both = make('div', {class: 'panes'}, ...this.panes.map(pane => pane.element));
      this.marks = this.panes.length > 1 ? commonMarks(this.panes.map(pane => pane.model), this.isRace) : null;
      const lock = this.marks ? [make('div', {class: 'both'}, ...race ? [make('p', {class: 'what'}, 'A race: the same launch in two orders of its threads. Nothing says which of the two accesses comes first.')] : [],
        make('label', {class: 'lock'}, this.locked, ` keep both ${this.marks.words}`))] : [];
      this.classList.toggle('two', this.panes.length > 1);
      this.replaceChildren(...lock, both, this.dialog);
      const first = Number(this.getAttribute('step')) || 1;
      for (const pane of this.panes) this.#put(pane, race && first === 1 ? pane.model.secondAccess : first);
      if (!this.compact) this.#readHash();
      this.#redraw();
    }

    #redraw() {
      for (const pane of this.panes) {
        pane.timeline.draw();
        pane.show();
      }
    }

    /** Keys go to the pane that was used last. */
    use(pane) {
      this.current = pane;
      for (const one of this.panes) one.element.classList.toggle('current', one === pane);
    }

    #put(pane, number) {
      pane.number = Math.max(1, Math.min(pane.model.length, Math.round(number) || 1));
      pane.show();
    }

    go(pane, number) {
      this.use(pane);
      this.#put(pane, number);
      if (this.locked.checked) for (const other of this.panes) if (other !== pane) this.#put(other, this.#placeOf(pane, other));
      this.dispatchEvent(new CustomEvent('step', {detail: pane.number}));
      if (this.compact) return;
      clearTimeout(this.writing);  // browsers refuse an address that changes too often
      this.writing = setTimeout(() => history.replaceState(null, '', '#' + this.#hash()), 150);
    }

    /** The step of the other one that is as far between the same two marks. */
    #placeOf(pane, other) {
      const from = this.marks.of.get(pane.model), to = this.marks.of.get(other.model), last = from.length - 2;
      const i = Math.min(last, from.findLastIndex(mark => mark <= pane.number));
      const share = from[i + 1] > from[i] ? (pane.number - from[i]) / (from[i + 1] - from[i]) : 1;
      return to[i] + Math.floor(share * (to[i + 1] - to[i]) + 1e-9);
    }

    #hash() { return this.panes.length === 1 ? `step=${this.panes[0].number}` : this.panes.map(pane => `${pane.name}=${pane.number}`).join('&'); }

    #readHash() {
      const words = new URLSearchParams(location.hash.slice(1));
      for (const pane of this.panes) {
        const step = Number(words.get(this.panes.length > 1 ? pane.name : 'step'));
        if (step > 0) this.#put(pane, step);
      }
    }

    // ---- Play, keys -------------------------------------------------------------------------------------------------------

    togglePlay() { if (this.playing) this.pause(); else this.play(); }
    play() {
      if (this.current.number === this.current.model.length) this.go(this.current, 1);
      this.playing = setInterval(() => {
        const pane = this.current;
        pane.move(1);
        if (pane.number === pane.model.length) this.pause();
      }, 1000 / Number(this.current.rate.value));
      this.#showPlaying();
    }
    pause() {
      clearInterval(this.playing);
      this.playing = null;
      this.#showPlaying();
    }
    restart() { if (this.playing) { this.pause(); this.play(); } }
    #showPlaying() {
      for (const pane of this.panes) {
        pane.playButton.textContent = this.playing ? '❚❚' : '▶';
        pane.playButton.setAttribute('aria-label', this.playing ? 'pause' : 'play');
      }
    }
    help() { this.dialog.showModal(); }

    #press(event) {
      if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches?.('select, textarea, input:not([type=range]):not([type=checkbox])')) return;
      if (event.key === ' ' && event.target.matches?.('button, input[type=checkbox]') || this.dialog.open) return;
      const pane = this.current, ten = event.shiftKey ? 10 : 1;
      const acts = {
        ArrowLeft: () => pane.move(-ten), ArrowRight: () => pane.move(ten), Home: () => pane.go(1), End: () => pane.go(pane.model.length), ' ': () => this.togglePlay(),
        b: () => pane.jump('barrier', 1), B: () => pane.jump('barrier', -1), d: () => pane.jump('divergence', 1), D: () => pane.jump('divergence', -1),
        h: () => pane.jump('hazard', 1), H: () => pane.jump('hazard', -1), c: () => pane.jumpCell(1), C: () => pane.jumpCell(-1), '?': () => this.help(),
      };
      if (!Object.hasOwn(acts, event.key)) return;
      event.preventDefault();
      if (event.key !== ' ' && this.playing) this.pause();
      acts[event.key]();
    }
  }

  customElements.define('lockstep-player', Player);
})();
