import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { isWorse, VERDICTS, type Verdict } from '../contract/verdict.ts';
import { sniffDelimiter } from '../formats/inspect/sniff.ts';
import { unpackList } from '../formats/workbook/workbook.ts';
import type { JudgedAddress } from '../formats/write/judged-row.ts';
import { isMailvetError, MailvetError } from '../lib/errors.ts';
import { isObject } from '../lib/json.ts';
import type { Thresholds } from '../policy/policy.ts';
import { unreadable } from './io/list-input.ts';

/** An earlier result of an address. */
interface Earlier {
  readonly verdict: Verdict;
  readonly score: number;
}

/** Results of an earlier run, with which new ones are compared. */
export class Baseline {
  readonly #earlier: ReadonlyMap<string, Earlier>;

  constructor(earlier: ReadonlyMap<string, Earlier>) {
    this.#earlier = earlier;
  }

  /** True where the verdict is no worse than it was. An address that was not there is new. */
  covers({ email, verdict }: JudgedAddress): boolean {
    const before = this.#earlier.get(keyOf(email));
    if (!before || verdict === undefined) return false;
    return !isWorse(verdict, before.verdict);
  }

  /** The same for the score. */
  coversScore({ email, score }: JudgedAddress): boolean {
    const before = this.#earlier.get(keyOf(email));
    return before !== undefined && (score ?? 0) >= before.score;
  }
}

/** Case matters only before the `@` (RFC 5321 §2.4). */
function keyOf(email: string): string {
  const at = email.lastIndexOf('@');
  return email.slice(0, at) + email.slice(at).toLowerCase();
}

/** Bytes, unpacked. */
const MAX_BASELINE = 500_000_000;

interface BaselineChoice extends Thresholds {
  /** An absolute path. */
  readonly baseline: string | undefined;
}

/**
 * Reads a results file of mailvet: CSV, tabs, JSON or JSON lines, also packed. Throws `input` for another,
 * and `usage` where nothing could fail anyway.
 */
export async function loadBaseline({
  baseline: path,
  ...thresholds
}: BaselineChoice): Promise<Baseline | undefined> {
  if (path === undefined) return undefined;
  requireThreshold(thresholds);
  const name = basename(path);
  const earlier = new Map<string, Earlier>();
  for (const row of await readRows(name, await readText(name, path))) {
    const { email, verdict, score } = named(row);
    const known = VERDICTS.find((each) => each === verdict);
    if (typeof email !== 'string' || !known) continue;
    earlier.set(keyOf(email), { verdict: known, score: Number(score ?? 0) || 0 });
  }
  if (earlier.size === 0) throw notResults(name);
  return new Baseline(earlier);
}

function requireThreshold({ failOn = [], maxUndeliverable, minScore }: Thresholds): void {
  if (failOn.length > 0 || maxUndeliverable !== undefined || minScore !== undefined) return;
  throw new MailvetError('usage', '--baseline says what does not count for --fail-on', {
    hint: 'Add --fail-on <verdicts>, --max-undeliverable <percent> or --min-score <n>',
  });
}

type BaselineRow = Readonly<Record<string, unknown>>;

/** A column that the list had already has mailvet's result under a prefix. */
function named(row: BaselineRow): BaselineRow {
  const field = (name: string) => row[`mailvet_${name}`] ?? row[name];
  return { email: field('email'), verdict: field('verdict'), score: field('score') };
}

async function readText(name: string, path: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    const { chunks } = await unpackList(name, createReadStream(path), {
      maxUnpacked: MAX_BASELINE,
    });
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > MAX_BASELINE)
        throw new MailvetError('input', `${name} is too large for --baseline`);
      parts.push(chunk);
    }
  } catch (error) {
    if (isMailvetError(error)) throw error;
    throw unreadable(name, error);
  }
  return Buffer.concat(parts)
    .toString('utf8')
    .replace(/^\ufeff/, '');
}

async function readRows(name: string, text: string): Promise<readonly BaselineRow[]> {
  try {
    if (/^\s*[[{]/.test(text)) return readJson(text);
    return await readCsv(text);
  } catch (cause) {
    throw new MailvetError('input', `${name} can't be read as --baseline: it is damaged`, {
      cause,
    });
  }
}

function readJson(text: string): readonly BaselineRow[] {
  if (text.trimStart().startsWith('[')) return JSON.parse(text).filter(isObject);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => JSON.parse(line)).filter(isObject);
}

const COLUMNS: ReadonlySet<string> = new Set(
  ['email', 'verdict', 'score'].flatMap((name) => [name, `mailvet_${name}`]),
);

async function readCsv(text: string): Promise<readonly BaselineRow[]> {
  const { parse } = await import('csv-parse/sync');
  return parse(text, {
    delimiter: sniffDelimiter(text.slice(0, 100_000)) ?? ',',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // Other columns are not kept in memory.
    columns: (header: string[]) => header.map((title) => (COLUMNS.has(title) ? title : false)),
  }) as BaselineRow[];
}

function notResults(name: string): MailvetError {
  return new MailvetError('input', `${name} holds no results of mailvet (--baseline)`, {
    hint: 'Give a file that -o wrote, with the columns email and verdict',
  });
}
