import { FACT_NAMES } from '../contract/facts.ts';
import { reasonOfDetail } from '../service/detail.ts';
import type { BatchWithEntries, EntryRecord } from '../service/ports.ts';
import { csvDownload, csvLine } from './csv.ts';
import { judgeEntry } from './pages/batch-page.ts';
import { factCells } from './verifications-csv.ts';

/** A batch's entries in the order submitted, with what was found by now. */
export function batchCsv({ batch, entries }: BatchWithEntries): Response {
  return csvDownload(`${batch.id}.csv`, lines(entries));
}

async function* lines(entries: readonly EntryRecord[]): AsyncGenerator<string> {
  yield csvLine(['email', 'status', 'verdict', 'reason', ...FACT_NAMES, 'error', 'detail']);
  yield entries.map(entryLine).join('');
}

function entryLine(entry: EntryRecord): string {
  const { email, status, facts, detail, error } = entry;
  if (!facts) return csvLine([email, status, '', '', ...FACT_NAMES.map(() => null), error, '']);
  const { verdict, reason } = judgeEntry(entry);
  return csvLine([
    email,
    status,
    verdict,
    reason,
    ...factCells(facts),
    error,
    reasonOfDetail(detail) ?? '',
  ]);
}
