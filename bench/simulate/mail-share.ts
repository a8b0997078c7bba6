import { BUILT_IN_PROVIDERS } from '../../src/verifier/providers/provider-table.ts';

/** A provider of the table, or `undefined` for a host of its own. */
interface Share {
  readonly id: string | undefined;
  readonly share: number;
}

/** Ranks of the tail: as many as matter of the long row of small hosts. */
const TAIL = 1000;
const GOOGLE = 1 / 3;
/** Of the sixth that Microsoft has, most is Microsoft 365. */
const MICROSOFT = { 'microsoft-365': 0.12, 'outlook-com': 1 / 6 - 0.12 };

/**
 * The share of each provider in the addresses of a list: a third Google, a sixth Microsoft, and of
 * the rest the one at rank n of the table has a share as 1/n; behind the table come hosts that have
 * customers of their own.
 */
export function mailShares(): readonly Share[] {
  const large = [{ id: 'google', share: GOOGLE }, ...Object.entries(MICROSOFT).map(toShare)];
  const taken = new Set<string | undefined>(large.map(({ id }) => id));
  const others = BUILT_IN_PROVIDERS.map(({ id }) => id).filter((id) => !taken.has(id));
  const weights = Array.from({ length: TAIL }, (_, rank) => 1 / (rank + 1));
  const rest = 1 - large.reduce((sum, { share }) => sum + share, 0);
  const unit = rest / weights.reduce((sum, weight) => sum + weight, 0);
  const tail = others.map((id, rank) => ({ id, share: (weights[rank] ?? 0) * unit }));
  const known = [...large, ...tail].filter(({ share }) => share > 0);
  const small = 1 - known.reduce((sum, { share }) => sum + share, 0);
  return [...known, { id: undefined, share: small }];
}

function toShare([id, share]: [string, number]): Share {
  return { id, share };
}

/** Draws providers by their shares. */
export function drawing(shares: readonly Share[], random: () => number): () => string | undefined {
  const sums: number[] = [];
  for (const { share } of shares) sums.push((sums.at(-1) ?? 0) + share);
  return () => {
    const drawn = random() * (sums.at(-1) ?? 1);
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > drawn) high = middle;
      else low = middle + 1;
    }
    return shares[low]?.id;
  };
}
