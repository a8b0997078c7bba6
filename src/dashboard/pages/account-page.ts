import { LANGUAGE_NAMES, LANGUAGES } from '../../i18n/languages.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { NOTICE_CHOICES, type NoticeChoice } from '../../service/notices/notice-choice.ts';
import type { PageContext } from '../environment.ts';
import { ZONES } from '../local-times.ts';
import type { PageError } from '../page-error.ts';
import { passwordField } from './access-pages.ts';
import { csrfField, insidePage } from './layout.ts';
import { failure, success } from './parts.ts';

export interface AccountView {
  readonly fault?: PageError | undefined;
  readonly done?: string | undefined;
  /** Absent where the service sends no mail. */
  readonly notices?: NoticeChoice | undefined;
}

export function accountPage(c: PageContext, { fault, done, notices }: AccountView): Html {
  const text = c.get('text');
  const { person, team } = c.get('identity');
  const address = () => html`<strong class="address">${person.email}</strong>`;
  return insidePage(c, {
    title: text('account.title'),
    current: '/account',
    body: html`${success(done)}
      <p>${text.rich('account.you_are', { address, role: person.role, team: team.name })}</p>
      ${notices ? noticeForm(c, notices) : NOTHING}
      ${languageForm(c)}
      ${zoneForm(c)}
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
