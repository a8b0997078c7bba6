/**
 * How long it takes to ask mail hosts for so many addresses. Hosts are asked side by side, so that the
 * slowest decides: a provider that takes few sessions, or the one with most addresses.
 */

/** Addresses by domain. */
export type DomainCounts = ReadonlyMap<string, number>;

/** Seconds. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Addresses a second, when it goes badly and when it goes well. */
type Rates = readonly [slow: number, fast: number];

/** By the sessions that providers are given (providers.json) and the time that a recipient takes there. */
const RATES = {
  google: [3, 12],
  outlook: [0.2, 0.7],
  yahoo: [1, 5],
  icloud: [1, 4],
  gmx: [1.5, 6],
} as const satisfies Readonly<Record<string, Rates>>;

/** Most hosts of companies: a few sessions, some of them slow to answer. */
const OTHER_HOSTS: Rates = [0.5, 4];
/** What the process does beside, of all hosts together. */
const ALL_HOSTS: Rates = [30, 400];

/** The domains under which most private people are; those of one provider share its sessions. */
const PROVIDERS: Readonly<Record<string, keyof typeof RATES>> = {
  ...named('google', 'gmail.com googlemail.com'),
  ...named(
    'outlook',
    'outlook.com hotmail.com live.com msn.com hotmail.fr hotmail.co.uk outlook.fr',
  ),
  ...named('yahoo', 'yahoo.com yahoo.fr yahoo.de yahoo.co.uk ymail.com aol.com rocketmail.com'),
  ...named('icloud', 'icloud.com me.com mac.com'),
  ...named('gmx', 'gmx.de gmx.net gmx.at gmx.ch web.de mail.com'),
};

function named(provider: keyof typeof RATES, domains: string) {
  return Object.fromEntries(domains.split(' ').map((domain) => [domain, provider]));
}

/** Some hosts answer a first try only minutes later. */
const GREYLISTING_SECONDS = 20 * 60;
/** DNS, and a first session. */
const LEAST_SECONDS = 2;

export function expectedTime(domains: DomainCounts): TimeRange {
  const lanes = new Map<string, { count: number; rates: Rates }>();
  let total = 0;
  for (const [domain, count] of domains) {
    const provider = PROVIDERS[domain];
    const rates = provider ? RATES[provider] : OTHER_HOSTS;
    const lane = lanes.get(provider ?? domain) ?? { count: 0, rates };
    lanes.set(provider ?? domain, { ...lane, count: lane.count + count });
    total += count;
  }
  if (total === 0) return { from: 0, to: LEAST_SECONDS };
  const longest = (which: 0 | 1) =>
    Math.max(
      total / ALL_HOSTS[which],
      ...[...lanes.values()].map(({ count, rates }) => count / rates[which]),
    );
  return {
    from: LEAST_SECONDS + longest(1),
    to: LEAST_SECONDS + longest(0) + GREYLISTING_SECONDS,
  };
}
