/**
 * The index of the history by mailbox and by domain. Its keys begin with the domain, so that one index answers for
 * both: `example.com@ann` for `Ann@example.com`.
 */
import { toCacheKey, toMailboxKey } from '../service/verifications/cache-policy.ts';
import { MAILBOX } from './rows.ts';

/** The key of a row, as SQL: its mailbox in lower case (ASCII), the domain first. `table` as in `old.`. */
export function sqliteKey(table = ''): string {
  const mailbox = `coalesce(${table}mailbox, ${table}email)`;
  const at = `instr(${mailbox}, '@')`;
  return `lower(substr(${mailbox}, ${at} + 1) || '@' || substr(${mailbox}, 1, ${at} - 1))`;
}

export const POSTGRES_KEY = `lower(substr(${MAILBOX}, strpos(${MAILBOX}, '@') + 1) || '@'
  || substr(${MAILBOX}, 1, greatest(strpos(${MAILBOX}, '@') - 1, 0)))`;

/** The key of a mailbox. */
export function toIndexKey(mailbox: string): string {
  const at = mailbox.indexOf('@');
  return lowerAscii(`${mailbox.slice(at + 1)}@${mailbox.slice(0, Math.max(at, 0))}`);
}

/** Keys from one up to another, which is not included. */
export interface KeyRange {
  readonly from: string;
  readonly until: string;
}

/**
 * The keys of rows that a text is the address of, or the beginning of the domain. Such rows may lack the text
 * itself: keys are of mailboxes, without dots and tags at some domains, and domains are ASCII.
 */
export function toKeyRanges(text: string): readonly KeyRange[] {
  const at = text.lastIndexOf('@');
  if (at > 0) {
    const key = toIndexKey(toMailboxKey(toCacheKey(text)));
    return [{ from: key, until: `${key}${FIRST_CHARACTER}` }];
  }
  const domain = text.slice(at + 1);
  // An empty text would begin everything.
  if (domain === '') return [];
  const [normalForm = domain] = toIndexKey(toMailboxKey(toCacheKey(`x@${domain}`))).split('@');
  return [...new Set([domain, normalForm])].map((from) => {
    return { from, until: `${from}${LAST_CHARACTER}` };
  });
}

/** No text is between one and the same with this behind it: PostgreSQL has no NUL. */
const FIRST_CHARACTER = '\u0001';
/** What begins with a text comes before the text with this behind it. */
const LAST_CHARACTER = '\u{10ffff}';

/** As `lower` of both databases, which leave letters beyond ASCII unchanged. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
