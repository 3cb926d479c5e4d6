// Steps through the accesses in a picture of a warp (<figure class="requests">): a slider shows one at a time in full ink, says what
// is to be seen, and marks its line in the page's listing. Without scripts the whole picture is there.
'use strict';
(() => {
  const words = text => text.replace(/\s+/g, ' ').trim();

  /** The line of a listing that has this number, and says this (a listing may be without its comments). */
  function lineOf(listing, number, code) {
    return [...listing.querySelectorAll('.line')].find(line => {
      const shown = line.querySelector('.lineno');
      if (!shown || Number(shown.textContent) !== number) return false;
      const said = words(line.textContent.slice(shown.textContent.length));
      return said !== '' && (code.startsWith(said) || said.startsWith(code));
    });
  }

  /** The request's line: of its version's listing, else of the nearest listing before the figure, else after it. */
  function sourceOf(figure, request) {
    if (!request || !request.dataset.line) return undefined;
    const before = [], after = [];
    for (const listing of (figure.closest('.version') || document).querySelectorAll('div.fragment'))
      (figure.compareDocumentPosition(listing) & Node.DOCUMENT_POSITION_PRECEDING ? before : after).push(listing);
    return [...before.reverse(), ...after]
      .map(listing => lineOf(listing, Number(request.dataset.line), words(request.dataset.code || '')))
      .find(line => line);
  }

  /** Where the picture is wider than the screen: its middle in the middle. */
  function scrollTo(drawing, request) {
    const of = request.getBoundingClientRect(), within = drawing.getBoundingClientRect();
    drawing.scrollLeft += of.left + of.width / 2 - within.left - within.width / 2;
  }

  function add(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  function addSteps(figure) {
    const svg = figure.querySelector('svg'), requests = [...figure.querySelectorAll('.request')];
    if (requests.length < 2) return;
    const slider = add('input', {type: 'range', min: 0, max: requests.length, value: 0, autocomplete: 'off'});
    const output = add('output', {'aria-live': 'off'}), code = add('code', {});  // the slider says it already
    const drawing = add('div', {class: 'drawing'});
    svg.replaceWith(drawing);
    drawing.append(svg);
    figure.classList.add('with-steps');
    drawing.after(add('div', {class: 'steps'}, add('label', {}, 'Step through the accesses', slider), output, code));

    let marked;
    function show() {
      const request = requests[slider.value - 1];
      figure.classList.toggle('stepping', request !== undefined);
      for (const one of requests) one.classList.toggle('shown', one === request);
      output.textContent = request ? request.dataset.say : `all ${requests.length} accesses`;
      code.textContent = request && request.dataset.code || '';
      slider.setAttribute('aria-valuetext', output.textContent);
      if (marked) marked.classList.remove('at-work');
      marked = sourceOf(figure, request);
      if (marked) marked.classList.add('at-work');
      if (request) scrollTo(drawing, request);
    }
    slider.addEventListener('input', show);
    requests.forEach((request, i) => request.addEventListener('click', () => { slider.value = i + 1; show(); }));
    show();
  }

  const start = () => document.querySelectorAll('figure.requests').forEach(addSteps);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start); else start();
})();
