import { DETAILS_IN_WORDS } from '../../contract/detail-reasons.ts';
import { VERDICT_EXPLANATIONS } from '../../contract/explanations.ts';
import { VERDICTS, type Verdict } from '../../contract/verdict.ts';
import { type Html, html } from '../../lib/html.ts';
import type { RequestContext } from '../environment.ts';
import { pageResponse, renderDocument } from './docs-document.ts';

let page: string | undefined;

/** "How to read a result": rendered once, from the reasons that the service gives. */
export async function resultsPage(c: RequestContext): Promise<Response> {
  page ??= String(await render());
  return pageResponse(c, page);
}

function render() {
  return renderDocument({
    path: '/docs/results',
    title: 'How to read a result',
    contents: html`<ul>${SECTIONS.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>`,
    content: html`<h1>How to read a result</h1>
<p>A result has nine fields. Three questions are enough to act on it: is the address
deliverable, is it decided, and what is the reason?</p>
${SECTIONS.map(
  ({ id, title, content }) => html`<section id="${id}" aria-labelledby="title-${id}">
<h2 id="title-${id}">${title}</h2>
${content}
</section>`,
)}`,
  });
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Html;
}

/** A row of a table: its first cell is its heading. */
type Row = readonly [string, ...(string | Html)[]];

function table(headings: readonly string[], rows: readonly Row[]): Html {
  return html`<table>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first, ...cells]) =>
      html`<tr><th scope="row"><code>${first}</code></th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody>
</table>`;
}

/** When each verdict is given, by the fields of the interface. */
const CONDITIONS: Readonly<Record<Verdict, string>> = {
  deliverable: 'deliverable is true; acceptAll, temporary and role are false',
  risky:
    'deliverable is true, and acceptAll, temporary or role is true; or the reason of detail is suppressed',
  undeliverable: 'valid is false; or deliverable is false, and mx is false or smtp is true',
  unknown:
    'deliverable is false, mx is true and smtp is false; or the entry has an error or no result',
};

const verdictRows = VERDICTS.map(
  (verdict): Row => [verdict, CONDITIONS[verdict], VERDICT_EXPLANATIONS[verdict].advice],
);

const SCORES: readonly Row[] = [
  ['80 to 100', 'The mail host accepts the mailbox. Below 100: it is busy, or a role.'],
  ['55 to 60', 'The domain accepts every address.'],
  [
    '40 to 50',
    'Undecided. 50: the host asks to come back later, or nothing shows that it refuses anybody.',
  ],
  ['0 to 20', 'Undeliverable, or a disposable address.'],
];

const FIELDS: readonly Row[] = [
  ['reason', 'One of the reasons below. Later versions may add some: treat those as undecided.'],
  ['provider, mxHost', "The provider of the domain's mail, and the host that was asked."],
  ['egress', 'The name of the address by which the host was contacted, as the service calls it.'],
  ['free', 'The domain gives mailboxes to anybody (webmail).'],
  ['suggestion', 'The address that was probably meant. It is not verified; ask the person.'],
  ['disposableList', 'Which list calls the domain, or its mail host, disposable, and its date.'],
  ['reply', 'What the host replied: code, enhanced code (RFC 3463) and text, in one line.'],
  ['checkedAt, cached', 'When the host was asked; whether the answer came from the cache.'],
  ['attempts', 'SMTP sessions in which the address was asked.'],
  ['rule', 'What read the reply: a rule, an entry of a provider, or the learned model.'],
  ['retryAfter', 'When it makes sense to verify again; null where nothing is waited for.'],
];

const reasonRows = Object.entries(DETAILS_IN_WORDS).map(
  ([reason, { meaning, advice }]): Row => [reason, `${meaning}.`, advice],
);

const SECTIONS: readonly Section[] = [
  {
    id: 'verdicts',
    title: 'Verdicts',
    content: html`<p>The command line, the reports and the dashboard sum the fields up in one word:</p>
${table(['Verdict', 'When', 'What to do'], verdictRows)}`,
  },
  {
    id: 'scores',
    title: 'Scores',
    content: html`${table(['Score', 'Meaning'], SCORES)}
<p>A role address (info@, support@) costs 10 points, 5 at a domain that accepts every address.</p>`,
  },
  {
    id: 'detail',
    title: 'Detail',
    content: html`<p>Verify Email, List Verifications and Get Batch Results add <code>detail</code> to
each result when the request has <code>?include=detail</code>. A field that is not known is null;
results stored by an older version have no detail. A batch that waits for greylisting hosts or
resting providers says so in <code>waiting</code>, in Get Batch Results and List Batches alike.</p>
${table(['Field', 'Meaning'], FIELDS)}`,
  },
  {
    id: 'reasons',
    title: 'Reasons',
    content: table(['Reason', 'Meaning', 'What to do'], reasonRows),
  },
];
