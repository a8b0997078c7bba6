/** What became of mail says how long acceptances hold, as another look would. */
import type { OutcomeProofs } from '../outcomes/outcome-ports.ts';
import type { ServiceContext } from '../ports.ts';
import { toEntry } from '../suppressions/suppression-entry.ts';
import { readHistory } from '../verifications/read-history.ts';
import type { RepeatedLooks } from './ledger-ports.ts';

/** An address that a mail host accepted when it was looked at last. */
export interface Acceptance {
  readonly entry: string;
  /** The fine reason. */
  readonly reason: string;
  /** Empty: not known. */
  readonly provider: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The fine reason that a hard bounce stands for. */
const GONE = 'no_mailbox';

/**
 * Of last looks that found a mailbox: a hard bounce since then is a change at its time. All others held as
 * long as mail is known to have gone to their provider. Without these a few bounces would look like
 * a list that dies within weeks.
 */
export function countBounces(
  acceptances: readonly Acceptance[],
  proofs: OutcomeProofs,
): RepeatedLooks[] {
  const counted = new Map<string, { pairs: number; time: number }>();
  const add = ({ provider, reason, after, time }: NewLook) => {
    const key = JSON.stringify([provider, reason, after]);
    const known = counted.get(key) ?? { pairs: 0, time: 0 };
    counted.set(key, { pairs: known.pairs + 1, time: known.time + time });
  };
  const mailedAt = new Map<string, number>();
  const held: Acceptance[] = [];
  for (const acceptance of acceptances) {
    const { entry, provider, reason, at } = acceptance;
    const later = proofs.find(entry).filter((proof) => proof.at > at);
    const newest = later.at(-1);
    if (newest) mailedAt.set(provider, Math.max(mailedAt.get(provider) ?? 0, newest.at));
    const bounce = later.find(({ proof }) => proof === 'gone');
    if (bounce && newest?.proof === 'gone')
      add({ provider, reason, after: GONE, time: bounce.at - at });
    else held.push(acceptance);
  }
  for (const { provider, reason, at } of held) {
    const time = (mailedAt.get(provider) ?? 0) - at;
    if (time > 0) add({ provider, reason, after: reason, time });
  }
  return [...counted].map(([key, counts]) => {
    const [provider, before, after] = JSON.parse(key);
    return { provider: provider === '' ? null : provider, before, after, ...counts };
  });
}

interface NewLook extends Pick<Acceptance, 'provider' | 'reason'> {
  readonly after: string;
  readonly time: number;
}

/** Of the history: a second of reading. */
const MOST_RESULTS = 100_000;

/** Nothing is read where the team has no outcomes. */
export async function bouncedLooks(
  { store }: Pick<ServiceContext, 'store'>,
  teamId: string,
): Promise<readonly RepeatedLooks[]> {
  const outcomes = store.outcomes(teamId);
  if (await outcomes.isEmpty()) return [];
  return countBounces(await lastAcceptances({ store }, teamId), await outcomes.proofs(0));
}

/** The last looks at addresses, as far as they found a mailbox. */
async function lastAcceptances(
  { store }: Pick<ServiceContext, 'store'>,
  teamId: string,
): Promise<readonly Acceptance[]> {
  const found: Acceptance[] = [];
  const seen = new Set<string>();
  let read = 0;
  for await (const { email, result } of readHistory({ store }, teamId)) {
    if (read++ >= MOST_RESULTS) break;
    const entry = toEntry(email);
    if (seen.has(entry)) continue;
    seen.add(entry);
    const { facts, reason, evidence, checkedAt: at } = result;
    if (facts.deliverable) found.push({ entry, reason, provider: evidence.provider ?? '', at });
  }
  return found;
}
