/** The style of the header, over the palette. On a narrow window its navigation has a line of its own. */
export const HEADER_STYLE = `.top { background: var(--card); border-bottom: 1px solid var(--line); }
.top .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1rem; min-height: 3.5rem; max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
.brand { display: inline-flex; align-items: center; gap: 0.5rem; font-weight: 700; font-size: 1.1rem; letter-spacing: -0.02em; color: var(--accent); text-decoration: none; }
.mark { flex: none; fill: none; stroke: var(--card); stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
.mark rect { fill: var(--accent); stroke: none; }
.context { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--faint); padding-left: 0.75rem; border-left: 1px solid var(--line); }
.pages { min-width: 0; }
.pages ul { display: flex; gap: 0 1.35rem; list-style: none; margin: 0; padding: 0; overflow-x: auto; scrollbar-width: none; }
.pages li { flex: none; }
.pages a { display: flex; align-items: center; height: 3.5rem; color: var(--faint); text-decoration: none; border-bottom: 2px solid transparent; }
.pages a:hover { color: var(--ink); text-decoration: none; }
.pages a:focus-visible { outline-offset: -3px; }
.pages a[aria-current] { color: var(--ink); border-color: var(--accent); font-weight: 600; }
.pages svg { display: none; }
@media (max-width: 40rem) {
  .top .bar { padding-inline: 1rem; }
  .pages { order: 1; flex-basis: 100%; }
  .pages a { height: 2.5rem; }
  .pages ul { padding-right: 2rem; mask-image: linear-gradient(to left, transparent, #000 2rem); }
}
@media print { .pages { display: none; } }
`;
