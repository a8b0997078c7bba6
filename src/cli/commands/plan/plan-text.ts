import { formatDuration } from '../../../lib/duration.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { counted, percent, plural, shareOf } from '../../../lib/wording.ts';
import { accountText, leftOf } from '../../connect/account.ts';
import type { Estimate } from '../../connect/embedded.ts';
import type { Invocation } from '../../invocation.ts';
import { paletteFor } from '../../io/colour.ts';
import { type Fact, factLines } from '../../render/fact-lines.ts';
import type { Say } from '../../render/say.ts';
import { type Column, renderTable } from '../../render/table.ts';
import { notKnown, type Plan, undecidedCount } from './plan-json.ts';

type Forecast = Estimate['forecast'];
type ProviderForecast = Forecast['providers'][number];
type EgressForecast = Forecast['egresses'][number];
type UndecidedCause = keyof Forecast['undecided'];

/** Providers in the table; the others are one line. */
const SHOWN = 12;

export async function planText(
  plan: Plan,
  { context, shown: saying }: Invocation,
): Promise<string> {
  const { stdout, env } = context;
  const { bold } = await paletteFor(stdout, env);
  const say = await saying();
  const style = { heading: bold, columns: stdout.columns, say };
  const { forecast } = plan.estimate;
  const shown = forecast.providers.slice(0, SHOWN);
  return [
    await factLines(factsOf(plan), say),
    ...(shown.length > 0 ? ['\n', await renderTable(shown, PROVIDER_COLUMNS, style)] : []),
    ...othersLine(forecast.providers.slice(SHOWN)).map((line) => `${say(line)}\n`),
    undecidedText(plan.estimate, { bold, say }),
    ...(forecast.egresses.length > 0
      ? ['\n', await renderTable(forecast.egresses, EGRESS_COLUMNS, style)]
      : []),
    `\n${bold(say('Not known before the first probe'))}\n`,
    ...notKnown(plan).map((one) => `  ${say(one)}\n`),
  ].join('');
}

/** The plan in one line, above the question whether to begin. */
export function planLine({ addresses, cost, cached, forecast, time }: Estimate): string {
  const undecided = shareOf(undecidedCount(forecast), addresses);
  return [
    `${plural(cost, 'verification')} (${counted(cached)} cached)`,
    `${counted(forecast.sessions)} sessions`,
    `${duration(time.from)} to ${duration(time.to)}`,
    ...(undecided > 0 ? [`${percent(undecided)} can not be decided`] : []),
  ].join(', ');
}

function factsOf({ list, counts, estimate, account, isRemote }: Plan): readonly Fact[] {
  const about = (count: number) => `${estimate.isExact ? '' : 'about '}${counted(count)}`;
  const { forecast, time } = estimate;
  const left = account && leftOf(account);
  const missing = typeof left === 'number' ? Math.max(0, estimate.cost - left) : 0;
  const facts: readonly (Fact | false | undefined)[] = [
    ['list', safeLine(list), 'foreign'],
    ['addresses', `${counted(estimate.addresses)} of ${plural(counts.rows, 'row')}`],
    ['duplicates', counted(counts.duplicates)],
    !isRemote && ['in the cache', about(estimate.cached)],
    estimate.suppressed > 0 && ['suppressed', about(estimate.suppressed)],
    estimate.neverAsked > 0 && ['never asked', `${about(estimate.neverAsked)} (as under .invalid)`],
    estimate.sandbox > 0 && ['sandbox', about(estimate.sandbox)],
    ['cost', `${about(estimate.cost)} ${estimate.cost === 1 ? 'verification' : 'verifications'}`],
    account && ['account', accountText(account)],
    account && ['fits', missing === 0 ? 'yes' : `no, ${counted(missing)} too many`],
    ['sessions', `${counted(forecast.sessions)} for ${counted(forecast.recipients)} recipients`],
    ['time', `${duration(forecast.seconds)} (${duration(time.from)} to ${duration(time.to)})`],
  ];
  return facts.filter((fact) => fact !== false && fact !== undefined);
}

const PROVIDER_COLUMNS: readonly Column<ProviderForecast>[] = [
  {
    title: 'PROVIDER',
    text: ({ name }) => name,
    short: ({ name }) => name.split(' (', 1)[0] ?? name,
  },
  {
    title: 'ADDRESSES',
    align: 'right',
    isWords: true,
    text: ({ addresses }) => counted(addresses),
  },
  { title: 'SESSIONS', align: 'right', isWords: true, text: ({ sessions }) => counted(sessions) },
  { title: 'TIME', align: 'right', isWords: true, text: ({ seconds }) => duration(seconds) },
  { title: 'LIMIT', isWords: true, text: boundText },
];

function boundText(one: ProviderForecast): string {
  const { bound, connections, recipientsPerHour } = one;
  if (bound === 'rest') return 'rests after a refusal';
  if (bound === 'sessions_per_minute') return 'sessions a minute';
  if (bound === 'recipients_per_hour')
    return `${counted(Math.round(recipientsPerHour ?? 0))} recipients an hour`;
  return `${plural(connections, 'session')} at a time`;
}

function othersLine(others: readonly ProviderForecast[]): readonly string[] {
  if (others.length === 0) return [];
  const total = (of: 'addresses' | 'sessions') => others.reduce((sum, one) => sum + one[of], 0);
  return [
    `${plural(others.length, 'other host')}: ${plural(total('addresses'), 'address', 'addresses')}, ${plural(total('sessions'), 'session')}`,
  ];
}

const CAUSES: Readonly<Record<UndecidedCause, string>> = {
  accepts_all_until_data: 'accepted until the message comes (as at Yahoo)',
  accept_all: 'the domain accepts every address, as a cached result shows',
  opted_out: 'the domain asks not to be probed',
  dns_failure: 'its name servers do not answer',
  port_25_closed: 'port 25 is closed',
};

function undecidedText(
  { forecast, addresses }: Estimate,
  { bold, say }: { readonly bold: (text: string) => string; readonly say: Say },
): string {
  const all = undecidedCount(forecast);
  if (all === 0) return '';
  const share = percent(shareOf(all, addresses));
  const causes = Object.entries(forecast.undecided) as [UndecidedCause, number][];
  const lines = causes.map(([cause, count]) => `  ${say(counted(count))}  ${say(CAUSES[cause])}\n`);
  const of = plural(addresses, 'address', 'addresses');
  return `\n${bold(say(`Can not be decided: ${share} of ${of}`))}\n${lines.join('')}`;
}

const EGRESS_COLUMNS: readonly Column<EgressForecast>[] = [
  { title: 'EGRESS', text: ({ egress }) => egress },
  { title: 'SESSIONS', align: 'right', isWords: true, text: ({ sessions }) => counted(sessions) },
  {
    title: 'RECIPIENTS',
    align: 'right',
    isWords: true,
    text: ({ recipients }) => counted(recipients),
  },
  {
    title: 'AN HOUR',
    align: 'right',
    isWords: true,
    text: ({ recipientsPerHour }) => counted(recipientsPerHour),
  },
  {
    title: 'NEAREST LIMIT',
    isWords: true,
    text: ({ nearest }) => (nearest ? nearestText(nearest) : 'none'),
  },
];

function nearestText({
  provider,
  recipientsPerHour,
  limit,
}: NonNullable<EgressForecast['nearest']>) {
  return `${provider}: ${counted(recipientsPerHour)} of ${counted(limit)} an hour`;
}

function duration(seconds: number): string {
  return formatDuration(Math.max(1, seconds) * 1000);
}
