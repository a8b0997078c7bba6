import { HEADER_STYLE } from '../../lib/page-style/header-style.ts';
import { PALETTE } from '../../lib/page-style/palette.ts';

/** The style of the API reference. */
export const STYLE = `${PALETTE}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
${HEADER_STYLE}
.page { display: grid; grid-template-columns: 14rem minmax(0, 1fr); max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
.contents { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 1.75rem 1rem 1.5rem 0; font-size: 0.9rem; }
.contents ul { margin: 0 0 1rem; padding: 0; list-style: none; }
.contents p { margin: 0 0 0.25rem; font-weight: 600; }
.contents a { color: var(--ink); }
.contents li a { display: block; padding: 0.2rem 0; color: var(--faint); }
main { min-width: 0; padding: 1.75rem 0 6rem 2rem; }
h1 { margin: 0 0 1rem; font-size: 1.65rem; line-height: 1.2; letter-spacing: -0.015em; }
h1 small, th small { color: var(--faint); font-weight: 400; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
section { margin-top: 2.5rem; scroll-margin-top: 1rem; }
a { color: var(--accent); text-underline-offset: 0.2em; }
.contents a, h3 a { text-decoration: none; }
.contents a:hover, h3 a:hover { text-decoration: underline; }
h3 a { color: inherit; }
:target h3 { text-decoration: underline; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; overflow-wrap: anywhere; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 0.8rem 1rem; overflow-x: auto; }
pre code { font-size: 1em; overflow-wrap: normal; }
table { width: 100%; border-collapse: collapse; margin: 1rem 0; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.8rem 0.4rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--faint); font-weight: 600; font-size: 0.85rem; }
tbody th { font-weight: 400; white-space: nowrap; }
.route strong.get { color: var(--good); }
.route strong.post { color: var(--warn); }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: 0.5rem; z-index: 1; }
@media (max-width: 45rem) {
  .page { display: block; padding: 0 1rem; }
  .contents { position: static; max-height: none; padding: 1rem 0; border-bottom: 1px solid var(--line); }
  main { padding: 1rem 0 4rem; }
  tbody th { white-space: normal; }
}
`;
