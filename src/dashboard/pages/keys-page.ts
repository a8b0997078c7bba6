import { KEY_SCOPES, type KeyScope, SCOPE_TEXTS } from '../../contract/key-scopes.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { KeyRecord } from '../../service/records.ts';
import type { PageContext } from '../environment.ts';
import { csrfField, insidePage } from './layout.ts';
import { failure, moment, momentOr, secretOnce, success, table } from './parts.ts';

/** The form of a new key as it was filled in. */
export interface KeyForm {
  readonly label: string;
  readonly scopes: readonly KeyScope[];
  /** As `2027-01-31`; empty: it does not expire. */
  readonly lastDay: string;
}

export interface KeysView {
  readonly keys: readonly KeyRecord[];
  readonly now: number;
  /** The key just created. */
  readonly created?: string | undefined;
  /** Absent: nobody has filled in anything. */
  readonly filled?: KeyForm;
  readonly fault?: string | undefined;
  readonly done?: string | undefined;
}

export function keysPage(c: PageContext, view: KeysView): Html {
  const { keys, now, created, filled, fault, done } = view;
  return insidePage(c, {
    title: 'Keys',
    current: '/keys',
    body: html`${success(done)}${created ? createdKey(created) : NOTHING}
      <section class="card" aria-labelledby="create">
        <h2 id="create">Create a key</h2>
        <p>Programs sign in with an API key. <a href="/docs">Read the API docs</a>.</p>
        ${failure(fault)}
        ${createForm(c, filled ?? EMPTY_FORM)}
      </section>
      <section aria-labelledby="keys">
        <h2 id="keys">The team's keys</h2>
        ${table({
          caption: "The team's keys",
          columns: ['Label', 'Key', 'Scopes', 'Created', 'Last used', 'Expires', 'State'],
          rows: keys.map((key) => [
            key.label ?? html`<span class="faint">no label</span>`,
            html`<code>mv_…${key.lastFour}</code>`,
            scopesText(key),
            moment(key.createdAt),
            momentOr(key.lastUsedAt, 'never'),
            momentOr(key.expiresAt, 'never'),
            key.revokedAt === null ? openKey(c, key, now) : revoked(key.revokedAt),
          ]),
          empty: 'No key yet.',
        })}
      </section>`,
  });
}

const EMPTY_FORM: KeyForm = { label: '', scopes: KEY_SCOPES, lastDay: '' };

function createForm(c: PageContext, { label, scopes, lastDay }: KeyForm): Html {
  return html`<form method="post" action="/keys">
    ${csrfField(c)}<input type="hidden" name="scopes" value="chosen" />
    <div class="line">
      <div class="field grow">
        <label for="label">Label: what it is for</label>
        <input id="label" name="label" value="${label}" maxlength="64" autocomplete="off"
          placeholder="Web shop" />
      </div>
      <div class="field">
        <label for="last-day">Last day (UTC), if it expires</label>
        <input id="last-day" type="date" name="last_day" value="${lastDay}" />
      </div>
    </div>
    <fieldset>
      <legend>What it can do</legend>
      ${KEY_SCOPES.map((scope) => scopeBox(scope, scopes.includes(scope)))}
    </fieldset>
    <button class="main">Create</button>
  </form>`;
}

function scopeBox(scope: KeyScope, isChecked: boolean): Html {
  return html`<label class="check">
    <input type="checkbox" name="scope_${scope}" value="yes" ${isChecked ? html`checked` : NOTHING} />
    <code>${scope}</code>: ${SCOPE_TEXTS[scope]}
  </label>`;
}

function scopesText({ scopes }: KeyRecord): string {
  return scopes.length === KEY_SCOPES.length ? 'all' : scopes.join(', ');
}

function createdKey(key: string): Html {
  return html`<section class="card highlight" aria-labelledby="created">
    <h2 id="created">Your new key</h2>
    <p>Copy the key now. You will not see it again.</p>
    ${secretOnce('API key', key)}
  </section>`;
}

function openKey(c: PageContext, key: KeyRecord, now: number): Html {
  const isExpired = key.expiresAt !== null && key.expiresAt <= now;
  return html`${isExpired ? html`<span class="badge">Expired</span> ` : NOTHING}${revokeForm(c, key)}`;
}

function revokeForm(c: PageContext, { id, label, lastFour }: KeyRecord): Html {
  const name = label ?? `…${lastFour}`;
  return html`<form method="post" action="/keys/${id}/revoke"
    data-confirm="Revoke the key ${name}? Programs that use it stop working at once.">
    ${csrfField(c)}<button class="danger" aria-label="Revoke ${name}">Revoke</button>
  </form>`;
}

function revoked(at: number): Html {
  return html`<span class="faint">revoked ${moment(at)}</span>`;
}
