import { FACT_NAMES, type Facts, type KnownFacts } from '../contract/facts.ts';
import { toKnownFacts } from '../contract/known-facts.ts';
import { isoTime } from '../lib/iso-time.ts';
import type { VerificationRecord } from '../service/people/people-ports.ts';
import { mapInSlices, type Pause } from '../service/read-turns.ts';
import { reasonOfDetail } from '../service/verifications/detail.ts';
import { judgeStored } from '../service/verifications/judge-stored.ts';
import { type Cell, csvDownload, csvLine } from './csv.ts';

/** An empty cell for what nobody looked up. */
export function factCells(facts: Facts, reason: string | undefined): Cell[] {
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

function line(verification: VerificationRecord): string {
  const { detail, ...result } = verification;
  const { verdict, reason } = judgeStored(result, detail);
  const at = isoTime(verification.at);
  const fine = reasonOfDetail(detail);
  return csvLine([result.email, verdict, reason, ...factCells(result, fine), at, fine ?? '']);
}
