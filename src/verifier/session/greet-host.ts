import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isPublicAddress } from '../../lib/ip-address.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import { toHostReply } from '../engine/evidence.ts';
import type { ProbeContext } from '../engine/probe-context.ts';
import type { DialFailure } from '../net/dial.ts';
import type { Egress } from '../pacing/egress/egress.ts';
import { type FailedHost, REASON_BEFORE_RCPT } from '../pacing/host-failure.ts';
import type { Entered } from '../pacing/pacing.ts';
import type { Meaning } from '../smtp/meaning.ts';
import { openSession } from '../smtp/open-session.ts';
import type { NoReply } from '../smtp/recipient-result.ts';
import type { Session } from '../smtp/session.ts';
import type { ClassifiedReply } from '../smtp/session-reply.ts';
import type { SessionSettings } from '../smtp/session-settings.ts';

/** Milliseconds for the greeting of a host that sent none a moment ago. */
const SHORT_GREETING = 5000;

/** A greeted session with a host, or why it failed. */
export type GreetingResult = { readonly ok: true; readonly session: Session } | FailedHost;

/** A host, and the egress by which it is connected to. */
interface HostTarget extends Pick<Entered, 'egress' | 'lost'> {
  readonly host: string;
}

/** Connects to a host and greets it, and remembers what that showed of it. */
export async function greetHost(
  context: ProbeContext,
  target: HostTarget,
  signal: AbortSignal,
): Promise<GreetingResult> {
  const { host, egress } = target;
  context.reachability.noteAttempt();
  const dialled = await egress.dial(host, signal);
  const hostReply = { mxHost: host, egress: egress.name };
  if (dialled.kind === 'no_host') return { ok: false, reason: 'no_mx', hostReply };
  if (dialled.kind === 'refused_network')
    return { ok: false, reason: 'refused_network', hostReply };
  if (dialled.kind === 'failed') {
    await noteFailure(context, target, dialled.cause);
    return { ok: false, reason: 'no_connection', hostReply };
  }
  const { stream } = dialled;
  endWithPlace(stream, target);
  context.hostStates.noteUp(host);
  context.reachability.noteConnection();
  const settings = sessionSettings(context, target, signal);
  const opened = await openSession(stream, settings);
  if (opened.ok) {
    context.hostStates.noteGreeted(host);
    noteGreeting(context, egress);
    context.blockLists?.noteSession(egress, ownAddress(opened.session, stream, egress));
    return opened;
  }
  if (target.lost?.aborted) return { ok: false, reason: 'no_answer', hostReply };
  return toGreetingFailure(context, { target, startTls: settings.startTls, ...opened }, signal);
}

/** With a proxy, the local address is that of the connection to the proxy. */
function ownAddress(session: Session, stream: Duplex, { way }: Egress): string | undefined {
  const local = stream instanceof Socket && !way.startsWith('socks5 ') && stream.localAddress;
  return local && isPublicAddress(local) ? local : session.ownAddress;
}

function noteGreeting({ reachability }: ProbeContext, { health }: Egress): void {
  health.noteGreeting();
  reachability.noteGreeting();
}

/** A session whose place may be another process's by now ends at once, without QUIT. */
function endWithPlace(stream: Duplex, { lost }: HostTarget): void {
  if (lost?.aborted) stream.destroy();
  else lost?.addEventListener('abort', () => stream.destroy(), { once: true });
}

function sessionSettings(
  context: ProbeContext,
  { host, egress }: HostTarget,
  signal: AbortSignal,
): SessionSettings & { readonly trace: ProbeContext['trace'] } {
  const { limits, clock, trace, hostStates, pacing } = context;
  const known = context.providers.find(host);
  return {
    host,
    egress,
    known,
    clock,
    signal,
    trace,
    startTls: hostStates.wantsTls(host),
    limits: hostStates.wasSilent(host) ? { ...limits, greeting: SHORT_GREETING } : limits,
    onRest: (minutes) => pacing.backoff(known.key, egress.name).rest(minutes * MINUTE_MS),
  };
}

async function noteFailure(
  { reachability, providers, hostStates }: ProbeContext,
  { host, egress }: HostTarget,
  cause: DialFailure,
): Promise<void> {
  const provider = providers.find(host).key;
  if (typeof cause === 'object') {
    egress.health.noteFault(cause.fault);
    await reachability.noteNoGreeting(provider, 'silence');
    return;
  }
  if (cause === 'silence' && egress.health.noteSilence(host)) hostStates.forgetDown();
  else hostStates.noteDown(host);
  if (cause !== 'lookup') await reachability.noteNoGreeting(provider, cause);
}

/** The connection was opened but no greeting came: a firewall or a proxy on the way may cause that. */
async function noteSilence(
  { hostStates, reachability, providers }: ProbeContext,
  { host, egress }: HostTarget,
): Promise<void> {
  if (egress.health.noteSilence(host)) hostStates.forgetDown();
  else hostStates.noteSilent(host);
  await reachability.noteNoGreeting(providers.find(host).key, 'silence');
}

interface GreetingFailure {
  readonly target: HostTarget;
  readonly startTls: boolean;
  readonly meaning: Meaning | NoReply;
  readonly refusal?: ClassifiedReply;
}

/** Remembers the reason, and tries once more with STARTTLS where only that was missing. */
async function toGreetingFailure(
  context: ProbeContext,
  { target, startTls, meaning, refusal }: GreetingFailure,
  signal: AbortSignal,
): Promise<GreetingResult> {
  const { egress } = target;
  noteHostReply(context, target, meaning);
  if (meaning !== 'no_answer') noteGreeting(context, egress);
  else await noteSilence(context, target);
  if (meaning === 'needs_tls' && !startTls) return greetHost(context, target, signal);
  return {
    ok: false,
    reason: REASON_BEFORE_RCPT[meaning] ?? 'unclear',
    hostReply: toHostReply(target, refusal),
    isClosed: meaning === 'no_service',
  };
}

/** Remembers what a reply says about the host, for later sessions. */
export function noteHostReply(
  context: ProbeContext,
  { host, egress }: { readonly host: string; readonly egress: Egress },
  meaning: Meaning | NoReply,
): void {
  if (meaning === 'needs_tls') context.hostStates.noteWantsTls(host);
  if (!PACING.has(meaning)) return;
  const { key } = context.providers.find(host);
  const backoff = context.pacing.backoff(key, egress.name);
  if (meaning === 'closing' || meaning === 'rate_limited') backoff.noteRateLimited();
  else if (meaning === 'harvest_limit') backoff.noteHarvestLimit();
  else {
    backoff.noteRefusal();
    context.reachability.noteRefusal(key);
  }
}

/** What a provider says of our pace, or of us. */
const PACING: ReadonlySet<Meaning | NoReply> = new Set([
  'closing',
  'rate_limited',
  'harvest_limit',
  'blocked',
  'no_service',
]);
