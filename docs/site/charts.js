// Figures of the class "chart": the drawing gives way to a chart that shows values under the pointer. The numbers stand in the page as
// JSON; without scripts, and in print, the drawing stays. A row for each name has bars; on a logarithmic axis, where a bar's length would mean
// nothing, it has dots.
"use strict";

const kInks = { light: ["#0072b2", "#c04a00", "#00795a", "#a8487f", "#8a6500", "#5b4bb5", "#59636e", "#1f2328"],
                dark: ["#58a6ff", "#ff9b5e", "#3fd1a5", "#f08bc0", "#e3b341", "#b3a4ff", "#9198a1", "#e6edf3"] };
const kInkBeside = "#8b949e";  // of the CPU's and the libraries' rows

function isDark() {
  const chosen = document.documentElement.classList;
  if (chosen.contains("dark-mode")) return true;
  return !chosen.contains("light-mode") && matchMedia("(prefers-color-scheme: dark)").matches;
}

/** As short as it is exact: 0.25, 64, 1e-9. */
function short(value) {
  if (value === 0) return "0";
  const size = Math.abs(value);
  return size < 1e-3 || size >= 1e6 ? value.toExponential().replace("e+", "e") : String(Number(value.toPrecision(4)));
}

/** Of a logarithmic axis only the powers of ten are named. */
function tick(value, log) {
  return log && !Number.isInteger(Number(Math.log10(value).toFixed(6))) ? "" : short(value);
}

function axis(words, log, ink) {
  return { type: log ? "logarithmic" : "linear", beginAtZero: !log, title: { display: words !== "", text: words, color: ink },
           ticks: { color: ink, autoSkip: !log, callback: value => tick(value, log) }, grid: { color: ink + "33" } };
}

function lineAxis(data, ink) {
  if (data.at.some(Number.isNaN)) return { type: "category", labels: data.names, title: { display: true, text: data.x, color: ink }, ticks: { color: ink }, grid: { color: ink + "33" } };
  const numbers = axis(data.x, data.log_x, ink);
  numbers.beginAtZero = false;
  numbers.afterBuildTicks = scale => { scale.ticks = data.at.map(value => ({ value })); };  // the values that were measured, and no others
  numbers.ticks.callback = value => data.names[data.at.indexOf(value)];
  return numbers;
}

function settings(data) {
  const dark = isDark(), inks = kInks[dark ? "dark" : "light"], ink = dark ? "#d1d5da" : "#3b4249";
  const named = data.at.some(Number.isNaN), isBar = data.by_name && !data.log_y;
  const inkOf = (i, row) => data.beside[row] ? kInkBeside : inks[i % inks.length];
  const datasets = data.series.map((series, i) => {
    const ofRows = data.by_name ? data.at.map((_, row) => inkOf(i, row)) : inks[i % inks.length];
    return { label: series.name, borderColor: inks[i % inks.length], backgroundColor: ofRows, pointBackgroundColor: ofRows, pointBorderColor: ofRows,
             spanGaps: true, showLine: !data.by_name, pointRadius: data.by_name ? 6 : 3,
             data: data.by_name || named ? series.values : series.values.map((y, k) => ({ x: data.at[k], y })) };
  });
  const values = axis(data.y, data.log_y, ink), names = { type: "category", ticks: { color: ink, autoSkip: false }, grid: { display: data.log_y, color: ink + "33" } };
  return {
    type: isBar ? "bar" : "line", data: { labels: data.names, datasets },
    options: {
      indexAxis: data.by_name ? "y" : "x", animation: false, maintainAspectRatio: false, responsive: true,
      interaction: { mode: data.by_name ? "nearest" : "index", intersect: false },
      scales: data.by_name ? { x: values, y: names } : { x: lineAxis(data, ink), y: values },
      plugins: { legend: { display: data.series.length > 1, labels: { color: ink, boxWidth: 14 } },
                 title: { display: data.title !== "", text: data.title, color: ink, font: { weight: "normal" } } } } };
}

function draw(figure) {
  const data = JSON.parse(figure.querySelector("script").textContent);
  data.at = data.at.map(text => text.trim() === "" ? NaN : Number(text));
  const box = document.createElement("div"), canvas = document.createElement("canvas");
  box.className = "canvas";
  box.style.height = (data.by_name ? 90 + 30 * data.names.length * Math.max(1, data.series.length * 0.6) : 380) + "px";
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", figure.querySelector("img").alt);
  box.append(canvas);
  figure.prepend(box);
  figure.classList.add("drawn");
  let chart = new Chart(canvas, settings(data));
  new MutationObserver(() => { chart.destroy(); chart = new Chart(canvas, settings(data)); })
    .observe(document.documentElement, { attributeFilter: ["class"] });
}

document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("figure.chart").forEach(draw));
