import { type Html, html, NOTHING } from '../../lib/html.ts';
import { counted, plural } from '../../lib/wording.ts';
import {
  DOWNLOAD_FORMATS,
  type DownloadFormat,
  SEND_CHOICES,
  type SendChoice,
} from '../../service/lists/list-files.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import { judgedRows, uncheckedRows } from '../../service/lists/list-totals.ts';
import { isOver } from '../list-progress.ts';

/** What somebody downloaded last, which the next page offers first. */
export interface LastDownload {
  readonly format?: DownloadFormat | undefined;
  readonly send?: SendChoice | undefined;
}

/** Undefined where a row holds several addresses: the file has one line for them. */
type SendCounts = Readonly<Record<SendChoice, number | undefined>>;

interface DownloadView {
  readonly list: ListRecord;
  readonly counts: SendCounts;
  readonly last: LastDownload;
}

const CHOICE_NAMES: Readonly<Record<SendChoice, string>> = {
  safe: 'Safe',
  safe_accept_all: 'Safe + accept-all',
  all: 'Everything',
};

const BUTTON_NAMES: Readonly<Record<SendChoice, string>> = {
  safe: 'Download safe list',
  safe_accept_all: 'Download with accept-all',
  all: 'Download everything',
};

const FORMAT_NAMES: Readonly<Record<DownloadFormat, string>> = {
  csv: 'CSV',
  xlsx: 'Excel workbook',
  zip: 'ZIP, a file for each verdict',
};

/** The file to send to: which rows, and in which format. */
export function downloadForm({ list, counts, last }: DownloadView): Html {
  const format = last.format ?? (list.form?.sheet ? 'xlsx' : 'csv');
  const send = last.send ?? 'safe';
  return html`<form method="get" action="/lists/${list.id}/download" class="download">
    <fieldset class="segments">
      <legend class="unseen">Which rows</legend>
      ${SEND_CHOICES.map((choice) => segment(choice, counts[choice], choice === send))}
    </fieldset>
    <button class="main large">${SEND_CHOICES.map((choice) => buttonText(choice, counts[choice]))}</button>
    <label class="format"><span>Format</span>
      <select name="format">
        ${DOWNLOAD_FORMATS.map((one) => html`<option value="${one}" ${one === format ? html`selected` : NOTHING}>${FORMAT_NAMES[one]}</option>`)}
      </select>
    </label>
    ${dropDuplicates(list)}
    <input type="hidden" name="bom" value="yes" />
    ${isOver(list) ? openRows(list) : html`<p class="hint">Includes the results so far.</p>`}
  </form>`;
}

function segment(choice: SendChoice, count: number | undefined, isChosen: boolean): Html {
  return html`<label><input type="radio" name="send" value="${choice}" ${isChosen ? html`checked` : NOTHING} />
    <span>${CHOICE_NAMES[choice]}${count === undefined ? NOTHING : html` <small data-send="${choice}" data-rows="${count}">${counted(count)}</small>`}</span></label>`;
}

/** The style sheet shows that of the choice. */
function buttonText(choice: SendChoice, count: number | undefined): Html {
  const rows =
    count === undefined
      ? NOTHING
      : html` (<span data-send="${choice}" data-rows="${count}">${counted(count)}</span>)`;
  return html`<span class="of-${choice}">${BUTTON_NAMES[choice]}${rows}</span>`;
}

function dropDuplicates({ counts }: ListRecord): Html {
  if (!counts || counts.duplicates === 0 || counts.entries !== undefined) return NOTHING;
  return html`<label class="check" id="drop-duplicates"><input type="checkbox" name="duplicates" value="drop" />
    Leave out ${plural(counts.duplicates, 'duplicate')}: each address once</label>`;
}

function openRows(list: ListRecord): Html {
  const open = uncheckedRows(list);
  if (open === 0) return NOTHING;
  return html`<p class="hint">${counted(open)} rows are not checked: they are in “Everything” alone, without a result.</p>`;
}

/** `acceptAll`: rows of domains that accept any address. */
export function sendCounts(list: ListRecord, acceptAll: number): SendCounts {
  if (list.counts?.entries !== undefined)
    return { safe: undefined, safe_accept_all: undefined, all: undefined };
  const safe = list.verdicts.deliverable;
  const all = list.counts?.rows ?? judgedRows(list);
  return { safe, safe_accept_all: safe + acceptAll, all };
}
