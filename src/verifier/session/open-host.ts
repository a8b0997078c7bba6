import { orAborted } from '../../lib/abort.ts';
import { MAX_HOSTS } from '../dns/mail-route.ts';
import type { ProbeContext } from '../engine/probe-context.ts';
import type { FailedHost, HostFailure, HostFailureReason } from '../pacing/host-failure.ts';
import type { Entered, SessionRequest } from '../pacing/pacing.ts';
import type { Session } from '../smtp/session.ts';
import { type GreetingResult, greetHost } from './greet-host.ts';

/** A session that holds a place at its provider. */
export interface OpenHost extends Pick<Entered, 'lost'> {
  readonly session: Session;
  /** Gives the place at the provider to the next; the session has to be closed by then. */
  leave(): void;
}

type OpenHostResult = ({ readonly ok: true } & OpenHost) | FailedHost;

/** Hosts of one domain that are connected to for one session: a domain may name any number. */
const MAX_CONNECTIONS = 5;

/**
 * A session with the first host that greets us, in the order of preference. The next host is
 * tried after a failure to connect or a refusal before RCPT. Other hosts of a provider that refused
 * us or is too busy are skipped: they would reply the same. So are those behind two hosts that greet
 * with a bare refusal; behind one, the next may serve (RFC 5321 §5.1).
 */
export async function openHost(
  context: ProbeContext,
  hosts: readonly string[],
  request: SessionRequest,
): Promise<OpenHostResult> {
  if (!context.reachability.mayConnect()) return { ok: false, reason: 'no_connection' };
  const failures: FailedHost[] = [];
  // Most first hosts greet: what is noted of the others is created when one does not.
  let skipped: Set<string> | undefined;
  let closed: Map<string, string> | undefined;
  let connections = 0;
  for (const host of hosts.slice(0, MAX_HOSTS)) {
    const provider = context.providers.find(host).key;
    if (skipped?.has(provider)) continue;
    const opened = await tryHost(context, host, request);
    if (opened.ok) {
      for (const one of closed?.values() ?? []) context.hostStates.noteDown(one);
      return opened;
    }
    skipped ??= new Set();
    closed ??= new Map();
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
  | (FailedHost & { readonly wasDialled: boolean });

async function tryHost(
  context: ProbeContext,
  host: string,
  request: SessionRequest,
): Promise<HostAttempt> {
  const hostReply = { mxHost: host };
  if (context.hostStates.isDown(host))
    return { ok: false, reason: 'no_connection', hostReply, wasDialled: false };
  const provider = context.providers.find(host).key;
  context.lookUpHost(host);
  for (;;) {
    const entered = await context.pacing.enter(provider, request);
    if (entered === 'resting') {
      const retryAfter = context.pacing.restLeft(provider);
      return { ok: false, reason: 'blocked', hostReply, retryAfter, wasDialled: false };
    }
    const opened = await greetFrom(context, host, { entered, signal: request.signal });
    if (opened.ok) return { ...opened, leave: entered.leave, lost: entered.lost };
    // Its place was lost before the host was greeted: that says nothing about the host.
    if (!entered.lost?.aborted) return { ...opened, wasDialled: opened.reason !== 'no_mx' };
  }
}

/** The place is left where no session came about. */
async function greetFrom(
  context: ProbeContext,
  host: string,
  { entered, signal }: { readonly entered: Entered; readonly signal: AbortSignal },
): Promise<GreetingResult> {
  try {
    const opening = greetHost(context, { host, ...entered }, signal);
    const opened = await orAborted(opening, signal, closeOpened);
    if (!opened.ok) entered.leave();
    return opened;
  } catch (error) {
    entered.leave();
    throw error;
  }
}

function closeOpened(opened: GreetingResult): void {
  if (opened.ok) void opened.session.close();
}

/**
 * Whether the failure is that of one egress: addresses that were not asked yet may go by another one
 * that the provider has not refused.
 */
export function isOpenElsewhere(
  { pacing, providers }: ProbeContext,
  { reason, hostReply }: HostFailure,
): boolean {
  if (hostReply?.egress === undefined || !CLOSED_FOR_EGRESS.has(reason)) return false;
  const { key } = providers.find(hostReply.mxHost);
  return pacing.isOpenElsewhere(key, hostReply.egress, reason === 'no_answer');
}

const CLOSED_FOR_EGRESS: ReadonlySet<HostFailureReason> = new Set([
  'blocked',
  'deferred',
  'no_connection',
  'no_answer',
]);
