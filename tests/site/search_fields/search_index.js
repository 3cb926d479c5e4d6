// An index as common/site/pages/search_index.cpp makes it: two pages with a section each.
const kNames = [["bank_5fsum_0", ["bank_sum", ["../block_8hpp.html#a1", 1, "lockstep"]]]];
const kIndex = {
  sections: [[0, "concept_bank_conflicts", "Bank conflicts"], [0, "concept_bank_conflicts-try-it", "Try it"],
             [2, "lesson_02", "02 · Matrix addition"], [2, "lesson_02-v4", "v4 · Padded tile"]],
  words: { bank: [0, 5, 4], tile: [4, 4] }, common: ["the"], synonyms: [["transpose", 2, ""]],
};
