// Doxygen's scripts and doxygen-awesome's make a part of the page late, some of it after it has loaded.
"use strict";

/** Calls `act` once for each element that `selector` names, now or as soon as there is one. */
function whenThere(selector, act) {
  const seen = new WeakSet();
  const look = () => {
    for (const element of document.querySelectorAll(selector)) {
      if (seen.has(element)) continue;
      seen.add(element);
      act(element);
    }
  };
  look();
  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true });
}
