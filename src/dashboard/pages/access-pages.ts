/** The pages for people who are not signed in: sign-in, setup, invitation, password. */
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { MIN_PASSWORD_LENGTH } from '../../service/people/password.ts';
import type { OpenInvitation, Person } from '../../service/people/people-ports.ts';
import type { PageContext } from '../environment.ts';
import type { PageError } from '../page-error.ts';
import { outsidePage } from './layout.ts';
import { failure, success } from './parts.ts';

interface FormState {
  readonly email?: string;
  readonly fault?: PageError | undefined;
}

export function signInPage(
  c: PageContext,
  { email = '', fault, done, next }: FormState & { done?: string | undefined; next: string },
): Html {
  const text = c.get('text');
  return outsidePage(c, {
    title: text('access.sign_in'),
    body: html`${success(done)}${failure(text, fault)}
      <form method="post" action="/sign-in" class="stack">
        <input type="hidden" name="next" value="${next}" />
        ${emailField(text, email)} ${passwordField(text, 'current-password')}
        <button class="main">${text('access.sign_in')}</button>
      </form>
      <p class="faint">${text('access.no_account')}</p>`,
  });
}

export function setupPage(c: PageContext, token: string, { email = '', fault }: FormState): Html {
  const text = c.get('text');
  return outsidePage(c, {
    title: text('access.set_up'),
    body: html`<p>${text('access.set_up_first')}</p>
      ${failure(text, fault)}
      <form method="post" action="/setup" class="stack">
        <input type="hidden" name="token" value="${token}" />
        ${emailField(text, email)} ${passwordField(text, 'new-password')}
        <button class="main">${text('access.create_account')}</button>
      </form>`,
  });
}

interface SecretState {
  /** The secret of the link. */
  readonly token: string;
  readonly fault?: PageError | undefined;
}

export function invitationPage(
  c: PageContext,
  { email, team }: OpenInvitation,
  { token, fault }: SecretState,
): Html {
  const text = c.get('text');
  return outsidePage(c, {
    title: text('access.join_team', { team: team.name }),
    body: html`<p>${text('access.choose_password')}</p>
      ${failure(text, fault)}
      <form method="post" action="/invitation" class="stack">
        <input type="hidden" name="token" value="${token}" />
        ${fixedEmail(text, email)} ${passwordField(text, 'new-password')}
        <button class="main">${text('access.join')}</button>
      </form>`,
  });
}

export function resetPage(
  c: PageContext,
  { email }: Pick<Person, 'email'>,
  { token, fault }: SecretState,
): Html {
  const text = c.get('text');
  return outsidePage(c, {
    title: text('access.new_password_title'),
    body: html`${failure(text, fault)}
      <form method="post" action="/reset-password" class="stack">
        <input type="hidden" name="token" value="${token}" />
        ${fixedEmail(text, email)} ${passwordField(text, 'new-password')}
        <button class="main">${text('access.set_password')}</button>
      </form>
      <p class="hint">${text('access.stay_signed_in')}</p>`,
  });
}

function fixedEmail(text: Texts, email: string): Html {
  return html`<div class="field">
    <label for="email">${text('access.email')}</label>
    <input id="email" type="email" value="${email}" autocomplete="username" readonly />
  </div>`;
}

function emailField(text: Texts, email: string): Html {
  return html`<div class="field">
    <label for="email">${text('access.email')}</label>
    <input
      id="email"
      name="email"
      type="email"
      value="${email}"
      autocomplete="username"
      maxlength="320"
      required
    />
  </div>`;
}

interface PasswordField {
  readonly name?: string;
  readonly label?: string;
}

export function passwordField(
  text: Texts,
  autocomplete: 'current-password' | 'new-password',
  { name = 'password', label = text('access.password') }: PasswordField = {},
): Html {
  const isNew = autocomplete === 'new-password';
  const least = isNew
    ? html`minlength="${MIN_PASSWORD_LENGTH}" aria-describedby="${name}-hint"`
    : NOTHING;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <div class="row">
      <input
        id="${name}"
        name="${name}"
        type="password"
        autocomplete="${autocomplete}"
        ${least}
        required
      />
      <button type="button" data-reveal="${name}" data-hide="${text('common.hide')}" data-label="${text('common.show_password')}" aria-pressed="false" hidden>${text('access.show')}</button>
    </div>
    ${
      isNew
        ? html`<p class="hint" id="${name}-hint">${text('access.password_hint', { count: MIN_PASSWORD_LENGTH })}</p>`
        : NOTHING
    }
  </div>`;
}
