import { type Html, html } from '../../lib/html.ts';

/** The fields of a form that takes a file of addresses: the file, and its column. */
export function fileFields(column: string): Html {
  return html`<div class="field grow">
      <label for="list">A file: CSV, Excel, plain lines or JSON</label>
      <input id="list" type="file" name="list" required aria-describedby="list-hint"
        accept=".csv,.tsv,.txt,.xlsx,.xlsm,.ods,.json,.jsonl,text/*" />
    </div>
    <div class="field">
      <label for="column">E-mail column, if it isn't found</label>
      <input id="column" name="column" value="${column}" maxlength="200" placeholder="name or number"
        autocomplete="off" />
    </div>`;
}
