import { generateCookie, getCookie } from 'hono/cookie';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import {
  DOWNLOAD_FORMATS,
  type DownloadFormat,
  SEND_CHOICES,
  type SendChoice,
  TOOL_FORMATS,
} from '../../service/lists/list-files.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import { judgedRows, uncheckedRows } from '../../service/lists/list-totals.ts';
import type { PageContext } from '../environment.ts';
import { isOver } from '../list-progress.ts';

/** What somebody downloaded last, which the next page offers first. */
export interface LastDownload {
  readonly format?: DownloadFormat | undefined;
  readonly send?: SendChoice | undefined;
}

/** Undefined where a row holds several addresses: the file has one line for them; or where the policy can't be read. */
type SendCounts = Readonly<Partial<Record<SendChoice, number | undefined>>>;

interface DownloadView {
  readonly list: ListRecord;
  readonly counts: SendCounts;
  readonly last: LastDownload;
}

/** The file to send to: which rows, and in which format. */
export function downloadForm(text: Texts, { list, counts, last }: DownloadView): Html {
  const format = last.format ?? (list.form?.sheet ? 'xlsx' : 'csv');
  const send = last.send ?? 'safe';
  const isEmpty = list.verdicts.deliverable === 0;
  const isTooSoon = isEmpty && !isOver(list);
  return html`<div data-files ${isTooSoon ? html`hidden` : NOTHING}><form method="get" action="/lists/${list.id}/download" class="download">
    <fieldset class="segments">
      <legend class="unseen">${text('list.which_rows')}</legend>
      ${SEND_CHOICES.map((choice) => segment(text, { choice, count: counts[choice], isChosen: choice === send }))}
    </fieldset>
    <button class="${isEmpty ? 'large' : 'main large'}">${SEND_CHOICES.map((choice) => buttonText(text, choice, counts[choice]))}</button>
    <label class="format"><span>${text('list.format')}</span>
      <select name="format">
        ${DOWNLOAD_FORMATS.map((one) => html`<option value="${one}" ${one === format ? html`selected` : NOTHING}>${text(`list.format_${one}`)}</option>`)}
      </select>
    </label>
    <details class="options"><summary>${text('list.options')}</summary>
      ${dropDuplicates(text, list)}
      ${inCells(text)}
      <label class="check"><input type="checkbox" name="columns" value="evidence" />
        ${text('list.with_evidence')}</label>
    </details>
    <input type="hidden" name="bom" value="yes" />
    ${emptyRows(text, list)}
    ${isOver(list) ? openRows(text, list) : html`<p class="hint">${text('list.so_far')}</p>`}
  </form>
  ${toolFiles(text, list)}</div>`;
}

/** The files that go back into the tool that the list comes from. */
function toolFiles(text: Texts, { id }: ListRecord): Html {
  const links = TOOL_FORMATS.map(
    (format) =>
      html`<a class="button small" href="/lists/${id}/download?format=${format}">${text(`list.download_${format}`)}</a>`,
  );
  return html`<p class="hint">${text('list.for_tool')}</p><div class="actions">${links}</div>`;
}

interface Segment {
  readonly choice: SendChoice;
  readonly count: number | undefined;
  readonly isChosen: boolean;
}

function segment(text: Texts, { choice, count, isChosen }: Segment): Html {
  return html`<label><input type="radio" name="send" value="${choice}" ${isChosen ? html`checked` : NOTHING} />
    <span>${text(`list.send_${choice}`)}${count === undefined ? NOTHING : html` <small data-send="${choice}" data-rows="${count}">${text.number(count)}</small>`}</span></label>`;
}

/** The style sheet shows that of the choice. */
function buttonText(text: Texts, choice: SendChoice, count: number | undefined): Html {
  const words = text(`list.download_${choice}`);
  if (count === undefined) return html`<span class="of-${choice}">${words}</span>`;
  const rows = html`<span data-send="${choice}" data-rows="${count}">${text.number(count)}</span>`;
  return html`<span class="of-${choice}">${text.rich('list.download_count', { words, count: rows })}</span>`;
}

/** A tool imports the list's own column. */
function inCells(text: Texts): Html {
  return html`<label class="check"><input type="checkbox" name="corrected" value="cells" checked />
    ${text('decisions.in_cells')}</label>`;
}

function dropDuplicates(text: Texts, { counts, form }: ListRecord): Html {
  if (!counts || counts.duplicates === 0 || counts.entries !== undefined) return NOTHING;
  return html`<label class="check" id="drop-duplicates"><input type="checkbox" name="duplicates" value="drop" ${form?.dropDuplicates ? html`checked` : NOTHING} />
    ${text('list.leave_out_duplicates', { count: counts.duplicates })}</label>`;
}

/** They are no part of what is checked: the numbers of the list are smaller by them. */
function emptyRows(text: Texts, { counts }: ListRecord): Html {
  if (!counts || counts.empty === 0 || counts.entries !== undefined) return NOTHING;
  return html`<p class="hint">${text('list.empty_rows', { count: counts.empty })}</p>`;
}

function openRows(text: Texts, list: ListRecord): Html {
  const open = uncheckedRows(list);
  if (open === 0) return NOTHING;
  return html`<p class="hint">${text('list.open_rows', { count: open })}</p>`;
}

/** `acceptAll`: risky rows of domains that accept any address. */
export function sendCounts(list: ListRecord, acceptAll: number): SendCounts {
  if (list.counts?.entries !== undefined)
    return { safe: undefined, safe_accept_all: undefined, all: undefined };
  const safe = list.verdicts.deliverable;
  const all = list.counts?.rows ?? judgedRows(list);
  return { safe, safe_accept_all: safe + acceptAll, all };
}

const NAME = 'mailvet_download';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** What this browser downloaded last, for the next list. */
export function readLastDownload(c: PageContext): LastDownload {
  const [format, send] = (getCookie(c, NAME) ?? '').split('.');
  return {
    format: DOWNLOAD_FORMATS.find((one) => one === format),
    send: SEND_CHOICES.find((one) => one === send),
  };
}

/** With the answer, which is a file and not a page. */
export function writeLastDownload(
  answer: Response,
  { format, send }: { readonly format: DownloadFormat; readonly send: SendChoice },
  secure: boolean,
): void {
  const options = { httpOnly: true, sameSite: 'Lax', secure, maxAge: YEAR_SECONDS } as const;
  const cookie = generateCookie(NAME, `${format}.${send}`, { path: '/lists', ...options });
  answer.headers.append('Set-Cookie', cookie);
}
