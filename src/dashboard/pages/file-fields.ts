import type { Texts } from '../../i18n/texts.ts';
import { type Html, html } from '../../lib/html.ts';

/** The fields of a form that takes a file of addresses: the file, and its column. */
export function fileFields(text: Texts, column: string): Html {
  return html`<div class="field grow">
      <label for="list">${text('upload.file')}</label>
      <input id="list" type="file" name="list" required aria-describedby="list-hint"
        accept=".csv,.tsv,.txt,.xlsx,.xlsm,.ods,.json,.jsonl,text/*" />
    </div>
    <div class="field">
      <label for="column">${text('upload.column_if_missing')}</label>
      <input id="column" name="column" value="${column}" maxlength="200" placeholder="${text('upload.name_or_number')}"
        autocomplete="off" />
    </div>`;
}
