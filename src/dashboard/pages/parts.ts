/** Parts that several pages share. */
import type { BatchStatus } from '../../contract/batch-state.ts';
import type { Reason, Verdict } from '../../contract/verdict.ts';
import { firstUpper, reasonInWords } from '../../formats/words.ts';
import type { PlainMessageId } from '../../i18n/catalogue.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { isoTime } from '../../lib/iso-time.ts';
import { lowerFirst } from '../../lib/wording.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import { badgeOf } from '../list-progress.ts';
import type { PageError } from '../page-error.ts';

/** To the minute, in UTC like all dates of the service. */
export function moment(at: number, text: Texts): Html {
  return html`<time datetime="${isoTime(at)}">${text.moment(at)}</time>`;
}

export function momentOr(at: number | null, otherwise: string, text: Texts): Html {
  return at === null ? html`<span class="faint">${otherwise}</span>` : moment(at, text);
}

export function verdictBadge(text: Texts, verdict: Verdict): Html {
  return html`<span class="badge ${verdict}">${verdictName(text, verdict)}</span>`;
}

/** As the title of a cell or badge. */
export function verdictName(text: Texts, verdict: Verdict): string {
  return sentence(text(`verdicts.${verdict}`));
}

const STATUS_NAMES = {
  pending: 'common.waiting',
  processing: 'common.running',
  completed: 'batches.state_completed',
  failed: 'common.failed',
  cancelled: 'batches.state_cancelled',
} as const satisfies Readonly<Record<BatchStatus, PlainMessageId>>;

export function statusBadge(text: Texts, status: BatchStatus): Html {
  return html`<span class="badge ${status}" data-status>${statusName(text, status)}</span>`;
}

export function statusName(text: Texts, status: BatchStatus): string {
  return text(STATUS_NAMES[status]);
}

export function listBadge(text: Texts, list: ListRecord): Html {
  const { kind, name } = badgeOf(text, list);
  return html`<span class="badge ${kind}" data-status>${name}</span>`;
}

/** A message at the head of a page, read out when it appears. */
export function success(message: string | undefined): Html {
  return message === undefined
    ? NOTHING
    : html`<p class="notice good" role="status">${message}</p>`;
}

export function failure(text: Texts, fault: PageError | undefined): Html {
  if (fault === undefined) return NOTHING;
  return html`<p class="notice bad" role="alert">${asSentence(fault.say(text))}</p>`;
}

export function asSentence(message: string): string {
  // A file name keeps its capitals.
  const isName = /^(?:\S+\.\w+ |[^:]+\.\w+: )/.test(message);
  const sentence = isName ? message : message.charAt(0).toUpperCase() + message.slice(1);
  if (/[.?!。]⟧*$/.test(sentence)) return sentence;
  return sentence + (JAPANESE.test(sentence.slice(-1)) ? '。' : '.');
}

const JAPANESE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}）」]/u;

/** So many characters of an address or URL fit everywhere, and are never broken. */
const UNBROKEN = 28;

const PARTS = new RegExp(`(?<=[@/?&=])|(?=[.+_-])|(?<=[^@/?&=.+_-]{${UNBROKEN}})`, 'u');

/** An address, URL or name: a long one is broken between its parts, never inside a word that fits. */
export function addressText(text: string): Html {
  if (text.length <= UNBROKEN) return html`<span class="address whole">${text}</span>`;
  return html`<span class="address">${breakable(text)}</span>`;
}

