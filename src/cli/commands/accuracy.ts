import type { AccuracyReport, AccuracyRow } from '../../contract/accuracy.ts';
import type { ServiceClient } from '../../contract/client/service-client.ts';
import type { AccuracyRequest } from '../../contract/requests.ts';
import { parseTime } from '../../formats/results/parse-time.ts';
import { isMailvetError, MailvetError } from '../../lib/errors.ts';
import { isoTime } from '../../lib/iso-time.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { counted, percent, plural } from '../../lib/wording.ts';
import { openService } from '../connect/open.ts';
import { resolveService } from '../connect/resolve.ts';
import type { CommandLine, Invocation } from '../invocation.ts';
import { printOne } from '../io/print.ts';
import { paletteFor } from '../io/terminal.ts';
import { durationFlag, type RawFlags, textFlag } from '../options/values.ts';
import { type Column, renderTable } from '../render/table.ts';
import { openOwnJob } from './batch/job-access.ts';

/** Shows what outcomes say of the team's results. */
export async function runAccuracy(
  invocation: Invocation,
  { flags }: CommandLine,
): Promise<undefined> {
  const list = textFlag(flags, 'list');
  const since = sinceFlag(flags, invocation.context.clock.now());
  const resolved = await resolveService(invocation);
  const request: AccuracyRequest = {
    ...(since !== undefined && { since: isoTime(since) }),
    ...(list !== undefined && { batches: batchesOf(invocation, list, resolved.identity) }),
  };
  await using service = await openService(invocation, resolved);
  const report = await fetchReport(service.client, request, invocation.context.signal);
  await printOne(invocation, report, await accuracyText(report, invocation));
}

function batchesOf(invocation: Invocation, id: string, identity: string): string[] {
  using job = openOwnJob(invocation, id, identity);
  return job.submitted().flatMap((batch) => batch.serviceId ?? []);
}

async function fetchReport(
  client: ServiceClient,
  request: AccuracyRequest,
  signal: AbortSignal,
): Promise<AccuracyReport> {
  try {
    return await client.getAccuracy(request, { signal });
  } catch (error) {
    if (!isMailvetError(error) || error.status !== 404) throw error;
    throw new MailvetError(
      'refused',
      'This service keeps no outcomes, so it can’t say how often it was right',
      { status: 404, hint: 'Use a service of mailvet, of this version or a newer one' },
    );
  }
}

/** The time that `--since` names, in milliseconds since the epoch: a date, or a duration before now. */
function sinceFlag(flags: RawFlags, now: number): number | undefined {
  const text = textFlag(flags, 'since') ?? '';
  const from = parseTime(text);
  if (from !== undefined) return from;
  if (/^\d\w*$/.test(text) || text === '') {
    const age = durationFlag(flags, 'since');
    return age === undefined ? undefined : now - age;
  }
  throw new MailvetError('usage', `--since needs a duration or a date, not '${text}'`, {
    hint: 'Write it as 30d or 2026-03-10',
  });
}

/** Rows of a table; --json has the others. */
const SHOWN = 12;

const COUNTS: readonly Column<AccuracyRow>[] = [
  { title: 'VERIFIED', align: 'right', omitAt: 2, text: ({ verified }) => counted(verified) },
  { title: 'OUTCOMES', align: 'right', text: ({ outcomes }) => counted(outcomes) },
  { title: 'BOUNCED', align: 'right', omitAt: 3, text: ({ bounced }) => counted(bounced) },
  {
    title: 'CONTRADICTED',
    align: 'right',
    text: ({ contradicted }) => (contradicted === null ? '-' : counted(contradicted)),
  },
  { title: 'SHARE', align: 'right', text: shareText },
  { title: '95 %', align: 'right', omitAt: 1, text: rangeText },
];

const VERDICT: readonly Column<AccuracyRow>[] = [
  { title: 'VERDICT', text: ({ verdict }) => verdict },
  { title: 'REASON', text: ({ reason }) => reason },
];

const RULE: readonly Column<AccuracyRow>[] = [
  { title: 'REASON', text: ({ detail, reason }) => detail ?? reason },
  { title: 'RULE', text: ({ rule }) => rule ?? '-' },
  { title: 'PROVIDER', text: ({ provider }) => provider ?? '-' },
];

