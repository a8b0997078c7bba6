import { type Html, html } from '../../lib/html.ts';
import type { PageContext } from '../environment.ts';
import { passwordField } from './access-pages.ts';
import { csrfField, insidePage } from './layout.ts';
import { failure, success } from './parts.ts';

interface AccountView {
  readonly fault?: string | undefined;
  readonly done?: string | undefined;
}

export function accountPage(c: PageContext, { fault, done }: AccountView): Html {
  const { person, team } = c.get('identity');
  return insidePage(c, {
    title: 'Account',
    current: '/account',
    body: html`${success(done)}
      <p>
        You are <strong class="address">${person.email}</strong>, ${person.role} of the team
        ${team.name}.
      </p>
      <section class="card" aria-labelledby="password">
        <h2 id="password">Change the password</h2>
        ${failure(fault)}
        <form method="post" action="/account/password" class="stack">
          ${csrfField(c)}
          <input type="email" value="${person.email}" autocomplete="username" readonly hidden />
          ${passwordField('current-password', { name: 'current', label: 'Current password' })}
          ${passwordField('new-password', { name: 'next', label: 'New password' })}
          <button class="main">Change</button>
        </form>
        <p class="hint">You stay signed in here, and are signed out everywhere else.</p>
      </section>
      <section class="card" aria-labelledby="sessions">
        <h2 id="sessions">Sign out everywhere</h2>
        <p>Ends your sessions on every device, this one included.</p>
        <form method="post" action="/account/sign-out-everywhere">
          ${csrfField(c)}<button class="danger">Sign out everywhere</button>
        </form>
      </section>`,
  });
}
