import { cellAddresses } from './cell-addresses.ts';
import type { CellAddress } from './row.ts';
import { createSuggester } from './suggest.ts';

export interface CleanedAddress extends CellAddress {
  /** A likely meant address (`ann@gmial.com` → `ann@gmail.com`): unverified. */
  readonly suggestion?: string;
}

/** One address as somebody typed it, cleaned like a cell of a list. */
export function cleanAddress(text: string): CleanedAddress {
  const [found] = cellAddresses(text, false);
  const cleaned = found ?? { raw: text, address: undefined, problem: 'empty' as const };
  const suggestion = cleaned.address && createSuggester()(cleaned.address);
  return suggestion ? { ...cleaned, suggestion } : cleaned;
}
