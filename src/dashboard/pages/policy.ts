import { POLICY_COLUMNS } from '../../formats/write/output.ts';
import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { sayMessage } from '../../i18n/message.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import {
  COMMON_LISTS,
  COMMON_RULE_NAMES,
  type CommonChoices,
  findCommon,
} from '../../policy/common-rules.ts';
import { type PolicyFaults, readPolicy } from '../../policy/read-policy.ts';
import {
  MAX_POLICY_LENGTH,
  removePolicy,
  setCommonChoices,
  setPolicy,
} from '../../service/teams/policy.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import type { Form } from '../form.ts';
import { attempt, type PageError } from '../page-error.ts';
import { doneOf, type SignedInPages } from '../signed-in.ts';
import { csrfField, insidePage } from './layout.ts';
import { failure, success } from './parts.ts';

const DONE: Readonly<Record<string, PlainMessageId>> = {
  saved: 'policy.done_saved',
  removed: 'policy.done_removed',
};
/** A form may write a character of the policy in nine. */
const LIMITS = { maxBytes: 9 * MAX_POLICY_LENGTH };

/** By which rules the team judges its lists: owners write them. */
export function policyRoutes(pages: SignedInPages, { service, lists }: DashboardDeps): void {
  const keptText = async (c: PageContext) =>
    (await service.store.policies(c.get('identity').team.id).find())?.text;
  pages.get('/policy', async (c) => {
    const kept = await keptText(c);
    return c.html(policyPage(c, { kept, text: kept ?? '', done: doneOf(c, DONE) }));
  });
  const save = async (c: PageContext, form: Form) => {
    // Browsers send the lines of a form as CR LF.
    const text = form.text('policy').replaceAll('\r\n', '\n');
    const wanted = { text, columns: POLICY_COLUMNS };
    const tried = await attempt(() => setPolicy(service, c.get('identity'), wanted));
    if (tried.ok && tried.value === undefined) {
      lists.wakeLists('policy');
      return c.redirect('/policy?done=saved', 303);
    }
    const wrong = tried.ok ? { wrong: tried.value } : { fault: tried.fault };
    return c.html(policyPage(c, { kept: await keptText(c), text, ...wrong }), 422);
  };
  pages.post('/policy', save, LIMITS);
  const saveCommon = async (c: PageContext, form: Form) => {
    const ticked = new Set(form.all('rule'));
    const choices = {
      rules: new Set(COMMON_RULE_NAMES.filter((name) => ticked.has(name))),
      lists: { allow: linesOf(form, 'allow'), disposable: linesOf(form, 'disposable') },
    };
    const wanted = { choices, columns: POLICY_COLUMNS };
    const tried = await attempt(() => setCommonChoices(service, c.get('identity'), wanted));
    if (tried.ok && tried.value.wrong === undefined) {
      lists.wakeLists('policy');
      return c.redirect('/policy?done=saved', 303);
    }
    const kept = await keptText(c);
    // Faults name lines of the text that the form would have made.
    const view = tried.ok ? tried.value : { text: kept ?? '', fault: tried.fault };
    return c.html(policyPage(c, { kept, choices, ...view }), 422);
  };
  pages.post('/policy/common', saveCommon, LIMITS);
  pages.post('/policy/remove', async (c) => {
    await removePolicy(service, c.get('identity'));
    lists.wakeLists('policy');
    return c.redirect('/policy?done=removed', 303);
  });
}

