import { parseAddress } from '../../address/parse.ts';
import type { Correction, Corrections } from '../plan.ts';
import type { CellAddress } from '../row.ts';

/** Puts in the place of mistyped addresses what was meant; undefined where nothing is corrected. */
export function createCorrector(
  corrections: Corrections | undefined,
): ((found: CellAddress) => CellAddress) | undefined {
  if (!corrections || corrections.length === 0) return undefined;
  const known = new Map(corrections);
  return (found) => {
    const text = found.address ?? found.raw.trim();
    const [key, meant] = findCorrection(known, text) ?? [];
    const parsed = meant === undefined ? undefined : parseAddress(meant);
    if (key === undefined || !parsed?.ok) return found;
    const { problem: _, ...kept } = found;
    return { ...kept, address: parsed.address.address, correction: key };
  };
}

function findCorrection(known: ReadonlyMap<string, string>, text: string): Correction | undefined {
  const whole = known.get(text);
  if (whole !== undefined) return [text, whole];
  const at = text.lastIndexOf('@');
  if (at < 1) return undefined;
  const key = text.slice(at).toLowerCase();
  const domain = known.get(key);
  return domain === undefined ? undefined : [key, text.slice(0, at) + domain];
}

/** A suggestion as a correction: of the domain alone where the rest is as it was typed. */
export function toCorrection(text: string, suggestion: string): Correction {
  const typed = text.trim();
  const [at, meantAt] = [typed.lastIndexOf('@'), suggestion.lastIndexOf('@')];
  const isDomain = at > 0 && typed.slice(0, at) === suggestion.slice(0, meantAt);
  if (!isDomain) return [typed, suggestion];
  return [typed.slice(at).toLowerCase(), suggestion.slice(meantAt)];
}
