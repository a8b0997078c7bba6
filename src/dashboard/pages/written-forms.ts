import { type Html, html } from '../../lib/html.ts';
import type { PageContext } from '../environment.ts';
import { csrfField } from './layout.ts';

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
