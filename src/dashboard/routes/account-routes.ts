import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { isLanguage } from '../../i18n/languages.ts';
import { NOTICE_CHOICES } from '../../service/notices/notice-choice.ts';
import { changePassword } from '../../service/people/change-password.ts';
import { endAllSessions } from '../../service/people/session.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { ZONES } from '../local-times.ts';
import { attempt, PageError } from '../page-error.ts';
import { type AccountView, accountPage } from '../pages/account-page.ts';
import { dropSession, writeSession } from '../session-cookie.ts';
import type { SignedInPages } from '../signed-in.ts';
import { peopleContext } from './access-routes.ts';

const DONE: Readonly<Record<string, PlainMessageId>> = {
  password: 'account.password_changed',
  language: 'account.language_saved',
};

const PREFERENCES_DONE: Readonly<Record<string, string>> = {
  notices: 'Your choice of mails is saved.',
  zone: 'Your time zone is saved.',
};

export function accountRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const context = peopleContext(deps);
  const { people } = deps.service.store;
  const shown = async (c: PageContext, view: Pick<AccountView, 'fault' | 'done'>) => {
    const chosen = deps.sendsMail && (await people.preferences(c.get('identity').person.id));
    return accountPage(c, { ...view, ...(chosen && { notices: chosen.notices }) });
  };
  pages.get('/account', async (c) => {
    const done = c.req.query('done') ?? '';
    const text = DONE[done];
    return c.html(await shown(c, { done: text ? c.get('text')(text) : PREFERENCES_DONE[done] }));
  });
  pages.post('/account/notices', async (c, form) => {
    const notices = NOTICE_CHOICES.find((choice) => choice === form.text('notices'));
    if (!notices) throw new PageError(422, 'Unknown choice');
    const { id } = c.get('identity').person;
    await people.setPreferences(id, { ...(await people.preferences(id)), notices });
    return c.redirect('/account?done=notices', 303);
  });
  pages.post('/account/zone', async (c, form) => {
    const zone = ZONES.find((each) => each === form.text('zone')) ?? null;
    const { id } = c.get('identity').person;
    await people.setPreferences(id, { ...(await people.preferences(id)), zone });
    return c.redirect('/account?done=zone', 303);
  });
  pages.post('/account/password', async (c, form) => {
    const identity = c.get('identity');
    const passwords = { current: form.text('current'), next: form.text('next') };
    const tried = await attempt(() => changePassword(context, identity, passwords));
    if (!tried.ok) {
      const { fault } = tried;
      return c.html(await shown(c, { fault }), fault.status, { ...fault.headers });
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
