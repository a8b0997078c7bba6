/** One accent colour, the system's own fonts, light and dark as the system is. */
export const STYLE = `:root {
  color-scheme: light dark;
  --ground: #f7f8f9;
  --card: #ffffff;
  --ink: #16191d;
  --faint: #5b636d;
  --line: #dce0e4;
  --accent: #0f766e;
  --accent-ink: #ffffff;
  --accent-soft: #e3f3f1;
  --good: #17693a;
  --good-soft: #e2f4e8;
  --warn: #8a5300;
  --warn-soft: #fdf0d9;
  --bad: #b3261e;
  --bad-soft: #fce8e6;
  --none: #4d5560;
  --none-soft: #eaecef;
  --radius: 10px;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #101317;
    --card: #181c21;
    --ink: #e8ebee;
    --faint: #9aa4af;
    --line: #2d343c;
    --accent: #4fc9bd;
    --accent-ink: #06201d;
    --accent-soft: #143230;
    --good: #7fd8a0;
    --good-soft: #14301f;
    --warn: #efbf6b;
    --warn-soft: #352710;
    --bad: #ff9d94;
    --bad-soft: #3b1a18;
    --none: #b4bdc7;
    --none-soft: #262c33;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
body { margin: 0; background: var(--ground); color: var(--ink); }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
main:focus { outline: none; }
h1 { font-size: 1.65rem; line-height: 1.2; letter-spacing: -0.015em; margin: 0 0 1.5rem; }
h2 { font-size: 1.05rem; margin: 0 0 0.75rem; }
p { margin: 0 0 0.75rem; }
a { color: var(--accent); text-underline-offset: 0.2em; }
code, input.code { font: 0.92em/1.6 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
section { margin: 0 0 2rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
.faint, .hint { color: var(--faint); font-size: 0.9rem; }
.hint { margin: 0.25rem 0 0; }
.address { overflow-wrap: anywhere; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 1rem; top: -4rem; background: var(--card); padding: 0.5rem 1rem; z-index: 1; }
.skip:focus { top: 1rem; }

.top { background: var(--card); border-bottom: 1px solid var(--line); }
.bar, .top nav { max-width: 62rem; margin: 0 auto; padding: 0.75rem 1.25rem 0; }
.bar { display: flex; align-items: center; gap: 0.75rem; }
.bar .team { color: var(--faint); flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.brand { font-weight: 700; letter-spacing: -0.02em; color: var(--accent); text-decoration: none; }
.top nav ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; list-style: none; margin: 0; padding: 0; }
.top nav a { display: block; padding: 0.55rem 0; color: var(--faint); text-decoration: none; border-bottom: 2px solid transparent; }
.top nav a:hover { color: var(--ink); }
.top nav a[aria-current] { color: var(--ink); border-color: var(--accent); font-weight: 600; }

.card { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 1.25rem; margin: 0 0 1.5rem; }
.card > :last-child { margin-bottom: 0; }
.highlight { border-color: var(--accent); background: var(--accent-soft); }
.figure { font-size: 1.7rem; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.outside { max-width: 26rem; padding-top: 12vh; }
.outside .brand { font-size: 1.1rem; margin-bottom: 0.25rem; }

label { font-size: 0.9rem; font-weight: 600; }
input, select, button { font: inherit; color: inherit; }
input:not([type='checkbox']), select {
  width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; margin-top: 0.25rem;
  background: var(--ground); border: 1px solid var(--faint); border-radius: 7px;
}
input[readonly] { background: var(--card); border-style: dashed; }
input[type='file'] { padding: 0.5rem; }
input[type='file']::file-selector-button { font: inherit; margin-right: 0.75rem; padding: 0.15rem 0.6rem; border: 1px solid var(--line); border-radius: 5px; background: var(--card); color: inherit; }
input[type='checkbox'] { width: 1.1rem; height: 1.1rem; accent-color: var(--accent); margin: 0 0.4rem 0 0; vertical-align: -0.15rem; }
::placeholder { color: var(--faint); opacity: 1; }
button {
  min-height: 2.75rem; padding: 0.4rem 1rem; border-radius: 7px; border: 1px solid var(--line);
  background: var(--card); font-weight: 600; cursor: pointer; white-space: nowrap;
}
button:hover { border-color: var(--faint); }
button:disabled { opacity: 0.6; cursor: progress; }
.main { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
.main:hover { filter: brightness(1.08); border-color: var(--accent); }
.danger { color: var(--bad); }
.danger:hover { border-color: var(--bad); }
.quiet { margin-right: -1rem; border-color: transparent; background: none; font-weight: 500; color: var(--faint); }
td button { min-height: 2.25rem; padding: 0.2rem 0.7rem; font-size: 0.9rem; }
form { margin: 0; }
.stack { max-width: 26rem; }
.stack > * { display: block; margin-bottom: 1.1rem; }
.stack .main { width: 100%; }
.line { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: end; margin-bottom: 1rem; }
.line .grow { flex: 1 1 18rem; }
.line .check, .line .hint { flex-basis: 100%; font-weight: 400; margin: 0; }
.row { display: flex; gap: 0.5rem; align-items: end; }
.row input { flex: 1; min-width: 0; }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; }

.notice { margin: 0 0 1.25rem; padding: 0.75rem 1rem; border-radius: var(--radius); border: 1px solid currentColor; }
.notice.good { color: var(--good); background: var(--good-soft); }
.notice.bad { color: var(--bad); background: var(--bad-soft); }
.empty { color: var(--faint); border: 1px dashed var(--line); border-radius: var(--radius); padding: 1.5rem; text-align: center; }

.badge { display: inline-block; padding: 0.1rem 0.6rem; border-radius: 99px; font-size: 0.85rem; font-weight: 600; white-space: nowrap; color: var(--none); background: var(--none-soft); }
.badge.deliverable, .badge.completed { color: var(--good); background: var(--good-soft); }
.badge.risky { color: var(--warn); background: var(--warn-soft); }
.badge.undeliverable, .badge.failed { color: var(--bad); background: var(--bad-soft); }
.badge.processing { color: var(--accent); background: var(--accent-soft); }
.result { border-top: 1px solid var(--line); padding-top: 1rem; }
.result .address { font-weight: 600; margin-bottom: 0.25rem; }
.facts { display: grid; align-items: end; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: 0.25rem 2rem; margin: 0; font-size: 0.95rem; }
.facts div { display: flex; justify-content: space-between; gap: 0.5rem; border-bottom: 1px solid var(--line); padding: 0.25rem 0; }
.facts dt { color: var(--faint); }
.facts dd { margin: 0; }
.summary { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; list-style: none; margin: 0 0 2rem; padding: 0; font-variant-numeric: tabular-nums; }

progress { appearance: none; width: 100%; height: 0.6rem; border: 0; border-radius: 99px; overflow: hidden; background: var(--none-soft); color: var(--accent); }
progress::-webkit-progress-bar { background: var(--none-soft); }
progress::-webkit-progress-value { background: var(--accent); transition: width 0.3s; }
progress::-moz-progress-bar { background: var(--accent); }
td progress { width: 6rem; vertical-align: middle; margin-right: 0.5rem; }

table { width: 100%; overflow: hidden; border-collapse: separate; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); border-spacing: 0; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 0.6rem 1rem; border-bottom: 1px solid var(--line); vertical-align: middle; }
th { font-size: 0.85rem; color: var(--faint); font-weight: 600; }
tr:last-child td { border-bottom: 0; }
time { white-space: nowrap; }
.paging { display: flex; gap: 1.25rem; align-items: center; margin-top: 1rem; }

.chart { margin: 0; }
.chart svg { display: block; width: 100%; height: auto; }
.chart .bar { fill: var(--accent); }
.chart .hit { fill: transparent; }
.chart g:hover .bar { filter: brightness(1.2); }
.chart .grid { stroke: var(--line); }
.chart .scale { fill: var(--faint); font-size: 11px; }
.chart details { margin-top: 0.75rem; }
.chart summary { cursor: pointer; color: var(--faint); font-size: 0.9rem; }
.chart table { margin-top: 0.75rem; max-width: 24rem; }

@media (max-width: 40rem) {
  main { padding: 1.5rem 1rem 3rem; }
  .bar, .top nav { padding-inline: 1rem; }
  .line > .field, .line > button { flex: 1 1 100%; }
  table, tbody, tr, td { display: block; }
  table { background: none; border: 0; }
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  tr { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 0.5rem 1rem; margin-bottom: 0.75rem; }
  td { display: flex; gap: 1rem; padding: 0.35rem 0; border: 0; }
  td::before { content: attr(data-label); flex: 0 0 6.5rem; color: var(--faint); font-size: 0.85rem; font-weight: 600; padding-top: 0.1rem; }
  td > div { min-width: 0; flex: 1; }
  .chart .scale { font-size: 20px; }
}
@media (prefers-reduced-motion: reduce) {
  * { transition: none !important; }
}
`;
