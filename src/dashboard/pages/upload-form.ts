import { getCookie, setCookie } from 'hono/cookie';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html } from '../../lib/html.ts';
import { MAX_LIST_BYTES, MAX_LIST_ROWS } from '../../service/lists/list-files.ts';
import type { UploadTexts } from '../browser/upload-refusal.ts';
import type { PageContext } from '../environment.ts';
import type { Form } from '../form.ts';
import type { PageError } from '../page-error.ts';
import { csrfField } from './layout.ts';
import { failure, fileInput } from './parts.ts';

interface UploadForm {
  readonly column?: string | undefined;
  readonly fault?: PageError | undefined;
  /** Whether the person starts lists without looking at the estimate. */
  readonly startsAtOnce?: boolean | undefined;
}

/** Files that may be lists, by their endings. */
export const LIST_ENDINGS = '.csv,.tsv,.txt,.xlsx,.xlsm,.ods,.json,.jsonl,.gz,.zst,.zip,text/*';

/**
 * The form that takes a list. With the script it says how much of the file has gone, and a file can be
 * dropped on it. Without one the browser sends it.
 */
export function uploadForm(c: PageContext, view: UploadForm = {}): Html {
  const text = c.get('text');
  const pointer = (inside: readonly (string | Html)[]) =>
    html`<span class="pointer">${inside}</span>`;
  const touch = (inside: readonly (string | Html)[]) => html`<span class="touch">${inside}</span>`;
  return html`${failure(text, view.fault)}
    <form method="post" action="/lists" enctype="multipart/form-data" class="drop" data-drop
      data-upload data-most="${MAX_LIST_BYTES}" data-texts="${JSON.stringify(scriptTexts(text))}">
      ${csrfField(c)}
      <label for="list">${text.rich('upload.choose', { pointer, touch })}</label>
      ${fileInput(text, LIST_ENDINGS)}
      <p class="hint" id="list-hint">${text('upload.most', { rows: MAX_LIST_ROWS, size: text.size(MAX_LIST_BYTES) })}</p>
      <input type="hidden" name="review" value="yes" />
      <label class="check"><input type="checkbox" name="atOnce" value="yes"
        ${view.startsAtOnce ? html`checked` : ''} /> ${text('upload.start_at_once')}</label>
      <details class="more-fields" ${view.column ? html`open` : ''}>
        <summary>${text('upload.column_not_found')}</summary>
        <label for="column">${text('upload.column')}</label>
        <input id="column" name="column" value="${view.column ?? ''}" maxlength="200"
          placeholder="${text('upload.column_example')}" autocomplete="off" />
      </details>
      <button class="main" data-busy="${text('upload.uploading')}">${text('upload.send')}</button>
      ${progressBox(text)}
    </form>`;
}

/** Filled by the script. */
function progressBox(text: Texts): Html {
  return html`<div class="uploading" data-uploading hidden>
    <p><b class="address" data-file></b> <span class="faint" data-state></span></p>
    <progress max="1" value="0" aria-label="${text('upload.uploaded')}"></progress>
    <p class="notice bad" role="alert" data-fault hidden></p>
    <p class="unseen" role="status" data-said></p>
    <div class="actions">
      <button type="button" data-cancel>${text('common.cancel')}</button>
    </div>
  </div>`;
}

/** What the script says; it fills in what is in braces. */
function scriptTexts(text: Texts): UploadTexts {
  const size = '{size}';
  const name = '{name}';
  return {
    tooLarge: text('upload.too_large', { name, size, most: '{most}' }),
    noList: text('upload.no_list', { name }),
    empty: text('upload.empty', { name }),
    sending: text('upload.sending', { percent: '{percent}', size }),
    reading: text('upload.reading'),
    lost: text('upload.lost'),
    error: text('upload.error', { status: '{status}' }),
  };
}

/** A field into which addresses are pasted. */
export function pasteForm(c: PageContext, { text = '', startsAtOnce = false } = {}): Html {
  const words = c.get('text');
  return html`<details class="paste" ${text === '' ? '' : html`open`}>
    <summary>${words('upload.paste')}</summary>
    <form method="post" action="/lists/paste">
      ${csrfField(c)}
      <label for="pasted">${words('upload.paste_label')}</label>
      <textarea id="pasted" translate="no" name="text" rows="6" required spellcheck="false" autocapitalize="none"
        placeholder="ann@example.com&#10;Bob Baker &lt;bob@example.com&gt;, carol@example.com">${text}</textarea>
      <input type="hidden" name="review" value="yes" />
      <label class="check"><input type="checkbox" name="atOnce" value="yes"
        ${startsAtOnce ? html`checked` : ''} /> ${words('upload.start_at_once')}</label>
      <button data-busy="${words('upload.paste_reading')}">${words('upload.use_addresses')}</button>
    </form>
  </details>`;
}

const SAMPLE_ROWS = 27;

/** A list of the sandbox, for those who have none at hand. */
export function sampleForm(c: PageContext): Html {
  const text = c.get('text');
  return html`<form method="post" action="/lists/sample" class="sample">
    ${csrfField(c)}
    <button data-busy="${text('common.starting')}">${text('upload.sample')}</button>
    <span class="faint">${text('upload.sample_note', { count: SAMPLE_ROWS })}</span>
  </form>`;
}

/** Whether lists start without an estimate, as the person chose at the last upload in this browser. */
const COOKIE = 'mailvet_start_at_once';
const LIFETIME_S = 365 * 24 * 60 * 60;

export function startsAtOnce(c: PageContext): boolean {
  return getCookie(c, COOKIE) === 'yes';
}

/** Only the form of a page has the choice. */
export function rememberStart(c: PageContext, form: Pick<Form, 'text'>): void {
  if (form.text('review') !== 'yes') return;
  const value = form.text('atOnce') === 'yes' ? 'yes' : 'no';
  setCookie(c, COOKIE, value, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: LIFETIME_S });
}
