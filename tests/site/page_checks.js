// What can be wrong with a page that a browser has laid out. Each check returns sentences, one a fault; none where all is well.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const quote = text => `"${text.trim().replace(/\s+/g, ' ').slice(0, 40)}"`;
  const name = element =>  // the same for all elements of a kind: Doxygen has names of files and of declarations among its classes
    element.tagName.toLowerCase() + [...element.classList].filter(word => /^[a-zA-Z-]+$/.test(word)).map(word => '.' + word).join('');
  const is_seen = element => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const say = figure => quote(figure.querySelector('img')?.alt || figure.textContent);

  // ---- Width ----------------------------------------------------------------------------------------------------------

  // What may scroll sideways is a part that says so by its style, and not the page, nor Doxygen's box around its contents.
  const kPage = 'html, body, #doc-content, #container, .contents';
  const scrolls_inside = element => {
    for (let e = element.parentElement; e && !e.matches(kPage); e = e.parentElement)
      if (getComputedStyle(e).overflowX !== 'visible') return true;
    return false;
  };

  function overflow(width) {
    const root = document.documentElement;
    if (root.clientWidth !== width) return [`is laid out ${root.clientWidth} pixels wide: is there no viewport tag?`];
    const page = all(kPage).filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0);
    if (page.length === 0) return [];
    const right = e => Math.round(e.getBoundingClientRect().right);
    const edge = Math.min(width, ...page.map(right));
    const beyond = all('body *').filter(e => is_seen(e) && right(e) > edge + 1 && !scrolls_inside(e));
    const widest = beyond.filter(e => !beyond.some(other => other !== e && e.contains(other)));
    if (widest.length === 0) return [`${name(page[0])} overflows`];
    return [...new Set(widest.map(e => `overflows: ${name(e)} in ${name(e.parentElement)}`))].slice(0, 3);
  }

  // ---- Charts and pictures --------------------------------------------------------------------------------------------

  const is_blank = canvas => {
    const ink = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    return !ink.some(byte => byte !== 0);
  };

  function chart_fault(figure) {
    const canvas = figure.querySelector('canvas');
    if (!canvas) return 'has no canvas';
    const chart = typeof Chart === 'undefined' ? undefined : Chart.getChart(canvas);
    if (!chart) return 'was not drawn';
    if (!chart.data.datasets.length || chart.data.datasets.some(set => set.data.length === 0)) return 'has no data';
    const box = canvas.getBoundingClientRect();
    if (canvas.width === 0 || canvas.height === 0 || box.width === 0 || box.height === 0) return 'has no size';
    return is_blank(canvas) ? 'is blank' : '';
  }
  const charts = () =>
    all('figure.chart').map(figure => [figure, chart_fault(figure)]).filter(([, fault]) => fault)
      .map(([figure, fault]) => `chart ${say(figure)} ${fault}`);

  function slider_fault(figure) {
    const slider = figure.querySelector('input[type=range]');
    if (!slider) return 'has no slider';
    if (!slider.labels.length && !slider.ariaLabel) return 'has a slider without a label';
    const move = value => {
      slider.value = value;
      for (const event of ['input', 'change']) slider.dispatchEvent(new Event(event, { bubbles: true }));
      return figure.querySelector('svg')?.outerHTML;
    };
    const before = slider.value, whole = move(before), stepped = move(slider.max);
    const spoken = slider.ariaValueText;
    const again = move(before);
    if (!whole) return 'has no svg';
    if (stepped === whole) return 'is the same at both ends of its slider';
    if (again !== whole) return 'is another when its slider comes back';
    return spoken ? '' : 'has a slider without aria-valuetext';
  }
  const has_steps = figure => figure.querySelectorAll('.request').length > 1;
  const requests = () =>
    all('figure.requests').filter(has_steps).map(slider_fault).filter(fault => fault).map(fault => `stepping picture ${fault}`);

  // ---- Contrast -------------------------------------------------------------------------------------------------------

  const kLeastContrast = 4.5;  // WCAG 2.2, 1.4.3
  const kClear = [0, 0, 0, 0];

  // Any colour that CSS can write as red, green, blue of 0 … 1 and alpha.
  const brush = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const colours = new Map();
  function colour(text) {
    if (text === 'none') return kClear;
    if (!colours.has(text)) {
      brush.canvas.width = brush.canvas.height = 1;
      brush.fillStyle = '#000';
      brush.fillStyle = text;
      brush.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
      colours.set(text, [r / 255, g / 255, b / 255, a / 255]);
    }
    return colours.get(text);
  }
  const over = (top, below) => {
    const alpha = top[3] + below[3] * (1 - top[3]);
    if (alpha === 0) return kClear;
    return [0, 1, 2].map(i => (top[i] * top[3] + below[i] * below[3] * (1 - top[3])) / alpha).concat(alpha);
  };
  const luminance = rgb => {
    const [r, g, b] = rgb.map(c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const with_alpha = (rgba, alpha) => [...rgba.slice(0, 3), rgba[3] * alpha];
  const hex = rgba => '#' + rgba.slice(0, 3).map(c => Math.round(c * 255).toString(16).padStart(2, '0')).join('');

  // Colours are to be judged as they end, not as they change.
  const still = document.createElement('style');
  still.textContent = '*, *::before, *::after { transition: none !important; animation: none !important }';
  still.style.outlineColor = 'Canvas';  // which is white or black, as the page's colour scheme has it
  document.head.append(still);

  // Behind an element's text: its own background over those of its ancestors, down to the browser's canvas.
  const grounds = new Map();
  function ground(element) {
    if (!element) return colour(getComputedStyle(still).outlineColor);
    if (!grounds.has(element)) grounds.set(element, over(colour(getComputedStyle(element).backgroundColor), ground(element.parentElement)));
    return grounds.get(element);
  }

  // In a drawing, the last shape before the text that covers its middle.
  const drawings = new Map();
  function shapes_of(svg) {
    const look = shape => {
      const style = getComputedStyle(shape);
      return { shape, area: shape.getBoundingClientRect(), ink: with_alpha(colour(style.fill), style.fillOpacity * style.opacity) };
    };
    if (!drawings.has(svg)) {
      const shapes = all('rect, path, polygon, circle, ellipse', svg).filter(shape => !shape.closest('defs')).map(look);
      drawings.set(svg, shapes.filter(({ ink }) => ink[3] > 0));
    }
    return drawings.get(svg);
  }
  function drawn_ground(text) {
    const svg = text.ownerSVGElement, box = text.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    let below = ground(svg);
    for (const { shape, area, ink } of shapes_of(svg)) {
      if (x < area.left || x > area.right || y < area.top || y > area.bottom) continue;
      if (text.compareDocumentPosition(shape) & Node.DOCUMENT_POSITION_FOLLOWING) break;
      below = over(ink, below);
    }
    return below;
  }

  const opacities = new Map();
  function opacity(element) {
    if (!element) return 1;
    if (!opacities.has(element)) opacities.set(element, getComputedStyle(element).opacity * opacity(element.parentElement));
    return opacities.get(element);
  }

  const own_text = element => [...element.childNodes].filter(node => node.nodeType === Node.TEXT_NODE).map(node => node.data).join(' ');

  function contrast() {
    const faults = new Map();
    grounds.clear();
    drawings.clear();
    opacities.clear();
    for (const element of all('body, body *')) {
      const text = own_text(element);
      if (!/\S/.test(text) || element.matches('script, style, noscript, title, desc') || element.closest('[aria-hidden=true]')) continue;
      if (!is_seen(element)) continue;
      const drawn = element instanceof SVGElement, style = getComputedStyle(element);
      const below = drawn ? drawn_ground(element) : ground(element);
      const ink = over(with_alpha(colour(drawn ? style.fill : style.color), opacity(element)), below);
      const found = ratio(ink.slice(0, 3), below.slice(0, 3));
      const fault = `contrast ${(Math.floor(found * 10) / 10).toFixed(1)}: ${hex(ink)} on ${hex(below)}, ${name(element)}`;
      if (found < kLeastContrast && !faults.has(fault)) faults.set(fault, quote(text));
    }
    return [...faults.keys()];
  }

  // ---- Controls -------------------------------------------------------------------------------------------------------

  const copy_buttons = () =>
    all('.contents div.fragment').filter(is_seen)
      .filter(fragment => !fragment.parentElement.querySelector('doxygen-awesome-fragment-copy-button, button.copy'))
      .map(fragment => `code ${quote(fragment.textContent)} has no copy button`);

  window.page_checks = { overflow, charts, requests, contrast, copy_buttons };
})();
