import type { HostReply } from '../evidence.ts';
import type { DialFailure } from '../net/dial.ts';
import { orAborted } from '../or-aborted.ts';
import type { ProbeContext } from '../probe-context.ts';
import type { Meaning } from '../smtp/meaning.ts';
import { openSession } from '../smtp/open-session.ts';
import type { NoReply } from '../smtp/recipient-result.ts';
import type { Reply } from '../smtp/reply.ts';
import type { Session } from '../smtp/session.ts';
import type { FindingReason } from '../verifier.ts';
import type { Claim } from './pacing.ts';

/** Why no host of a domain accepted a session. */
type HostFailureReason = Extract<
  FindingReason,
  | 'no_mx'
  | 'null_mx'
  | 'no_connection'
  | 'no_answer'
  | 'out_of_step'
  | 'blocked'
  | 'refused_network'
  | 'deferred'
  | 'unclear'
>;

/** A session that holds a place at its provider. */
export interface OpenHost {
  readonly session: Session;
  /** Gives the place at the provider to the next; the session has to be closed by then. */
  leave(): void;
}

type OpenHostResult = ({ readonly ok: true } & OpenHost) | Failed;

/** No host of the domain accepted a session. */
interface Failed extends HostFailure {
  readonly ok: false;
  /** The host greets with a refusal, and none of its words is about the sender. */
  readonly isClosed?: boolean;
}

/** Why no session came about, and when another attempt makes sense. */
export interface HostFailure {
  readonly reason: HostFailureReason;
  /** The host that gave the reason. */
  readonly hostReply?: HostReply | undefined;
  /** Milliseconds for which the provider must not be contacted. */
  readonly retryAfter?: number | undefined;
}

const MINUTE = 60_000;
/** Milliseconds for the greeting of a host that sent none a moment ago. */
const SHORT_GREETING = 5000;

/** Hosts of one domain that are connected to for one session: a domain may name any number. */
const MAX_CONNECTIONS = 5;
/** Hosts of one domain that are looked up, or skipped as down, for one session. */
const MAX_HOSTS = 30;

/**
 * A session with the first host that greets us, in the order of preference. The next host is
 * tried after a failure to connect or a refusal before RCPT. Other hosts of a provider that refused
 * us or is too busy are skipped: they would reply the same. So are those behind two hosts that greet
 * with a bare refusal; behind one, the next may serve (RFC 5321 §5.1).
 */
export async function openHost(
  context: ProbeContext,
  hosts: readonly string[],
  claim: Claim,
): Promise<OpenHostResult> {
  if (!context.reachability.mayConnect()) return { ok: false, reason: 'no_connection' };
  const failures: Failed[] = [];
  const skipped = new Set<string>();
  const closed = new Map<string, string>();
  let connections = 0;
  for (const host of hosts.slice(0, MAX_HOSTS)) {
    const provider = context.providers.find(host).key;
    if (skipped.has(provider)) continue;
    const opened = await tryHost(context, host, claim);
    if (opened.ok) {
      for (const one of closed.values()) context.hostStates.noteDown(one);
      return opened;
    }
    failures.push(opened);
    if (opened.wasDialled && ++connections === MAX_CONNECTIONS) break;
    if (opened.isClosed && !closed.has(provider)) closed.set(provider, host);
    else if (opened.reason === 'blocked' || opened.reason === 'deferred') skipped.add(provider);
  }
  const reason = mostSpecific(
    failures.map((one) => one.reason),
    hosts.length,
  );
  return failures.find((one) => one.reason === reason) ?? { ok: false, reason };
}

/** A domain takes no mail only if each of its hosts has no address or says so. */
function mostSpecific(reasons: readonly HostFailureReason[], hosts: number): HostFailureReason {
  const isProof = reasons.length === hosts && reasons.every((reason) => WITHOUT_MAIL.has(reason));
  if (isProof) return reasons.includes('null_mx') ? 'null_mx' : 'no_mx';
  return BY_SPECIFICITY.find((reason) => reasons.includes(reason)) ?? 'no_connection';
}

const WITHOUT_MAIL: ReadonlySet<HostFailureReason> = new Set(['no_mx', 'null_mx']);

/** A reply is more specific than a failure to connect. */
const BY_SPECIFICITY: readonly HostFailureReason[] = [
  'blocked',
  'deferred',
  'unclear',
  'out_of_step',
  'no_answer',
  'refused_network',
  'no_connection',
];

type HostAttempt =
  | ({ readonly ok: true } & OpenHost)
  /** `wasDialled`: the host has an address, which cost a connection. */
  | (Failed & { readonly wasDialled: boolean });

