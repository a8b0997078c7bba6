import { createHash } from 'node:crypto';
import { explainDetail, VERDICT_EXPLANATIONS } from '../../contract/explanations.ts';
import { REASON_TEXTS } from '../../contract/reason-texts.ts';
import { REASONS, type Reason, VERDICT_OF, VERDICTS } from '../../contract/verdict.ts';
import { pageHeader } from '../../lib/brand/header.ts';
import { type Html, html } from '../../lib/html.ts';
import { counted, percent, plural, shareOf } from '../../lib/wording.ts';
import { reasonBar, scoreHistogram, verdictStrip } from './charts.ts';
import { addsDetail, detailWords } from './details.ts';
import { listFigures, type ReportFacts, type SampleProjection } from './report-facts.ts';
import { REPORT_STYLE } from './style.ts';
import type { DomainSummary, ListSummary } from './summarise.ts';
import { verdictDot, verdictOverview } from './verdict-overview.ts';

/**
 * One self-contained HTML page. It loads nothing and runs nothing, which its Content-Security-Policy
 * enforces; whatever came from outside is escaped. It names domains, but no address.
 */
export function renderReport(facts: ReportFacts): string {
  const { name, summary, counts, sample } = facts;
  const body = html`${pageHeader({ context: 'List report' })}
<main>
${heading(facts)}
${(facts.problems ?? []).map((problem) => html`<p class="problem" role="alert">${problem}</p>`)}
${sample && sampleSection(sample)}
${overview(summary)}
${reasonSection(summary)}
${detailSection(summary)}
${scoreSection(summary)}
${domainSection(summary)}
${listSection({ counts, summary })}
${explanations()}
<footer>Written by mailvet. Nothing on this page is loaded from a network, and no address is named.</footer>
</main>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${REPORT_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${html`${name}: list report`}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Nothing but this very style sheet (CSP 3, hash sources). */
export const REPORT_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(REPORT_STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;

function heading({ name, at, service }: ReportFacts): Html {
  const time = new Date(at).toISOString();
  return html`<header>
<h1>${name}</h1>
<p>Written on <time datetime="${time}">${time.slice(0, 16).replace('T', ' at ')} UTC</time>, verified by ${service}</p>
</header>`;
}

function overview({ verdicts, total }: ListSummary): Html {
  return html`<section>
<h2>${plural(total, 'result')}</h2>
${verdictOverview(verdicts, total)}
</section>`;
}

function reasonSection({ reasons, total }: ListSummary): Html {
  const met = REASONS.filter((reason) => reasons[reason] > 0);
  const max = Math.max(...met.map((reason) => reasons[reason]), 1);
  const rows = met
    .sort((a, b) => reasons[b] - reasons[a])
    .map((reason) => reasonRow(reason, { count: reasons[reason], total, max }));
  return html`<section>
<h2>Why</h2>
<table class="chart">
<thead><tr><th scope="col">Reason</th><td class="wide"></td><th scope="col" class="number">Results</th><th scope="col" class="number">Share</th></tr></thead>
<tbody>${rows}</tbody>
</table>
</section>`;
}

/** What the service says beyond the reasons, in words, with what to do about it. */
function detailSection({ details }: ListSummary): Html | undefined {
  const listed = details.filter(addsDetail);
  if (listed.length === 0) return undefined;
  const rows = listed.map((detail) => {
    const { meaning, advice } = explainDetail(detail.verdict, detail.reason) ?? NOT_KNOWN;
    return html`<tr><th scope="row" class="reason"><span class="name">${verdictDot(detail.verdict)}${detailWords(detail)}</span><small>${meaning}</small></th>
<td>${advice}</td></tr>
`;
  });
  return html`<section>
<h2>In detail</h2>
<table>
<thead><tr><th scope="col">What the mail hosts said</th><th scope="col">What to do</th></tr></thead>
<tbody>${rows}</tbody>
</table>
</section>`;
}

const NOT_KNOWN = { meaning: 'A reason of the service', advice: 'Verify it again later.' };

function firstUpper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface ReasonRow {
  readonly count: number;
  readonly total: number;
  readonly max: number;
}

/** Words are the title, the code of the results comes second. */
function reasonRow(reason: Reason, { count, total, max }: ReasonRow): Html {
  const verdict = VERDICT_OF[reason];
  return html`<tr><th scope="row" class="reason"><span class="name">${verdictDot(verdict)}${firstUpper(REASON_TEXTS[reason])}</span><small>${reason}</small></th>
<td class="drawn">${reasonBar(count / max, verdict)}</td><td class="number">${counted(count)}</td><td class="number">${percent(count / total)}</td></tr>
`;
}

function scoreSection({ scores, total }: ListSummary): Html | undefined {
  const scored = scores.reduce((sum, count) => sum + count, 0);
  if (scored === 0) return undefined;
  const rest = total - scored;
  const note =
    rest > 0
      ? ` ${plural(rest, 'result')} without a score ${rest === 1 ? 'is' : 'are'} not shown.`
      : '';
  return html`<section>
<h2>Scores</h2>
${scoreHistogram(scores)}
<p class="note">Results by score, from 0 (do not send) to 100 (safe to send); each column spans ten points.${note}</p>
</section>`;
}

const MAX_DOMAINS = 25;

function domainSection({ domains, allDomains }: ListSummary): Html | undefined {
  if (domains.length === 0) return undefined;
  const worst = domains.toSorted(byUndeliverable).slice(0, MAX_DOMAINS);
  const few = worst.length < domains.length || !allDomains;
  const which = few
    ? `The worst of the ${domains.length} domains with most addresses.`
    : 'Every domain of the list.';
  return html`<section class="long">
<h2>Domains by share of undeliverable addresses</h2>
<table class="chart">
<thead><tr><th scope="col">Domain</th><td class="wide"></td><th scope="col" class="number">Results</th><th scope="col" class="number">Undeliverable</th></tr></thead>
<tbody>${worst.map(domainRow)}</tbody>
</table>
<p class="note">${which} A high share at one domain may be a typo in its name, or a company that has moved.</p>
</section>`;
}

function byUndeliverable(one: DomainSummary, other: DomainSummary): number {
  return undeliverableShare(other) - undeliverableShare(one) || other.total - one.total;
}

function undeliverableShare({ verdicts, total }: DomainSummary): number {
  return shareOf(verdicts.undeliverable, total);
}

function domainRow(domain: DomainSummary): Html {
  return html`<tr><th scope="row" class="domain">${domain.domain}</th><td class="drawn">${verdictStrip(domain.verdicts, 12)}</td>
<td class="number">${counted(domain.total)}</td><td class="number">${percent(undeliverableShare(domain))}</td></tr>
`;
}

function sampleSection(sample: SampleProjection): Html {
  return sample.size < sample.distinct ? projection(sample) : wholeSample(sample);
}

function wholeSample({ distinct }: SampleProjection): Html {
  return html`<section class="sample">
<h2>The sample is the whole list</h2>
<p>${distinct === 1 ? 'The one distinct address was' : `All ${counted(distinct)} distinct addresses were`} verified: nothing is projected.</p>
</section>`;
}

function projection({ size, distinct, rates }: SampleProjection): Html {
  const rows = rates.map(
    ({
      verdict,
      rate,
      interval: { low, high },
    }) => html`<tr><th scope="row"><span class="name">${verdictDot(verdict)}${verdict}</span></th>
<td class="number">${percent(rate)}</td><td class="number">${percent(low)} to ${percent(high)}</td>
<td class="number">${counted(Math.round(low * distinct))} to ${counted(Math.round(high * distinct))} addresses</td></tr>
`,
  );
  return html`<section class="sample">
<h2>A sample, projected</h2>
<p>Only ${plural(size, 'address', 'addresses')} of ${counted(distinct)}, drawn at random, ${size === 1 ? 'was' : 'were'} verified. The rest of this page counts the others as unknown.</p>
<table class="chart projected">
<thead><tr><th scope="col">Verdict</th><th scope="col" class="number">In the sample</th><th scope="col" class="number">In the list, likely</th><th scope="col" class="number">Which is</th></tr></thead>
<tbody>${rows}</tbody>
</table>
<p class="note">The ranges are 95 % intervals (Wilson): of twenty such samples, about one misses the true rate.</p>
</section>`;
}

function listSection(facts: Pick<ReportFacts, 'counts' | 'summary'>): Html {
  const rows = listFigures(facts).map(
    ([label, count]) =>
      html`<tr><th scope="row">${label}</th><td class="number">${counted(count)}</td></tr>`,
  );
  return html`<section>
<h2>The list</h2>
<table><tbody>${rows}</tbody></table>
</section>`;
}

function explanations(): Html {
  const parts = VERDICTS.map((verdict) => {
    const { meaning, advice } = VERDICT_EXPLANATIONS[verdict];
    return html`<dt><span class="name">${verdictDot(verdict)}${verdict}</span></dt><dd>${meaning} <strong>${advice}</strong></dd>`;
  });
  return html`<section>
<h2>How to read this</h2>
<dl>${parts}</dl>
<p class="note">A result holds for the day it was found: mailboxes come and go. Results are counted by row, so an address that stands in three rows counts three times.</p>
</section>`;
}
