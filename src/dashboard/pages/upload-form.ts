import { type Html, html } from '../../lib/html.ts';
import type { PageContext } from '../environment.ts';
import { MAX_UPLOAD_BYTES } from '../uploads/upload-bytes.ts';
import { csrfField } from './layout.ts';
import { failure } from './parts.ts';

export interface UploadForm {
  readonly column?: string | undefined;
  readonly fault?: string | undefined;
  /** Whether the person starts lists without looking at the estimate. */
  readonly startsAtOnce?: boolean | undefined;
}

/** Files that may be lists, by their endings. */
const ENDINGS = '.csv,.tsv,.txt,.xlsx,.xlsm,.ods,.json,.jsonl';

/**
 * The form that takes a list. With the script the file goes in parts, and goes on after a cut; a file can
 * be dropped on it. Without one it is sent as a form.
 */
export function uploadForm(c: PageContext, view: UploadForm = {}): Html {
  return html`${failure(view.fault)}
    <form method="post" action="/lists" enctype="multipart/form-data" class="drop" data-drop
      data-upload data-most="${MAX_UPLOAD_BYTES}" data-texts="${JSON.stringify(SCRIPT_TEXTS)}">
      ${csrfField(c)}
      <label for="list"><span class="pointer">Drop a file here, or choose one</span><span class="touch">Choose a file</span>:
        CSV, Excel, text or JSON</label>
      <input id="list" type="file" name="list" required aria-describedby="list-hint"
        accept="${ENDINGS},text/*" />
      <p class="hint" id="list-hint">Up to 1,000,000 rows or 200 MB. Duplicates are checked only once.</p>
      <input type="hidden" name="review" value="yes" />
      <label class="check"><input type="checkbox" name="atOnce" value="yes"
        ${view.startsAtOnce ? html`checked` : ''} /> Start at once, without the estimate</label>
      <details class="more-fields" ${view.column ? html`open` : ''}>
        <summary>The e-mail column was not found?</summary>
        <label for="column">E-mail column (optional)</label>
        <input id="column" name="column" value="${view.column ?? ''}" maxlength="200"
          placeholder="e.g. Work e-mail, or 3" autocomplete="off" />
      </details>
      <button class="main" data-busy="Uploading…">Upload the list</button>
      ${progressBox()}
    </form>`;
}

/** Filled by the script. */
function progressBox(): Html {
  return html`<div class="uploading" data-uploading hidden>
    <p><b class="address" data-file></b> <span class="faint" data-state></span></p>
    <progress max="1" value="0" aria-label="Uploaded"></progress>
    <p class="notice bad" role="alert" data-fault hidden></p>
    <p class="unseen" role="status" data-said></p>
    <div class="actions">
      <a class="button" href="/sign-in" target="_blank" rel="noopener" data-sign-in hidden>Sign in</a>
      <button type="button" data-again hidden>Try again</button>
      <button type="button" data-cancel>Cancel</button>
    </div>
  </div>`;
}

/** What the script says; names in braces are filled in. */
const SCRIPT_TEXTS = {
  tooLarge: '{name} has {size}; the limit is {most}. Split it, or use the command line.',
  noList: '{name} is not a list: choose a CSV, Excel, OpenDocument, text or JSON file.',
  empty: '{name} is empty.',
  sending: '{percent} % of {size}, {speed}/s, {left} left',
  begins: '{percent} % of {size}',
  goesOn: 'It goes on where it stopped, at {percent} %.',
  waits: 'No connection. It goes on by itself; {percent} % have arrived.',
  signedOut:
    'Your session has ended. {percent} % have arrived and are kept: sign in, and it goes on.',
  reading: 'Arrived. The list is being read…',
  fault: '{name}: {message}.',
};
