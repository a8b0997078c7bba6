import type { Reason } from '../../contract/verdict.ts';
import type { WordMeaning } from './given-result.ts';
import { parseTime } from './parse-time.ts';
import {
  FOREIGN_VERIFIERS,
  type ForeignVerifier,
  REASONS_OF,
  VERIFIER_FORMATS,
} from './verifiers.ts';

/** Where a file of another verifier has what it says, as indexes of cells. */
interface ForeignColumns {
  readonly status: number;
  /** Columns of a broader result, used if the word is unknown. */
  readonly broader: readonly number[];
  readonly finer: readonly number[];
  readonly flags: readonly (readonly [at: number, reason: Reason])[];
  readonly checkedAt: number;
  /** How many of the columns that only this verifier has are there. */
  readonly marks: number;
}

/** A verifier whose columns a file has. */
export interface Candidate {
  readonly verifier: ForeignVerifier;
  readonly columns: ForeignColumns;
}

interface ForeignWords extends WordMeaning {
  readonly checkedAt: number | undefined;
}

/** The verifiers whose results may stand under such a header. */
export function findCandidates(header: readonly string[]): readonly Candidate[] {
  const names = header.map(plainName);
  return FOREIGN_VERIFIERS.flatMap((verifier) => {
    const columns = findColumns(names, verifier);
    return columns ? [{ verifier, columns }] : [];
  });
}

/** `ZB Status` → `zbstatus`; `debounce.result` → `debounceresult`. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\d]+/gu, '');
}

function findColumns(
  names: readonly string[],
  verifier: ForeignVerifier,
): ForeignColumns | undefined {
  const format = VERIFIER_FORMATS[verifier];
  const first = (wanted: readonly string[]) =>
    wanted.map((name) => names.indexOf(name)).find((at) => at !== -1) ?? -1;
  const status = first(format.status);
  if (status === -1) return undefined;
  const flags = Object.entries(format.flags ?? {}).flatMap(([name, reason]) => {
    const at = names.indexOf(name);
    return at === -1 ? [] : [[at, reason] as const];
  });
  return {
    status,
    broader: (format.broader ?? []).map((name) => names.indexOf(name)).filter((at) => at !== -1),
    finer: format.finer.map((name) => names.indexOf(name)).filter((at) => at !== -1),
    flags,
    checkedAt: first(format.checkedAt),
    marks: format.marks.filter((name) => names.includes(name)).length,
  };
}

/** What the cells of a row say; undefined if the verifier has no such word. */
export function readForeignCells(
  cells: readonly string[],
  { verifier, columns }: Candidate,
): ForeignWords | undefined {
  const { words, reasons } = VERIFIER_FORMATS[verifier];
  const meaning = [columns.status, ...columns.broader]
    .map((at) => plainWord(cells[at]))
    .map((word) => (Object.hasOwn(words, word) ? words[word] : undefined))
    .find((one) => one !== undefined);
  if (!meaning) return undefined;
  const { verdict } = meaning;
  const found = [
    ...columns.finer.map((at) => reasons[plainWord(cells[at])]),
    ...columns.flags.map(([at, reason]) => (isTrue(cells[at]) ? reason : undefined)),
  ].find((reason) => reason !== undefined && REASONS_OF[verdict].has(reason));
  const checkedAt = parseTime(cells[columns.checkedAt] ?? '');
  const isFull = columns.flags.some(([at, reason]) => reason === 'mailbox' && isTrue(cells[at]));
  if (isFull && verdict === 'risky') {
    return { verdict: 'undeliverable', reason: 'mailbox', checkedAt };
  }
  return { verdict, reason: found ?? meaning.reason, checkedAt };
}

/** `Catch-All` → `catch_all` */
function plainWord(cell = ''): string {
  return cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

function isTrue(cell = ''): boolean {
  return /^(?:true|yes|1)$/i.test(cell.trim());
}

/** Words of a broader column say less of whose they are. */
function withoutBroader({ verifier, columns }: Candidate): Candidate {
  return { verifier, columns: { ...columns, broader: [] } };
}

/** The verifier whose words most rows have, of several the one with the most columns of its own. */
export function chooseCandidate(
  candidates: readonly Candidate[],
  rows: readonly (readonly string[])[],
): readonly Candidate[] {
  const scored = candidates.map((candidate) => ({
    candidate,
    known: rows.filter((cells) => readForeignCells(cells, withoutBroader(candidate))).length,
    marks: candidate.columns.marks,
  }));
  const possible = scored.filter(({ known }) => known > 0 && known * 2 >= rows.length);
  const mostMarks = Math.max(...possible.map(({ marks }) => marks));
  const marked = possible.filter(({ marks }) => marks === mostMarks);
  const mostKnown = Math.max(...marked.map(({ known }) => known));
  return marked.filter(({ known }) => known === mostKnown).map(({ candidate }) => candidate);
}
