import { type Html, html } from '../../lib/html.ts';
import type { PageContext } from '../environment.ts';
import { csrfField } from './layout.ts';

/** A field into which addresses are pasted. */
export function pasteForm(c: PageContext, { text = '', startsAtOnce = false } = {}): Html {
  return html`<details class="paste" ${text === '' ? '' : html`open`}>
    <summary>Or paste addresses</summary>
    <form method="post" action="/lists/paste">
      ${csrfField(c)}
      <label for="pasted">Addresses, one a line, or any text with addresses in it</label>
      <textarea id="pasted" name="text" rows="6" required spellcheck="false" autocapitalize="none"
        placeholder="ann@example.com&#10;Bob Baker &lt;bob@example.com&gt;, carol@example.com">${text}</textarea>
      <input type="hidden" name="review" value="yes" />
      <label class="check"><input type="checkbox" name="atOnce" value="yes"
        ${startsAtOnce ? html`checked` : ''} /> Start at once, without the estimate</label>
      <button data-busy="Reading…">Use these addresses</button>
    </form>
  </details>`;
}

/** A list of the sandbox, for those who have none at hand. */
export function sampleForm(c: PageContext): Html {
  return html`<form method="post" action="/lists/sample" class="sample">
    ${csrfField(c)}
    <button data-busy="Starting…">Try a sample list</button>
    <span class="faint">27 rows with every kind of result; free, and nothing is sent to anybody</span>
  </form>`;
}
