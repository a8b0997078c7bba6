import { isFreeMail } from '../../address/free.ts';
import { toMailbox } from '../../address/mailbox.ts';
import { actionOf } from '../../contract/verdict.ts';
import { domainOf } from '../../lib/address-parts.ts';
import { isoTime } from '../../lib/iso-time.ts';
import type { JudgedAddress } from './judged-row.ts';
import type { ResultColumn } from './output.ts';

type ColumnValue = string | number | boolean | undefined;

/** What an address has in a column; undefined where it is not known. */
export function columnValue(judged: JudgedAddress, column: ResultColumn): ColumnValue {
  return isDerived(column) ? DERIVED[column](judged) : judged[column];
}

/** Columns that stand in no field of a result: few ask for them, and a list is long. */
const DERIVED = {
  action: whatToDo,
  free: isFree,
  domain_delivered: ({ domainOutcomes }) => domainOutcomes?.delivered,
  domain_bounced: ({ domainOutcomes }) => domainOutcomes?.bounced,
  domain_since: ({ domainOutcomes }) => domainOutcomes && isoTime(domainOutcomes.since),
  mx_host: ({ mxHost }) => mxHost,
  checked_at: ({ checkedAt }) => (checkedAt === undefined ? undefined : isoTime(checkedAt)),
  mailbox: (judged) =>
    holdsAddress(judged) ? toMailbox(judged.email, judged.provider) : undefined,
} as const satisfies Partial<Record<ResultColumn, (judged: JudgedAddress) => ColumnValue>>;

/** Undefined for what is no address. */
export function whatToDo({
  verdict,
  reason,
  detail,
}: JudgedAddress): ReturnType<typeof actionOf> | undefined {
  return verdict && reason !== 'empty' ? actionOf({ verdict, reason }, detail) : undefined;
}

function isDerived(column: ResultColumn): column is keyof typeof DERIVED {
  return Object.hasOwn(DERIVED, column);
}

/** Whether the domain gives mailboxes to anybody; undefined for what is no address. */
export function isFree(judged: JudgedAddress): boolean | undefined {
  return holdsAddress(judged) ? isFreeMail(domainOf(judged.email).toLowerCase()) : undefined;
}

function holdsAddress({ reason, email }: JudgedAddress): boolean {
  return !NO_ADDRESS.has(reason) && email.includes('@');
}

/** Reasons of cells that hold no single address. */
const NO_ADDRESS: ReadonlySet<string> = new Set(['empty', 'syntax', 'several_addresses']);
