import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { PolicyFaults } from '../../policy/read-policy.ts';
import type { PageContext } from '../environment.ts';
import { csrfField, insidePage } from './layout.ts';
import { failure, success } from './parts.ts';

interface PolicyView {
  /** What the team has; undefined where it has none. */
  readonly kept: string | undefined;
  /** What stands in the field. */
  readonly text: string;
  /** What is wrong with it. */
  readonly wrong?: PolicyFaults | undefined;
  readonly fault?: string | undefined;
  readonly done?: string | undefined;
}

/** What most teams begin with. */
const EXAMPLE = `{
  "rules": [
    { "if": { "reason": "role" }, "verdict": "deliverable" }
  ]
}`;

/** The rules by which a team judges its lists. */
export function policyPage(c: PageContext, view: PolicyView): Html {
  const text = c.get('text');
  const { wrong, fault, done } = view;
  return insidePage(c, {
    title: text('policy.title'),
    current: '/policy',
    body: html`${success(done)}${failure(text, fault)}${faultList(c, wrong)}
      <p>${text('policy.intro')}</p>
      <p class="faint">${text('policy.where')}</p>
      <form method="post" action="/policy" class="card">
        ${csrfField(c)}
        <label for="policy">${text('policy.field')}</label>
        <textarea id="policy" name="policy" class="code" rows="18" required translate="no" spellcheck="false" autocapitalize="none" autocomplete="off"
          aria-describedby="policy-hint${wrong ? ' policy-faults' : ''}" ${wrong ? html`aria-invalid="true"` : NOTHING} placeholder="${EXAMPLE}">
${view.text}</textarea>
        <p class="hint" id="policy-hint">${text('policy.hint')}</p>
        <button class="main" data-busy="${text('policy.saving')}">${text('policy.save')}</button>
      </form>
      ${view.kept === undefined ? NOTHING : removeForm(c)}`,
  });
}

/** As `mailvet policy check` says them: `line:column: message`. */
function faultList(c: PageContext, wrong: PolicyFaults | undefined): Html {
  if (!wrong) return NOTHING;
  const { faults, more } = wrong;
  const text = c.get('text');
  return html`<div class="notice bad" role="alert" id="policy-faults">
    <p>${text('policy.not_saved', { count: faults.length + more })}</p>
    <ul>${faults.map(({ line, column, message }) => html`<li><code lang="en">${`${line}:${column}: ${message}`}</code></li>`)}</ul>${more > 0 ? html`<p>${text('layout.and_more', { count: more })}</p>` : NOTHING}
  </div>`;
}

function removeForm(c: PageContext): Html {
  const text = c.get('text');
  return html`<form method="post" action="/policy/remove" class="card">
    ${csrfField(c)}
    <p>${text('policy.remove_text')}</p>
    <button class="danger">${text('common.remove')}</button>
  </form>`;
}
