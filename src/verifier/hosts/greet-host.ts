import type { DialFailure } from '../net/dial.ts';
import type { ProbeContext } from '../probe-context.ts';
import type { Meaning } from '../smtp/meaning.ts';
import { openSession } from '../smtp/open-session.ts';
import type { NoReply } from '../smtp/recipient-result.ts';
import type { Reply } from '../smtp/reply.ts';
import type { Session } from '../smtp/session.ts';
import { type FailedHost, REASON_BEFORE_RCPT } from './host-failure.ts';

const MINUTE = 60_000;
/** Milliseconds for the greeting of a host that sent none a moment ago. */
const SHORT_GREETING = 5000;

/** A greeted session with a host, or why there is none. */
export type GreetingResult = { readonly ok: true; readonly session: Session } | FailedHost;

/** Connects to a host and greets it, and remembers what that showed of it. */
export async function greetHost(
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
  if (meaning === 'needs_tls' && !startTls) return greetHost(context, host, signal);
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
