import { FACT_NAMES, type KnownFacts } from '../contract/facts.ts';
import { toKnownFacts } from '../contract/known-facts.ts';
import { isoTime } from '../lib/iso-time.ts';
import { type Result, verdictOf } from '../result/result.ts';
import type { VerificationRecord } from '../service/people/people-ports.ts';
import { mapInSlices, type Pause } from '../service/read-turns.ts';
import { type Cell, csvDownload, csvLine } from './csv.ts';

/** An empty cell for what nobody looked up. */
export function factCells({ facts, reason }: Result): Cell[] {
  const known: KnownFacts = toKnownFacts<KnownFacts>(facts, reason);
  return FACT_NAMES.map((name) => known[name] ?? null);
}

type InTurn = (work: (pause: Pause) => Promise<string[]>) => Promise<string[]>;

/** The history, or its matches of a search, newest first, streamed at any length. */
export function verificationsCsv(
  found: AsyncIterable<readonly VerificationRecord[]>,
  inTurn: InTurn,
): Response {
  return csvDownload('verifications.csv', lines(found, inTurn));
}

/** Each slice waits for the turn of its team: between two of them other reads of the team have theirs. */
async function* lines(
  found: AsyncIterable<readonly VerificationRecord[]>,
  inTurn: InTurn,
): AsyncGenerator<string> {
  yield csvLine(['email', 'verdict', 'reason', ...FACT_NAMES, 'verifiedAt', 'detail']);
  for await (const some of found) {
    yield (await inTurn((pause) => mapInSlices(some, pause, line))).join('');
  }
}

function line({ email, result, at }: VerificationRecord): string {
  const { verdict, reason } = verdictOf(result);
  return csvLine([email, verdict, reason, ...factCells(result), isoTime(at), result.reason]);
}
