/** The lists that are verified, and the mail hosts of their domains. */
import { seededRandom } from '../../src/lists/file/sample.ts';

export interface List {
  readonly title: string;
  readonly emails: readonly string[];
}

/**
 * Whether `u<number>` has no mailbox: one in so many. Drawn by the last steps of MurmurHash3, so that the numbers at one
 * domain, which are evenly spaced, have as many as chance has it.
 */
export function isMissing(number: number, oneIn = 10): boolean {
  let mixed = number + 1;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % oneIn === 0;
}

const SEED = 18;

/** `size` addresses, as many at each domain, in no order. */
export function scattered(size: number, domains: number): List {
  const emails = Array.from({ length: size }, (_, at) => `u${at}@company${at % domains}.com`);
  const title = `${count(size)} over ${count(domains)} domains × ${size / domains}`;
  return { title, emails: shuffled(emails) };
}

/** The same addresses, domain by domain. */
export function sorted({ title, emails }: List): List {
  const domainOf = (email: string) => email.slice(email.indexOf('@'));
  const byDomain = Map.groupBy(emails, domainOf);
  return { title: `${title}, sorted`, emails: [...byDomain.values()].flat() };
}

/** Shares of all addresses. The others are at their own hosts. */
export interface Shares {
  readonly gmail: number;
  /** Domains of customers at Google, and at Microsoft 365. */
  readonly google: number;
  readonly microsoft: number;
  readonly yahoo: number;
  /** Domains that ask not to be probed. */
  readonly quiet: number;
}

/**
 * Shares as lists of companies have them. Microsoft's consumer domains are left out: one recipient a
 * session, one session at a time, is all they allow.
 */
const USUAL_SHARES: Shares = { gmail: 1 / 6, google: 1 / 6, microsoft: 1 / 6, yahoo: 0, quiet: 0 };

/** Companies have hosts of their own, their sizes by a power law. */
export function realShares(size: number, shares = USUAL_SHARES, seed = SEED): List {
  const random = seededRandom(seed);
  const emails = Array.from({ length: size }, (_, at) => `u${at}@${drawDomain(random, shares)}`);
  const title = `${count(size)} with real shares of providers`;
  return { title, emails: shuffled(emails, seed) };
}

function drawDomain(random: () => number, shares: Shares): string {
  const { gmail, google, microsoft, yahoo, quiet } = shares;
  let draw = random();
  const isOf = (share: number) => {
    draw -= share;
    return draw < 0;
  };
  if (isOf(gmail)) return 'gmail.com';
  if (isOf(google)) return customer(powerLaw(random(), 500), 'google');
  if (isOf(microsoft)) return customer(powerLaw(random(), 500), 'microsoft');
  if (isOf(yahoo)) return 'yahoo.com';
  if (isOf(quiet)) return customer(powerLaw(random(), 500), 'quiet');
  return customer(powerLaw(random(), 4000), 'company');
}

/** Its first letter says nothing about its mail host: programs that sort by domain meet all hosts mixed. */
function customer(rank: number, mail: string): string {
  return `${String.fromCharCode(97 + (rank % 26))}${rank}-${mail}.com`;
}

/** A rank below `most`, where each is as frequent as one over its number. */
function powerLaw(draw: number, most: number): number {
  return Math.floor(most ** draw) - 1;
}

/** Whether a record of this name asks not to be probed. */
export function isOptOut(name: string): boolean {
  return /^_smtp-probe\.[^.]+-quiet\.com$/.test(name);
}

/** The name of the host that a domain's mail goes to. */
export function mxOf(domain: string): string {
  if (domain === 'gmail.com') return 'gmail-smtp-in.l.google.com';
  if (domain === 'yahoo.com') return 'mta5.am0.yahoodns.net';
  if (domain.endsWith('-google.com')) return 'aspmx.l.google.com';
  const [label] = domain.split('.');
  if (domain.endsWith('-microsoft.com')) return `${label}-com.mail.protection.outlook.com`;
  return `mx.${domain}`;
}

export function count(number: number): string {
  return number.toLocaleString('en');
}

function shuffled<Item>(items: readonly Item[], seed = SEED): Item[] {
  const random = seededRandom(seed);
  const drawn = [...items];
  for (let at = drawn.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [drawn[at], drawn[other]] = [drawn[other] as Item, drawn[at] as Item];
  }
  return drawn;
}
