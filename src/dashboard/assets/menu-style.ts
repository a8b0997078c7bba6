/** The style of the account menu in the header. */
export const MENU_STYLE = `.menu { position: relative; min-width: 0; }
.menu summary { display: flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; list-style: none; cursor: pointer; border-radius: 7px; max-width: 18rem; }
.menu summary::-webkit-details-marker { display: none; }
.menu summary::after { content: ''; flex: none; width: 0.4rem; height: 0.4rem; margin: -0.2rem 0.2rem 0 0; border: solid var(--faint); border-width: 0 2px 2px 0; transform: rotate(45deg); }
.menu .who { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: 0.9rem; }
.initial { flex: none; display: grid; place-items: center; width: 2rem; height: 2rem; border-radius: 50%; background: var(--accent-soft); color: var(--accent); font-weight: 700; text-transform: uppercase; }
.menu-panel { position: absolute; right: 0; top: calc(100% + 0.35rem); z-index: 2; width: 17rem; max-width: calc(100vw - 2rem); padding: 0.5rem; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: 0 8px 24px rgb(0 0 0 / 18%); }
.menu-panel p { margin: 0; padding: 0.4rem 0.75rem; }
.menu-panel ul { list-style: none; margin: 0; padding: 0.35rem 0; border-top: 1px solid var(--line); max-height: 16rem; overflow-y: auto; }
.menu-panel a, .menu-panel button { display: block; width: 100%; min-height: 2.5rem; padding: 0.5rem 0.75rem; border: 0; border-radius: 6px; background: none; color: var(--ink); font-weight: 400; text-align: left; text-decoration: none; overflow: hidden; text-overflow: ellipsis; }
.menu-panel a:hover, .menu-panel button:hover { background: var(--none-soft); }
.menu-panel .current { display: block; padding: 0.5rem 0.75rem; font-weight: 600; overflow-wrap: anywhere; }
`;
