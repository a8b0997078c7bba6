/** Ways in and out: setup, invitation, signing in and out. */
import type { Hono } from 'hono';
import { acceptInvitation, findInvitation } from '../../service/accept-invitation.ts';
import { endSession } from '../../service/session.ts';
import { checkSetup, setUp } from '../../service/set-up.ts';
import { signIn } from '../../service/sign-in.ts';
import type { Attempts } from '../attempts.ts';
import type { DashboardDeps, DashboardEnvironment, PageContext } from '../environment.ts';
import { type Form, readForm } from '../form.ts';
import { attempt, PageError } from '../page-error.ts';
import { invitationPage, setupPage, signInPage } from '../pages/entry-pages.ts';
import { checkOrigin } from '../same-origin.ts';
import { dropSession, writeSession } from '../session-cookie.ts';
import type { SignedInPages } from '../signed-in.ts';

const DONE: Readonly<Record<string, string>> = {
  'signed-out': 'You are signed out.',
  everywhere: 'You are signed out everywhere.',
};

export function entryRoutes(
  app: Hono<DashboardEnvironment>,
  deps: DashboardDeps,
  attempts: Attempts,
): void {
  const context = { ...deps.service, passwords: deps.passwords };
  const enter = (c: PageContext, session: string) => {
    writeSession(c, deps, session);
    return c.redirect('/', 303);
  };
  const open = async (c: PageContext): Promise<Form> => {
    checkOrigin(c, deps);
    return readForm(c);
  };

  app.get('/sign-in', (c) => {
    const done = DONE[c.req.query('done') ?? ''];
    return c.html(signInPage(done === undefined ? {} : { done }));
  });
  app.post('/sign-in', async (c) => {
    const form = await open(c);
    const email = form.text('email').slice(0, 320);
    const tried = await attempt(() => {
      attempts.count(accountOf(email), addressOf(c));
      return signInOrFail(context, { email, password: form.text('password') });
    });
    if (!tried.ok) return refuse(c, tried.fault, signInPage({ email, fault: tried.fault.message }));
    attempts.succeeded(accountOf(email));
    return enter(c, tried.value);
  });
  app.get('/setup', async (c) => {
    const token = c.req.query('token') ?? '';
    await checkSetup(context, token);
    return c.html(setupPage(token, {}));
  });
  app.post('/setup', async (c) => {
    const form = await open(c);
    const [secret, email] = [form.text('token'), form.text('email')];
    const tried = await attempt(() =>
      setUp(context, { secret, email, password: form.text('password') }),
    );
    if (tried.ok) return enter(c, tried.value);
    return refuse(c, tried.fault, setupPage(secret, { email, fault: tried.fault.message }));
  });
  app.get('/invitation', async (c) => {
    const token = c.req.query('token') ?? '';
    return c.html(invitationPage(token, await findInvitation(context, token)));
  });
  app.post('/invitation', async (c) => {
    const form = await open(c);
    const secret = form.text('token');
    const invitation = await findInvitation(context, secret);
    const tried = await attempt(() =>
      acceptInvitation(context, { secret, password: form.text('password') }),
    );
    if (tried.ok) return enter(c, tried.value);
    return refuse(c, tried.fault, invitationPage(secret, invitation, tried.fault.message));
  });
}

export function signOutRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  pages.post('/sign-out', async (c) => {
    await endSession(deps.service, c.get('session'));
    dropSession(c, deps);
    return c.redirect('/sign-in?done=signed-out', 303);
  });
}

/** The same words for an unknown address as for a wrong password. */
async function signInOrFail(...args: Parameters<typeof signIn>): Promise<string> {
  const session = await signIn(...args);
  if (session === undefined) throw new PageError(422, 'The address or the password is not right');
  return session;
}

type Markup = ReturnType<typeof signInPage>;

function refuse(c: PageContext, { status, headers }: PageError, page: Markup): Answer {
  return c.html(page, status, { ...headers });
}

type Answer = Response | Promise<Response>;

/** Attempts are counted for the address as it was typed, whether anybody has it or not. */
export function accountOf(email: string): string {
  return email.trim().toLowerCase();
}

export function addressOf(c: PageContext): string {
  return c.env?.incoming?.socket?.remoteAddress ?? 'unknown';
}
