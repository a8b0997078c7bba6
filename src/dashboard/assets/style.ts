import { HEADER_STYLE } from '../../lib/page-style/header-style.ts';
import { PALETTE } from '../../lib/page-style/palette.ts';
import { LIST_STYLE } from './list-style.ts';
import { MENU_STYLE } from './menu-style.ts';
import { NAVIGATION_STYLE } from './navigation-style.ts';
import { OVERVIEW_STYLE } from './overview-style.ts';

/** Four sizes of type: a page's one figure, its title, the title of a part, and the text. */
const SCALE = `:root { --huge: 2.5rem; --title: 1.75rem; --part: 1.0625rem; --small: 0.9375rem; }
`;

/** Below a width, rows become cards; the roles keep it a table for screen readers then. */
function cards(width: string, table: string): string {
  return `@media (max-width: ${width}) {
  ${table}, ${table} tbody, ${table} td { display: block; }
  ${table} thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  ${table} tr { display: flex; flex-wrap: wrap; align-items: center; gap: 0.1rem 0.9rem; padding: 0.6rem 1rem; border-bottom: 1px solid var(--line); }
  ${table} tr:last-child { border-bottom: 0; }
  ${table} td { padding: 0; border: 0; min-width: 0; max-width: 100%; }
  ${table} td:first-child { flex-basis: 100%; font-size: 1rem; }
  ${table} td > div { display: inline; }
  ${table} td:not(:first-child, [data-label=''], :has(.badge, form, .alone))::before { content: attr(data-label) ' '; color: var(--faint); font-size: 0.85rem; }
  ${table} td:has(form) { padding-top: 0.35rem; }
  ${table} td:has(> div:empty), ${table} td:has(.strip)::before { display: none; }
  ${table} td:has(.strip) { flex-basis: 100%; }
  ${table} td:has(.strip) > div { display: block; max-width: 22rem; }
}
`;
}

