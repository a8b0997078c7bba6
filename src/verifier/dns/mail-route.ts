import { type Clock, endsWithin } from '../../lib/clock.ts';
import { ipVersion } from '../../lib/ip-address.ts';
import { registrableDomain } from '../providers/provider-table.ts';
import { confirmed, type DnsAnswer, type DnsSource, type MxRecord, UNTRUSTED } from './source.ts';

/** Where a domain's mail goes. */
export type MailRoute =
  /** In the order to try. Domains with one `key` have the same hosts with the same preferences. */
  | {
      readonly kind: 'hosts';
      readonly hosts: readonly string[];
      readonly key: string;
      /** Whether the organisation of the domain opts out, where the answer took longer than its grace. */
      readonly lateOptOut?: Promise<boolean>;
    }
  | { readonly kind: 'no_mx' }
  /** RFC 7505: the domain says that it takes no mail. */
  | { readonly kind: 'null_mx' }
  /** The organisation of the domain asks not to be probed. */
  | { readonly kind: 'opted_out' }
  | { readonly kind: 'failure' }
  /** No resolver that was asked answers truthfully (server-check.ts). */
  | { readonly kind: 'untrusted' };

/** RFC 5321 §5.1: the MX hosts by preference; without MX records the domain itself, if it has an address. */
export async function findMailRoute(
  dns: DnsSource,
  domain: string,
  { clock, random }: RouteContext,
): Promise<MailRoute> {
  const graceEnd = clock.monotonic() + OPT_OUT_GRACE;
  const question = { type: 'MX', name: domain } as const;
  const mx = dns.query('MX', domain);
  const optOut = hasOptOut(dns, registrableDomain(domain));
  const answer = await confirmed(dns, question, await mx);
  const route = await findKind(dns, domain, { answer, random });
  if (route.kind !== 'hosts') return route;
  // Nearly always it is there by now.
  const known = await Promise.race([optOut, undefined]);
  if (known === undefined) {
    const left = Math.max(0, graceEnd - clock.monotonic());
    const noted = optOut.then(() => {});
    if (!(await endsWithin(noted, left, clock))) return { ...route, lateOptOut: optOut };
  }
  return (await optOut) ? { kind: 'opted_out' } : route;
}

/** Milliseconds from the question on that a first session waits for whether its domain opts out. */
const OPT_OUT_GRACE = 250;

/** The route once it is known whether the organisation opts out. */
export async function settleOptOut(route: MailRoute): Promise<MailRoute> {
  if (route.kind !== 'hosts' || !route.lateOptOut) return route;
  const { lateOptOut, ...hosts } = route;
  return (await lateOptOut) ? { kind: 'opted_out' } : hosts;
}

interface RouteContext {
  readonly clock: Clock;
  readonly random: () => number;
}

/** Hosts of one domain that are looked up, or skipped as down, for one session. */
export const MAX_HOSTS = 30;

async function findKind(
  dns: DnsSource,
  domain: string,
  { answer, random }: { readonly answer: DnsAnswer<'MX'>; readonly random: () => number },
): Promise<MailRoute> {
  if (answer.kind === 'records') return toRoute(answer.records, random);
  if (answer.kind === 'failure') return toFailedRoute([answer]);
  return answer.kind === 'nodata' ? findImplicitRoute(dns, domain) : { kind: 'no_mx' };
}

function toRoute(records: readonly MxRecord[], random: () => number): MailRoute {
  const named = records
    .map(({ preference, exchange }) => ({ preference, exchange: withoutRootDot(exchange) }))
    .filter(({ exchange }) => exchange !== '');
  if (named.length === 0) return { kind: 'null_mx' };
  // RFC 5321 §5.1 wants a name: an address in its place can't be used.
  const usable = named.filter(({ exchange }) => ipVersion(exchange) === 0);
  if (usable.length === 0) return { kind: 'no_mx' };
  return { kind: 'hosts', hosts: inOrder(usable, random), key: hostSetKey(usable) };
}

/** JSON, since a name may hold any separator (RFC 2181 §11): no other domain's hosts get this key. */
function hostSetKey(records: readonly MxRecord[]): string {
  const preferences = new Set(records.map((record) => record.preference));
  const sorted = [...preferences].sort((a, b) => a - b);
  const rank = new Map(sorted.map((preference, at) => [preference, at]));
  const ranked = records.map((record) => `${rank.get(record.preference)} ${record.exchange}`);
  return JSON.stringify(ranked.sort());
}

/** `net.connect` takes an empty host for localhost, so the null MX must never look like a host. */
function withoutRootDot(exchange: string): string {
  return exchange.trim().toLowerCase().replace(/\.$/, '');
}

/** Hosts of one preference share the load: their order is drawn (RFC 5321 §5.1). */
function inOrder(records: readonly MxRecord[], random: () => number): string[] {
  const drawn = records.map((record) => ({ ...record, draw: random() }));
  drawn.sort((a, b) => a.preference - b.preference || a.draw - b.draw);
  return [...new Set(drawn.map((record) => record.exchange))];
}

async function findImplicitRoute(dns: DnsSource, domain: string): Promise<MailRoute> {
  const answers = await Promise.all([dns.query('A', domain), dns.query('AAAA', domain)]);
  const kinds = answers.map((answer) => answer.kind);
  if (kinds.includes('records')) return { kind: 'hosts', hosts: [domain], key: domain };
  if (kinds.includes('failure')) return toFailedRoute(answers);
  const again = await confirmed(dns, { type: 'A', name: domain }, answers[0]);
  if (again.kind === 'records') return { kind: 'hosts', hosts: [domain], key: domain };
  return again.kind === 'failure' ? toFailedRoute([again]) : { kind: 'no_mx' };
}

function toFailedRoute(answers: readonly DnsAnswer<'MX' | 'A' | 'AAAA'>[]): MailRoute {
  const isUntrusted = answers.some((one) => one.kind === 'failure' && one.problem === UNTRUSTED);
  return { kind: isUntrusted ? 'untrusted' : 'failure' };
}

/** An organisation asks here, below the name that it registered, that nobody probes its mail hosts. */
const LABEL = '_smtp-probe';

/** Whether a name opts out of verification. */
async function hasOptOut(dns: DnsSource, name: string): Promise<boolean> {
  const answer = await dns.query('TXT', `${LABEL}.${name}`);
  return answer.kind === 'records' && answer.records.some(isOptOut);
}

/** `v=1; probe=no`: the version first, then fields in any order, in any case. */
export function isOptOut(record: string): boolean {
  const [version, ...fields] = record.split(';').map((field) => field.replace(/\s+/g, ''));
  return version?.toLowerCase() === 'v=1' && fields.some((field) => /^probe=no$/i.test(field));
}
