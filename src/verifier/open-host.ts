import type { Claim } from './pacing.ts';
import { providerOf } from './provider.ts';
import type { Meaning } from './smtp/meaning.ts';
import { openSession } from './smtp/open-session.ts';
import type { Session, Silence } from './smtp/session.ts';
import type { FindingReason } from './verifier.ts';
import type { World } from './world.ts';

/** Why no host of a domain would talk to us. */
export type ShutReason = Extract<
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

export interface OpenHost {
  readonly session: Session;
  /** Gives the place at the provider to the next; the session has to be closed by then. */
  leave(): void;
}

export type HostOpened =
  | ({ readonly ok: true } & OpenHost)
  | { readonly ok: false; readonly reason: ShutReason };

/** Milliseconds that a host has to greet us that did not a moment ago. */
const SHORT_GREETING = 5000;

/** A domain may name any number of hosts; these many are tried. */
const MOST_HOSTS = 5;

/**
 * A session with the first host that greets us, in the order of preference. The next host is
 * tried after a failure to connect or a refusal before RCPT, but no sibling of a provider that
 * refused us or is too busy: it would say the same.
 */
export async function openHost(
  world: World,
  hosts: readonly string[],
  claim: Claim,
): Promise<HostOpened> {
  if (world.reach.isPortClosed) return { ok: false, reason: 'no_connection' };
  const reasons: ShutReason[] = [];
  const shunned = new Set<string>();
  for (const host of hosts.slice(0, MOST_HOSTS)) {
    const provider = providerOf(host);
    if (shunned.has(provider)) continue;
    const opened = await tryHost(world, host, claim);
    if (opened.ok) return opened;
    reasons.push(opened.reason);
    if (opened.reason === 'blocked' || opened.reason === 'deferred') shunned.add(provider);
  }
  return { ok: false, reason: mostTelling(reasons) };
}

/** A host that spoke tells more than one that can't be reached; only all of them prove an absence. */
function mostTelling(reasons: readonly ShutReason[]): ShutReason {
  if (reasons.every((reason) => reason === 'no_mx')) return 'no_mx';
  return TELLING.find((reason) => reasons.includes(reason)) ?? 'no_connection';
}

const TELLING: readonly ShutReason[] = [
  'null_mx',
  'blocked',
  'deferred',
  'unclear',
  'out_of_step',
  'no_answer',
  'refused_network',
  'no_connection',
];

async function tryHost(world: World, host: string, claim: Claim): Promise<HostOpened> {
  if (world.reach.isDown(host)) return { ok: false, reason: 'no_connection' };
  const provider = providerOf(host);
  const { owner } = claim;
  if ((await world.pacing.enter(provider, claim)) === 'resting')
    return { ok: false, reason: 'blocked' };
  const leave = () => world.pacing.leave(provider, owner);
  try {
    const opened = await connectAndGreet(world, host, claim.signal);
    if (!opened.ok) leave();
    return opened.ok ? { ...opened, leave } : opened;
  } catch (error) {
    leave();
    throw error;
  }
}

type Greeted = { readonly ok: true; readonly session: Session } | { ok: false; reason: ShutReason };

async function connectAndGreet(world: World, host: string, signal: AbortSignal): Promise<Greeted> {
  const dialled = await world.dial(host, signal);
  if (dialled.kind === 'no_host') return { ok: false, reason: 'no_mx' };
  if (dialled.kind === 'refused_network') return { ok: false, reason: 'refused_network' };
  if (dialled.kind === 'failed') {
    world.reach.noteDown(host, dialled.silent);
    return { ok: false, reason: 'no_connection' };
  }
  world.reach.noteUp(host);
  const { helo, limits, clock } = world;
  const startTls = world.reach.wantsTls(host);
  const patient = world.reach.wasSilent(host) ? { ...limits, greeting: SHORT_GREETING } : limits;
  const settings = { host, helo, limits: patient, clock, signal, startTls };
  const opened = await openSession(dialled.stream, settings);
  if (opened.ok) {
    world.reach.noteGreeted(host);
    return opened;
  }
  return shutOut(world, { host, startTls, meaning: opened.meaning }, signal);
}

interface ShutOut {
  readonly host: string;
  readonly startTls: boolean;
  readonly meaning: Meaning | Silence;
}

/** Remembers why, and tries once more with STARTTLS where that was all that was missing. */
async function shutOut(
  world: World,
  { host, startTls, meaning }: ShutOut,
  signal: AbortSignal,
): Promise<Greeted> {
  noteTrouble(world, host, meaning);
  if (meaning === 'no_answer') world.reach.noteSilent(host);
  if (meaning === 'needs_tls' && !startTls) return connectAndGreet(world, host, signal);
  return { ok: false, reason: EARLY[meaning] ?? 'unclear' };
}

/** What a reply tells of the host, for those who come after. */
export function noteTrouble(world: World, host: string, meaning: Meaning | Silence): void {
  if (meaning === 'needs_tls') world.reach.noteWantsTls(host);
  if (meaning === 'closing') world.pacing.noteHurry(providerOf(host));
  if (meaning === 'blocked') world.pacing.noteRefusal(providerOf(host));
}

/** What a refusal before RCPT leaves to say of the addresses. */
export const EARLY: Readonly<Partial<Record<Meaning | Silence, ShutReason>>> = {
  no_mail_domain: 'null_mx',
  blocked: 'blocked',
  sender_refused: 'blocked',
  closing: 'deferred',
  greylisted: 'deferred',
  their_trouble: 'deferred',
  no_answer: 'no_answer',
  out_of_step: 'out_of_step',
};
