import { FACT_NAMES } from '../contract/facts.ts';
import type { BatchWithEntries, EntryRecord } from '../service/ports.ts';
import { mapInSlices, type Pause } from '../service/read-turns.ts';
import { csvLine, csvResponse } from './csv.ts';
import { judgeEntry } from './pages/batch-page.ts';
import { factCells } from './verifications-csv.ts';

const HEAD = ['email', 'status', 'verdict', 'reason', ...FACT_NAMES, 'error', 'detail'];

/** A batch's entries in the order submitted, with what was found by now. */
export async function batchCsv(
  { batch, entries }: BatchWithEntries,
  pause: Pause,
): Promise<Response> {
  const lines = await mapInSlices(entries, pause, entryLine);
  return csvResponse(`${batch.id}.csv`, `${csvLine(HEAD)}${lines.join('')}`);
}

function entryLine(entry: EntryRecord): string {
  const { email, status, result, error } = entry;
  if (!result) return csvLine([email, status, '', '', ...FACT_NAMES.map(() => null), error, '']);
  const { verdict, reason } = judgeEntry(entry);
  return csvLine([email, status, verdict, reason, ...factCells(result), error, result.reason]);
}
