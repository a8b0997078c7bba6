/** The alarm above the header, the tabs of Settings, and the bar at the bottom of a phone. */
export const NAVIGATION_STYLE = `.alarm { background: var(--warn-soft); color: var(--warn); }
.alarm p { max-width: 76rem; margin: 0 auto; padding: 0.35rem 1.25rem; }
.alarm a { color: inherit; font-weight: 600; }
.subtabs { display: flex; flex-wrap: wrap; gap: 0.35rem; margin: 0 0 1.25rem; }
.subtabs a { padding: 0.25rem 0.85rem; border-radius: 99px; color: var(--faint); text-decoration: none; }
.subtabs a:hover { background: var(--none-soft); color: var(--ink); }
.subtabs a[aria-current] { background: var(--accent-soft); color: var(--accent); font-weight: 600; }
.failed { max-width: 40rem; }
.failed .actions { margin-top: 1.5rem; }
@media (max-width: 60rem) {
  .top:has(.menu) .pages ul { gap: 0 1rem; }
  .top:has(.menu) .context { position: absolute; width: 1px; height: 1px; clip-path: inset(50%); }
  .top .menu { margin-left: auto; }
  .menu .who { position: absolute; width: 1px; height: 1px; clip-path: inset(50%); }
}
@media (max-width: 40rem) {
  .alarm p { padding-inline: 1rem; }
  body:has(.menu) { padding-bottom: calc(4rem + env(safe-area-inset-bottom)); scroll-padding-bottom: 5rem; }
  .top:has(.menu) .context { position: static; width: auto; height: auto; clip-path: none; }
  .top:has(.menu) .pages { position: fixed; inset: auto 0 0; z-index: 3; background: var(--card); border-top: 1px solid var(--line); padding-bottom: env(safe-area-inset-bottom); }
  .top:has(.menu) .pages ul { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 0; padding: 0; overflow: visible; mask-image: none; }
  .top:has(.menu) .pages li:not(:has(svg)) { display: none; }
  .top:has(.menu) .pages a { flex-direction: column; justify-content: center; gap: 0.1rem; height: 4rem; border: 0; font-size: 0.75rem; line-height: 1.15; text-align: center; white-space: normal; }
  .top:has(.menu) .pages a[aria-current] { color: var(--accent); }
  .top:has(.menu) .pages svg { display: block; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
  .top:has(.menu) .pages .long { display: none; }
}
`;
