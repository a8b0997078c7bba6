/** Setup, invitation, password reset, sign-in and sign-out. */
import type { Hono } from 'hono';
import type { PlainMessageId } from '../../i18n/catalogue.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import {
  acceptInvitation,
  checkSetup,
  findInvitation,
  setUp,
} from '../../service/people/invitations.ts';
import { MIN_PASSWORD_LENGTH } from '../../service/people/password.ts';
import type { PeopleContext } from '../../service/people/people.ts';
import type { OpenInvitation, Person } from '../../service/people/records.ts';
import {
  type BrowserSession,
  type Credentials,
  endSession,
  findPasswordLink,
  resetPassword,
  signIn,
  switchTeam,
} from '../../service/people/sign-in.ts';
import { checkOrigin } from '../csrf.ts';
import type { DashboardDeps, DashboardEnvironment, PageContext } from '../environment.ts';
import { type Form, readForm } from '../form.ts';
import { nextPage, sourceOfRequest } from '../origin.ts';
import { attempt, PageError } from '../page-error.ts';
import { dropSession, readDevices, writeSession } from '../session-cookie.ts';
import type { PageResponse, SignedInPages } from '../signed-in.ts';
import { outsidePage } from './layout.ts';
import { failure, success } from './parts.ts';

type App = Hono<DashboardEnvironment>;

const DONE: Readonly<Record<string, PlainMessageId>> = {
  'signed-out': 'access.signed_out',
  everywhere: 'access.signed_out_everywhere',
};

export function signInRoutes(app: App, deps: DashboardDeps): void {
  const context = peopleContext(deps);
  app.get('/sign-in', (c) => {
    const done = DONE[c.req.query('done') ?? ''];
    const next = nextPage(c.req.query('next') ?? '');
    return c.html(signInPage(c, { done: done && c.get('text')(done), next }));
  });
  app.post('/sign-in', async (c) => {
    const form = await sessionlessForm(c, deps);
    const email = form.text('email').slice(0, 320);
    const credentials = {
      email,
      password: form.text('password'),
      source: sourceOfRequest(c, deps),
      devices: readDevices(c, deps),
    };
    const tried = await attempt(() => signInOrFail(c, context, credentials));
    const next = nextPage(form.text('next'));
    if (tried.ok) return enter(c, deps, { entered: tried.value, next });
    return refuse(c, tried.fault, signInPage(c, { email, next, fault: tried.fault }));
  });
}

export function setupRoutes(app: App, deps: DashboardDeps): void {
  const context = peopleContext(deps);
  app.get('/setup', async (c) => {
    const token = c.req.query('token') ?? '';
    await checkSetup(context, token);
    return c.html(setupPage(c, token, {}));
  });
  app.post('/setup', async (c) => {
    const form = await sessionlessForm(c, deps);
    const [secret, email] = [form.text('token'), form.text('email')];
    const password = form.text('password');
    const tried = await attempt(() => setUp(context, { secret, email, password }));
    if (tried.ok) return enter(c, deps, { entered: tried.value });
    return refuse(c, tried.fault, setupPage(c, secret, { email, fault: tried.fault }));
  });
}

export function invitationRoutes(app: App, deps: DashboardDeps): void {
  const context = peopleContext(deps);
  app.get('/invitation', async (c) => {
    const token = c.req.query('token') ?? '';
    return c.html(invitationPage(c, await findInvitation(context, token), { token }));
  });
  app.post('/invitation', async (c) => {
    const form = await sessionlessForm(c, deps);
    const [secret, password] = [form.text('token'), form.text('password')];
    const invitation = await findInvitation(context, secret);
    const tried = await attempt(() =>
      acceptInvitation(context, { secret, password, source: sourceOfRequest(c, deps) }),
    );
    if (tried.ok) return enter(c, deps, { entered: tried.value });
    return refuse(
      c,
      tried.fault,
      invitationPage(c, invitation, { token: secret, fault: tried.fault }),
    );
  });
}

export function resetRoutes(app: App, deps: DashboardDeps): void {
  const context = peopleContext(deps);
  app.get('/reset-password', async (c) => {
    const token = c.req.query('token') ?? '';
    return c.html(resetPage(c, await findPasswordLink(context, token), { token }));
  });
  app.post('/reset-password', async (c) => {
    const form = await sessionlessForm(c, deps);
    const [secret, password] = [form.text('token'), form.text('password')];
    const person = await findPasswordLink(context, secret);
    const tried = await attempt(() => resetPassword(context, { secret, password }));
    if (tried.ok) return enter(c, deps, { entered: tried.value });
    return refuse(c, tried.fault, resetPage(c, person, { token: secret, fault: tried.fault }));
  });
}

export function signOutRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  pages.post('/sign-out', async (c) => {
    await endSession(deps.service, c.get('session'));
    dropSession(c, deps);
    return c.redirect('/sign-in?done=signed-out', 303);
  });
}

/** `/team`: the other teams of the person who is signed in. */
export function teamRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  pages.post('/team', async (c, form) => {
    const [session, identity] = [c.get('session'), c.get('identity')];
    const current = { session, identity, source: sourceOfRequest(c, deps) };
    const entered = await switchTeam(deps.service, current, form.text('team'));
    return entered ? enter(c, deps, { entered }) : c.redirect('/', 303);
  });
}

export function peopleContext({ service, passwords, guesses }: DashboardDeps): PeopleContext {
  const { store, clock, token } = service;
  return { store, clock, token, passwords, guesses };
}

/** A form sent without a session: it must come from a page of the dashboard. */
async function sessionlessForm(c: PageContext, deps: DashboardDeps): Promise<Form> {
  checkOrigin(c, deps);
  return readForm(c);
}

/** Gives the same message for an unknown address and a wrong password. */
async function signInOrFail(
  c: PageContext,
  context: PeopleContext,
  credentials: Credentials,
): Promise<BrowserSession> {
  const entered = await signIn(context, credentials);
  if (entered === undefined) throw new PageError(422, c.get('text')('access.wrong_credentials'));
  return entered;
}

interface SignedIn {
  readonly entered: BrowserSession;
  /** A path of the dashboard. */
  readonly next?: string;
}

function enter(
  c: PageContext,
  deps: DashboardDeps,
  { entered, next = '/' }: SignedIn,
): PageResponse {
  writeSession(c, deps, entered);
  return c.redirect(next, 303);
}

function refuse(c: PageContext, { status, headers }: PageError, page: Html): PageResponse {
  return c.html(page, status, { ...headers });
}

interface FormState {
  readonly email?: string;
  readonly fault?: PageError | undefined;
}

function signInPage(
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

function setupPage(c: PageContext, token: string, { email = '', fault }: FormState): Html {
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

function invitationPage(
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

function resetPage(c: PageContext, { email }: Person, { token, fault }: SecretState): Html {
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
