import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../../i18n/languages.ts';
import { message } from '../../i18n/message.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { NOTICE_CHOICES, type NoticeChoice } from '../../service/people/records.ts';
import { changePassword, endAllSessions } from '../../service/people/sign-in.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { attempt, PageError } from '../page-error.ts';
import { dropSession, writeSession } from '../session-cookie.ts';
import type { SignedInPages } from '../signed-in.ts';
import { passwordField, peopleContext } from './access.ts';
import { csrfField, insidePage, ZONES } from './layout.ts';
import { failure, success } from './parts.ts';

const DONE: Readonly<Record<string, PlainMessageId>> = {
  password: 'account.password_changed',
  language: 'account.language_saved',
  notices: 'account.notices_saved',
  zone: 'account.zone_saved',
};

export function accountRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const context = peopleContext(deps);
  const { people } = deps.service.store;
  const shown = async (c: PageContext, view: AccountView) => {
    const chosen = deps.sendsMail && (await people.preferences(c.get('identity').person.id));
    return accountPage(c, { ...view, ...(chosen && { notices: chosen.notices }) });
  };
  pages.get('/account', async (c) => {
    const done = c.req.query('done') ?? '';
    const text = DONE[done];
    return c.html(await shown(c, { done: text && c.get('text')(text) }));
  });
  pages.post('/account/notices', async (c, form) => {
    const notices = NOTICE_CHOICES.find((choice) => choice === form.text('notices'));
    if (!notices) throw new PageError(422, message('errorTexts.unknown_choice'));
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

interface AccountView {
  readonly fault?: PageError | undefined;
  readonly done?: string | undefined;
  /** Absent where the service sends no mail. */
  readonly notices?: NoticeChoice | undefined;
}

function accountPage(c: PageContext, { fault, done, notices }: AccountView): Html {
  const text = c.get('text');
  const { person, team } = c.get('identity');
  const address = () => html`<strong class="address">${person.email}</strong>`;
  return insidePage(c, {
    title: text('account.title'),
    current: '/account',
    body: html`${success(done)}
      <p>${text.rich('account.you_are', { address, role: person.role, team: team.name })}</p>
      ${notices ? noticeForm(c, notices) : NOTHING}
      <div class="cards pair">${languageForm(c)}${zoneForm(c)}</div>
      <section class="card" aria-labelledby="password">
        <h2 id="password">${text('account.change_password')}</h2>
        ${failure(text, fault)}
        <form method="post" action="/account/password" class="stack">
          ${csrfField(c)}
          <input type="email" value="${person.email}" autocomplete="username" readonly hidden />
          ${passwordField(text, 'current-password', { name: 'current', label: text('account.current_password') })}
          ${passwordField(text, 'new-password', { name: 'next', label: text('account.new_password') })}
          <button class="main">${text('account.change')}</button>
        </form>
        <p class="hint">${text('access.stay_signed_in')}</p>
      </section>
      <section class="card" aria-labelledby="sessions">
        <h2 id="sessions">${text('account.sign_out_everywhere')}</h2>
        <p>${text('account.ends_sessions')}</p>
        <form method="post" action="/account/sign-out-everywhere">
          ${csrfField(c)}<button class="danger">${text('account.sign_out_everywhere')}</button>
        </form>
      </section>`,
  });
}

function noticeForm(c: PageContext, chosen: NoticeChoice): Html {
  const text = c.get('text');
  return html`<section class="card" aria-labelledby="notices-title">
    <h2 id="notices-title">${text('account.mails')}</h2>
    <p>${text('account.mails_when')}</p>
    <form method="post" action="/account/notices">
      ${csrfField(c)}
      <fieldset>
        <legend class="unseen">${text('account.mails')}</legend>
        ${NOTICE_CHOICES.map(
          (choice) => html`<label class="check">
            <input type="radio" name="notices" value="${choice}" ${choice === chosen ? html`checked` : NOTHING} />
            ${text(`account.mails_${choice}`)}
          </label>`,
        )}
      </fieldset>
      <button>${text('account.save')}</button>
    </form>
  </section>`;
}

function zoneForm(c: PageContext): Html {
  const text = c.get('text');
  const chosen = c.get('zone');
  return html`<section class="card" aria-labelledby="zone-title">
    <h2 id="zone-title">${text('account.time_zone')}</h2>
    <form method="post" action="/account/zone" class="line">
      ${csrfField(c)}
      <div class="field">
        <label for="zone">${text('account.times_in')}</label>
        <select id="zone" name="zone">
          <option value="">${text('account.zone_of_browser')}</option>
          ${ZONES.map((zone) => html`<option value="${zone}" ${zone === chosen ? html`selected` : NOTHING} translate="no">${zone}</option>`)}
        </select>
      </div>
      <button>${text('account.save')}</button>
    </form>
  </section>`;
}

/** Languages stand in their own names, which their readers find in any language. */
function languageForm(c: PageContext): Html {
  const text = c.get('text');
  const chosen = c.get('identity').person.language;
  return html`<section class="card" aria-labelledby="language-title">
    <h2 id="language-title">${text('account.language')}</h2>
    <form method="post" action="/account/language" class="line">
      ${csrfField(c)}
      <div class="field">
        <label for="language">${text('account.language')}</label>
        <select id="language" name="language" aria-describedby="language-hint">
          <option value="">${text('account.language_of_browser')}</option>
          ${LANGUAGES.map(
            (language) =>
              html`<option value="${language}" lang="${language}" ${language === chosen ? html`selected` : NOTHING} translate="no">${LANGUAGE_NAMES[language]}</option>`,
          )}
        </select>
      </div>
      <button>${text('account.save')}</button>
    </form>
    <p class="hint" id="language-hint">${text('account.language_hint')}</p>
  </section>`;
}
