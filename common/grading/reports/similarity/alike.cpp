/// @file
/// @brief Winnowing (Schleimer, Wilkerson, Aiken: Winnowing, SIGMOD 2003), and then the exact passages of each pair that it finds.
#include "grading/reports/similarity/alike.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "grading/reports/similarity/tokens.hpp"

namespace lockstep::grading {
namespace {

constexpr std::size_t kGram = 10;      // tokens that are compared as one: about two lines
constexpr std::size_t kWindow = 4;     // of as many grams in a row one is a fingerprint: all shared passages of 13 tokens are found
constexpr std::size_t kFewest = 40;    // tokens of its own that a work must share: ten lines
constexpr double kLeastShare = 0.5;    // of what is its own
constexpr std::size_t kMostTries = 8;  // places in the other work at which a passage is looked for

using Hashes = std::vector<std::uint64_t>;

std::uint64_t hash_of(std::span<const Token> tokens) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const Token& token : tokens) hash = (hash ^ token.kind ^ (hash >> 29)) * 1099511628211ULL;
  return hash;
}

/// Of the tokens from each position on.
Hashes grams_of(const std::vector<Token>& tokens) {
  Hashes grams;
  for (std::size_t at = 0; at + kGram <= tokens.size(); ++at) grams.push_back(hash_of(std::span(tokens).subspan(at, kGram)));
  return grams;
}

Hashes sorted_set(Hashes hashes) {
  std::ranges::sort(hashes);
  hashes.erase(std::ranges::unique(hashes).begin(), hashes.end());
  return hashes;
}

bool is_in(const Hashes& sorted, std::uint64_t hash) { return std::ranges::binary_search(sorted, hash); }

/// A gram that is the fingerprint of its window.
struct Fingerprint {
  std::uint64_t hash;
  std::size_t at;
};

/// A work as it is compared.
struct Prepared {
  std::vector<Token> tokens;
  Hashes grams;
  std::vector<bool> is_own;         // each token: in a gram that is neither handed out nor common
  std::size_t own = 0;              // how many are
  std::vector<Fingerprint> prints;  // sorted by hash; of grams that are its own
};

/// What many have was not copied by one from another: the exercise leads to it.
Hashes common_grams(const std::vector<Prepared>& works) {
  const std::size_t most = std::max<std::size_t>(4, works.size() / 3);
  Hashes all, common;
  for (const Prepared& work : works) {
    const Hashes own = sorted_set(work.grams);
    all.insert(all.end(), own.begin(), own.end());
  }
  std::ranges::sort(all);
  for (auto begin = all.begin(); begin != all.end();) {
    const auto end = std::upper_bound(begin, all.end(), *begin);
    if (static_cast<std::size_t>(end - begin) > most) common.push_back(*begin);
    begin = end;
  }
  return common;
}

/// The smallest hash of each window, its last one where it is there twice.
std::vector<Fingerprint> winnowed(const Hashes& grams, const std::vector<bool>& is_counted) {
  std::vector<Fingerprint> prints;
  for (std::size_t begin = 0; begin + kWindow <= grams.size() || (begin == 0 && !grams.empty()); ++begin) {
    std::optional<Fingerprint> least;
    for (std::size_t at = begin; at < std::min(begin + kWindow, grams.size()); ++at)
      if (is_counted[at] && (!least || grams[at] <= least->hash)) least = {grams[at], at};
    if (least && (prints.empty() || prints.back().at != least->at)) prints.push_back(*least);
  }
  return prints;
}

void find_own(Prepared& work, const Hashes& handed_out, const Hashes& common) {
  std::vector<bool> is_counted;
  work.is_own.assign(work.tokens.size(), false);
  for (std::size_t at = 0; at < work.grams.size(); ++at) {
    is_counted.push_back(!is_in(handed_out, work.grams[at]) && !is_in(common, work.grams[at]));
    if (is_counted.back()) std::fill_n(work.is_own.begin() + static_cast<std::ptrdiff_t>(at), kGram, true);
  }
  // A token that is also in a gram of everybody's says nothing of its author.
  for (std::size_t at = 0; at < work.grams.size(); ++at)
    if (!is_counted[at]) std::fill_n(work.is_own.begin() + static_cast<std::ptrdiff_t>(at), kGram, false);
  work.own = static_cast<std::size_t>(std::ranges::count(work.is_own, true));
  work.prints = winnowed(work.grams, is_counted);
  std::ranges::stable_sort(work.prints, {}, &Fingerprint::hash);
}

/// Two works that have a fingerprint in common.
using Candidates = std::map<std::pair<std::size_t, std::size_t>, std::size_t>;

