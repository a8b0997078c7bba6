import { type ErrorCode, isMailvetError, MailvetError } from '../../../lib/errors.ts';
import { isPublicAddress } from '../../../lib/ip-address.ts';
import { listingName, readListing } from '../../../settings/block-lists.ts';
import { type Palette, PLAIN } from '../../io/terminal.ts';
import { hintText } from '../../render/hint-text.ts';
import {
  askAny,
  type DnsResolver,
  type DoctorEgress,
  EgressUnusable,
  type Greeting,
  type Network,
} from './network.ts';

/** A domain that has had mail hosts for decades. */
const KNOWN_DOMAIN = 'gmail.com';
/** Milliseconds; a list of a thousand domains waits for a thousand answers. */
const SLOW = 1000;

/** Checks that a resolver answers in time, and denies a name that does not exist. */
export function checkResolver(network: Network, resolver: DnsResolver): DoctorCheck {
  return async () => {
    await mustBeHonest(resolver);
    const started = network.now();
    const hosts = await resolver.mailHosts(KNOWN_DOMAIN).catch((cause: unknown) => {
      throw new MailvetError('network', `The mail hosts of ${KNOWN_DOMAIN} can't be found`, {
        hint: 'Check the resolvers of the machine, or name others with --dns',
        cause,
      });
    });
    const took = Math.round(network.now() - started);
    await mustDeny(resolver, nobodysName(network.random));
    if (took > SLOW) {
      return warn(`answers after ${took} ms`, 'A nearer resolver makes lists faster: see --dns');
    }
    return pass(
      `${KNOWN_DOMAIN} has mail hosts (${hosts[0]}), ${took} ms; unknown names are denied`,
    );
  };
}

/** The check that verifications make before they believe a "no such domain". */
async function mustBeHonest(resolver: DnsResolver): Promise<void> {
  const result = await resolver.check();
  if (result === 'honest') return;
  throw new MailvetError('network', CHECK_RESULTS[result], {
    hint: 'Verifications do not believe it: name another with --dns; in a closed network without a root: --dns-check off',
  });
}

type ResolverCheck = Awaited<ReturnType<DnsResolver['check']>>;

const CHECK_RESULTS: Readonly<Record<Exclude<ResolverCheck, 'honest'>, string>> = {
  own_root: 'It has a root of its own, without com: it knows no domain of the world',
  denies_root: 'It denies that the root of DNS exists, as a server that denies every name does',
  invents_names: 'It has an answer for a name that can not exist (RFC 6761), as block pages do',
  refuses: 'It refuses to answer (REFUSED or SERVFAIL)',
  no_answer: 'It does not answer',
};

