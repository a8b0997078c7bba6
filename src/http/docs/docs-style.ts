/** Colours have at least 4.5:1 against what is behind them, in the light and in the dark. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1c2024; --soft: #5a626b; --paper: #ffffff; --panel: #f4f5f7;
  --line: #d9dde2; --link: #0b57a4; --get: #11643a; --post: #8a3a06; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --soft: #a3abb4; --paper: #14171a;
  --panel: #1d2125; --line: #343a41; --link: #86bdf5; --get: #77d39f; --post: #f2aa78; } }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 15rem minmax(0, 1fr); background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem 1rem;
  border-right: 1px solid var(--line); font-size: 0.9rem; }
nav ul { margin: 0 0 1rem; padding: 0; list-style: none; }
nav p { margin: 0 0 0.25rem; font-weight: 600; }
nav li a { display: block; padding: 0.2rem 0; }
main { max-width: 52rem; padding: 1.5rem 2rem 6rem; }
h1 small, th small { color: var(--soft); font-weight: 400; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
section { margin-top: 2.5rem; scroll-margin-top: 1rem; }
a { color: var(--link); text-decoration: none; }
a:hover, a:focus-visible { text-decoration: underline; }
h3 a { color: inherit; }
:target h3 { text-decoration: underline; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 0.8rem 1rem;
  overflow-x: auto; }
table { width: 100%; border-collapse: collapse; margin: 1rem 0; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.8rem 0.4rem 0;
  border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 600; font-size: 0.85rem; }
tbody th { font-weight: 400; white-space: nowrap; }
.route strong.get { color: var(--get); }
.route strong.post { color: var(--post); }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: 0.5rem; }
@media (max-width: 45rem) { body { display: block; } main { padding: 1rem; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); } }
`;
