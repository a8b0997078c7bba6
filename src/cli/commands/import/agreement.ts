import { VERDICTS, type Verdict } from '../../../contract/verdict.ts';
import { counted, percent, plural, shareOf } from '../../../lib/wording.ts';
import type { Say } from '../../render/say.ts';
import { widthFor } from '../../render/table.ts';

/** How often two verifiers say the same: their verdicts against ours. */
export class Agreement {
  readonly #counts = new Map<string, number>();

  add(theirs: Verdict, ours: Verdict | undefined): void {
    const key = `${theirs} ${ours ?? NOT_KNOWN}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  #count(theirs: Verdict, ours: string): number {
    return this.#counts.get(`${theirs} ${ours}`) ?? 0;
  }

  /** A table for people, their verdicts in lines and ours in columns, and the share that agrees. */
  async lines(source: string, say: Say): Promise<string[]> {
    const columns = [...VERDICTS, NOT_KNOWN];
    const rows = VERDICTS.map((theirs) => [
      say(theirs),
      ...columns.map((ours) => counted(this.#count(theirs, ours))),
    ]);
    return [
      ...(await alignedTable([[`${source} \\ mailvet`, ...columns.map(say)], ...rows])),
      this.#share(),
    ];
  }

  /** Of the addresses that both decided. */
  #share(): string {
    const decided = VERDICTS.filter((verdict) => verdict !== 'unknown');
    const both = decided.flatMap((theirs) => decided.map((ours) => this.#count(theirs, ours)));
    const total = both.reduce((sum, count) => sum + count, 0);
    if (total === 0) return 'None of these addresses was decided by both';
    const same = decided.reduce((sum, verdict) => sum + this.#count(verdict, verdict), 0);
    const of = plural(total, 'address', 'addresses');
    return `Same verdict: ${counted(same)} of ${of} that both decided (${percent(shareOf(same, total))})`;
  }
}

const NOT_KNOWN = 'not known';

async function alignedTable(rows: readonly (readonly string[])[]): Promise<string[]> {
  const widthOf = await widthFor(rows.flat());
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => widthOf(row[at] ?? ''))),
  );
  return rows.map((row) =>
    row
      .map((cell, at) => {
        const space = ' '.repeat((widths[at] ?? 0) - widthOf(cell));
        return at === 0 ? `${cell}${space}` : `${space}${cell}`;
      })
      .join('  '),
  );
}
