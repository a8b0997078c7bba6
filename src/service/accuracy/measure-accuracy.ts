import { isSandboxAddress } from '../../address/sandbox-domain.ts';
import { BOUNCED, type Judgement, SUPPRESSED } from '../../contract/verdict.ts';
import { type Result, verdictOf } from '../../result/result.ts';
import type { OutcomeProofs, StoredProof } from '../outcomes/outcome-ports.ts';
import type { VerificationRecord } from '../people/people-ports.ts';
import type { ServiceContext } from '../ports.ts';
import type { Pause } from '../read-turns.ts';
import { toEntry } from '../suppressions/suppression-entry.ts';
import { readHistory } from '../verifications/read-history.ts';
import { Tally } from './tally.ts';

/** Which results are looked at. */
export interface Wanted {
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** Those of these batches alone. */
  readonly batches?: readonly string[] | undefined;
  readonly isSandboxLeftOut?: boolean;
  readonly pause?: Pause | undefined;
}

/** What outcomes say of a team's results. */
export interface Measured {
  readonly tally: Tally;
  /** Distinct addresses that were verified. */
  readonly verified: number;
  /** Those of them to which the outcome of mail is known. */
  readonly outcomes: number;
  readonly delivered: number;
  readonly bounced: number;
  /** Outcomes without a date, which count as of when they were read. */
  readonly undated: number;
  /** Results before this time were not looked at. */
  readonly since: number;
  /** There is more than is read at once: `since` is later than asked for. */
  readonly isCut: boolean;
}

/** An outcome says something about a result for this long; later the mailbox may have changed. */
export const OUTCOME_WITHIN_MS = 30 * 24 * 60 * 60_000;

/** The time whose results are looked at by default. */
export const ACCURACY_DAYS_MS = 180 * 24 * 60 * 60_000;

/** Results that are read at most: two seconds. */
const MOST_RESULTS = 200_000;
/** The same for a team without any outcome: ten milliseconds. */
const MOST_WITHOUT_OUTCOMES = 5_000;

/** Compares what was found of a team's addresses with what became of mail to them. */
export async function measureAccuracy(
  context: Pick<ServiceContext, 'store'>,
  teamId: string,
  wanted: Wanted,
): Promise<Measured> {
  const outcomes = context.store.outcomes(teamId);
  const most = (await outcomes.isEmpty()) ? MOST_WITHOUT_OUTCOMES : MOST_RESULTS;
  const proofs = await outcomes.proofs(wanted.since);
  const found = new Compared(proofs);
  const results = wanted.batches
    ? resultsOfBatches(context, teamId, wanted)
    : readHistory(context, teamId, wanted.since);
  let [read, oldest] = [0, wanted.since];
  for await (const result of results) {
    if (read >= most) {
      oldest = result.at;
      break;
    }
    read++;
    if (!(wanted.isSandboxLeftOut && isSandboxAddress(result.email))) found.add(result);
    await wanted.pause?.();
  }
  return { ...found.measured(), since: oldest, isCut: read >= most };
}

/** Newest first, as far as batches are given so; a batch of another team is ignored. */
async function* resultsOfBatches(
  { store }: Pick<ServiceContext, 'store'>,
  teamId: string,
  { batches = [], since }: Wanted,
): AsyncGenerator<VerificationRecord> {
  for (const id of batches) {
    const found = await store.team(teamId).findBatch(id);
    for (const { email, result } of found?.entries ?? []) {
      if (result && result.checkedAt >= since) yield { email, result, at: result.checkedAt };
    }
  }
}

/** What an address counts as. */
interface Counted {
  readonly domain: string;
  readonly judgement: Judgement;
  readonly result: Result;
  readonly proof: StoredProof | undefined;
}

/** Each address counts once: with the last result before an outcome, or without one its newest. */
class Compared {
  readonly #proofs: OutcomeProofs;
  readonly #counted = new Map<string, Counted>();

  constructor(proofs: OutcomeProofs) {
    this.#proofs = proofs;
  }

  add(verified: VerificationRecord): void {
    const { email, at, result } = verified;
    const key = toEntry(email);
    const known = this.#counted.get(key);
    if (known?.proof) return;
    // They say what an outcome or a list said, nothing of a mail host.
    if (result.reason === BOUNCED || result.reason === SUPPRESSED) return;
    const proof = this.#proofBehind(key, at);
    if (known && !proof) return;
    const domain = key.slice(key.lastIndexOf('@') + 1);
    this.#counted.set(key, { domain, judgement: verdictOf(result), result, proof });
  }

  /** The first outcome behind a result. */
  #proofBehind(key: string, at: number): StoredProof | undefined {
    return this.#proofs
      .find(key)
      .find((proof) => proof.at >= at && proof.at <= at + OUTCOME_WITHIN_MS);
  }

  measured(): Omit<Measured, 'since' | 'isCut'> {
    const tally = new Tally();
    const counts = { verified: 0, outcomes: 0, delivered: 0, bounced: 0, undated: 0 };
    for (const counted of this.#counted.values()) {
      tally.add(counted);
      counts.verified++;
      if (!counted.proof) continue;
      counts.outcomes++;
      counts[counted.proof.proof === 'there' ? 'delivered' : 'bounced']++;
      if (!counted.proof.isDated) counts.undated++;
    }
    return { tally, ...counts };
  }
}
