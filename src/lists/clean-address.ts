import { cellAddresses } from './cell-addresses.ts';
import { createSuggester } from './suggest.ts';

/** What a single line, such as an argument, has in the place of an address. */
export interface CleanAddress {
  /** What is sent; undefined when the text can't be one address. */
  readonly address: string | undefined;
  /** The address with a likely typo in its domain put right; never verified. */
  readonly suggestion: string | undefined;
}

/** Cleans lines one after another, as `readRows` cleans cells. */
export function createAddressCleaner(): (text: string) => CleanAddress {
  const suggest = createSuggester();
  return (text) => {
    const address = cellAddresses(text, false)[0]?.address;
    return { address, suggestion: address === undefined ? undefined : suggest(address) };
  };
}