const HOST: readonly Column<AccuracyRow>[] = [
  { title: 'HOST', text: ({ host }) => host ?? '-' },
  { title: 'REASON', text: ({ detail, reason }) => detail ?? reason },
];

const ALLOWED: Column<AccuracyRow> = {
  title: 'ALLOWED',
  align: 'right',
  text: ({ promise }) => (promise === null ? '-' : percent(promise)),
};

async function accuracyText(report: AccuracyReport, { context }: Invocation): Promise<string> {
  if (report.outcomes === 0) return linesText(nothingKnown(report));
  const { stdout, env } = context;
  const { bold } = await paletteFor(stdout, env);
  const style = { heading: bold, columns: stdout.columns };
  const table = async (rows: readonly AccuracyRow[], columns: readonly Column<AccuracyRow>[]) =>
    rows.length === 0 ? '' : `\n${await renderTable(rows.slice(0, SHOWN), columns, style)}`;
  const { verdicts, rules, hosts } = report;
  return [
    linesText(basisText(report)),
    await table(verdicts, [
      ...VERDICT,
      ...COUNTS.filter(
        ({ title }) => title !== 'CONTRADICTED' && title !== 'SHARE' && title !== '95 %',
      ),
    ]),
    await table(rules, [...RULE, ...COUNTS, ALLOWED]),
    await table(hosts, [...HOST, ...COUNTS]),
    linesText(promiseNote(report)),
    repliesText(rules, bold),
  ].join('');
}

function linesText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function nothingKnown({ verified, since }: AccuracyReport): readonly string[] {
  return [
    `Of ${plural(verified, 'address', 'addresses')} that were verified since ${since.slice(0, 10)} no outcome is known: nothing can be said yet`,
    'Read bounces and deliveries of a mailing: mailvet learn <path>',
  ];
}

/** Explains why some bounces do not count as errors. */
function promiseNote({ verdicts }: AccuracyReport): readonly string[] {
  const bounced = verdicts
    .filter(({ verdict }) => verdict === 'unknown')
    .reduce((sum, row) => sum + row.bounced, 0);
  if (bounced === 0) return [];
  const were = bounced === 1 ? 'address that bounced was' : 'addresses that bounced were';
  return [
    '',
    `${counted(bounced)} ${were} unknown: no result promised that mail arrives, so these bounces contradict none`,
  ];
}

function basisText(report: AccuracyReport): readonly string[] {
  const { verified, outcomes, delivered, bounced, undated, since, basis, cut } = report;
  return [
    `Rests on ${plural(outcomes, 'outcome')} (${counted(delivered)} delivered, ${counted(bounced)} bounced) of ${plural(verified, 'address', 'addresses')} verified since ${since.slice(0, 10)}`,
    basis === 'verified'
      ? 'Shares are of all verified addresses, as if mail to those without an outcome had arrived: the truth may be worse'
      : 'Shares are of the addresses with an outcome',
    ...(undated > 0 ? [`${counted(undated)} without a date count as of when they were read`] : []),
    ...(cut ? ['There are more results than are read at once: only the newest are counted'] : []),
  ];
}

function shareText({ share }: AccuracyRow): string {
  return share === null ? '-' : percent(share);
}

function rangeText({ low, high }: AccuracyRow): string {
  return low === null || high === null ? '-' : `${percent(low).slice(0, -2)}–${percent(high)}`;
}

/** The replies of mail hosts, for the rules in the table. */
function repliesText(rules: readonly AccuracyRow[], bold: (text: string) => string): string {
  const shown = rules.slice(0, SHOWN).filter(({ replies }) => replies.length > 0);
  if (shown.length === 0) return '';
  const lines = shown.flatMap(({ detail, reason, rule, provider, replies }) => [
    `  ${[detail ?? reason, rule, provider].filter((part) => part !== null).join(', ')}\n`,
    ...replies.map(({ reply, count }) => `    ${counted(count)} × ${safeLine(reply)}\n`),
  ]);
  return `\n${bold('Replies of the outcomes')}\n${lines.join('')}`;
}
