// Puts a player into each <figure class="stepping" data-trace="lesson_03_v5" data-step="9"> when the reader comes to it, and moves it to
// the step that the page's address names: lesson_03_v5.html#step=12. model.js and player.js have to be there first.
'use strict';
(() => {
  const figures = [...document.querySelectorAll('figure.stepping')];
  const stepAsked = () => Number(/^#step=(\d+)$/.exec(location.hash)?.[1]) || null;

  /** What a trace's script calls. */
  window.lockstep_trace = (name, trace) => {
    const figure = figures.find(figure => figure.dataset.trace === name);
    const player = document.createElement('lockstep-player');
    player.setAttribute('compact', '');
    player.setAttribute('step', stepAsked() ?? figure.dataset.step);
    player.traces = [trace];
    figure.append(player);
    if (stepAsked()) figure.scrollIntoView();
  };

  function load(figure) {
    if (figure.classList.contains('begun')) return;
    figure.classList.add('begun');
    const script = document.createElement('script');
    script.src = `${figure.dataset.trace}_trace.js`;
    document.head.append(script);
  }

  /** A trace that is on its way will begin at the step of the address by itself. */
  function follow() {
    const step = stepAsked(), [figure] = figures, player = figure.querySelector('lockstep-player');
    if (!step) return;
    figure.scrollIntoView();
    if (player) player.go(player.panes[0], step); else load(figure);
  }

  if (figures.length === 0) return;
  const observer = new IntersectionObserver(entries => entries.filter(entry => entry.isIntersecting).forEach(({target}) => load(target)));
  for (const figure of figures) observer.observe(figure);
  window.addEventListener('hashchange', follow);
  follow();
})();
