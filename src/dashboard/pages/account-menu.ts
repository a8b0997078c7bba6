import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { TeamMember } from '../../service/people/people-ports.ts';
import { SETTINGS_PATH } from './navigation.ts';

/** The menu of the person who is signed in. It opens without a script. `csrf`: the field of its forms. */
export function accountMenu(
  { person, team }: TeamMember,
  teams: readonly TeamMember[],
  csrf: Html,
): Html {
  return html`<details class="menu" data-menu>
    <summary>
      <span class="initial" aria-hidden="true">${person.email.slice(0, 1)}</span>
      <span class="who">${person.email}</span>
    </summary>
    <div class="menu-panel">
      <p class="faint address">${person.email}, ${person.role} of ${team.name}</p>
      ${teams.length > 1 ? teamSwitch(team.id, teams, csrf) : NOTHING}
      <ul>
        <li><a href="/account">Account</a></li>
        <li><a href="${SETTINGS_PATH}">Settings</a></li>
        <li><a href="/docs">API docs</a></li>
        <li>
          <form method="post" action="/sign-out">${csrf}<button>Sign out</button></form>
        </li>
      </ul>
    </div>
  </details>`;
}

function teamSwitch(current: string, teams: readonly TeamMember[], csrf: Html): Html {
  return html`<ul aria-label="Teams">
    ${teams.map(({ team: { id, name } }) =>
      id === current
        ? html`<li><span class="current" aria-current="true">${name}</span></li>`
        : html`<li><form method="post" action="/team">${csrf}<input type="hidden" name="team" value="${id}" /><button aria-label="Switch to ${name}">${name}</button></form></li>`,
    )}
  </ul>`;
}
