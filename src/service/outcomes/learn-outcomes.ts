import { isSandboxAddress } from '../../address/sandbox-domain.ts';
import { fitOutcome, isHardByClass, type Outcome } from '../../contract/outcomes.ts';
import type { Result } from '../../result/result.ts';
import type { ServiceContext } from '../ports.ts';
import { toEntry } from '../suppressions/suppression-entry.ts';
import { checkRows } from '../teams/storage.ts';
import { toCacheKey } from '../verifications/cache-policy.ts';
import type { NewOutcome, Proof } from './outcome-ports.ts';
import { withoutRecipient } from './without-recipient.ts';

type LearnContext = Pick<ServiceContext, 'store' | 'clock' | 'teamStorage'>;

/** An outcome of an address that is valid. */
export type LearnedOutcome = Outcome & { readonly email: string };

/** What became of outcomes that were handed in. */
export interface Learned {
  readonly stored: number;
  /** Those that had come before. */
  readonly known: number;
}

/** Sandbox verifications are kept for a day, and are not cached. */
const SANDBOX_MS = 2 * 24 * 60 * 60_000;

/**
 * Stores outcomes of a team. Cached answers of the team that they contradict are dropped, whichever is newer: a host that
 * accepts a recipient and returns the message later accepted it before, too. Rejects with `over_storage`.
 */
export async function learnOutcomes(
  context: LearnContext,
  teamId: string,
  outcomes: readonly LearnedOutcome[],
): Promise<Learned> {
  await checkRows(context, teamId, ['outcomes']);
  const { store, clock } = context;
  const keys = [...new Set(outcomes.map(({ email }) => toCacheKey(email)))];
  const cached = await store.cache.find(teamId, keys, clock.now());
  const simulated = await acceptedInSandbox(context, teamId, keys);
  const isAccepted = (key: string) =>
    simulated.has(key) || cached.get(key)?.facts.deliverable === true;
  const rows = outcomes.map((outcome) => toNew(outcome, isAccepted));
  const stored = await store.outcomes(teamId).add(rows, clock.now());
  await store.cache.drop(teamId, contradicted(outcomes, cached));
  return { stored, known: outcomes.length - stored };
}

/** Answers of the sandbox are in the history alone. */
function acceptedInSandbox(
  { store, clock }: LearnContext,
  teamId: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const simulated = keys.filter(isSandboxAddress);
  return store.outcomes(teamId).acceptedSince(simulated, clock.now() - SANDBOX_MS);
}

function toNew(learned: LearnedOutcome, isAccepted: (key: string) => boolean): NewOutcome {
  const outcome = fitOutcome(learned);
  const { email, outcome: kind, code, status, host, at } = outcome;
  const key = toCacheKey(email);
  const hide = (text: string | null) => text && withoutRecipient(text, email);
  return {
    entry: toEntry(email),
    domain: key.slice(key.lastIndexOf('@') + 1),
    outcome: kind,
    proof: proofOf(outcome),
    wasAccepted: isAccepted(key),
    isHint: outcome.hint === true,
    ...{ code, status, host },
    reply: hide(outcome.reply),
    at: at === null ? null : Date.parse(at),
    source: hide(outcome.source),
  };
}

/** What an outcome proves: a hint proves nothing. */
function proofOf(outcome: Pick<Outcome, 'outcome' | 'status' | 'hint'>): Proof {
  return outcome.hint ? 'none' : claimOf(outcome);
}

/** A bounce for content, or for a full mailbox, says nothing of whether there is one. */
function claimOf({ outcome, status }: Pick<Outcome, 'outcome' | 'status'>): Proof {
  if (outcome === 'no_mailbox' || outcome === 'disabled') return 'gone';
  if (outcome === 'delivered') return 'there';
  return isHardByClass({ outcome, status }) ? 'gone' : 'none';
}

/** The keys of answers that say the opposite. Those that a hint contradicts, too: their hosts are asked again. */
function contradicted(
  outcomes: readonly LearnedOutcome[],
  cached: ReadonlyMap<string, Result>,
): string[] {
  const keys = outcomes.flatMap((outcome) => {
    const key = toCacheKey(outcome.email);
    const answer = cached.get(key);
    return answer && contradicts(outcome, answer) ? [key] : [];
  });
  return [...new Set(keys)];
}

function contradicts(outcome: LearnedOutcome, { facts, decided }: Result): boolean {
  const claim = claimOf(outcome);
  if (claim === 'there') return decided && !facts.deliverable;
  return (claim === 'gone' || outcome.outcome === 'full') && facts.deliverable;
}
