import { changePassword } from '../../service/people/change-password.ts';
import { endAllSessions } from '../../service/people/session.ts';
import type { DashboardDeps } from '../environment.ts';
import { attempt } from '../page-error.ts';
import { accountPage } from '../pages/account-page.ts';
import { dropSession, writeSession } from '../session-cookie.ts';
import type { SignedInPages } from '../signed-in.ts';
import { peopleContext } from './access-routes.ts';

const DONE: Readonly<Record<string, string>> = {
  password: 'The password is changed; everywhere else you are signed out.',
};

export function accountRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const context = peopleContext(deps);
  pages.get('/account', (c) => c.html(accountPage(c, { done: DONE[c.req.query('done') ?? ''] })));
  pages.post('/account/password', async (c, form) => {
    const identity = c.get('identity');
    const passwords = { current: form.text('current'), next: form.text('next') };
    const tried = await attempt(() => changePassword(context, identity, passwords));
    if (!tried.ok) {
      const { status, text, headers } = tried.fault;
      return c.html(accountPage(c, { fault: text }), status, { ...headers });
    }
    writeSession(c, deps, tried.value);
    return c.redirect('/account?done=password', 303);
  });
  pages.post('/account/sign-out-everywhere', async (c) => {
    await endAllSessions(deps.service, c.get('identity'));
    dropSession(c, deps);
    return c.redirect('/sign-in?done=everywhere', 303);
  });
}
