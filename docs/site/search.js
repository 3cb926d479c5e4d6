// The search box. Doxygen makes the field, differently from version to version, and its own search of names listens to it. Here Doxygen
// never hears of the field: it is ours. The hits hang below it, as a list of links over all else.
"use strict";
(() => {
  const isField = element => element.id === "MSearchField";

  // Doxygen's handlers are attributes of the field, or listeners that it adds later; when the field loses the focus, they empty it.
  for (const type of ["focus", "blur", "keyup"])
    document.addEventListener(type, event => { if (isField(event.target)) event.stopImmediatePropagation(); }, true);

  let search;
  /** The search, once its index has been read; a file of the disk can be read as a script alone. */
  function loaded() {
    search ??= new Promise((done, fail) => {
      const script = document.createElement("script");
      script.src = "search_index.js";
      script.onload = () => done(searchOf(kIndex, kNames));
      script.onerror = fail;
      document.head.append(script);
    });
    return search;
  }

  function element(tag, attributes, ...children) {
    const made = Object.assign(document.createElement(tag), attributes);
    made.append(...children);
    return made;
  }

  const list = element("div", { id: "found", hidden: true, tabIndex: -1 });
  list.setAttribute("role", "region");
  list.setAttribute("aria-label", "What the search found");
  const links = () => [...list.querySelectorAll("a")], firstHit = () => list.querySelector(":scope > a");
  let field;  // the one in use: Doxygen makes another one when the window gets another width

  /** Below the field, as wide as it needs and the window has, and no higher than what a phone's keyboard leaves. */
  function place() {
    const kEdge = 8, kWidest = 560, box = field.closest("#MSearchBox").getBoundingClientRect();
    const width = Math.min(kWidest, document.documentElement.clientWidth - 2 * kEdge);
    const left = Math.max(kEdge, Math.min(box.left, document.documentElement.clientWidth - width - kEdge));
    const top = box.bottom + kEdge, bottom = visualViewport.offsetTop + visualViewport.height;
    Object.assign(list.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, maxHeight: `${bottom - top - kEdge}px` });
  }

  function open() {
    list.hidden = false;
    list.scrollTop = 0;
    place();
  }
  const close = () => { list.hidden = true; };

  const linkTo = ({ heading, of, address }) => element("a", { href: address }, element("span", {}, heading), element("small", {}, of));
  const said = (...words) => {
    const line = element("p", {}, ...words);
    line.setAttribute("role", "status");
    return line;
  };
  const nothing = text =>
    said(`Nothing found for “${text}”. Try other words, or look through the `, element("a", { href: "lessons.html" }, "lessons"), ", the ",
         element("a", { href: "concepts.html" }, "concepts"), " and the ", element("a", { href: "glossary.html" }, "glossary"), ".");

  async function show() {
    const asked = field.value.trim();
    if (asked.length < 2) return close();
    try {
      const find = await loaded();
      if (asked !== field.value.trim()) return;  // more has been typed meanwhile
      const { hits, note } = find(asked);
      list.replaceChildren(...(note ? [said(note)] : []), ...(hits.length > 0 ? hits.map(linkTo) : [nothing(asked)]));
    } catch {
      list.replaceChildren(said("The search cannot read its index, search_index.js."));
    }
    open();
  }

  function onKey(event) {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = links().indexOf(document.activeElement), inField = isField(event.target);
    const go = to => { to?.focus(); event.preventDefault(); };
    if (event.key === "Escape" && !list.hidden) { go(field); close(); }
    else if (event.key === "Enter" && inField) { if (!list.hidden) firstHit()?.click(); event.preventDefault(); }
    else if (event.key === "ArrowDown" && list.hidden) { show(); event.preventDefault(); }
    else if (event.key === "ArrowDown") go(links()[at + 1]);
    else if (event.key === "ArrowUp" && !inField) go(links()[at - 1] ?? field);
    else if (event.key === "Tab" && inField && !event.shiftKey && !list.hidden && links().length > 0) go(links()[0]);
  }

  /** Away from the box the list closes. */
  function onLeave(event) {
    if (event.relatedTarget !== field && !list.contains(event.relatedTarget)) close();
  }

  list.addEventListener("keydown", onKey);
  list.addEventListener("focusout", onLeave);
  list.addEventListener("click", event => { if (event.target.closest("a")) close(); });
  const follow = () => { if (!list.hidden) place(); };
  for (const type of ["resize", "scroll"]) addEventListener(type, follow, true);
  visualViewport.addEventListener("resize", follow);

  whenThere("#MSearchField", made => {
    made.value = field?.value ?? "";  // where Doxygen up to 1.9.4 writes "Search"
    made.placeholder = "Search";
    made.autocomplete = "off";
    made.spellcheck = false;
    made.setAttribute("aria-label", "Search");
    made.setAttribute("aria-controls", list.id);
    close();
    field = made;
    document.body.append(list);
    made.addEventListener("focusin", event => {
      field = made;
      loaded().catch(() => {});  // show() says it
      if (!list.contains(event.relatedTarget)) show();  // from a hit the reader comes back to it
    });
    made.addEventListener("input", show);
    made.addEventListener("keydown", onKey);
    made.addEventListener("focusout", onLeave);
  });
})();
