// The search box: every word that is typed has to begin a word of a page's title, of a heading, or of a name of the harness.
// The index (search_index.js) is read when the box is first entered.
"use strict";
(() => {
  const kShown = 20;
  const words = text => text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(word => word !== "");

  /** All that can be found: what it is called, where it is, what it is a part of, and how near to the top it belongs. */
  function everything() {
    const found = [];
    for (const [, [name, ...places]] of kNames)
      for (const [address, , scope] of places)
        found.push({ name: decoded(name), address: address.replace(/^\.\.\//, ""), of: decoded(scope), rank: address.includes("#") ? 2 : 0 });
    for (const [name, address, page] of kHeadings) found.push({ name: plain(name), address, of: plain(page), rank: 1 });
    found.forEach(entry => { entry.words = words(entry.name); });
    return found;
  }

  /** Doxygen's index has HTML's entities in it. */
  function decoded(text) {
    const area = document.createElement("textarea");
    area.innerHTML = text;
    return area.value;
  }

  const plain = markdown => markdown.replace(/[`*]/g, "");

  function matches(index, text) {
    const asked = words(text);
    if (asked.length === 0) return [];
    const fits = entry => asked.every(word => entry.words.some(own => own.startsWith(word)));
    return index.filter(fits).sort((a, b) => a.rank - b.rank || a.name.length - b.name.length).slice(0, kShown);
  }

  function load() {
    return new Promise(done => {
      const script = document.createElement("script");
      script.src = "search_index.js";
      script.onload = done;
      document.head.append(script);
    });
  }

  function show(list, entries, text) {
    list.replaceChildren(...entries.map(entry => {
      const link = document.createElement("a"), of = document.createElement("small");
      link.href = entry.address;
      link.textContent = entry.name;
      of.textContent = entry.of;
      link.append(" ", of);
      return link;
    }));
    if (entries.length === 0 && text.trim() !== "") list.textContent = "nothing found";
    list.hidden = text.trim() === "";
  }

  whenThere("#MSearchField", field => {
    for (const handler of ["onkeyup", "onfocus", "onblur"]) field.removeAttribute(handler);
    document.getElementById("MSearchSelect")?.remove();
    const list = document.createElement("div");
    list.id = "found";
    list.hidden = true;
    list.setAttribute("role", "region");
    list.setAttribute("aria-label", "What the search found");
    list.setAttribute("aria-live", "polite");
    document.getElementById("MSearchBox").append(list);

    let index;
    field.addEventListener("input", async () => {
      index ??= load().then(everything);
      const entries = matches(await index, field.value);
      show(list, entries, field.value);
    });
    const links = () => [...list.querySelectorAll("a")];
    list.parentElement.addEventListener("keydown", event => {
      const at = links().indexOf(document.activeElement);
      if (event.key === "Escape") { list.hidden = true; field.focus(); }
      else if (event.key === "Enter" && at < 0) links()[0]?.click();
      else if (event.key === "ArrowDown") links()[at + 1]?.focus();
      else if (event.key === "ArrowUp") (links()[at - 1] ?? field).focus();
      else return;
      if (event.key !== "Enter") event.preventDefault();
    });
    document.addEventListener("click", event => { if (!list.parentElement.contains(event.target)) list.hidden = true; });
  });
})();
