import { type ErrorCode, isMailvetError, MailvetError } from '../../../errors.ts';
import { type Palette, PLAIN } from '../../io/colour.ts';
import { hintText } from '../../render/hint-text.ts';
import type { DnsResolver, Network } from './network.ts';

/** A domain that has had mail hosts for decades. */
const KNOWN_DOMAIN = 'gmail.com';
/** Milliseconds; a list of a thousand domains waits for a thousand answers. */
const SLOW = 1000;

/** Checks that a resolver answers in time, and denies a name that does not exist. */
export function checkResolver(network: Network, resolver: DnsResolver): Check {
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
      {
        hint: 'Domains that do not exist look alive through it: name another with --dns',
      },
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
export interface CheckReport {
  readonly check: string;
  /** The egress that it is about, where several are set up. */
  readonly egress?: string | undefined;
  readonly health: Health;
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
  /** The error behind a failure, which decides the exit code. */
  readonly code?: ErrorCode | undefined;
}

export type Check = () => Promise<Omit<CheckReport, 'check' | 'egress'>>;

/** Runs a check; an error that it throws becomes its report. */
export async function runCheck(check: string, look: Check): Promise<CheckReport> {
  try {
    return { check, ...(await look()) };
  } catch (error) {
    if (!isMailvetError(error)) throw error;
    const { message, code } = error;
    const hint = error.hint === undefined ? undefined : hintText(error.hint);
    return { check, health: 'fail', message, hint, code };
  }
}

export function pass(message: string): Omit<CheckReport, 'check'> {
  return { health: 'pass', message };
}

export function warn(message: string, hint?: string): Omit<CheckReport, 'check'> {
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