/** The same where a short one may be broken, too: in large type. */
export function breakable(text: string): Html {
  return html`${text.split(PARTS).map((part, at) => (at === 0 ? part : html`<wbr />${part}`))}`;
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

export function paging(text: Texts, { path, page, hasMore, query = {}, anchor }: Paging): Html {
  if (page === 1 && !hasMore) return NOTHING;
  const to = (number: number) =>
    `${path}?${new URLSearchParams({ ...query, page: String(number) })}${anchor ? `#${anchor}` : ''}`;
  const inPlace = anchor ? html`data-in-place` : NOTHING;
  return html`<nav class="paging" aria-label="${text('common.pages_of_list')}">
    ${page > 1 ? html`<a rel="prev" ${inPlace} href="${to(page - 1)}">${text('common.previous')}</a>` : NOTHING}
    <span>${text('common.page', { number: page })}</span>
    ${hasMore ? html`<a rel="next" ${inPlace} href="${to(page + 1)}">${text('common.next')}</a>` : NOTHING}
  </nav>`;
}

/** A secret that is shown once, with a button to copy it. */
export function secretOnce(text: Texts, name: string, secret: string): Html {
  return secretField(name, { value: secret, attribute: NOTHING }, text);
}

export interface SecretLink {
  /** With its query. */
  readonly path: string;
  readonly url: string;
  /** Where a page has several: its own name and label. */
  readonly own?: { readonly id: string; readonly label: string };
}

/** The browser completes the link with its own origin, so the server need not know it. */
export function secretLink(text: Texts, { path, url, own }: SecretLink): Html {
  const attribute = html`data-path="${path}"`;
  const field = { value: url, attribute, id: own?.id };
  return secretField(own?.label ?? text('common.link'), field, text);
}

interface SecretField {
  readonly value: string;
  readonly attribute: Html;
  readonly id?: string | undefined;
}

function secretField(name: string, field: SecretField, text: Texts): Html {
  const { value, attribute, id = 'secret' } = field;
  return html`<div class="secret">
    <label for="${id}">${name}</label>
    <div class="row">
      <input id="${id}" class="code" value="${value}" ${attribute} readonly ${field.id === undefined ? html`autofocus` : NOTHING} />
      <button type="button" data-copy="${id}" data-done="${text('common.copied')}" hidden>${text('common.copy')}</button>
    </div>
    <p class="unseen" role="status" data-copied="${text('common.copied_to_clipboard')}"></p>
  </div>`;
}

interface FileField {
  readonly label: string;
  /** Endings and types of files. */
  readonly accept: string;
}

/** A field for a file; its hint has the id `list-hint`. */
export function fileField(text: Texts, { label, accept }: FileField): Html {
  return html`<div class="field grow">
    <label for="list">${label}</label>
    ${fileInput(text, accept)}
  </div>`;
}

/** The browser’s own field, and where scripts run, a button and the name of the file in its place. */
export function fileInput(text: Texts, accept: string): Html {
  return html`<div class="file">
    <input id="list" type="file" name="list" required aria-describedby="list-hint" accept="${accept}" />
    <span class="button" aria-hidden="true">${text('upload.choose_file')}</span>
    <span class="file-name" aria-hidden="true" data-chosen>${text('upload.no_file')}</span>
  </div>`;
}

interface SearchForm {
  readonly action: string;
  readonly search: string;
  /** Fields that go along with it. */
  readonly hidden?: Html;
}

/** A form that searches by address. */
export function searchForm(text: Texts, { action, search, hidden = NOTHING }: SearchForm): Html {
  return html`<form method="get" action="${action}" class="line search" role="search">
  ${hidden}
  <div class="field grow">
    <label for="search">${text('common.search_by_address')}</label>
    <input id="search" type="search" name="search" value="${search}" maxlength="320"
      autocapitalize="none" spellcheck="false" placeholder="example.com" />
  </div>
  <button>${text('common.search')}</button>
</form>`;
}

/** The finest reason that is known of a result. */
export function reasonWords(text: Texts, reason: Reason, fineReason: string | undefined): string {
  if (reason === 'accepted') return inCell(text, text('reasons.accepted'));
  return inCell(text, reasonInWords(text, reason, fineReason).meaning);
}

/** English goes on in lower case; other languages write some of these words with a capital. */
function inCell(text: Texts, words: string): string {
  return text.language === 'en' ? lowerFirst(words) : firstUpper(words);
}

/** With a capital, also behind the bracket of the pseudo-language. */
export function sentence(words: string): string {
  return words.replace(/^⟦?\p{L}/u, (start) => start.toUpperCase());
}

/** Whether so much of a storage is used that people should know. */
export function isFilling(used: number, most: number): boolean {
  return used >= most / 2;
}

/** In the quotation marks of the language. */
export function quoted(text: Texts, name: string): Html {
  return html`<span class="address" translate="no">${text('common.quoted', { text: name })}</span>`;
}

/** `“E-mail”` of the header, or `column 3`. */
export function columnName(text: Texts, form: ListRecord['form'], column: number): Html {
  const name = form?.header?.[column]?.trim();
  return name ? quoted(text, name) : html`${text('list.nth_column', { number: column + 1 })}`;
}

/** `one and other`. */
export function both(text: Texts, parts: readonly Html[]): Html {
  const [first = NOTHING, ...more] = parts;
  return more.reduce((one, other) => html`${text.rich('common.both', { one, other })}`, first);
}
