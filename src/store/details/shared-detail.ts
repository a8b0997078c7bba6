/**
 * What a result rests on is stored once for all results that rest on the same: addresses of a session differ
 * in the time, and in their own address where the host repeats it. Both stand beside the shared text.
 */
import { isoTime } from '../../lib/iso-time.ts';

/** A detail in parts. */
export interface SharedDetail {
  /** The JSON of the detail, with marks in place of time and address. */
  readonly text: string;
  /** Milliseconds since the Unix epoch; null: the text is the whole detail. */
  readonly checkedAt: number | null;
  /** Whether there is a mark in place of the address. */
  readonly isMarked: boolean;
}

/** JSON escapes control characters: this one is in no detail. */
const ADDRESS_MARK = '\u0001';
/** No time is written like this. */
const TIME_MARK = '@';

const CHECKED_AT = /"checkedAt":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"/;

/** Takes a detail apart; `address` is the one that the detail is read with later. */
export function shareDetail(detail: string, address: string): SharedDetail {
  const [found, time = ''] = CHECKED_AT.exec(detail) ?? [];
  if (found === undefined || detail.includes(ADDRESS_MARK)) return whole(detail);
  const checkedAt = Date.parse(time);
  const text = detail.replace(found, `"checkedAt":"${TIME_MARK}"`);
  const marked = isPlain(address) ? text.replaceAll(address, ADDRESS_MARK) : text;
  return { text: marked, checkedAt, isMarked: marked !== text };
}

/** The detail as it was. */
export function wholeDetail(
  { text, checkedAt }: Pick<SharedDetail, 'text' | 'checkedAt'>,
  address: string,
): string {
  if (checkedAt === null) return text;
  return text
    .replace(`"checkedAt":"${TIME_MARK}"`, `"checkedAt":"${isoTime(checkedAt)}"`)
    .replaceAll(ADDRESS_MARK, () => address);
}

/** Whether the detail differs by address, as it is stored. */
export function namesAddress(text: string): boolean {
  return text.includes(ADDRESS_MARK);
}

function whole(detail: string): SharedDetail {
  return { text: detail, checkedAt: null, isMarked: false };
}

/** Whether an address is in JSON what it is, and long enough to be nothing else by chance. */
function isPlain(address: string): boolean {
  return address.includes('@') && !/["\\\p{Cc}]/u.test(address);
}
