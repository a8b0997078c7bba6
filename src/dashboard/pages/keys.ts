import { KEY_SCOPES, type KeyScope } from '../../contract/key-scopes.ts';
import type { PlainMessageId } from '../../i18n/catalogue.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { endOfDay } from '../../lib/iso-time.ts';
import { scopesOf } from '../../service/people/people.ts';
import { COMMAND_LINE } from '../../service/people/records.ts';
import type { KeyRecord } from '../../service/records.ts';
import {
  createTeamKey,
  FIRST_KEY,
  mayRevoke,
  revokeTeamKey,
  teamKeys,
} from '../../service/teams/keys.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import type { Form } from '../form.ts';
import { attempt, PageError } from '../page-error.ts';
import { takeNewKey, writeNewKey } from '../session-cookie.ts';
import { doneOf, pathId, type SignedInPages } from '../signed-in.ts';
import { csrfField, insidePage } from './layout.ts';
import { addressText, failure, moment, momentOr, secretOnce, success, table } from './parts.ts';

const DONE: Readonly<Record<string, PlainMessageId>> = {
  revoked: 'keys.done_revoked',
};

export function keysRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const { service, clock } = deps;
  const shown = async (c: PageContext, more: Partial<KeysView>) => {
    const keys = await teamKeys(service, c.get('identity'));
    return keysPage(c, { keys, now: clock.now(), ...more });
  };
  pages.get('/keys', async (c) =>
    c.html(await shown(c, { created: takeNewKey(c, deps), done: doneOf(c, DONE) })),
  );
  pages.post('/keys', async (c, form) => {
    const filled = readKeyForm(form);
    const tried = await attempt(async () => {
      const { label, scopes } = filled;
      const expiresAt = expiryOf(c, filled);
      return createTeamKey(service, c.get('identity'), { label, scopes, expiresAt });
    });
    if (tried.ok) {
      writeNewKey(c, deps, tried.value.key);
      return c.redirect('/keys', 303);
    }
    const { fault } = tried;
    return c.html(await shown(c, { filled, fault }), fault.status);
  });
  pages.post('/keys/:id/revoke', async (c) => {
    await revokeTeamKey(service, c.get('identity'), pathId(c));
    return c.redirect('/keys?done=revoked', 303);
  });
}

function readKeyForm(form: Form): KeyForm {
  const scopes = KEY_SCOPES.filter((scope) => form.text(`scope_${scope}`) !== '');
  return { label: form.text('label'), scopes, lastDay: form.text('last_day') };
}

function expiryOf(c: PageContext, { lastDay }: KeyForm): number | null {
  if (lastDay === '') return null;
  const end = endOfDay(lastDay);
  if (end === undefined) throw new PageError(422, c.get('text')('keys.write_day'));
  return end;
}

/** The form of a new key as it was filled in. */
interface KeyForm {
  readonly label: string;
  readonly scopes: readonly KeyScope[];
  /** As `2027-01-31`; empty: it does not expire. */
  readonly lastDay: string;
}

interface KeysView {
  readonly keys: readonly KeyRecord[];
  readonly now: number;
  /** The key just created. */
  readonly created?: string | undefined;
  /** Absent: nobody has filled in anything. */
  readonly filled?: KeyForm;
  readonly fault?: PageError | undefined;
  readonly done?: string | undefined;
}

function keysPage(c: PageContext, view: KeysView): Html {
  const text = c.get('text');
  const { keys, now, created, filled, fault, done } = view;
  const docs = (inside: readonly (string | Html)[]) => html`<a href="/docs">${inside}</a>`;
  return insidePage(c, {
    title: text('keys.title'),
    current: '/keys',
    body: html`${success(done)}${created ? createdKey(text, created) : NOTHING}
      <section class="card" aria-labelledby="create">
        <h2 id="create">${text('keys.create_title')}</h2>
        <p>${text.rich('keys.intro', { link: docs })}</p>
        ${failure(text, fault)}
        ${createForm(c, filled ?? EMPTY_FORM)}
      </section>
      <section aria-labelledby="keys">
        <h2 id="keys">${text('keys.team_keys')}</h2>
        ${table({
          caption: text('keys.team_keys'),
          columns: [
            text('keys.name'),
            text('keys.key'),
            text('keys.scopes'),
            text('common.created'),
            text('keys.created_by'),
            text('keys.last_used'),
            text('keys.expires'),
            text('common.state'),
          ],
          rows: keys.map((key) => [
            key.label !== null
              ? html`<span translate="no">${labelText(text, key.label)}</span>`
              : html`<span class="faint">${text('keys.no_name')}</span>`,
            html`<code>mv_…${key.lastFour}</code>`,
            scopesText(text, key),
            moment(key.createdAt, text),
            creator(text, key),
            momentOr(key.lastUsedAt, text('common.never'), text),
            momentOr(key.expiresAt, text('common.never'), text),
            key.revokedAt === null ? openKey(c, key, now) : revoked(text, key.revokedAt),
          ]),
          empty: text('keys.none'),
        })}
      </section>`,
  });
}

