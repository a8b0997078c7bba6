import { isIP } from 'node:net';
import type { DnsObservation } from '../engine/evidence.ts';
import { registrableDomain } from '../providers/provider-table.ts';
import {
  confirmed,
  type DnsAnswer,
  type DnsSource,
  type MxRecord,
  type RecordType,
  UNTRUSTED,
} from './source.ts';

/** Where a domain's mail goes, with the answers that say so. */
export type MailRoute = RouteKind & {
  readonly dns: readonly DnsObservation[];
  /** The provider of the mailboxes, where the hosts are a gateway and DNS shows what is behind it. */
  readonly behind?: string | undefined;
};

type RouteKind =
  /** In the order to try. Domains with one `key` have the same hosts with the same preferences. */
  | { readonly kind: 'hosts'; readonly hosts: readonly string[]; readonly key: string }
  | { readonly kind: 'no_mx' }
  /** RFC 7505: the domain says that it takes no mail. */
  | { readonly kind: 'null_mx' }
  /** The organisation of the domain asks not to be probed. */
  | { readonly kind: 'opted_out' }
  | { readonly kind: 'failure' }
  /** No resolver that was asked answers truthfully (server-check.ts). */
  | { readonly kind: 'untrusted' };

interface RouteContext {
  readonly random: () => number;
  /** Whether a host filters mail for mailboxes elsewhere. */
  readonly isGateway: (host: string) => boolean;
}

/** RFC 5321 §5.1: the MX hosts by preference; without MX records the domain itself, if it has an address. */
export async function findMailRoute(
  dns: DnsSource,
  domain: string,
  { random, isGateway }: RouteContext,
): Promise<MailRoute> {
  const observed: DnsObservation[] = [];
  const source = observing(dns, observed);
  const question = { type: 'MX', name: domain } as const;
  const mx = source.query('MX', domain);
  const optOut = findOptOut(dns, registrableDomain(domain));
  const answer = await confirmed(source, question, await mx);
  const route = await findKind(source, domain, { answer, random });
  if (route.kind !== 'hosts') return { ...route, dns: observed };
  const behind = isGateway(route.hosts[0] ?? '') ? findHostBehind(dns, domain) : undefined;
  const record = await optOut;
  if (record !== undefined) {
    const asked = { type: 'TXT', kind: 'records', records: [record] } as const;
    return { kind: 'opted_out', dns: [...observed, asked] };
  }
  return { ...route, dns: observed, behind: await behind };
}

/** Hosts of one domain that are looked up, or skipped as down, for one session. */
export const MAX_HOSTS = 30;

async function findKind(
  dns: DnsSource,
  domain: string,
  { answer, random }: { readonly answer: DnsAnswer<'MX'>; readonly random: () => number },
): Promise<RouteKind> {
  if (answer.kind === 'records') return toRoute(answer.records, random);
  if (answer.kind === 'failure') return toFailedRoute([answer]);
  return answer.kind === 'nodata' ? findImplicitRoute(dns, domain) : { kind: 'no_mx' };
}

/** A source whose answers are noted. */
function observing(dns: DnsSource, observed: DnsObservation[]): DnsSource {
  const { confirm } = dns;
  return {
    async query(type, name) {
      const answer = await dns.query(type, name);
      observed.push(toObservation(type, answer, !confirm));
      return answer;
    },
    confirm:
      confirm &&
      (async (type, name, denial) => {
        const answer = await confirm(type, name, denial);
        observed.push(toObservation(type, answer, false));
        return answer;
      }),
  };
}

function toObservation<Type extends RecordType>(
  asked: Type,
  answer: DnsAnswer<Type>,
  isCertain: boolean,
): DnsObservation {
  // The way to a mail host asks for no names of addresses.
  const type = asked as DnsObservation['type'];
  if (answer.kind === 'failure') return { type, kind: 'failure' };
  const { kind, server } = answer;
  if (answer.kind === 'records') return { type, kind, server, records: answer.records.map(toText) };
  return { type, kind, server, isConfirmed: isCertain || answer.isConfirmed };
}

function toText(record: MxRecord | string): string {
  return typeof record === 'string' ? record : `${record.preference} ${record.exchange}`;
}