Candidates candidates(const std::vector<Prepared>& works) {
  std::vector<std::pair<std::uint64_t, std::size_t>> bearers;
  for (std::size_t i = 0; i < works.size(); ++i)
    for (const Fingerprint& print : works[i].prints) bearers.emplace_back(print.hash, i);
  std::ranges::sort(bearers);
  bearers.erase(std::ranges::unique(bearers).begin(), bearers.end());
  Candidates found;
  for (auto begin = bearers.begin(); begin != bearers.end();) {
    const auto end = std::find_if(begin, bearers.end(), [&](const auto& one) { return one.first != begin->first; });
    for (auto one = begin; one != end; ++one)
      for (auto other = one + 1; other != end; ++other) ++found[{one->second, other->second}];
    begin = end;
  }
  return found;
}

/// Tokens that are the same in both: from `one` and from `other` on.
struct Run {
  std::size_t one = 0, other = 0, length = 0;
};

/// As far as it goes in both directions.
Run longest_run(const Prepared& a, const Prepared& b, std::size_t in_a, std::size_t in_b) {
  Run run{in_a, in_b, 0};
  while (run.one > 0 && run.other > 0 && a.tokens[run.one - 1].kind == b.tokens[run.other - 1].kind) {
    --run.one;
    --run.other;
  }
  while (run.one + run.length < a.tokens.size() && run.other + run.length < b.tokens.size() &&
         a.tokens[run.one + run.length].kind == b.tokens[run.other + run.length].kind)
    ++run.length;
  return run;
}

/// The longest run through a fingerprint of `a`, at the places where `b` has it, too.
std::optional<Run> best_run(const Prepared& a, const Prepared& b, const Fingerprint& print) {
  std::optional<Run> best;
  const auto [begin, end] = std::ranges::equal_range(b.prints, print.hash, {}, &Fingerprint::hash);
  for (auto at = begin; at != end && at - begin < static_cast<std::ptrdiff_t>(kMostTries); ++at) {
    const Run run = longest_run(a, b, print.at, at->at);
    if (run.length >= kGram && (!best || run.length > best->length)) best = run;
  }
  return best;
}

/// Runs that together cover what `a` shares with `b`, in the order of `a`.
std::vector<Run> shared_runs(const Prepared& a, const Prepared& b) {
  std::vector<Fingerprint> prints = a.prints;
  std::ranges::sort(prints, {}, &Fingerprint::at);
  std::vector<Run> runs;
  for (const Fingerprint& print : prints) {
    if (!runs.empty() && print.at + kGram <= runs.back().one + runs.back().length) continue;
    if (const auto run = best_run(a, b, print)) runs.push_back(*run);
  }
  return runs;
}

std::size_t own_tokens_in(const Prepared& work, const std::vector<Run>& runs, std::size_t Run::*begin) {
  std::vector<bool> is_shared(work.tokens.size(), false);
  for (const Run& run : runs) std::fill_n(is_shared.begin() + static_cast<std::ptrdiff_t>(run.*begin), run.length, true);
  std::size_t count = 0;
  for (std::size_t at = 0; at < is_shared.size(); ++at) count += is_shared[at] && work.is_own[at] ? 1 : 0;
  return count;
}

LineRange lines_of(const Prepared& work, std::size_t begin, std::size_t length) {
  return {work.tokens[begin].line, work.tokens[begin + length - 1].line};
}

/// Nothing where they share little.
std::optional<AlikePair> compare(const std::vector<Prepared>& works, std::size_t one, std::size_t other) {
  const Prepared &a = works[one], &b = works[other];
  const std::vector<Run> runs = shared_runs(a, b);
  const std::size_t in_a = own_tokens_in(a, runs, &Run::one), in_b = own_tokens_in(b, runs, &Run::other);
  if (std::min(in_a, in_b) < kFewest) return std::nullopt;
  AlikePair pair{
      one, other, static_cast<double>(in_a) / static_cast<double>(a.own), static_cast<double>(in_b) / static_cast<double>(b.own), in_a, {}};
  if (std::max(pair.share_of_one, pair.share_of_other) < kLeastShare) return std::nullopt;
  for (const Run& run : runs) pair.passages.push_back({lines_of(a, run.one, run.length), lines_of(b, run.other, run.length), run.length});
  return pair;
}

}  // namespace

std::vector<AlikePair> alike_pairs(const std::vector<StudentSource>& works, const std::vector<std::string>& handed_out) {
  Hashes given;
  for (const std::string& source : handed_out) {
    const Hashes grams = grams_of(tokens_of(source));
    given.insert(given.end(), grams.begin(), grams.end());
  }
  given = sorted_set(std::move(given));
  std::vector<Prepared> prepared(works.size());
  for (std::size_t i = 0; i < works.size(); ++i) {
    prepared[i].tokens = tokens_of(works[i].source);
    prepared[i].grams = grams_of(prepared[i].tokens);
  }
  const Hashes common = common_grams(prepared);
  for (Prepared& work : prepared) find_own(work, given, common);
  std::vector<AlikePair> pairs;
  for (const auto& [pair, prints] : candidates(prepared))
    if (auto alike = compare(prepared, pair.first, pair.second)) pairs.push_back(*std::move(alike));
  std::ranges::stable_sort(pairs, std::ranges::greater(), &AlikePair::weight);
  return pairs;
}

}  // namespace lockstep::grading
