import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { PageContext } from '../environment.ts';
import { SETTINGS_PATH } from './navigation.ts';

/** The menu of the person who is signed in. It opens without a script. `csrf`: the field of its forms. */
export function accountMenu(c: PageContext, csrf: Html): Html {
  const text = c.get('text');
  const { person, team } = c.get('identity');
  return html`<details class="menu" data-menu>
    <summary>
      <span class="initial" translate="no" aria-hidden="true">${person.email.slice(0, 1)}</span>
      <span class="who" translate="no">${person.email}</span>
    </summary>
    <div class="menu-panel">
      <p class="faint address">${person.email}, ${text('layout.member_of', { role: person.role, team: team.name })}</p>
      ${c.get('teams').length > 1 ? teamSwitch(c, csrf) : NOTHING}
      <ul>
        <li><a href="/account">${text('layout.account')}</a></li>
        <li><a href="${SETTINGS_PATH}">${text('layout.settings')}</a></li>
        <li><a href="/docs">${text('layout.api_docs')}</a></li>
        <li>
          <form method="post" action="/sign-out">${csrf}<button>${text('layout.sign_out')}</button></form>
        </li>
      </ul>
    </div>
  </details>`;
}

function teamSwitch(c: PageContext, csrf: Html): Html {
  const text = c.get('text');
  const current = c.get('identity').team.id;
  return html`<ul aria-label="${text('layout.teams')}">
    ${c
      .get('teams')
      .map(({ team: { id, name } }) =>
        id === current
          ? html`<li><span class="current" translate="no" aria-current="true">${name}</span></li>`
          : html`<li><form method="post" action="/team">${csrf}<input type="hidden" name="team" value="${id}" /><button aria-label="${text('layout.switch_to', { team: name })}">${name}</button></form></li>`,
      )}
  </ul>`;
}
