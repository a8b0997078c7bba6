/** What the benchmark of floors is made of. */

/** A figure beside its floor: what the smallest program takes, or the bound that something else sets. */
export interface Figure {
  readonly title: string;
  readonly unit: string;
  readonly ours: number;
  readonly floor: number;
  readonly wanted: { readonly most: number } | { readonly least: number };
}

/**
 * Runs programs in turn, so that what else the machine does falls on all of them alike. The median of each
 * number that they measure.
 */
export type InTurn = <Name extends string, Sample extends object>(
  programs: Readonly<Record<Name, () => Promise<Sample>>>,
) => Promise<Readonly<Record<Name, Sample>>>;

/** Some figures that the same runs show. */
export type Part = (inTurn: InTurn) => Promise<readonly Figure[]>;
