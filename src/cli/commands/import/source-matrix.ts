import type { Verdict } from '../../../contract/verdict.ts';
import { counted, percent, shareOf } from '../../../lib/wording.ts';

interface PairCount {
  same: number;
  both: number;
}

/** How often each two sources give the same verdict to the addresses that both decided. */
export class SourceMatrix {
  readonly #pairs = new Map<string, PairCount>();
  readonly #sources = new Set<string>();

  /** The verdict of each source that decided an address. */
  add(verdicts: ReadonlyMap<string, Verdict>): void {
    const decided = [...verdicts].filter(([, verdict]) => verdict !== 'unknown');
    for (const [source, verdict] of decided) {
      this.#sources.add(source);
      for (const [other, otherVerdict] of decided) {
        if (source < other) this.#count(source, other, verdict === otherVerdict);
      }
    }
  }

  #count(one: string, other: string, isSame: boolean): void {
    const key = pairKey(one, other);
    const pair = this.#pairs.get(key) ?? { same: 0, both: 0 };
    pair.both += 1;
    if (isSame) pair.same += 1;
    this.#pairs.set(key, pair);
  }

  /** A row and a column for each source, the first ones first; empty unless there are three. */
  rows(first: readonly string[]): string[][] {
    const others = [...this.#sources].filter((source) => !first.includes(source)).sort();
    const sources = [...first.filter((source) => this.#sources.has(source)), ...others];
    if (sources.length < 3) return [];
    const rows = sources.map((one) => [one, ...sources.map((other) => this.#cell(one, other))]);
    return [['same verdict', ...sources], ...rows];
  }

  #cell(one: string, other: string): string {
    if (one === other) return '';
    const { same, both } = this.#pairs.get(pairKey(one, other)) ?? { same: 0, both: 0 };
    return both === 0
      ? '-'
      : `${counted(same)} of ${counted(both)} (${percent(shareOf(same, both))})`;
  }
}

function pairKey(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}
