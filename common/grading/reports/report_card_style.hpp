/// @file
/// @brief How a report card looks. Its colours are those of the pictures that it shows.
#pragma once

#include <string_view>

namespace lockstep::grading {

constexpr std::string_view kReportCardStyle = R"(
:root {
  color-scheme: light dark;
  --page: #ffffff; --panel: #f6f8fa; --edge: #d5d9de; --text: #1f2328; --faint: #59636e; --link: #0060a0;
  --good: #1a7f37; --bad: #cf222e; --bad-panel: #fff1ef; --named: #fff4d1; --named-edge: #b07d00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0d1117; --panel: #161b22; --edge: #2f3742; --text: #e6edf3; --faint: #9198a1; --link: #58a6ff;
    --good: #4ac26b; --bad: #ff7b72; --bad-panel: #25171a; --named: #2e2712; --named-edge: #e3b341;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 30vh; }
body { margin: 0 auto; max-width: 78rem; padding: 2.5rem 1.5rem 3rem; background: var(--page); color: var(--text);
       font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: .15em; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 3rem 0 1rem; font-size: 1.25rem; line-height: 1.3; }
h3 { margin: 0; font-size: 1rem; }
pre, code { font: .8125rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
pre { margin: 0; white-space: pre-wrap; tab-size: 8; }
.faint { color: var(--faint); }
.good { color: var(--good); }
.bad { color: var(--bad); }

.lesson { margin: 0 0 .25rem; color: var(--faint); font-size: .9375rem; }
.broken { margin: 1.5rem 0 0; padding: 1rem 1.25rem; border: 1px solid var(--bad); border-left-width: 6px; border-radius: 8px;
          background: var(--bad-panel); }
.broken strong { display: block; color: var(--bad); }
.note { margin: 1rem 0 0; color: var(--faint); }
.total { margin: 1.5rem 0 0; line-height: 1; font-variant-numeric: tabular-nums; }
.total b { font-size: clamp(3.5rem, 14vw, 5.5rem); font-weight: 700; letter-spacing: -.03em; }
.total span { margin-left: .35rem; font-size: 1.375rem; color: var(--faint); }
.bar { display: flex; gap: 3px; height: .75rem; margin-top: 1.25rem; }
.bar i { border: 1px solid var(--edge); border-radius: 3px; background: var(--panel); min-width: 4px; }
.bar .full { border-color: var(--good); background: var(--good); }

table { width: 100%; margin-top: 2rem; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { padding: .375rem .75rem; color: var(--faint); font-size: .8125rem; font-weight: 600; text-align: left; }
td { padding: .5rem .75rem; border-top: 1px solid var(--edge); vertical-align: top; }
th:first-child, td:first-child { padding-left: 0; }
th:last-child, td:last-child { padding-right: 0; }
.points { text-align: right; white-space: nowrap; }
.result { width: 1%; white-space: nowrap; font-weight: 600; }
.part { width: 1%; white-space: nowrap; color: var(--faint); }
.extra, .begin { display: inline-block; padding: 0 .5rem; border-radius: 1rem; font-size: .75rem; font-weight: 600; line-height: 1.25rem;
                 white-space: nowrap; }
.extra { border: 1px solid var(--edge); color: var(--faint); }
.begin { background: var(--bad); color: var(--page); }

.diagnostic { margin-top: 1rem; padding: 1rem 1.25rem; border: 1px solid var(--edge); border-left: 6px solid var(--edge);
              border-radius: 8px; background: var(--panel); }
.diagnostic.first { border-color: var(--bad); background: var(--bad-panel); }
.diagnostic header { display: flex; flex-wrap: wrap; gap: .25rem .625rem; align-items: center; }
.diagnostic pre span { display: block; padding-left: 4ch; text-indent: -4ch; }
.diagnostic pre, .diagnostic p { margin: .625rem 0 0; }

.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 1rem; }
figure { margin: 0; padding: .75rem; border: 1px solid var(--edge); border-radius: 8px; }
figure img { display: block; width: 100%; min-width: 26rem; max-height: 60rem; object-fit: contain; }
figure:target { grid-column: 1 / -1; }
figure:target img { min-width: 44rem; }
figure a { display: block; overflow-x: auto; cursor: zoom-in; }
figure:target a { cursor: default; }
figcaption { margin-bottom: .5rem; font-weight: 600; }

.source { border: 1px solid var(--edge); border-radius: 8px; padding: .5rem 0; }
.source span { display: grid; grid-template-columns: 4.5ch minmax(0, 1fr); column-gap: 1.5ch; padding-right: .75rem; }
.source a { color: var(--faint); text-align: right; text-decoration: none; user-select: none; -webkit-user-select: none; }
.source .named { background: var(--named); box-shadow: inset 4px 0 var(--named-edge); }
.source .named a { color: inherit; font-weight: 700; }
.source span:target { outline: 2px solid var(--link); }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--edge); color: var(--faint); font-size: .875rem; }

@media (max-width: 40rem) {
  body { padding: 1.25rem 1rem 2rem; }
  h2 { margin-top: 2.25rem; }
  table { font-size: .875rem; }
  th, td { padding-left: .375rem; padding-right: .375rem; }
  pre, code { font-size: .75rem; }
  .diagnostic, .broken { padding: .75rem .875rem; }
  .source span { grid-template-columns: 3.5ch minmax(0, 1fr); column-gap: 1ch; padding-right: .375rem; }
}
@media print {
  :root { --page: #ffffff; --panel: #ffffff; --edge: #b8bec5; --text: #000000; --faint: #444c56; --link: #000000;
          --good: #1a7f37; --bad: #cf222e; --bad-panel: #ffffff; --named: #ffffff; --named-edge: #000000; color-scheme: light; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  pre, code { font-size: 8pt; line-height: 1.4; }
  h2 { break-after: avoid; }
  tr, figure, .source span { break-inside: avoid; }
  .pictures { grid-template-columns: 1fr 1fr; }
  figure img, figure:target img { min-width: 0; }
}
)";

}  // namespace lockstep::grading
