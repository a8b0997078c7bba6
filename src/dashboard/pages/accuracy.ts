import type { AccuracyReport, AccuracyRow } from '../../contract/accuracy.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { getAccuracy } from '../../service/accuracy/accuracy.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { inReadTurn, type SignedInPages } from '../signed-in.ts';
import { insidePage } from './layout.ts';
import { moment, reasonWords, table, verdictBadge } from './parts.ts';

export function accuracyRoutes(pages: SignedInPages, { service }: DashboardDeps): void {
  pages.get('/accuracy', async (c) => {
    const { id } = c.get('identity').team;
    const report = await inReadTurn(c, service, (pause) => getAccuracy(service, id, { pause }));
    return c.html(accuracyPage(c, report));
  });
}

/** Rows of a table. */
const SHOWN = 50;
/** The least share that is written with one decimal. */
const LEAST_SHARE = 0.001;

/** How often results were right, by what became of mail. */
function accuracyPage(c: PageContext, report: AccuracyReport): Html {
  const text = c.get('text');
  return insidePage(c, {
    title: text('accuracy.title'),
    current: '/accuracy',
    body: html`<p>${text('accuracy.intro')}</p>
      ${report.outcomes === 0 ? nothingKnown(text, report) : known(text, report)}`,
  });
}

function nothingKnown(text: Texts, { verified, since }: AccuracyReport): Html {
  const values = { count: verified, since: moment(Date.parse(since), text) };
  return html`<p class="empty">${text.rich('accuracy.nothing_known', values)}</p>`;
}

function known(text: Texts, report: AccuracyReport): Html {
  const { rules, verdicts, hosts } = report;
  return html`${restsOn(text, report)}
    <section aria-labelledby="rules">
      <h2 id="rules">${text('accuracy.rules')}</h2>
      ${rulesTable(text, rules)}
    </section>
    <section aria-labelledby="verdicts">
      <h2 id="verdicts">${text('accuracy.verdicts')}</h2>
      ${verdictsTable(text, verdicts)}
    </section>
    <section aria-labelledby="hosts">
      <h2 id="hosts">${text('accuracy.hosts')}</h2>
      ${hostsTable(text, hosts)}
    </section>`;
}

function restsOn(text: Texts, report: AccuracyReport): Html {
  const { verified, outcomes, delivered, bounced, undated, basis, cut, since } = report;
  const time = moment(Date.parse(since), text);
  return html`<p>${text.rich('accuracy.rests_on', { count: outcomes, delivered, bounced, verified, since: time })}
    ${text(basis === 'outcomes' ? 'accuracy.of_outcomes' : 'accuracy.of_verified')}
    ${undated > 0 ? text('accuracy.undated', { count: undated }) : NOTHING}
    ${cut ? text('accuracy.cut') : NOTHING}</p>`;
}

function rulesTable(text: Texts, rows: readonly AccuracyRow[]): Html {
  return table({
    caption: text('accuracy.rules_caption'),
    columns: [
      text('accuracy.rule'),
      text('accuracy.outcomes'),
      text('accuracy.contradicted'),
      text('accuracy.share'),
      text('accuracy.allowed'),
      text('accuracy.replies'),
    ],
    rows: rows
      .slice(0, SHOWN)
      .map((row) => [
        ruleCell(text, row),
        text.number(row.outcomes),
        contradictedCell(text, row),
        shareCell(text, row),
        row.promise === null ? '' : text.percent(row.promise),
        repliesCell(text, row),
      ]),
    empty: text('accuracy.no_rows'),
  });
}

function ruleCell(text: Texts, { reason, detail, rule, provider }: AccuracyRow): Html {
  const code = [rule, provider].filter((part) => part !== null).join(', ');
  return html`${reasonWords(text, reason, detail ?? undefined)}
    <span class="hint" translate="no">${code}</span>`;
}

function contradictedCell(text: Texts, { contradicted }: AccuracyRow): string {
  return contradicted === null ? text('accuracy.no_promise') : text.number(contradicted);
}

function shareCell(text: Texts, { share, low, high }: AccuracyRow): Html | string {
  if (share === null || low === null || high === null) return '';
  return html`<span class="whole">${shareWords(text, { share, low, high })}</span>`;
}

/** `1.2 % (0.4 % to 3.1 %)`, or `< 0.1 %` where all of it would be written as nothing. */
export function shareWords(
  text: Texts,
  { share, low, high }: { readonly share: number; readonly low: number; readonly high: number },
): string {
  if (high < LEAST_SHARE) return `< ${text.percent(LEAST_SHARE)}`;
  const shown = [share, low, high].map((one) => shareText(text, one));
  const [value = '', from = '', to = ''] = shown;
  return text('accuracy.share_between', { share: value, low: from, high: to });
}

/** What is not nothing is not written as 0.0 %. */
function shareText(text: Texts, share: number): string {
  const isTiny = share > 0 && share < LEAST_SHARE / 2;
  return isTiny ? `< ${text.percent(LEAST_SHARE)}` : text.percent(share);
}

function repliesCell(text: Texts, { replies }: AccuracyRow): Html {
  return html`${replies.map(
    ({ reply, count }) =>
      html`<div>${text('accuracy.times', { count })} <span translate="no">${reply}</span></div>`,
  )}`;
}

function verdictsTable(text: Texts, rows: readonly AccuracyRow[]): Html {
  return table({
    caption: text('accuracy.verdicts'),
    columns: [
      text('common.verdict'),
      text('common.reason'),
      text('accuracy.verified'),
      text('accuracy.delivered'),
      text('accuracy.bounced'),
    ],
    rows: rows.map((row) => [
      verdictBadge(text, row.verdict),
      reasonWords(text, row.reason, undefined),
      text.number(row.verified),
      text.number(row.delivered),
      text.number(row.bounced),
    ]),
    empty: text('accuracy.no_rows'),
  });
}

function hostsTable(text: Texts, rows: readonly AccuracyRow[]): Html {
  return table({
    caption: text('accuracy.hosts'),
    columns: [
      text('accuracy.host'),
      text('common.reason'),
      text('accuracy.outcomes'),
      text('accuracy.contradicted'),
      text('accuracy.share'),
    ],
    rows: rows
      .slice(0, SHOWN)
      .map((row) => [
        html`<span translate="no">${row.host ?? ''}</span>`,
        reasonWords(text, row.reason, row.detail ?? undefined),
        text.number(row.outcomes),
        contradictedCell(text, row),
        shareCell(text, row),
      ]),
    empty: text('accuracy.no_rows'),
  });
}