/** Some resolvers lead names that don't exist to a page of their own: dead domains look alive. */
async function mustDeny(resolver: DnsResolver, name: string): Promise<void> {
  const found = await resolver.addressesOf(name).catch((error: unknown) => error as Error);
  if (!(found instanceof Error)) {
    throw new MailvetError(
      'network',
      `It gives ${found[0]} for a name that does not exist (${name})`,
      { hint: 'Domains that do not exist look alive through it: name another with --dns' },
    );
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

function nobodysName(random: () => number): string {
  const draw = () => LETTERS.charAt(Math.floor(random() * LETTERS.length));
  return `mailvet-${Array.from({ length: 20 }, draw).join('')}.com`;
}

type Health = 'pass' | 'warn' | 'fail';

/** The report of one check. */
export interface CheckReport extends CheckOutcome {
  readonly check: string;
  /** The egress that it is about, where several are set up. */
  readonly egress?: string | undefined;
}

interface CheckOutcome {
  readonly health: Health;
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
  /** The error behind a failure, which decides the exit code. */
  readonly code?: ErrorCode | undefined;
}

export type DoctorCheck = () => Promise<CheckOutcome>;

/** Runs a check; an error that it throws becomes its report. */
export async function runCheck(check: string, look: DoctorCheck): Promise<CheckReport> {
  try {
    return { check, ...(await look()) };
  } catch (error) {
    if (!isMailvetError(error)) throw error;
    const { message, code } = error;
    const hint = error.hint === undefined ? undefined : hintText(error.hint);
    return { check, health: 'fail', message, hint, code };
  }
}

export function pass(message: string): CheckOutcome {
  return { health: 'pass', message };
}

export function warn(message: string, hint?: string): CheckOutcome {
  return { health: 'warn', message, hint };
}

/** One line, or two with a hint. In colours a sign stands for the health, elsewhere its word. */
export function findingLine(finding: CheckReport, palette: Palette): string {
  const { check, egress, health, message, hint } = finding;
  const what = egress === undefined ? check : `${egress}, ${check}`;
  const sign = palette === PLAIN ? health.padEnd(4) : SIGNS[health](palette);
  const indent = ' '.repeat(palette === PLAIN ? 6 : 3);
  const advice = hint === undefined ? '' : `\n${indent}${palette.faint(hint)}`;
  return `${sign}  ${what}: ${message}${advice}\n`;
}

const SIGNS: Record<Health, (palette: Palette) => string> = {
  pass: ({ good }) => good('✓'),
  warn: ({ doubtful }) => doubtful('!'),
  fail: ({ bad }) => bad('✗'),
};

/** Domains of different providers: one may refuse this machine; if all fail, port 25 is closed. */
const WELL_KNOWN = ['gmail.com', 'outlook.com', 'yahoo.com', 'gmx.net'];

/** The outcome of connecting to mail hosts on port 25. */
interface OutboundProbe {
  /** The host that answered. */
  readonly host: string | undefined;
  readonly tried: readonly string[];
  /** This machine's address as mail hosts see it. */
  readonly address: string | undefined;
  /** Why the egress can't be used. */
  readonly fault?: string | undefined;
}

/** The name that HELO says, and the setting to change it. */
interface Helo {
  readonly name: string;
  /** As in "give another with --helo". */
  readonly setting: string;
  /** The setting with another name, as it is written. */
  readonly with: (name: string) => string;
}

export const HELO_FLAG = { setting: '--helo', with: (name: string) => `--helo ${name}` };

/** Connects to one mail host after the other, until one names this machine's address. */
export async function probeOutbound(
  network: Network,
  greet: (host: string) => Promise<Greeting>,
  { isProxied = false } = {},
): Promise<OutboundProbe> {
  const tried: string[] = [];
  let answered: OutboundProbe | undefined;
  for (const domain of WELL_KNOWN) {
    const hosts = await askAny(network, (dns) => dns.mailHosts(domain)).catch((): string[] => []);
    const host = hosts[0];
    if (host === undefined) continue;
    tried.push(host);
    const greeted = await greet(host).catch((error: Error) => error);
    if (greeted instanceof EgressUnusable)
      return { host: undefined, tried, address: undefined, fault: greeted.message };
    if (greeted instanceof Error) continue;
    // Behind a proxy the local address is that of the connection to the proxy.
    const address = greeted.seenAs ?? (isProxied ? undefined : publicOnly(greeted.localAddress));
    answered ??= { host, tried, address };
    if (address !== undefined) return { host, tried, address };
  }
  return answered ?? { host: undefined, tried, address: undefined };
}

/** The local address is the public one only without address translation. */
function publicOnly(address: string): string | undefined {
  return isPublicAddress(address) ? address : undefined;
}

export function checkPort25({ host, tried }: OutboundProbe): DoctorCheck {
  return async () => {
    if (host !== undefined) return pass(`outbound connections are let through (${host})`);
    if (tried.length === 0) return warn('skipped (needs DNS to find a mail host)');
    return warn(
      `no connection to ${tried.join(', ')}: mailboxes can't be probed, results rest on DNS alone`,
      'Most clouds and home lines close port 25: ask the provider, or run mailvet serve where it is open',
    );
  };
}

/** The HELO name, and whether it leads to the address that hosts see. */
export function checkHelo(
  network: Network,
  { address }: OutboundProbe,
  { name: helo, setting }: Helo,
): DoctorCheck {
  return async () => {
    if (!helo.includes('.')) {
      return warn(`'${helo}' is not a full name`, `Give the name of this host with ${setting}`);
    }
    const addresses = await askAny(network, (dns) => dns.addressesOf(helo)).catch(
      (): string[] => [],
    );
    if (addresses.length === 0) {
      const hint = `Mail hosts may refuse us: make an A record for it, or give another with ${setting}`;
      return warn(`${helo} has no address in DNS`, hint);
    }
    if (address === undefined || addresses.includes(address))
      return pass(`${helo} is ${addresses[0]}`);
    return warn(
      `${helo} is ${addresses[0]}, yet mail hosts see ${address}`,
      `Let its A record be the address that mail hosts see, or give the name of that address with ${setting}`,
    );
  };
}

/** Why nothing can be said about the address as mail hosts see it. */
function unknownAddress({ host }: OutboundProbe): string {
  if (host === undefined) return "skipped (needs port 25 to learn this machine's public address)";
  return 'skipped (no mail host that answered says which address it sees)';
}

/** Forward-confirmed reverse DNS: the address has a name, the name that address, and HELO says it. */
export function checkReverseDns(network: Network, wayOut: OutboundProbe, helo: Helo): DoctorCheck {
  return async () => {
    const { address } = wayOut;
    if (address === undefined) return warn(unknownAddress(wayOut));
    const names = await askAny(network, (dns) => dns.namesOf(address)).catch((): string[] => []);
    if (names.length === 0) {
      const hint = `Ask the provider of the address to name it ${helo.name}: many mail hosts refuse nameless ones`;
      return warn(`${address} has no name`, hint);
    }
    return judgeNames(network, address, { names, helo });
  };
}

async function judgeNames(
  network: Network,
  address: string,
  { names, helo: { name: helo, with: withName } }: { names: readonly string[]; helo: Helo },
): Promise<CheckOutcome> {
  const name = names.find((one) => one === helo) ?? names[0] ?? '';
  const back = await askAny(network, (dns) => dns.addressesOf(name)).catch((): string[] => []);
  if (!back.includes(address)) {
    const hint = `Make an A record that leads ${name} to ${address}`;
    return warn(`${address} is ${name}, but ${name} is not ${address}`, hint);
  }
  if (name !== helo) {
    return warn(`${address} is ${name}, HELO says ${helo}`, `Say the same name: ${withName(name)}`);
  }
  return pass(`${address} is ${name}, and HELO says so`);
}

export function checkBlockList(network: Network, wayOut: OutboundProbe, list: string): DoctorCheck {
  return async () => {
    const { address } = wayOut;
    if (address === undefined) return warn(unknownAddress(wayOut));
    const name = listingName(address, list);
    if (name === undefined) return pass(`skipped (${address} is not an IPv4 address)`);
    return judgeListing(await askAny(network, (dns) => dns.addressesOf(name)).catch(String), list);
  };
}

function judgeListing(answer: readonly string[] | string, list: string): CheckOutcome {
  if (typeof answer === 'string') {
    if (/ENOTFOUND|ENODATA/.test(answer)) return pass('our address is not on it');
    return warn(
      'it gave no answer',
      'Lists answer no public resolvers: use one of your own (--dns)',
    );
  }
  if (readListing(answer) === 'not served') {
    return warn('it does not serve this resolver', 'Use a resolver of your own (--dns)');
  }
  const hint = `Mail hosts that ask ${list} will refuse us: ask there to be taken off, or verify from elsewhere`;
  return warn(`our address is listed (${answer.join(', ')})`, hint);
}

interface ProbedEgress {
  readonly egress: DoctorEgress;
  readonly wayOut: OutboundProbe;
}

/**
 * Each egress: whether it leads to port 25, whether its names agree, whether block lists have it. At
 * the end whether two of them are one address for mail hosts.
 */
export async function* examineEgresses(
  network: Network,
  egresses: readonly DoctorEgress[],
  blockLists: readonly string[],
): AsyncGenerator<CheckReport> {
  const probed: ProbedEgress[] = [];
  for (const egress of egresses) {
    const one = { egress, wayOut: await probeEgress(network, egress) };
    probed.push(one);
    yield* examineEgress(network, one, blockLists);
  }
  yield* examineDuplicates(probed);
}

async function probeEgress(network: Network, egress: DoctorEgress): Promise<OutboundProbe> {
  const { address, proxy } = egress;
  if (!(await egress.isOwnAddress())) {
    const fault = `${address} is no address of this machine`;
    return { host: undefined, tried: [], address: undefined, fault };
  }
  const wayOut = await probeOutbound(network, (host) => egress.greet(host), {
    isProxied: proxy !== undefined,
  });
  // Its public address is known even where port 25 is closed.
  const own = address !== undefined && isPublicAddress(address) ? address : undefined;
  return { ...wayOut, address: wayOut.address ?? own };
}

async function* examineEgress(
  network: Network,
  { egress, wayOut }: ProbedEgress,
  blockLists: readonly string[],
): AsyncGenerator<CheckReport> {
  const { name } = egress;
  const run = async (check: string, look: DoctorCheck) => ({
    ...(await runCheck(check, look)),
    egress: name,
  });
  yield await run('port 25', checkEgressPort(egress, wayOut));
  if (wayOut.fault !== undefined) return;
  const setting = `"helo" of egress '${name}'`;
  const written = (other: string) => `"helo": "${other}" for egress '${name}'`;
  const helo = { name: egress.helo, setting, with: written };
  yield await run('helo', checkHelo(network, wayOut, helo));
  yield await run('reverse dns', checkReverseDns(network, wayOut, helo));
  for (const list of blockLists) {
    yield await run(`block list ${list}`, checkBlockList(network, wayOut, list));
  }
}

/** An egress that is set up has to lead somewhere: otherwise the check fails. */
function checkEgressPort(
  { address, proxy }: DoctorEgress,
  { host, tried, fault, address: seenAs }: OutboundProbe,
): DoctorCheck {
  return async () => {
    const way = proxy === undefined ? `from ${address ?? 'this machine'}` : `through ${proxy}`;
    if (fault !== undefined) {
      const hint =
        proxy === undefined
          ? 'Give the machine that address (ip address add), or take the egress out'
          : "Check host, port and account-file of its 'socks5', or take the egress out";
      throw new MailvetError(proxy === undefined ? 'config' : 'network', fault, { hint });
    }
    if (host !== undefined)
      return pass(`mail hosts answer ${way} (${host})${seenAs ? `, seen as ${seenAs}` : ''}`);
    if (tried.length === 0) return warn('skipped (needs DNS to find a mail host)');
    throw new MailvetError('network', `no connection to ${tried.join(', ')} ${way}`, {
      hint: 'Most clouds close port 25: ask the provider to open it, or take the egress out',
    });
  };
}

/** What is one address for mail hosts gets the limits of each egress, and is blocked for it. */
async function* examineDuplicates(probed: readonly ProbedEgress[]): AsyncGenerator<CheckReport> {
  for (const [at, { egress, wayOut }] of probed.entries()) {
    const { address } = wayOut;
    const earlier = probed.slice(0, at).find((one) => one.wayOut.address === address);
    if (address === undefined || !earlier) continue;
    const message = `mail hosts see ${address}, as for '${earlier.egress.name}': each provider gets twice the sessions that it allows`;
    const hint = 'Give each egress an address of its own, or take one of them out';
    const report = async () => warn(message, hint);
    yield { ...(await runCheck('address', report)), egress: egress.name };
  }
}
