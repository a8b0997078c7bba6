import { FACT_NAMES, type Facts } from '../contract/facts.ts';
import { reasonOfDetail } from '../service/detail.ts';
import { judgeStored } from '../service/judge-stored.ts';
import type { VerificationRecord } from '../service/people-ports.ts';
import { type Cell, csvDownload, csvLine } from './csv.ts';

export function factCells(facts: Facts): Cell[] {
  return FACT_NAMES.map((name) => facts[name]);
}

/** The history, or its matches of a search, newest first, streamed at any length. */
export function verificationsCsv(found: AsyncIterable<readonly VerificationRecord[]>): Response {
  return csvDownload('verifications.csv', lines(found));
}

async function* lines(found: AsyncIterable<readonly VerificationRecord[]>): AsyncGenerator<string> {
  yield csvLine(['email', 'verdict', 'reason', ...FACT_NAMES, 'verifiedAt', 'detail']);
  for await (const verifications of found) yield verifications.map(line).join('');
}

function line(verification: VerificationRecord): string {
  const { detail, ...result } = verification;
  const { verdict, reason } = judgeStored(result, detail);
  const at = new Date(verification.at).toISOString();
  return csvLine([
    result.email,
    verdict,
    reason,
    ...factCells(result),
    at,
    reasonOfDetail(detail) ?? '',
  ]);
}