function linesOf(form: Form, name: string): readonly string[] {
  const lines = form.text(name).split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

interface PolicyView {
  /** What the team has; undefined where it has none. */
  readonly kept: string | undefined;
  /** What was ticked and written in the form; absent: what the policy says. */
  readonly choices?: CommonChoices | undefined;
  /** What stands in the field. */
  readonly text: string;
  /** What is wrong with it. */
  readonly wrong?: PolicyFaults | undefined;
  readonly fault?: PageError | undefined;
  readonly done?: string | undefined;
}

/** What the form can't say. */
const exampleText = (comment: string) => `{
  "lists": { "allow": ["partner.example"] },
  "rules": [
    // ${comment}
    { "if": { "reason": "accept_all", "provider": ["google", "microsoft-365"] }, "verdict": "deliverable" },
    { "if": { "score": { "max": 20 } }, "verdict": "undeliverable" }
  ]
}`;

/** The rules by which a team judges its lists. */
function policyPage(c: PageContext, view: PolicyView): Html {
  const text = c.get('text');
  const { wrong, fault, done } = view;
  return insidePage(c, {
    title: text('policy.title'),
    current: '/policy',
    body: html`${success(done)}${failure(text, fault)}${faultList(c, wrong)}
      <p>${text('policy.intro')}</p>
      <p class="faint">${text('policy.where')}</p>
      ${commonForm(c, view)}
      ${jsonCard(c, view)}`,
  });
}

/** The policy as it is kept: what the form above can't say is written here. */
function jsonCard(c: PageContext, view: PolicyView): Html {
  const text = c.get('text');
  const { wrong, kept = '' } = view;
  const isOpen = wrong !== undefined || view.text !== kept || !isReadable(kept);
  return html`<details class="card" ${isOpen ? html`open` : NOTHING}>
    <summary><h2>${text('policy.rest_title')}</h2></summary>
    <p>${text('policy.rest')}</p>
    <form method="post" action="/policy">
      ${csrfField(c)}
      <label for="policy">${text('policy.field')}</label>
      <textarea id="policy" name="policy" class="code" rows="14" required translate="no" spellcheck="false" autocapitalize="none" autocomplete="off"
        aria-describedby="policy-hint${wrong ? ' policy-faults' : ''}" ${wrong ? html`aria-invalid="true"` : NOTHING}>
${view.text}</textarea>
      <p class="hint" id="policy-hint">${text('policy.hint')}</p>
      <button data-busy="${text('policy.saving')}">${text('policy.save_json')}</button>
      ${example(text)}
    </form>
    ${view.kept === undefined ? NOTHING : removeForm(c)}
  </details>`;
}

function isReadable(kept: string): boolean {
  return kept === '' || readPolicy({ text: kept, isKnown: true }).ok;
}

/** The rules that most teams want, by ticks. Not where the kept policy can't be read: nothing is known of it. */
function commonForm(c: PageContext, { kept = '', choices }: PolicyView): Html {
  if (!isReadable(kept)) return NOTHING;
  const text = c.get('text');
  const { others, ...present } = findCommon(kept);
  const { rules, lists } = choices ?? present;
  return html`<form method="post" action="/policy/common" class="card">
    ${csrfField(c)}
    <fieldset aria-describedby="common-hint">
      <legend><h2>${text('policy.common')}</h2></legend>
      ${COMMON_RULE_NAMES.map(
        (name) => html`<label class="check">
          <input type="checkbox" name="rule" value="${name}" ${rules.has(name) ? html`checked` : NOTHING} />
          ${text(`policy.rule_${name}`)}
        </label>`,
      )}
      <p class="hint" id="common-hint">${text('policy.common_hint')}</p>
    </fieldset>
    <div class="line starts">${COMMON_LISTS.map(
      (
        list,
      ) => html`<div class="field grow"><label for="list-${list}">${text(`policy.list_${list}`)}</label>
      <textarea id="list-${list}" name="${list}" rows="4" translate="no" spellcheck="false" autocapitalize="none" autocomplete="off" aria-describedby="hint-${list}">
${lists[list].join('\n')}</textarea>
      <p class="hint" id="hint-${list}">${text.rich(`policy.list_${list}_hint`, { suppressions: suppressionsLink })}</p></div>`,
    )}</div>
    ${others > 0 ? html`<p>${text('policy.others', { count: others })}</p>` : NOTHING}
    <button class="main" data-busy="${text('policy.saving')}">${text('policy.save')}</button>
  </form>`;
}

function suppressionsLink(inside: readonly (string | Html)[]): Html {
  return html`<a href="/suppressions">${inside}</a>`;
}

/** As `mailvet policy check` says them: `line:column: message`. */
function faultList(c: PageContext, wrong: PolicyFaults | undefined): Html {
  if (!wrong) return NOTHING;
  const { faults, more } = wrong;
  const text = c.get('text');
  return html`<div class="notice bad" role="alert" id="policy-faults">
    <p>${text('policy.not_saved', { count: faults.length + more })}</p>
    <ul>${faults.map(({ line, column, message }) => html`<li><code translate="no">${line}:${column}:</code> ${sayMessage(text, message)}</li>`)}</ul>${more > 0 ? html`<p>${text('layout.and_more', { count: more })}</p>` : NOTHING}
  </div>`;
}

/** What a policy may say. */
function example(text: Texts): Html {
  return html`<details><summary>${text('policy.example')}</summary>
    <pre tabindex="0" translate="no"><code>${exampleText(text('policy.example_comment'))}</code></pre>
    <p><a href="/docs/results#reasons">${text('policy.all_reasons')}</a></p>
  </details>`;
}

function removeForm(c: PageContext): Html {
  const text = c.get('text');
  return html`<form method="post" action="/policy/remove" class="apart">
    ${csrfField(c)}
    <p>${text('policy.remove_text')}</p>
    <button class="danger">${text('common.remove')}</button>
  </form>`;
}
