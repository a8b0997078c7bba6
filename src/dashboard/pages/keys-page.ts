import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { KeyRecord } from '../../service/records.ts';
import type { PageContext } from '../environment.ts';
import { csrfField, insidePage } from './layout.ts';
import { failure, moment, momentOr, secretOnce, success, table } from './parts.ts';

interface KeysView {
  readonly keys: readonly KeyRecord[];
  /** The key just created. */
  readonly created?: string | undefined;
  readonly label?: string;
  readonly fault?: string | undefined;
  readonly done?: string | undefined;
}

export function keysPage(c: PageContext, view: KeysView): Html {
  const { keys, created, label = '', fault, done } = view;
  return insidePage(c, {
    title: 'Keys',
    current: '/keys',
    body: html`${success(done)}${created ? createdKey(created) : NOTHING}
      <section class="card" aria-labelledby="create">
        <h2 id="create">Create a key</h2>
        <p>Programs sign in with an API key. <a href="/docs">Read the API docs</a>.</p>
        ${failure(fault)}
        <form method="post" action="/keys" class="line">
          ${csrfField(c)}
          <div class="field grow">
            <label for="label">Label: what it is for</label>
            <input id="label" name="label" value="${label}" maxlength="64" autocomplete="off"
              placeholder="Web shop" />
          </div>
          <button class="main">Create</button>
        </form>
      </section>
      <section aria-labelledby="keys">
        <h2 id="keys">The team's keys</h2>
        ${table({
          caption: "The team's keys",
          columns: ['Label', 'Key', 'Created', 'Last used', 'State'],
          rows: keys.map((key) => [
            key.label ?? html`<span class="faint">no label</span>`,
            html`<code>mv_…${key.lastFour}</code>`,
            moment(key.createdAt),
            momentOr(key.lastUsedAt, 'never'),
            key.revokedAt === null ? revokeForm(c, key) : revoked(key.revokedAt),
          ]),
          empty: 'No key yet.',
        })}
      </section>`,
  });
}

function createdKey(key: string): Html {
  return html`<section class="card highlight" aria-labelledby="created">
    <h2 id="created">Your new key</h2>
    <p>Copy the key now. You will not see it again.</p>
    ${secretOnce('API key', key)}
  </section>`;
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