/** One accent colour, the system's own fonts, light and dark as the system is. */
export const STYLE = `${PALETTE}${SCALE}* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
body { margin: 0; background: var(--ground); color: var(--ink); font-size: var(--small); font-variant-numeric: tabular-nums; }
main { max-width: 76rem; margin: 0 auto; padding: 1.75rem 1.25rem 4rem; }
main:focus { outline: none; }
:lang(ja) { word-break: auto-phrase; }
h1 { font-size: var(--title); overflow-wrap: anywhere; line-height: 1.2; letter-spacing: -0.015em; margin: 0 0 1.5rem; }
h2 { font-size: var(--part); margin: 0 0 0.75rem; }
p { margin: 0 0 0.75rem; }
a { color: var(--accent); text-underline-offset: 0.2em; }
code, input.code, textarea.code { font: 0.92em/1.6 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
section { margin: 0 0 2rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
.faint, .hint { color: var(--faint); }
.hint { margin: 0.25rem 0 0; }
.hint:not(.line > *) + :is(label, button), .secret + :is(p, form), img + label { margin-top: 1rem; }
.hint + label { display: block; }
button + details { margin-top: 1rem; }
pre { overflow-x: auto; }
.address { overflow-wrap: anywhere; }
td .address { overflow-wrap: break-word; }
.whole { white-space: nowrap; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 1rem; top: -4rem; background: var(--card); padding: 0.5rem 1rem; z-index: 1; }
.skip:focus { top: 1rem; }

${HEADER_STYLE}${MENU_STYLE}
.card { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 1.25rem; margin: 0 0 1.5rem; }
.card > :first-child { margin-top: 0; }
.card > :last-child { margin-bottom: 0; }
.highlight { border-color: var(--accent); background: var(--accent-soft); }
.figure { font-size: var(--title); letter-spacing: -0.02em; }
.outside { max-width: 26rem; padding-top: 12vh; }
.outside .brand { font-size: 1.1rem; margin-bottom: 1rem; }

label { font-weight: 600; }
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
  min-height: 2.75rem; padding: 0.4rem 1rem; border-radius: 7px; border: 1px solid var(--edge);
  background: var(--card); font-weight: 600; cursor: pointer; white-space: nowrap;
}
button:hover { border-color: var(--faint); }
button:disabled { opacity: 0.6; cursor: progress; }
.main { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
.main:hover { filter: brightness(1.08); border-color: var(--accent); }
.danger { color: var(--bad); }
.danger:hover { border-color: var(--bad); }
td button { min-height: 2.25rem; padding: 0.2rem 0.7rem; font-size: 0.9rem; }
form { margin: 0; }
form + h2 { margin-top: 1.75rem; }
.stack { max-width: 26rem; }
.stack > * { display: block; margin-bottom: 1.1rem; }
.stack .main { width: 100%; }
.line { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: end; margin-bottom: 1rem; }
.line .grow { flex: 1 1 18rem; }
.line .check, .line .hint { flex-basis: 100%; font-weight: 400; margin: 0; }
.check:has(> input) { padding-left: 1.8rem; }
.check > input[type] { margin-left: -1.8rem; }
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
.facts { display: grid; align-items: end; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: 0.25rem 2rem; margin: 0; font-size: 0.95rem; }
.facts div { display: flex; justify-content: space-between; gap: 0.5rem; border-bottom: 1px solid var(--line); padding: 0.25rem 0; }
.facts dt { color: var(--faint); }
.facts dd { margin: 0; white-space: nowrap; }
.summary { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; list-style: none; margin: 0 0 2rem; padding: 0; }

progress { appearance: none; display: block; width: 100%; height: 0.6rem; margin-bottom: 0.5rem; border: 0; border-radius: 99px; overflow: hidden; background: var(--none-soft); color: var(--accent); }
progress::-webkit-progress-bar { background: var(--none-soft); }
progress::-webkit-progress-value { background: var(--accent); transition: width 0.3s; }
progress::-moz-progress-bar { background: var(--accent); }
td progress { display: inline-block; width: 6rem; vertical-align: middle; margin: 0 0.5rem 0 0; }

table { width: 100%; overflow: hidden; border-collapse: separate; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); border-spacing: 0; }
th, td { text-align: left; padding: 0.6rem 1rem; border-bottom: 1px solid var(--line); vertical-align: middle; }
th { font-size: 0.85rem; color: var(--faint); font-weight: 600; word-break: keep-all; }
tbody tr:last-child td { border-bottom: 0; }
table + p { margin-top: 1rem; }
.empty + h2 { margin-top: 2rem; }
time { white-space: nowrap; }
.paging { display: flex; gap: 1.25rem; align-items: center; margin-top: 1rem; }

.strip { display: block; border-radius: 6px; background: var(--none-soft); }
.fill-deliverable { fill: var(--deliverable); }
.fill-risky { fill: var(--risky); }
.fill-undeliverable { fill: var(--undeliverable); }
.fill-unknown { fill: var(--unknown); }
.tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: 1rem; margin: 1.25rem 0 0; padding: 0; list-style: none; }
.tiles b { display: block; font-size: var(--title); line-height: 1.15; }
.tiles .share { color: var(--faint); font-size: 0.95rem; }
.name { display: flex; align-items: center; gap: 0.45rem; }
.tiles .name { text-transform: capitalize; }
.dot { flex: none; width: 0.7rem; height: 0.7rem; }
.dot rect { rx: 3px; }
td .strip { width: 100%; min-width: 8rem; margin-bottom: 0.3rem; }
.badge.running { color: var(--accent); background: var(--accent-soft); }
.tabs { display: flex; flex-wrap: wrap; gap: 0 1.25rem; border-bottom: 1px solid var(--line); margin-bottom: 1rem; }
.tabs a { padding: 0.55rem 0; color: var(--faint); text-decoration: none; border-bottom: 2px solid transparent; }
.tabs a[aria-current] { color: var(--ink); border-color: var(--accent); font-weight: 600; }
.button { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0.4rem 1rem; border-radius: 7px; border: 1px solid var(--edge); background: var(--card); color: inherit; font-weight: 600; text-decoration: none; }
.button:hover { border-color: var(--faint); }
section.actions { align-items: center; margin-bottom: 2rem; }
.download { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-right: auto; }
.download select { width: auto; margin: 0; font-weight: 400; }
.row.wrap { flex-wrap: wrap; align-items: start; margin: 0.5rem 0 1rem; }
.row .grow { flex: 1; min-width: 12rem; }
.scroll { overflow-x: auto; }
fieldset { border: 0; margin: 0 0 1rem; padding: 0; }
legend { font-weight: 600; font-size: var(--part); padding: 0; margin-bottom: 0.5rem; }
fieldset .check { display: block; font-weight: 400; padding-block: 0.35rem; }
input[type='radio'] { width: 1.1rem; min-height: 0; height: 1.1rem; accent-color: var(--accent); margin: 0 0.4rem 0 0; vertical-align: -0.15rem; }

.chart { margin: 0; max-width: 48rem; }
.chart svg { display: block; width: 100%; height: auto; }
.chart .bar { fill: var(--accent); }
.chart .hit { fill: transparent; }
.chart g:hover .bar { filter: brightness(1.2); }
.chart .grid { stroke: var(--line); }
.chart .plot { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.5rem; }
.chart .scale { display: grid; grid-template-rows: 14fr 150fr 26fr; color: var(--faint); font-size: 0.75rem; text-align: right; white-space: nowrap; }
.chart .scale > div { grid-row: 2; display: flex; flex-direction: column; justify-content: space-between; line-height: 0; }
.chart .day { fill: var(--faint); font-size: 11px; }
.chart details { margin-top: 0.75rem; }
.chart summary { cursor: pointer; color: var(--faint); font-size: 0.9rem; }
.chart table { margin-top: 0.75rem; max-width: 24rem; }

@media (max-width: 40rem) {
  main { padding: 1.5rem 1rem 3rem; }
  .line > .field, .line > button { flex: 1 1 100%; }
  button { white-space: normal; }
  .chart .day { font-size: 20px; }
  .tiles { grid-template-columns: repeat(2, 1fr); }
  .download { margin-right: 0; }
}
${cards('48rem', 'table')}${cards('64rem', 'table.wide')}${NAVIGATION_STYLE}${OVERVIEW_STYLE}${LIST_STYLE}
@media (prefers-reduced-motion: reduce) {
  * { transition: none !important; }
}
`;
