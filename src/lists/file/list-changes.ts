import type { DomainFacts } from './domain-facts.ts';
import type { Evidence } from './evidence.ts';

/** The result of an address: a place in VERDICTS, a code, and JSON of what does not fit in it. */
export type PackedRow = readonly [
  ordinal: number,
  verdict: number,
  code: number,
  other: string | null,
];

/**
 * What happens to a list after it was read, as data: the same changes in the same order make the same
 * list of every copy of it.
 */
export type ListChange =
  /** Results in place of what was there. `portion`: the one that they are of, where it is known. */
  | {
      readonly kind: 'results';
      readonly portion?: number | undefined;
      readonly rows: readonly PackedRow[];
      /** What the results say of their domains; absent in changes of earlier versions. */
      readonly domains?: readonly (readonly [domain: string, facts: DomainFacts])[];
      /** What decided the results. */
      readonly evidence?: Evidence;
      /** By which policy the verdicts are, as the version of TeamJudging; absent: as the service judges. */
      readonly judgedBy?: string;
    }
  /** The first addresses of a portion stay in it; the others become the next portion. */
  | { readonly kind: 'split'; readonly number: number; readonly first: number }
  /** Portions behind those that were sent, in place of the others; the ordinals of each. */
  | {
      readonly kind: 'portions';
      readonly sent: number;
      readonly portions: readonly (readonly number[])[];
      /** Whether the results that these addresses have now are kept beside those to come. */
      readonly keepsEarlier?: boolean;
    };
