import { mendAddress } from '../../address/suggest-cell.ts';
import { suggestCorrection } from '../../address/suggest-correction.ts';
import type { Correction, Corrections, ListPlan } from '../plan.ts';
import { createCorrector, toCorrection } from '../read/corrections.ts';
import { readBatches } from '../read/read-rows.ts';
import type { CellAddress, ListRow, MendedCell } from '../row.ts';
import type { ListSource } from '../source.ts';
import { createMender } from './mended-cells.ts';

/** A cell that can be mended, with the physical line (from 1) on which its row starts. */
export interface MendExample extends MendedCell {
  readonly line: number;
}

/** Cells that are mended in the same way. */
export interface MendGroup {
  /**
   * `typo`: of a domain. `written_out`: `ann(at)x.org`. `around`: names, marks and blanks around an address.
   */
  readonly kind: 'typo' | 'written_out' | 'around';
  /** Of a `typo`, the domain that was typed, and the one that is meant. */
  readonly from?: string;
  readonly to?: string;
  /** Cells. */
  readonly count: number;
  /** The first of them. */
  readonly examples: readonly MendExample[];
}

/** What can be mended in the address cells of a list. */
export interface Mends {
  /** Cells, and how many of them have another address afterwards. */
  readonly cells: number;
  readonly corrected: number;
  readonly corrections: Corrections;
  /** Those of most cells first. */
  readonly groups: readonly MendGroup[];
}

/** Beyond it a list is not mistyped, but in another form. */
const MAX_CORRECTIONS = 20_000;

/** Examples that are kept of a group. */
const EXAMPLES = 5;

/** Reads a list once and finds what `mended` would change in it. */
export async function findMends(source: ListSource, plan: ListPlan): Promise<Mends> {
  const finder = new MendFinder(plan);
  for await (const rows of readBatches(source, withoutMends(plan))) {
    for (const row of rows) finder.add(row);
  }
  return finder.result();
}

/** The plan of a list whose cells are mended. */
export function withMends(plan: ListPlan, { corrections }: Pick<Mends, 'corrections'>): ListPlan {
  return { ...plan, mended: true, corrections };
}

/** The plan of the same list as it was written. */
export function withoutMends({ mended: _, corrections: __, ...plan }: ListPlan): ListPlan {
  return plan;
}

class MendFinder {
  readonly #corrections = new Map<string, string>();
  readonly #groups = new Map<string, OpenGroup>();
  readonly #mend: (row: ListRow) => ListRow;
  #cells = 0;
  #corrected = 0;

  constructor(plan: ListPlan) {
    this.#mend = createMender(plan);
  }

  add(row: ListRow): void {
    const addresses = row.addresses.map((found) => this.#correct(found));
    // Nearly every row of nearly every list.
    if (addresses.every(staysAsItIs)) return;
    const mended = this.#mend({ ...row, addresses });
    let last: MendedCell | undefined;
    for (const found of mended.addresses) {
      // Addresses of one cell share its change.
      if (!found.mended || found.mended === last) continue;
      last = found.mended;
      this.#note(found, { ...found.mended, line: row.line });
    }
  }

  result(): Mends {
    const groups = [...this.#groups.values()].sort((one, other) => other.count - one.count);
    const corrections = [...this.#corrections];
    return { cells: this.#cells, corrected: this.#corrected, corrections, groups };
  }

  #correct(found: CellAddress): CellAddress {
    const correction = correctionOf(found);
    if (!correction || !this.#hasRoom(correction)) return found;
    const corrected = createCorrector([correction])?.(found) ?? found;
    if (corrected !== found) this.#corrections.set(...correction);
    return corrected;
  }

  #hasRoom([from]: Correction): boolean {
    return this.#corrections.size < MAX_CORRECTIONS || this.#corrections.has(from);
  }

  #note({ correction }: CellAddress, example: MendExample): void {
    const group = this.#groupOf(correction);
    this.#cells += 1;
    if (correction !== undefined) this.#corrected += 1;
    group.count += 1;
    if (group.examples.length < EXAMPLES) group.examples.push(example);
  }

  #groupOf(correction: string | undefined): OpenGroup {
    const isTypo = correction?.startsWith('@') === true;
    const key = isTypo ? correction : correction === undefined ? 'around' : 'written_out';
    let group = this.#groups.get(key);
    if (!group) {
      const to = this.#corrections.get(key)?.slice(1);
      group = isTypo
        ? { kind: 'typo', from: key.slice(1), ...(to && { to }), count: 0, examples: [] }
        : { kind: key as 'around' | 'written_out', count: 0, examples: [] };
      this.#groups.set(key, group);
    }
    return group;
  }
}

type OpenGroup = MendGroup & { count: number; examples: MendExample[] };

/** Whether the address is its own text, or neither it nor its cell is known to be another one. */
function staysAsItIs({ raw, address, correction }: CellAddress): boolean {
  return correction === undefined && (address === undefined || address === raw);
}

/** What is meant by an address, or by a cell that holds no address; undefined where it stays as it is. */
function correctionOf({ raw, address, problem }: CellAddress): Correction | undefined {
  if (address !== undefined) {
    const meant = suggestCorrection(address);
    return meant === undefined ? undefined : toCorrection(address, meant);
  }
  const meant = problem === 'syntax' ? mendAddress(raw) : undefined;
  return meant === undefined ? undefined : toCorrection(raw, meant);
}
