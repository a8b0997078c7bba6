/** Where a share lies, from 0 to 1. */
interface WilsonInterval {
  readonly low: number;
  readonly high: number;
}

/** Of the standard normal distribution, for 95 % on two sides. */
const Z = 1.959963984540054;

/**
 * The 95 % interval of a share by E. B. Wilson (1927): all shares p for which the observed one is within z
 * standard errors, |hits/count − p| ≤ z √(p(1−p)/count). Of nothing observed it is the whole range.
 */
export function wilson(hits: number, count: number): WilsonInterval {
  if (count === 0) return { low: 0, high: 1 };
  const share = hits / count;
  const spread = Z ** 2 / count;
  const centre = share + spread / 2;
  const margin = Z * Math.sqrt((share * (1 - share)) / count + spread / (4 * count));
  const at = (bound: number) => Math.min(1, Math.max(0, bound / (1 + spread)));
  // The ends are exact there; rounding would leave a trace.
  return {
    low: hits === 0 ? 0 : at(centre - margin),
    high: hits === count ? 1 : at(centre + margin),
  };
}