/** The kind of route that observations lead to; undefined: they say nothing. */
export function judgeRoute(observed: readonly DnsObservation[]): RouteKind['kind'] | undefined {
  if (observed.some(({ type }) => type === 'TXT')) return 'opted_out';
  const mx = observed.findLast(({ type }) => type === 'MX');
  if (mx?.kind === 'records') return toRoute((mx.records ?? []).map(toMxRecord), () => 0).kind;
  if (mx?.kind === 'nxdomain') return mx.isConfirmed ? 'no_mx' : 'failure';
  if (mx?.kind !== 'nodata') return undefined;
  const addresses = observed.filter(({ type }) => type !== 'MX');
  if (addresses.some(({ kind }) => kind === 'records')) return 'hosts';
  return addresses.some(({ isConfirmed }) => isConfirmed) ? 'no_mx' : 'failure';
}

function toMxRecord(text: string): MxRecord {
  const [preference = '', exchange = ''] = text.split(' ');
  return { preference: Number(preference), exchange };
}

function toRoute(records: readonly MxRecord[], random: () => number): RouteKind {
  const named = records
    .map(({ preference, exchange }) => ({ preference, exchange: withoutRootDot(exchange) }))
    .filter(({ exchange }) => exchange !== '');
  if (named.length === 0) return { kind: 'null_mx' };
  // RFC 5321 §5.1 wants a name: an address in its place can't be used.
  const usable = named.filter(({ exchange }) => isIP(exchange) === 0);
  if (usable.length === 0) return { kind: 'no_mx' };
  return { kind: 'hosts', hosts: inOrder(usable, random), key: hostSetKey(usable) };
}

/** As JSON, since a name may hold any separator (RFC 2181 §11): no other domain's hosts get this key. */
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

async function findImplicitRoute(dns: DnsSource, domain: string): Promise<RouteKind> {
  const answers = await Promise.all([dns.query('A', domain), dns.query('AAAA', domain)]);
  const kinds = answers.map((answer) => answer.kind);
  if (kinds.includes('records')) return { kind: 'hosts', hosts: [domain], key: domain };
  if (kinds.includes('failure')) return toFailedRoute(answers);
  const again = await confirmed(dns, { type: 'A', name: domain }, answers[0]);
  if (again.kind === 'records') return { kind: 'hosts', hosts: [domain], key: domain };
  return again.kind === 'failure' ? toFailedRoute([again]) : { kind: 'no_mx' };
}

function toFailedRoute(answers: readonly DnsAnswer<'MX' | 'A' | 'AAAA'>[]): RouteKind {
  const isUntrusted = answers.some((one) => one.kind === 'failure' && one.problem === UNTRUSTED);
  return { kind: isUntrusted ? 'untrusted' : 'failure' };
}

/** Providers of mailboxes (providers.json) by what the SPF records of their customers include. */
const HOSTS: ReadonlyMap<string, string> = new Map([
  ['spf.protection.outlook.com', 'microsoft-365'],
  ['_spf.google.com', 'google'],
]);

/** The provider of the mailboxes behind a gateway, as far as the SPF record of the domain shows it. */
export async function findHostBehind(dns: DnsSource, domain: string): Promise<string | undefined> {
  const answer = await dns.query('TXT', domain);
  if (answer.kind !== 'records') return undefined;
  const [record, ...more] = answer.records.filter((text) => /^v=spf1(?: |$)/i.test(text));
  // RFC 7208 §4.5: with several records none counts.
  return record === undefined || more.length > 0 ? undefined : hostBySpf(record);
}

/** Undefined where it includes none of them, or both. */
function hostBySpf(record: string): string | undefined {
  const names = record
    .toLowerCase()
    .split(' ')
    .map((term) => /^(?:[+?~]?include:|redirect=)(.+)$/.exec(term)?.[1] ?? '');
  const [host, ...more] = new Set(names.flatMap((name) => HOSTS.get(name) ?? []));
  return more.length > 0 ? undefined : host;
}

/** An organisation asks here, below the name that it registered, that nobody probes its mail hosts. */
const LABEL = '_smtp-probe';

/** The record by which a name opts out of verification, as it stands there. Undefined where it does not. */
async function findOptOut(dns: DnsSource, name: string): Promise<string | undefined> {
  const answer = await dns.query('TXT', `${LABEL}.${name}`);
  return answer.kind === 'records' ? answer.records.find(isOptOut) : undefined;
}

/** `v=1; probe=no`: the version first, then fields in any order, in any case. */
export function isOptOut(record: string): boolean {
  const [version, ...fields] = record.split(';').map((field) => field.replace(/\s+/g, ''));
  return version?.toLowerCase() === 'v=1' && fields.some((field) => /^probe=no$/i.test(field));
}
