import type { Lookup } from '../../formats/write/outcome.ts';
import type { ListFile } from './list-file.ts';

/** Addresses read at a time. */
const READ_AHEAD = 1000;

/**
 * Looks results up for one pass over a list. Addresses come in the order of their ordinals but for
 * those met before, so that nearly every one is simply the next: they are read ahead, and only the
 * others are searched for. The codes of all results are in memory, 4 bytes each.
 */
export function lookupInOrder(list: ListFile): Lookup {
  const codes = list.codes();
  let first = 1;
  let ahead = list.listed(first, READ_AHEAD);
  let at = 0;
  const advance = () => {
    at += 1;
    if (at < ahead.length) return;
    first += at;
    ahead = list.listed(first, first + READ_AHEAD - 1);
    at = 0;
  };
  return (address) => {
    // A cell that is no address, or an erased one.
    while (ahead[at] === '') advance();
    const isNext = ahead[at] === address;
    const ordinal = isNext ? first + at : list.ordinalOf(address);
    if (isNext) advance();
    return ordinal === 0 ? undefined : list.unpack(codes[ordinal], { address, ordinal });
  };
}
