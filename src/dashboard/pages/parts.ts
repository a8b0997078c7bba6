/** Parts that several pages share. */
import type { BatchStatus } from '../../contract/batch-state.ts';
import type { Verdict } from '../../contract/verdict.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { ListStatus, ListWait } from '../../service/lists/list-ports.ts';
import { badgeOf } from '../list-progress.ts';

/** To the minute, in UTC like all dates of the service. */
export function moment(at: number): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
}

export function momentOr(at: number | null, otherwise: string): Html {
  return at === null ? html`<span class="faint">${otherwise}</span>` : moment(at);
}

const VERDICT_NAMES: Readonly<Record<Verdict, string>> = {
  deliverable: 'Deliverable',
  risky: 'Risky',
  undeliverable: 'Undeliverable',
  unknown: 'Unknown',
};

export function verdictBadge(verdict: Verdict): Html {
  return html`<span class="badge ${verdict}">${VERDICT_NAMES[verdict]}</span>`;
}

const STATUS_NAMES: Readonly<Record<BatchStatus, string>> = {
  pending: 'Waiting',
  processing: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

export function statusBadge(status: BatchStatus): Html {
  return html`<span class="badge ${status}" data-status>${STATUS_NAMES[status]}</span>`;
}

/** `waitsFor`: why nothing more of it is sent for the moment. */
export function listBadge(status: ListStatus, waitsFor: ListWait | null = null): Html {
  const { kind, name } = badgeOf({ status, waitsFor });
  return html`<span class="badge ${kind}" data-status>${name}</span>`;
}

/** A message at the head of a page, read out when it appears. */
export function success(message: string | undefined): Html {
  return message === undefined
    ? NOTHING
    : html`<p class="notice good" role="status">${message}</p>`;
}

export function failure(message: string | undefined): Html {
  if (message === undefined) return NOTHING;
  return html`<p class="notice bad" role="alert">${asSentence(message)}</p>`;
}

export function asSentence(message: string): string {
  // A file name keeps its capitals.
  const isName = /^\S+\.\w+ /.test(message);
  const sentence = isName ? message : message.charAt(0).toUpperCase() + message.slice(1);
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** So many characters of an address or URL fit everywhere, and are never broken. */
const UNBROKEN = 28;

/** An address or URL: a long one is broken between its parts, never inside a word that fits. */
export function addressText(text: string): Html {
  if (text.length <= UNBROKEN) return html`<span class="address whole">${text}</span>`;
  const parts = text.split(/(?<=[@/?&=])|(?=[.+_-])/);
  return html`<span class="address">${parts.map((part, at) => (at === 0 ? part : html`<wbr />${part}`))}</span>`;
}

interface Table {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (Html | string)[])[];
  /** The text where there are no rows. */
  readonly empty: string;
}

/** A table of more columns becomes cards already on a tablet. */
const WIDE = 5;

/** Rows become cards on a phone. The roles keep it a table for screen readers then. */
export function table({ caption, columns, rows, empty }: Table): Html {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
  const width = columns.length > WIDE ? html` class="wide"` : NOTHING;
  return html`<table role="table"${width}>
    <caption class="unseen">
      ${caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map((name) => (name === '' ? html`<td role="cell"></td>` : html`<th role="columnheader" scope="col">${name}</th>`))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map((cells) => html`<tr role="row">${cells.map((cell, at) => td(cell, columns[at]))}</tr>`)}
    </tbody>
  </table>`;
}

function td(cell: Html | string, column = ''): Html {
  return html`<td role="cell" data-label="${column}"><div>${cell}</div></td>`;
}

interface Paging {
  readonly path: string;
  /** From 1. */
  readonly page: number;
  readonly hasMore: boolean;
  /** Query parameters that page links keep. */
  readonly query?: Readonly<Record<string, string>>;
  /** Where on the page the rows are; then the script changes pages in place. */
  readonly anchor?: string;
}

export function paging({ path, page, hasMore, query = {}, anchor }: Paging): Html {
  if (page === 1 && !hasMore) return NOTHING;
  const to = (number: number) =>
    `${path}?${new URLSearchParams({ ...query, page: String(number) })}${anchor ? `#${anchor}` : ''}`;
  const inPlace = anchor ? html`data-in-place` : NOTHING;
  return html`<nav class="paging" aria-label="Pages of the list">
    ${page > 1 ? html`<a rel="prev" ${inPlace} href="${to(page - 1)}">Previous</a>` : NOTHING}
    <span>Page ${page}</span>
    ${hasMore ? html`<a rel="next" ${inPlace} href="${to(page + 1)}">Next</a>` : NOTHING}
  </nav>`;
}

/** A secret that is shown once, with a button to copy it. */
export function secretOnce(name: string, secret: string): Html {
  return secretField(name, secret, NOTHING);
}

export interface SecretLink {
  /** With its query. */
  readonly path: string;
  readonly url: string;
}

/** The browser completes the link with its own origin, so the server need not know it. */
export function secretLink({ path, url }: SecretLink): Html {
  return secretField('Link', url, html`data-path="${path}"`);
}

function secretField(name: string, value: string, attribute: Html): Html {
  return html`<div class="secret">
    <label for="secret">${name}</label>
    <div class="row">
      <input id="secret" class="code" value="${value}" ${attribute} readonly autofocus />
      <button type="button" data-copy="secret" hidden>Copy</button>
    </div>
    <p class="unseen" role="status" data-copied></p>
  </div>`;
}

/** A form that searches by address; `hidden` goes along with it. */
export function searchForm(action: string, search: string, hidden: Html = NOTHING): Html {
  return html`<form method="get" action="${action}" class="line" role="search">
  ${hidden}
  <div class="field grow">
    <label for="search">Search by address</label>
    <input id="search" type="search" name="search" value="${search}" maxlength="320"
      autocapitalize="none" spellcheck="false" placeholder="example.com" />
  </div>
  <button>Search</button>
</form>`;
}
