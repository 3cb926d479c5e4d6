// What the search finds: the sections that have the words typed, the likeliest first. common/site/pages/search_index.cpp makes the index.
"use strict";

/** The searchable site. @param index  of search_index.js  @param names  Doxygen's own, of the harness */
function searchOf(index, names) {
  const kTimesClasses = 3, kTimes = [1, 1.6, 2.2];  // a word is in a section once, a few times, often
  const kInHeading = 6, kInTitle = 10, kSynonym = 15, kWholeHeading = 1.5, kOfTitle = 0.3, kOfSection = 0.15;
  const kGroups = 9, kOfGroup = 2, kNotFarBehind = 0.5;  // lessons and pages shown, hits of each, and how good the second must be

  // What a page is worth, and what its sections are: a concept's own page says more of it than a version that uses it.
  const kKinds = [[/^concept_/, 1.4, 1.4, "concept"], [/^glossary/, 0.5, 1.4, ""], [/^lesson_\d\d$/, 1.1, 1.1, "lesson"],
                  [/^lesson_/, 0.5, 0.4, ""], [/^exercise_/, 1, 0.35, ""], [/^source/, 0.3, 0.3, "file of the tree"], [/^/, 0.7, 0.7, ""]];
  const kOfHarness = [0.3, "harness"];

  // ---- Words ----------------------------------------------------------------------------------------------------------

  /** As the index has them, but without the underscores around: `__syncthreads` is found as "syncthreads". */
  const words = text =>
    (text.toLowerCase().match(/[a-z0-9_]+/g) ?? []).map(word => word.replace(/^_+|_+$/g, "")).filter(word => word.length > 1);

  // Of a question: "how do I launch a kernel?"
  const kFiller = new Set("an and are can do does for how in is it my of on or the to what when where which why with".split(" "));

  function asked(text) {
    const all = [...new Set(words(text))], telling = all.filter(word => !kFiller.has(word));
    return telling.length > 0 ? telling : all;
  }

  /** What a word has in common with its plural, its other forms, and its other spelling: "coalesced", "coalescing"; "colour", "color". */
  function stem(word) {
    if (/[\d_]/.test(word)) return word;
    const american = word.replace(/(?<=..)our/, "or").replace(/(?<=...)is(?=e|ing|ation)/, "iz").replace(/yse/, "yze")
      .replace(/(?<=..)tre(?=s?$)/, "ter").replace(/ll(?=ed$|ing$)/, "l").replace("grey", "gray");
    return american.replace(/(?<=...)(ations?|itions?|ions?|ences?|ents?|ency|ments?|ings?|ed|ers?|ors?|ies|es|(?<!s)s|e|y)$/, "")
      .replace(/([bdgmnprt])\1$/, "$1");
  }

  /** One letter is wrong, missing or too many, or two have changed places. */
  function areNear(a, b) {
    let i = 0;
    while (i < a.length && a[i] === b[i]) ++i;
    const same = (from_a, from_b) => a.slice(from_a) === b.slice(from_b);
    return same(i + 1, i + 1) || same(i + 1, i) || same(i, i + 1) || (a[i] === b[i + 1] && a[i + 1] === b[i] && same(i + 2, i + 2));
  }

  // ---- What there is --------------------------------------------------------------------------------------------------

  const fileOf = label => `${label === "mainpage" ? "index" : label}.html`;

  /** Doxygen's names have HTML's entities in them. */
  function decoded(text) {
    const area = document.createElement("textarea");
    area.innerHTML = text;
    return area.value;
  }

  const sections = index.sections.map(([page, label, heading], i) => {
    const file = fileOf(index.sections[page][1]);
    return { page, heading, file, label, address: page === i ? file : `${file}#${label}` };
  });
  const byLabel = new Map(sections.map(section => [section.label, section]));
  for (const section of sections) {
    const page = sections[section.page], label = page.label;
    const lesson = byLabel.get("lesson_" + /^(?:lesson|exercise)_(\d\d)/.exec(label)?.[1]);
    const [, ofPage, ofSection, kind] = kKinds.find(([of]) => of.test(label));
    section.factor = section === page ? ofPage : ofSection;
    section.group = lesson ?? page;
    const below = lesson && lesson !== page;  // "04 · Dot product › v3_shared_memory": the number once
    const own = section === page ? kind : below ? page.heading.replace(/^\d\d · /, "") : page.heading;
    section.of = [below && lesson.heading, own].filter(Boolean).join(" › ");
  }
  const ours = new Set(sections.map(section => section.file));
  for (const [, [name, ...places]] of names)
    for (const [path, , scope] of places) {
      const address = path.replace(/^\.\.\//, ""), file = address.replace(/#.*/, "");
      if (ours.has(file)) continue;
      const [factor, kind] = kOfHarness;
      const of = [decoded(scope), kind].filter(Boolean).join(" · ");
      sections.push({ page: sections.length, heading: decoded(name), file, address, of, factor, group: file });
    }

  /** Every word that can be met, with where it is: pairs of a section and a weight. */
  const vocabulary = new Map();
  function at(word) {
    if (!vocabulary.has(word)) vocabulary.set(word, { word, stem: stem(word), places: [] });
    return vocabulary.get(word).places;
  }
  sections.forEach((section, i) => {
    const own = words(section.heading);
    section.stems = own.map(stem);
    for (const word of own) at(word).push([i, section.page === i ? kInTitle : kInHeading]);
  });
  for (const [word, numbers] of Object.entries(index.words)) {
    const places = at(words(word)[0] ?? word);
    let section = 0;
    for (const number of numbers) places.push([section += Math.floor(number / kTimesClasses), kTimes[number % kTimesClasses]]);
  }
  const common = new Set(index.common.flatMap(words));
  const synonyms = index.synonyms.map(([text, section, why]) => ({ text, section, why, phrase: words(text).map(stem).join(" ") }));

  // ---- What fits ------------------------------------------------------------------------------------------------------

  function likeness(asked, askedStem, { word, stem }) {
    if (word === asked) return 1;
    if (stem === askedStem) return 0.85;
    if (asked.length > 1 && word.startsWith(asked)) return 0.7;
    if (askedStem.length > 3 && word.startsWith(askedStem)) return 0.6;
    return asked.length > 3 && word.includes(asked) ? 0.35 : 0;
  }

  /** Where a word is: the weight by section. `instead` is the word that was meant, where nothing has the one that was typed. */
  function placesOf(asked) {
    const askedStem = stem(asked), weights = new Map();
    let instead = "";
    const add = ({ places }, like) => {
      for (const [section, weight] of places) weights.set(section, Math.max(weights.get(section) ?? 0, weight * like));
    };
    for (const known of vocabulary.values()) {
      const like = likeness(asked, askedStem, known);
      if (like > 0) add(known, like);
    }
    if (weights.size === 0 && asked.length > 3 && !common.has(asked))
      for (const known of vocabulary.values()) {
        if (!areNear(asked, known.word) && !areNear(askedStem, known.stem)) continue;
        add(known, 0.5);
        instead ||= known.word;
      }
    return { asked, weights, instead };
  }

  /** The synonyms in what is typed, or that it begins: `like` is 1, or the part that is typed. */
  function synonymsIn(typed, areKnown) {
    const text = typed.map(stem).join(" ");
    const likenessTo = phrase => {
      if (` ${text} `.includes(` ${phrase} `) || (!areKnown && text.length > 4 && areNear(text, phrase))) return 1;
      return text.length > 2 && phrase.startsWith(text) ? 0.6 * text.length / phrase.length : 0;
    };
    return synonyms.map(synonym => ({ ...synonym, like: likenessTo(synonym.phrase) })).filter(({ like }) => like > 0)
      .sort((a, b) => b.like - a.like);
  }

  /** What each section is worth, and how many of the words it has. */
  function ranked(places, meant) {
    const bestOfPage = places.map(({ weights }) => {
      const best = new Map();
      for (const [i, weight] of weights) best.set(sections[i].page, Math.max(best.get(sections[i].page) ?? 0, weight));
      return best;
    });
    const stems = new Set(places.map(({ asked }) => stem(asked)));
    return sections.map((section, i) => {
      let worth = 0, has = 0;
      places.forEach(({ asked, weights }, k) => {
        // A page has what its sections have, and a section what its page's title says.
        const inherited = section.page === i ? kOfSection * (bestOfPage[k].get(i) ?? 0) : kOfTitle * (weights.get(section.page) ?? 0);
        const weight = Math.max(weights.get(i) ?? 0, inherited);
        worth += weight;
        if (weight > 0 || common.has(asked)) ++has;
      });
      if (worth > 0 && section.stems.length > 0 && section.stems.every(stem => stems.has(stem))) worth *= kWholeHeading;
      const synonym = meant.find(({ section: of }) => of === i);
      if (synonym) {
        worth += kSynonym * synonym.like;
        has = Math.min(places.length, has + synonym.phrase.split(" ").length);
        if (synonym.like === 1 && synonym.why !== "") section = { ...section, of: synonym.why };
      }
      return { section, worth: worth * section.factor, has };
    }).filter(({ worth }) => worth > 0).sort((a, b) => b.has - a.has || b.worth - a.worth);
  }

  /** The best of each lesson and page, so that one does not take all the room. */
  function grouped(found) {
    const groups = new Map();
    for (const hit of found) {
      const group = groups.get(hit.section.group) ?? [];
      if (groups.size === kGroups && group.length === 0) continue;
      if (group.length < kOfGroup && !(hit.worth < kNotFarBehind * group[0]?.worth)) groups.set(hit.section.group, [...group, hit]);
    }
    return [...groups.values()].flat().sort((a, b) => b.worth - a.worth).map(({ section }) => section);
  }

  /** What is to be said of the hits. */
  function noteOn(places, meant, found) {
    const typed = meant.filter(({ like }) => like === 1);
    const isHeading = ({ phrase }) => found.some(({ section }) => phrase.split(" ").every(stem => section.stems.includes(stem)));
    if (typed.length > 0 && typed.every(({ why }) => why !== "") && !isHeading(typed[0]))
      return `The course has no page on “${typed[0].text}”. Nearest to it:`;
    const mistyped = places.find(({ instead }) => instead !== "");
    if (mistyped && typed.length === 0) return `No page has “${mistyped.asked}”. Did you mean “${mistyped.instead}”?`;
    return found[0].has < places.length ? "No page has all of these words. These have some:" : "";
  }

  return text => {
    const typed = asked(text), places = typed.map(placesOf);
    const areKnown = places.every(({ weights, instead }) => weights.size > 0 && instead === "");
    const meant = synonymsIn(typed, areKnown);
    const all = ranked(places, meant), found = all.filter(({ has }) => has === all[0].has);
    return { hits: grouped(found), note: found.length > 0 ? noteOn(places, meant, found) : "" };
  };
}