/** What most programs need, and the least: a key that leaks shows nobody the history. */
const EMPTY_FORM: KeyForm = { label: '', scopes: ['verify'], lastDay: '' };

function createForm(c: PageContext, { label, scopes, lastDay }: KeyForm): Html {
  const text = c.get('text');
  return html`<form method="post" action="/keys">
    ${csrfField(c)}
    <div class="line">
      <div class="field grow">
        <label for="label">${text('keys.name')}</label>
        <input id="label" name="label" value="${label}" maxlength="64" autocomplete="off"
          placeholder="${text('keys.name_example')}" />
      </div>
      <div class="field">
        <label for="last-day">${text('keys.expires_optional')}</label>
        <input id="last-day" type="date" name="last_day" value="${lastDay}" />
      </div>
    </div>
    <fieldset>
      <legend>${text('keys.what_it_can_do')}</legend>
      ${scopesOf(c.get('identity').person.role).map((scope) => scopeBox(text, scope, scopes.includes(scope)))}
    </fieldset>
    <button class="main">${text('common.create')}</button>
  </form>`;
}

function scopeBox(text: Texts, scope: KeyScope, isChecked: boolean): Html {
  return html`<label class="check">
    <input type="checkbox" name="scope_${scope}" value="yes" ${isChecked ? html`checked` : NOTHING} />
    ${text(`scopes.${scope}`)} <code class="faint">${scope}</code>
  </label>`;
}

function scopesText(text: Texts, { scopes }: KeyRecord): Html | string {
  if (scopes.length === KEY_SCOPES.length) return text('common.all');
  return html`<span translate="no">${scopes.join(', ')}</span>`;
}

function createdKey(text: Texts, key: string): Html {
  return html`<section class="card highlight" aria-labelledby="created">
    <h2 id="created">${text('keys.new_key')}</h2>
    <p>${text('keys.copy_now')}</p>
    ${secretOnce(text, text('keys.api_key'), key)}
  </section>`;
}

function openKey(c: PageContext, key: KeyRecord, now: number): Html {
  const text = c.get('text');
  const isExpired = key.expiresAt !== null && key.expiresAt <= now;
  const form = mayRevoke(c.get('identity'), key) ? revokeForm(c, key) : NOTHING;
  return html`${isExpired ? html`<span class="badge">${text('keys.expired')}</span> ` : NOTHING}${form}`;
}

function creator(text: Texts, { createdBy }: KeyRecord): Html | string {
  if (createdBy === null) return '–';
  return createdBy === COMMAND_LINE ? text('keys.by_command_line') : addressText(createdBy);
}

/** A name as people gave it; that of the first key is ours. */
export function labelText(text: Texts, label: string): string {
  return label === FIRST_KEY ? text('keys.first') : label;
}

function revokeForm(c: PageContext, { id, label, lastFour }: KeyRecord): Html {
  const text = c.get('text');
  const name = label === null ? `…${lastFour}` : labelText(text, label);
  return html`<form method="post" action="/keys/${id}/revoke"
    data-confirm="${text('keys.confirm_revoke', { name })}">
    ${csrfField(c)}<button class="danger" aria-label="${text('keys.revoke_key', { name })}">${text('keys.revoke')}</button>
  </form>`;
}

function revoked(text: Texts, at: number): Html {
  const time = moment(at, text);
  return html`<span class="faint">${text.rich('keys.revoked_at', { time })}</span>`;
}
