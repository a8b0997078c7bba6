/** The style of Home: its lists, first steps, the drop zone, and of a result. */
export const OVERVIEW_STYLE = `.home { display: grid; grid-template-columns: minmax(0, 3fr) minmax(17rem, 2fr); gap: 0 1.5rem; align-items: start; grid-template-rows: auto 1fr; }
.home .aside { grid-area: 1 / 2 / span 2; }
.feed, .steps { list-style: none; margin: 0; padding: 0; }
.feed .card { margin-bottom: 0.85rem; padding: 1rem 1.25rem; }
.feed p { margin: 0.5rem 0 0; }
.feed-head { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.25rem 1rem; margin-bottom: 0.6rem; }
.feed-name { flex: 1 1 0; font-size: var(--part); font-weight: 600; overflow-wrap: anywhere; min-width: 8rem; }
.feed-head .badge { align-self: start; }
.steps { counter-reset: step; }
.steps li { position: relative; counter-increment: step; padding-left: 3rem; }
.steps li::before { content: counter(step); position: absolute; left: 0; top: 1.1rem; display: grid; place-items: center; width: 2rem; height: 2rem; border-radius: 50%; background: var(--accent-soft); color: var(--accent); font-weight: 700; }
.drop { display: flex; flex-direction: column; gap: 0.75rem; align-items: center; padding: 1.25rem; text-align: center; border: 2px dashed var(--line); border-radius: var(--radius); }
.drop.over { border-color: var(--accent); background: var(--accent-soft); }
.drop .hint { margin: 0; }
.drop > input[type='file'] { max-width: 26rem; }
.drop .check { font-weight: 400; }
.more-fields { width: 100%; max-width: 26rem; font-size: 0.9rem; }
.more-fields summary { cursor: pointer; color: var(--faint); }
.uploading { width: 100%; max-width: 34rem; text-align: left; }
.uploading p { margin-bottom: 0.5rem; }
.uploading progress { width: 100%; margin-bottom: 0.5rem; }
.paste { margin-top: 1rem; }
.paste summary { cursor: pointer; color: var(--accent); font-weight: 600; }
.paste form { margin-top: 0.75rem; display: grid; gap: 0.75rem; justify-items: start; }
.paste .check { font-weight: 400; }
textarea { font: inherit; color: inherit; width: 100%; padding: 0.5rem 0.75rem; background: var(--ground); border: 1px solid var(--faint); border-radius: 7px; }
.sample { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center; justify-content: inherit; }
.empty .sample { justify-content: center; }
.row-actions { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; }
@media (min-width: 64rem) {
  td:has(.row-actions) { width: 15.5rem; }
  tr:has(.row-actions) td:first-child { width: 16rem; }
}
.takes { margin: 0 0 1.25rem; }
.takes div { display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: 1rem; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
.takes dt { color: var(--faint); }
.takes dd { margin: 0; font-variant-numeric: tabular-nums; }
.notice.warn { color: var(--risky); background: var(--card); }
.touch { display: none; }
@media (hover: none) { .pointer { display: none; } .touch { display: inline; } }
.result h2 { font-size: var(--part); margin-bottom: 0.5rem; }
.result p { margin-bottom: 0.5rem; }
.suggested { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin: 0.75rem 0 1rem; }
.suggested button { white-space: normal; text-align: left; color: var(--accent); }
.evidence { margin: 1rem 0 0; }
.evidence div { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0 1rem; padding: 0.25rem 0; }
.evidence dt { color: var(--faint); }
.evidence dd { margin: 0; }
.evidence dd + dd { grid-column: -2 / -1; }
.more { margin: 0.75rem 0 0; }
@media (max-width: 56rem) {
  .home { grid-template-columns: minmax(0, 1fr); }
  .home .aside { grid-area: auto; }
}
@media (max-width: 40rem) {
  .takes div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .steps li { padding-left: 0; }
  .steps li::before { display: none; }
  .evidence div { grid-template-columns: minmax(0, 1fr); gap: 0; }
}
`;
