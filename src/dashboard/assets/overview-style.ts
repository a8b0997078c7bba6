/** The style of the overview: its figures, the drop zone and a result. */
export const OVERVIEW_STYLE = `.figures { display: grid; grid-template-columns: repeat(4, 1fr); gap: 1rem; list-style: none; margin: 0 0 1.5rem; padding: 0; }
.figures .card { margin: 0; padding: 1rem 1.25rem; }
.figures h2 { margin: 0 0 0.25rem; font-size: 0.9rem; font-weight: 500; color: var(--faint); }
.figures p { margin: 0 0 0.5rem; }
.figures .figure { display: block; }
.figures span { color: var(--faint); font-size: 0.9rem; }
.pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 1rem; }
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
.takes { margin: 0 0 1.25rem; }
.takes div { display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: 1rem; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
.takes dt { color: var(--faint); }
.takes dd { margin: 0; font-variant-numeric: tabular-nums; }
.notice.warn { color: var(--risky); background: var(--card); }
.touch { display: none; }
@media (hover: none) { .pointer { display: none; } .touch { display: inline; } }
.result h2 { font-size: 1.2rem; margin-bottom: 0.5rem; }
.result p { margin-bottom: 0.5rem; }
.suggested { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin: 0.75rem 0 1rem; }
.suggested button { white-space: normal; text-align: left; color: var(--accent); }
.evidence { margin: 1rem 0 0; font-size: 0.95rem; }
.evidence div { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 1rem; padding: 0.25rem 0; }
.evidence dt { color: var(--faint); }
.evidence dd { margin: 0; }
.more { margin: 0.75rem 0 0; }
@media (max-width: 40rem) {
  .figures { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.75rem; }
  .takes div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .pair { grid-template-columns: minmax(0, 1fr); }
  .evidence div { grid-template-columns: minmax(0, 1fr); gap: 0; }
}
`;
