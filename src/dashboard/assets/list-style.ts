/** The style of a list's page: its bar, its answer, its cards. */
export const LIST_STYLE = `.badge.paused { color: var(--warn); background: var(--warn-soft); }
.pair-of-answer { display: grid; grid-template-columns: minmax(0, 1fr) 21rem; gap: 1rem 2rem; align-items: start; }
.standing { margin-bottom: 1.25rem; }
.bar-of-rows { border-radius: 6px; }
.bar-of-rows .strip { background: var(--none-soft); }
.bar-of-rows rect { transition: width 0.4s, x 0.4s; }
.fill-checked { fill: var(--accent); opacity: 0.3; }
.hatch { fill: var(--unknown); opacity: 0.35; }
.dot .unchecked { fill: none; stroke: var(--unknown); stroke-dasharray: 2 1.5; }
.standing.paused .bar-of-rows { outline: 3px solid var(--risky); outline-offset: 2px; }
.answer .row.wrap { margin: 0.75rem 0 0; }
.answer .row p { margin: 0; }
.waits { display: block; color: var(--faint); font-size: 0.9rem; }
.standing.paused .waits { color: var(--warn); font-weight: 600; }
.tiles.five { grid-template-columns: repeat(auto-fit, minmax(6rem, 1fr)); gap: 0.5rem; }
.tiles.five a { display: block; padding: 0.4rem 0.5rem; color: inherit; text-decoration: none; border-radius: 7px; border: 1px solid transparent; }
.tiles.five a:hover { border-color: var(--line); }
.tiles.five a[aria-current] { border-color: var(--accent); background: var(--accent-soft); }
.tiles.five .name { font-size: 0.9rem; text-transform: none; }
.tiles.five b { font-size: 1.4rem; }
.tiles.five .share { font-size: 0.85rem; min-height: 1.3em; display: inline-block; }
.tiles.five a[aria-current] .share { color: inherit; }
div.ready { border-left: 1px solid var(--line); padding-left: 2rem; }
.safe { margin: 0 0 0.25rem; font-size: 1.05rem; line-height: 1.25; }
.safe strong { display: block; font-size: 2.5rem; line-height: 1.05; letter-spacing: -0.025em; font-variant-numeric: tabular-nums; }
.ready .download { display: block; margin: 0.9rem 0 0; }
.segments { display: grid; grid-template-columns: auto auto auto; margin: 0 0 0.6rem; border: 1px solid var(--faint); border-radius: 7px; overflow: hidden; }
.segments label { position: relative; font-weight: 500; text-align: center; cursor: pointer; border-left: 1px solid var(--line); }
.segments label:first-of-type { border-left: 0; }
.segments input { position: absolute; opacity: 0; inset: 0; width: 100%; height: 100%; margin: 0; cursor: pointer; }
.segments span { display: block; padding: 0.35rem 0.5rem; font-size: 0.85rem; line-height: 1.25; }
.segments small { display: block; font-variant-numeric: tabular-nums; }
.segments input:checked + span { background: var(--accent-soft); color: var(--ink); box-shadow: inset 0 -3px var(--accent); font-weight: 600; }
.segments input:focus-visible + span { outline: 3px solid var(--accent); outline-offset: -3px; }
button.large { width: 100%; min-height: 3.1rem; font-size: 1.05rem; white-space: normal; }
.large > span { display: none; }
.download:has([value='safe']:checked) .of-safe, .download:has([value='safe_accept_all']:checked) .of-safe_accept_all, .download:has([name='send'][value='all']:checked) .of-all { display: inline; }
.format { display: flex; align-items: center; gap: 0.6rem; margin-top: 0.6rem; font-weight: 400; color: var(--faint); }
.download .format select { flex: 1; min-width: 0; color: var(--ink); }
.plan { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; margin: 0 0 1rem; padding: 0.6rem 0.9rem; border-radius: 7px; background: var(--none-soft); }
.plan p { margin: 0; flex: 1 1 16rem; }
.unknown-rows { margin: 0 0 1rem; }
.unknown-rows p { margin: 0; }
.unknown-rows ul { margin: 0.25rem 0 0; padding-left: 1.25rem; }
.choice summary { max-width: none; }
.choice .menu-panel { left: 0; right: auto; }
.choice .menu-panel form { display: block; }
.cards { display: flex; flex-wrap: wrap; gap: 1rem; margin: 0 0 2rem; }
.cards .card { flex: 1 1 15rem; margin: 0; padding: 1rem; min-width: 0; }
.lines { list-style: none; margin: 0 -0.5rem; padding: 0; }
.lines a { display: flex; justify-content: space-between; align-items: baseline; gap: 0.75rem; padding: 0.3rem 0.5rem; border-radius: 6px; color: inherit; text-decoration: none; font-size: 0.92rem; line-height: 1.35; }
.lines a:hover { background: var(--none-soft); }
.lines a[aria-current] { background: var(--accent-soft); font-weight: 600; }
.lines .name { align-items: baseline; min-width: 0; overflow-wrap: anywhere; }
.lines .name .dot { align-self: center; }
.lines .name .strip { width: 2.2rem; flex: none; align-self: center; }
.lines .number { font-variant-numeric: tabular-nums; color: var(--faint); }
.cards details summary { cursor: pointer; color: var(--faint); font-size: 0.9rem; padding: 0.3rem 0; }
.cards.pair .card { flex-basis: min(22rem, 100%); }
.lines .line { display: flex; justify-content: space-between; gap: 0.75rem; padding: 0.3rem 0.5rem; font-size: 0.92rem; line-height: 1.35; }
.days { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center; }
.days label { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; margin: 0; font-weight: 400; }
.days input { width: 5.5rem; margin: 0; }
.waits-for { color: var(--warn); font-weight: 600; }
.compared { margin-top: 0.6rem; font-size: 0.92rem; color: var(--faint); }
.compared summary { cursor: pointer; }
.compared ul { margin: 0.3rem 0 0; padding-left: 1.2rem; }
#to-fix:has(.decision, .typos) { flex-basis: 100%; }
#to-fix > .decision, #to-fix > .lines, .made { max-width: 44rem; }
.decision { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: baseline; justify-content: space-between; margin: 0.6rem 0 0; font-size: 0.92rem; }
.decision p { margin: 0; flex: 1 1 8rem; min-width: 0; overflow-wrap: anywhere; }
.made { list-style: none; margin: 0; padding: 0; }
.cards h3 { margin: 0.8rem 0 0; font-size: 0.95rem; }
.typos { margin: 0.6rem 0 0; }
.typos fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
.typos .check { display: block; margin: 0.3rem 0; font-weight: 400; font-size: 0.92rem; overflow-wrap: anywhere; }
.typos .actions { margin: 0.5rem 0 0; gap: 0.4rem; }
button.small { padding: 0.25rem 0.6rem; font-size: 0.88rem; white-space: normal; }
.cards .note { margin: 0.4rem 0 0; font-size: 0.92rem; }
.ready .check { display: block; margin-top: 0.5rem; font-weight: 400; }
.chips { display: flex; flex-wrap: wrap; gap: 0.5rem; list-style: none; margin: 0 0 1rem; padding: 0; }
.chip { display: inline-block; padding: 0.2rem 0.7rem; border-radius: 99px; background: var(--accent-soft); color: var(--ink); text-decoration: none; font-size: 0.9rem; }
.tabs .count { font-variant-numeric: tabular-nums; font-size: 0.9em; }
#rows { scroll-margin-top: 1rem; }
#rows:focus { outline: none; }
.refreshing { opacity: 0.6; transition: opacity 0.2s 0.2s; }
@media (max-width: 64rem) {
  .pair-of-answer { grid-template-columns: minmax(0, 1fr); }
  div.ready { order: -1; border-left: 0; border-bottom: 1px solid var(--line); padding: 0 0 1.25rem; }
}
@media (max-width: 48rem) {
  .tiles.five:has(> :nth-child(5):not([hidden])) { grid-template-columns: repeat(3, 1fr); }
}
@media (max-width: 40rem) {
  .tiles.five, .tiles.five:has(> :nth-child(5):not([hidden])) { grid-template-columns: repeat(2, 1fr); }
  .actions > * { flex: 1 1 auto; }
  .actions button, .actions .button { width: 100%; justify-content: center; }
}
`;
