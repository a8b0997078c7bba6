import { createHash } from 'node:crypto';
import { REASONS, type Reason, VERDICT_OF, VERDICTS } from '../../contract/verdict.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html } from '../../lib/html.ts';
import { isoTime } from '../../lib/iso-time.ts';
import { pageHeader } from '../../lib/page-style/header.ts';
import { shareOf } from '../../lib/wording.ts';
import { detailInWords, firstUpper } from '../words.ts';
import { type BounceForecast, forecastOf } from './bounce-forecast.ts';
import { reasonBar, scoreHistogram, verdictStrip } from './charts.ts';
import { addsDetail, detailWords } from './details.ts';
import { isUndecidable, providerName } from './provider-name.ts';
import { listFigures, type ReportFacts, type SampleProjection } from './report-facts.ts';
import { forecastNotes, forecastRows, limitRows, sendAnswer } from './send-answer.ts';
import { REPORT_STYLE } from './style.ts';
import type { DomainSummary, ProviderSummary } from './summarise.ts';
import { verdictDot, verdictOverview } from './verdict-overview.ts';

/**
 * One self-contained HTML page. It loads nothing and runs nothing, which its Content-Security-Policy
 * enforces; whatever came from outside is escaped. It names domains, but no address.
 */
export function renderReport(facts: ReportFacts): string {
  const { name, sample, text } = facts;
  const forecast = forecastOf(facts);
  const body = html`${pageHeader({ context: text('report.title') })}
<main>
${heading(facts)}
${forecast && html`<p class="answer">${sendAnswer(text, forecast)}</p>`}
${(facts.problems ?? []).map((problem) => html`<p class="problem" role="alert">${problem}</p>`)}
${sample && sampleSection(text, sample)}
${overview(facts)}
${forecast && forecastSection(text, forecast)}
${reasonSection(facts)}
${detailSection(facts)}
${scoreSection(facts)}
${providerSection(facts)}
${domainSection(facts)}
${listSection(facts)}
${explanations(text)}
<footer>${text('report.footer')}</footer>
</main>`;
  return `<!doctype html>
<html lang="${text.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${REPORT_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${html`${text('report.page_title', { name })}`}</title>
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

function heading({ name, at, service, text }: ReportFacts): Html {
  const iso = isoTime(at);
  const moment = text('report.moment', { day: text.day(at), minute: iso.slice(11, 16) });
  const time = html`<time datetime="${iso}">${moment}</time>`;
  return html`<header>
<h1>${name}</h1>
<p>${text.rich('report.written', { time, service })}</p>
</header>`;
}

function overview({ summary: { verdicts, total }, text }: ReportFacts): Html {
  return html`<section>
<h2>${text('report.results', { count: total })}</h2>
${verdictOverview(text, verdicts, total)}
</section>`;
}

function forecastSection(text: Texts, forecast: BounceForecast): Html {
  const heads = [text('mailing.rows'), text('mailing.bounces'), text('report.share')];
  const rows = forecastRows(text, forecast).map(
    ([name, ...figures]) => html`<tr><th scope="row">${name}</th>
${figures.map((figure, place) => html`<td class="number" data-label="${heads[place]}">${figure}</td>`)}</tr>
`,
  );
  return html`<section>
<h2>${text('mailing.figures')}</h2>
<table class="stacked">
<thead><tr><td></td>${heads.map((head) => html`<th scope="col" class="number">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table>
${forecastNotes(text, forecast).map((note) => html`<p class="note">${note}</p>`)}
${senderTable(text)}
</section>`;
}

function senderTable(text: Texts): Html {
  const [bouncesHead, complaintsHead, sourceHead] = [
    text('mailing.bounces'),
    text('mailing.complaints'),
    text('mailing.source'),
  ];
  const rows = limitRows(text).map(
    ({
      sender,
      bounces,
      complaints,
      url,
      read,
    }) => html`<tr><th scope="row" translate="no">${sender}</th>
<td data-label="${bouncesHead}">${bounces}</td><td data-label="${complaintsHead}">${complaints}</td>
<td data-label="${sourceHead}"><a href="${url}" rel="noreferrer">${new URL(url).hostname}</a>, ${read}</td></tr>
`,
  );
  return html`<h2 class="next">${text('mailing.limits')}</h2>
<table class="stacked">
<thead><tr><th scope="col">${text('mailing.sender')}</th>${[bouncesHead, complaintsHead, sourceHead].map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table>`;
}

function reasonSection({ summary: { reasons, total }, text }: ReportFacts): Html {
  const met = REASONS.filter((reason) => reasons[reason] > 0);
  const max = Math.max(...met.map((reason) => reasons[reason]), 1);
  const rows = met
    .sort((a, b) => reasons[b] - reasons[a])
    .map((reason) => reasonRow(text, reason, { count: reasons[reason], total, max }));
  return html`<section>
<h2>${text('report.why')}</h2>
<table class="chart">
<thead><tr><th scope="col">${text('report.reason')}</th><td class="wide"></td><th scope="col" class="number">${text('report.results_column')}</th><th scope="col" class="number">${text('report.share')}</th></tr></thead>
<tbody>${rows}</tbody>
</table>
</section>`;
}

/** What the service says beyond the reasons, in words, with what to do about it. */
function detailSection({ summary: { details }, text }: ReportFacts): Html | undefined {
  const listed = details.filter(addsDetail);
  if (listed.length === 0) return undefined;
  const rows = listed.map((detail) => {
    const { meaning, advice } = detailInWords(text, detail.verdict, detail.reason) ?? {
      meaning: text('report.other_reason'),
      advice: text('report.verify_later'),
    };
    return html`<tr><th scope="row" class="reason"><span class="name">${verdictDot(detail.verdict)}${detailWords(text, detail)}</span><small>${meaning}</small></th>
<td>${advice}</td></tr>
`;
  });
  return html`<section>
<h2>${text('report.in_detail')}</h2>
<table>
<thead><tr><th scope="col">${text('report.what_servers_answered')}</th><th scope="col">${text('report.what_to_do')}</th></tr></thead>
<tbody>${rows}</tbody>
</table>
</section>`;
}

interface ReasonRow {
  readonly count: number;
  readonly total: number;
  readonly max: number;
}

/** Words are the title, the code of the results comes second. */
function reasonRow(text: Texts, reason: Reason, { count, total, max }: ReasonRow): Html {
  const verdict = VERDICT_OF[reason];
  return html`<tr><th scope="row" class="reason"><span class="name">${verdictDot(verdict)}${firstUpper(text(`reasons.${reason}`))}</span><small translate="no">${reason}</small></th>
<td class="drawn">${reasonBar(count / max, verdict)}</td><td class="number">${text.number(count)}</td><td class="number">${text.percent(count / total)}</td></tr>
`;
}

function scoreSection({ summary: { scores, total }, text }: ReportFacts): Html | undefined {
  const scored = scores.reduce((sum, count) => sum + count, 0);
  if (scored === 0) return undefined;
  const rest = total - scored;
  const note = rest > 0 ? ` ${text('report.without_score', { count: rest })}` : '';
  return html`<section>
<h2>${text('report.scores')}</h2>
${scoreHistogram(text, scores)}
<p class="note">${text('report.scores_note')}${note}</p>
</section>`;
}

const MAX_DOMAINS = 25;

function domainSection({ summary: { domains, allDomains }, text }: ReportFacts): Html | undefined {
  if (domains.length === 0) return undefined;
  const worst = domains.toSorted(byUndeliverable).slice(0, MAX_DOMAINS);
  const few = worst.length < domains.length || !allDomains;
  const which = few
    ? text('report.worst_domains', { count: domains.length })
    : text('report.every_domain');
  return html`<section class="long">
<h2>${text('report.domains_by_share')}</h2>
<table class="chart">
<thead><tr><th scope="col">${text('report.domain')}</th><td class="wide"></td><th scope="col" class="number">${text('report.results_column')}</th><th scope="col" class="number">${text('report.undeliverable_column')}</th></tr></thead>
<tbody>${worst.map((domain) => domainRow(text, domain))}</tbody>
</table>
<p class="note">${which} ${text('report.domains_note')}</p>
</section>`;
}

const MAX_PROVIDERS = 12;

function providerSection({ summary: { providers }, text }: ReportFacts): Html | undefined {
  if (providers.length === 0) return undefined;
  const all = providers.reduce((sum, { total }) => sum + total, 0);
  const rows = providers
    .slice(0, MAX_PROVIDERS)
    .map((provider) => providerRow(text, provider, provider.total / all));
  return html`<section class="long">
<h2>${text('report.providers')}</h2>
<table class="chart">
<thead><tr><th scope="col">${text('report.provider')}</th><td class="wide"></td><th scope="col" class="number">${text('report.results_column')}</th><th scope="col" class="number">${text('report.share')}</th></tr></thead>
<tbody>${rows}</tbody>
</table>
<p class="note">${text('report.providers_note')}</p>
</section>`;
}

function providerRow(text: Texts, { provider, total, verdicts }: ProviderSummary, share: number) {
  const note = isUndecidable(provider)
    ? html`<small>${text('report.undecidable')}</small>`
    : undefined;
  return html`<tr><th scope="row" class="reason domain">${providerName(provider)}${note}</th><td class="drawn">${verdictStrip(text, verdicts, 12)}</td>
<td class="number">${text.number(total)}</td><td class="number">${text.percent(share)}</td></tr>
`;
}

function byUndeliverable(one: DomainSummary, other: DomainSummary): number {
  return undeliverableShare(other) - undeliverableShare(one) || other.total - one.total;
}

function undeliverableShare({ verdicts, total }: DomainSummary): number {
  return shareOf(verdicts.undeliverable, total);
}

function domainRow(text: Texts, domain: DomainSummary): Html {
  return html`<tr><th scope="row" class="domain">${domain.domain}</th><td class="drawn">${verdictStrip(text, domain.verdicts, 12)}</td>
<td class="number">${text.number(domain.total)}</td><td class="number">${text.percent(undeliverableShare(domain))}</td></tr>
`;
}

function sampleSection(text: Texts, sample: SampleProjection): Html {
  return sample.size < sample.distinct ? projection(text, sample) : wholeSample(text, sample);
}

function wholeSample(text: Texts, { distinct }: SampleProjection): Html {
  return html`<section class="sample">
<h2>${text('report.sample_is_whole')}</h2>
<p>${text('report.sample_verified', { count: distinct })}</p>
</section>`;
}

function projection(text: Texts, { size, distinct, rates }: SampleProjection): Html {
  const rows = rates.map(
    ({
      verdict,
      rate,
      interval: { low, high },
    }) => html`<tr><th scope="row"><span class="name">${verdictDot(verdict)}${firstUpper(text(`verdicts.${verdict}`))}</span></th>
<td class="number">${text.percent(rate)}</td><td class="number">${text('report.range', { low: text.percent(low), high: text.percent(high) })}</td>
<td class="number">${text('report.address_range', { low: Math.round(low * distinct), high: Math.round(high * distinct) })}</td></tr>
`,
  );
  return html`<section class="sample">
<h2>${text('report.sample_projected')}</h2>
<p>${text('report.sample_only', { count: size, all: distinct })} ${text('report.sample_rest_page')}</p>
<table class="chart projected">
<thead><tr><th scope="col">${text('report.verdict')}</th><th scope="col" class="number">${text('report.in_sample')}</th><th scope="col" class="number">${text('report.in_list_likely')}</th><th scope="col" class="number">${text('report.which_is')}</th></tr></thead>
<tbody>${rows}</tbody>
</table>
<p class="note">${text('report.sample_note')}</p>
</section>`;
}

function listSection(facts: ReportFacts): Html {
  const rows = listFigures(facts).map(
    ([label, count]) =>
      html`<tr><th scope="row">${label}</th><td class="number">${facts.text.number(count)}</td></tr>`,
  );
  return html`<section>
<h2>${facts.text('report.the_list')}</h2>
<table><tbody>${rows}</tbody></table>
</section>`;
}

function explanations(text: Texts): Html {
  const parts = VERDICTS.map((verdict) => {
    const name = html`<span class="name">${verdictDot(verdict)}${firstUpper(text(`verdicts.${verdict}`))}</span>`;
    return html`<dt>${name}</dt><dd>${text(`verdictsMeaning.${verdict}`)} <strong>${text(`verdictsAdvice.${verdict}`)}</strong></dd>`;
  });
  return html`<section>
<h2>${text('report.how_to_read')}</h2>
<dl>${parts}</dl>
<p class="note">${text('report.how_to_read_note')}</p>
</section>`;
}
