/**
 * What the answers of a session mean beside each other. One answer proves nothing while nothing could
 * have contradicted it: hosts that defend themselves refuse those who ask for much in the words for a missing
 * mailbox, and others accept whatever comes. So each kind of answer has its control, asked of the same
 * host behind it:
 *
 * - of a refusal: an address that the host accepts is accepted;
 * - of an acceptance: a random address is refused.
 */

import type { ControlFinding, ControlKind } from '../../engine/evidence.ts';

/** An answer, of a recipient or of a control. */
export type AnswerKind =
  | 'accepted'
  /** The mailbox takes no mail: missing, full, disabled. */
  | 'refused'
  /** The same, where the provider's entry says that its refusals are certain. */
  | 'refused_for_certain'
  /** Greylisted, say: the host delays the random address as well, so it is asked at once. */
  | 'deferred'
  | 'other'
  | ControlKind;

/** What an answer counts for. */
export type Weight =
  /** For acceptances. */
  | 'proven'
  | 'accept_all'
  | 'unproven'
  /** For refusals. */
  | 'confirmed'
  /** By the provider's entry. */
  | 'certain'
  | 'unconfirmed'
  /** Unconfirmed, and not even the postmaster is accepted. */
  | 'nobody_accepted'
  /** The host refuses what it accepted before: the refusal is about us. */
  | 'void'
  /** For other answers. */
  | 'as_it_is';

/** What a refusal of a weight has for a control; `none` where it is not here. */
export const CONTROL_OF_REFUSAL: Readonly<Partial<Record<Weight, ControlFinding>>> = {
  confirmed: 'accepted_behind',
  certain: 'provider',
};

/** The weight of each answer of one domain in one session, in their order. */
export function weigh(kinds: readonly AnswerKind[]): readonly Weight[] {
  const voided = findVoided(kinds);
  const counting =
    voided.size === 0 ? kinds : kinds.map((kind, at) => (voided.has(at) ? 'other' : kind));
  const acceptsAll = kinds.includes('random_accepted');
  const lastRandom = counting.lastIndexOf('random_refused');
  const lastAccepted = kinds.findLastIndex(isAcceptance);
  const unconfirmed = kinds.includes('postmaster_unclear') ? 'nobody_accepted' : 'unconfirmed';
  return kinds.map((kind, at) => {
    if (kind === 'refused_for_certain') return 'certain';
    if (voided.has(at)) return 'void';
    if (kind === 'refused') return at < lastAccepted ? 'confirmed' : unconfirmed;
    if (kind !== 'accepted') return 'as_it_is';
    if (acceptsAll) return 'accept_all';
    return at < lastRandom ? 'proven' : 'unproven';
  });
}

/** Whether the host accepts an address, whose ever it is. */
const isAcceptance = (kind: AnswerKind): boolean => kind.endsWith('accepted');
const isUnclear = (kind: AnswerKind) => kind === 'known_unclear' || kind === 'postmaster_unclear';
const isRefusal = (kind: AnswerKind) => kind === 'refused' || kind === 'random_refused';

const NONE: ReadonlySet<number> = new Set();

/** Refusals since the last acceptance, where a control behind them was refused. */
function findVoided(kinds: readonly AnswerKind[]): ReadonlySet<number> {
  if (!kinds.includes('known_refused')) return NONE;
  const voided = new Set<number>();
  let since: number[] = [];
  kinds.forEach((kind, at) => {
    if (isAcceptance(kind)) since = [];
    else if (isRefusal(kind)) since.push(at);
    else if (kind === 'known_refused') for (const one of since) voided.add(one);
  });
  return voided;
}

/** The controls that are missing behind these answers of a domain. */
export function missingControls(kinds: readonly AnswerKind[]): {
  /** A random address. */
  readonly random: boolean;
  /** An address that the host accepts. */
  readonly known: boolean;
} {
  if (kinds.includes('known_refused')) return { random: false, known: false };
  const weights = weigh(kinds);
  const isDeferred = kinds.includes('deferred');
  const hasRandom = kinds.some((kind) => kind.startsWith('random'));
  // The random address of acceptances in another session: a host that refuses all by now refuses it, too.
  const isAlone = kinds.includes('random_refused') && !isDeferred && !kinds.some(isAcceptance);
  return {
    random:
      (weights.includes('unproven') && !kinds.includes('random_unclear')) ||
      (isDeferred && !hasRandom),
    known: (weights.includes('unconfirmed') || isAlone) && !kinds.some(isUnclear),
  };
}

/** Refusals before the last acceptance, where a control shows that the host then refused all; else undefined. */
export function toleratedBefore(kinds: readonly AnswerKind[]): number | undefined {
  const voided = findVoided(kinds);
  if (voided.size === 0) return undefined;
  return kinds.filter((kind, at) => isRefusal(kind) && !voided.has(at)).length;
}
