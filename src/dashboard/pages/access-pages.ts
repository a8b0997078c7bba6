import { type Html, html, NOTHING } from '../../lib/html.ts';
/** The pages for people who are not signed in: sign-in, setup, invitation, password. */
import { MIN_PASSWORD_LENGTH } from '../../service/people/password.ts';
import type { OpenInvitation, Person } from '../../service/people/people-ports.ts';
import { outsidePage } from './layout.ts';
import { failure, success } from './parts.ts';

interface FormState {
  readonly email?: string;
  readonly fault?: string | undefined;
}

export function signInPage({
  email = '',
  fault,
  done,
  next,
}: FormState & { done?: string | undefined; next: string }): Html {
  return outsidePage({
    title: 'Sign in',
    body: html`${success(done)}${failure(fault)}
      <form method="post" action="/sign-in" class="stack">
        <input type="hidden" name="next" value="${next}" />
        ${emailField(email)} ${passwordField('current-password')}
        <button class="main">Sign in</button>
      </form>
      <p class="faint">
        No account, or forgot the password? Ask an owner of your team for a link.
      </p>`,
  });
}

export function setupPage(token: string, { email = '', fault }: FormState): Html {
  return outsidePage({
    title: 'Set up the dashboard',
    body: html`<p>You become the first owner of this service's team.</p>
      ${failure(fault)}
      <form method="post" action="/setup" class="stack">
        <input type="hidden" name="token" value="${token}" />
        ${emailField(email)} ${passwordField('new-password')}
        <button class="main">Create the account</button>
      </form>`,
  });
}

export function invitationPage(
  token: string,
  { email, team }: OpenInvitation,
  fault?: string,
): Html {
  return outsidePage({
    title: `Join ${team.name}`,
    body: html`<p>
        Choose a password. If you sign in here for another team with this address, enter the same
        password: you can then switch between the teams.
      </p>
      ${failure(fault)}
      <form method="post" action="/invitation" class="stack">
        <input type="hidden" name="token" value="${token}" />
        ${fixedEmail(email)} ${passwordField('new-password')}
        <button class="main">Join</button>
      </form>`,
  });
}

export function resetPage(token: string, { email }: Pick<Person, 'email'>, fault?: string): Html {
  return outsidePage({
    title: 'Choose a new password',
    body: html`${failure(fault)}
      <form method="post" action="/reset-password" class="stack">
        <input type="hidden" name="token" value="${token}" />
        ${fixedEmail(email)} ${passwordField('new-password')}
        <button class="main">Set the password</button>
      </form>
      <p class="hint">You are signed in here, and signed out everywhere else.</p>`,
  });
}

function fixedEmail(email: string): Html {
  return html`<div class="field">
    <label for="email">E-mail address</label>
    <input id="email" type="email" value="${email}" autocomplete="username" readonly />
  </div>`;
}

function emailField(email: string): Html {
  return html`<div class="field">
    <label for="email">E-mail address</label>
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
  autocomplete: 'current-password' | 'new-password',
  { name = 'password', label = 'Password' }: PasswordField = {},
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
      <button type="button" data-reveal="${name}" aria-pressed="false" hidden>Show</button>
    </div>
    ${
      isNew
        ? html`<p class="hint" id="${name}-hint">
          At least ${MIN_PASSWORD_LENGTH} characters; a few random words are easy to remember.
        </p>`
        : NOTHING
    }
  </div>`;
}
