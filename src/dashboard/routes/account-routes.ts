import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { isLanguage } from '../../i18n/languages.ts';
import { changePassword } from '../../service/people/change-password.ts';
import { endAllSessions } from '../../service/people/session.ts';
import type { DashboardDeps } from '../environment.ts';
import { attempt } from '../page-error.ts';
import { accountPage } from '../pages/account-page.ts';
import { dropSession, writeSession } from '../session-cookie.ts';
import type { SignedInPages } from '../signed-in.ts';
import { peopleContext } from './access-routes.ts';

const DONE: Readonly<Record<string, PlainMessageId>> = {
  password: 'account.password_changed',
  language: 'account.language_saved',
};

export function accountRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const context = peopleContext(deps);
  pages.get('/account', (c) => {
    const done = DONE[c.req.query('done') ?? ''];
    return c.html(accountPage(c, { done: done && c.get('text')(done) }));
  });
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
  pages.post('/account/language', async (c, form) => {
    const chosen = form.text('language');
    const language = isLanguage(chosen) ? chosen : null;
    await deps.service.store.people.setLanguage(c.get('identity').person.id, language);
    return c.redirect('/account?done=language', 303);
  });
  pages.post('/account/sign-out-everywhere', async (c) => {
    await endAllSessions(deps.service, c.get('identity'));
    dropSession(c, deps);
    return c.redirect('/sign-in?done=everywhere', 303);
  });
}