async function tryHost(context: ProbeContext, host: string, claim: Claim): Promise<HostAttempt> {
  const hostReply = { mxHost: host };
  if (context.hostStates.isDown(host))
    return { ok: false, reason: 'no_connection', hostReply, wasDialled: false };
  const provider = context.providers.find(host).key;
  const { owner } = claim;
  if ((await context.pacing.enter(provider, claim)) === 'resting') {
    const retryAfter = context.pacing.restLeft(provider);
    return { ok: false, reason: 'blocked', hostReply, retryAfter, wasDialled: false };
  }
  const leave = () => context.pacing.leave(provider, owner);
  try {
    const opening = connectAndGreet(context, host, claim.signal);
    const opened = await orAborted(opening, claim.signal, closeOpened);
    if (opened.ok) return { ...opened, leave };
    leave();
    return { ...opened, wasDialled: opened.reason !== 'no_mx' };
  } catch (error) {
    leave();
    throw error;
  }
}

function closeOpened(opened: GreetingResult): void {
  if (opened.ok) void opened.session.close();
}

type GreetingResult = { readonly ok: true; readonly session: Session } | Failed;

async function connectAndGreet(
  context: ProbeContext,
  host: string,
  signal: AbortSignal,
): Promise<GreetingResult> {
  context.reachability.noteAttempt();
  const dialled = await context.dial(host, signal);
  const hostReply = { mxHost: host };
  if (dialled.kind === 'no_host') return { ok: false, reason: 'no_mx', hostReply };
  if (dialled.kind === 'refused_network')
    return { ok: false, reason: 'refused_network', hostReply };
  if (dialled.kind === 'failed') {
    context.hostStates.noteDown(host);
    await noteFailure(context, host, dialled.cause);
    return { ok: false, reason: 'no_connection', hostReply };
  }
  context.hostStates.noteUp(host);
  context.reachability.noteConnection();
  const { helo, limits, clock, trace } = context;
  const startTls = context.hostStates.wantsTls(host);
  const greetingLimits = context.hostStates.wasSilent(host)
    ? { ...limits, greeting: SHORT_GREETING }
    : limits;
  const known = context.providers.find(host);
  const onRest = (minutes: number) => context.pacing.backoff(known.key).rest(minutes * MINUTE);
  const settings = {
    host,
    known,
    onRest,
    helo,
    limits: greetingLimits,
    clock,
    signal,
    startTls,
    trace,
  };
  const opened = await openSession(dialled.stream, settings);
  if (opened.ok) {
    context.hostStates.noteGreeted(host);
    context.reachability.noteGreeting();
    return opened;
  }
  return toGreetingFailure(context, { host, startTls, ...opened }, signal);
}

async function noteFailure(
  { reachability, providers }: ProbeContext,
  host: string,
  cause: DialFailure,
): Promise<void> {
  if (cause !== 'lookup') await reachability.noteNoGreeting(providers.find(host).key, cause);
}

/** The connection was opened but no greeting came: a firewall on the way may cause that. */
async function noteSilence(
  { hostStates, reachability, providers }: ProbeContext,
  host: string,
): Promise<void> {
  hostStates.noteSilent(host);
  await reachability.noteNoGreeting(providers.find(host).key, 'silence');
}

interface GreetingFailure {
  readonly host: string;
  readonly startTls: boolean;
  readonly meaning: Meaning | NoReply;
  readonly reply?: Reply;
}

/** Remembers the reason, and tries once more with STARTTLS where only that was missing. */
async function toGreetingFailure(
  context: ProbeContext,
  { host, startTls, meaning, reply }: GreetingFailure,
  signal: AbortSignal,
): Promise<GreetingResult> {
  noteHostReply(context, host, meaning);
  if (meaning !== 'no_answer') context.reachability.noteGreeting();
  else await noteSilence(context, host);
  if (meaning === 'needs_tls' && !startTls) return connectAndGreet(context, host, signal);
  return {
    ok: false,
    reason: REASON_BEFORE_RCPT[meaning] ?? 'unclear',
    hostReply: { mxHost: host, reply },
    isClosed: meaning === 'no_service',
  };
}

/** Remembers what a reply says about the host, for later sessions. */
export function noteHostReply(
  context: ProbeContext,
  host: string,
  meaning: Meaning | NoReply,
): void {
  if (meaning === 'needs_tls') context.hostStates.noteWantsTls(host);
  const { key } = context.providers.find(host);
  if (meaning === 'closing' || meaning === 'rate_limited')
    context.pacing.backoff(key).noteRateLimited();
  if (meaning === 'harvest_limit') context.pacing.backoff(key).noteHarvestLimit();
  if (meaning !== 'blocked' && meaning !== 'no_service') return;
  context.pacing.backoff(key).noteRefusal();
  context.reachability.noteRefusal(key);
}

/** The reason of all addresses after a refusal before RCPT. */
export const REASON_BEFORE_RCPT: Readonly<Partial<Record<Meaning | NoReply, HostFailureReason>>> = {
  no_mail_domain: 'null_mx',
  blocked: 'blocked',
  no_service: 'blocked',
  sender_refused: 'blocked',
  closing: 'deferred',
  rate_limited: 'deferred',
  harvest_limit: 'deferred',
  greylisted: 'deferred',
  their_trouble: 'deferred',
  no_answer: 'no_answer',
  out_of_step: 'out_of_step',
};
