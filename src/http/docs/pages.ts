import { hash } from 'node:crypto';
import { DETAILS_IN_WORDS } from '../../contract/detail-reasons.ts';
import { VERDICT_EXPLANATIONS } from '../../contract/explanations.ts';
import { VERDICTS, type Verdict } from '../../contract/verdict.ts';
import { type Html, html, rawHtml } from '../../lib/html.ts';
import { pageHeader } from '../../lib/page-style/header.ts';
import { headersOf } from '../answer.ts';
import type { ProbeOperator, RequestContext } from '../environment.ts';
import { contactUri } from '../security-text.ts';
import { STYLE } from './docs-style.ts';

/** Allows only the pages' own style, by its hash. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface DocsDocument {
  /** The path of the page. */
  readonly path: string;
  readonly title: string;
  /** Links to the parts of the page. */
  readonly contents: Html;
  readonly content: Html;
}

const LINKS = [
  { path: '/', name: 'Dashboard' },
  { path: '/docs', name: 'API docs' },
  { path: '/docs/results', name: 'How to read a result' },
];

export function renderDocument({ path, title, contents, content }: DocsDocument): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · mailvet</title>
<style>${rawHtml(STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
${pageHeader({ home: '/', context: 'API docs', links: LINKS, current: path })}
<div class="page">
<nav class="contents" aria-label="Contents">
${contents}
</nav>
<main id="content" tabindex="-1">
${content}
</main>
</div>
</body>
</html>`;
}

export function pageResponse(c: RequestContext, page: string): Response {
  const headers = headersOf(c, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  });
  return new Response(page, { headers });
}

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
type TextRow = readonly [string, ...(string | Html)[]];

function table(headings: readonly string[], rows: readonly TextRow[]): Html {
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
  (verdict): TextRow => [verdict, CONDITIONS[verdict], VERDICT_EXPLANATIONS[verdict].advice],
);

const SCORES: readonly TextRow[] = [
  ['80 to 100', 'The mail host accepts the mailbox. Below 100: it is busy, or a role.'],
  ['55 to 60', 'The domain accepts every address.'],
  [
    '40 to 50',
    'Undecided. 50: the host asks to come back later, or nothing shows that it refuses anybody.',
  ],
  ['0 to 20', 'Undeliverable, or a disposable address.'],
];

const FIELDS: readonly TextRow[] = [
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
  ([reason, { meaning, advice }]): TextRow => [reason, `${meaning}.`, advice],
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

/** Where operators of mail hosts read who probes them, and how to end it. */
const PROBES_PATH = '/about-probes';

/** Says who verifies from here, what is asked, how often, and how to opt out. */
export function probesPage(c: RequestContext, operator: ProbeOperator): Response {
  return pageResponse(c, String(renderProbes(operator)));
}

function renderProbes({ contact, heloNames }: ProbeOperator) {
  const names = heloNames();
  return renderDocument({
    path: PROBES_PATH,
    title: 'Who asks your mail server about mailboxes',
    contents: html`<ul><li><a href="#what">What is asked</a></li><li><a href="#stop">How to stop it</a></li>
<li><a href="#contact">Contact</a></li></ul>`,
    content: html`<h1>Who asks your mail server about mailboxes</h1>
<p>A service at this name verifies e-mail addresses before mail is sent to them, so that less mail bounces. If you
run a mail server, you may see its sessions in your log${
      names.length > 0 &&
      html`; they begin with
${names.map((name, at) => html`${at > 0 && ', '}<code>EHLO ${name}</code>`)}`
    }.</p>
<h2 id="what">What is asked</h2>
<p>A session names a sender and recipients, hears whether you would accept mail for them, and ends before
<code>DATA</code>: no message is sent. STARTTLS is used where you offer it. One address that does not exist may be
asked about beside the others, to learn whether you accept all.</p>
<p>Sessions at a time, recipients a session and recipients an hour are limited by provider. Where you answer 421, 450 or
451, or say that you block us, nothing more is asked for a while. Results are kept, so that a mailbox is not asked about
again for days to weeks.</p>
<h2 id="stop">How to stop it</h2>
<p>Publish a TXT record below the domain that you registered; it counts for all names below it:</p>
<pre tabindex="0"><code>_smtp-probe.example.com.  IN TXT "v=1; probe=no"</code></pre>
<p>From then on no session is opened to verify these addresses; an answer that is remembered is that of DNS, within its
TTL. Addresses there are reported as unknown.</p>
<h2 id="contact">Contact</h2>
<p>Write to <a href="${contactUri(contact)}">${contact}</a>, with the time and the IP address from your log.</p>`,
  });
}
