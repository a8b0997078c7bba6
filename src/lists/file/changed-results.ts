import type { ListChange } from '../../contract/list-changes.ts';
import type { Policy } from '../../policy/policy.ts';
import { isPacked } from '../../result/packed.ts';
import type { ChangedAddress, RoundView, Since } from '../../service/lists/list-files.ts';
import { changeOf, type ListVerdict } from '../compare/change.ts';
import { showChange } from '../compare/shown-change.ts';
import { createCodeJudge } from './row-judge.ts';
import type { UploadedList } from './uploaded-list.ts';

/** What a list is compared with: itself before a round, or an earlier list. */
export type Compared = ({ readonly round: RoundView } | { readonly earlier: EarlierList }) &
  Pick<Since, 'policy'>;

interface EarlierList {
  readonly list: UploadedList;
  readonly path: string;
}

/** An address that has changed; `ordinal` 0: it is in the earlier list alone. */
interface Changed {
  readonly ordinal: number;
  readonly email: string;
  readonly before: ListVerdict | undefined;
  readonly after: ListVerdict | undefined;
  readonly change: ListChange;
}

/** What has changed: in the order of the list or of its round, then what it lacks. */
function findChanged(list: UploadedList, compared: Compared): Generator<Changed> {
  return 'round' in compared ? changedInRound(list, compared) : changedSince(list, compared);
}

export function countChanged(
  list: UploadedList,
  compared: Compared,
): Readonly<Record<ListChange, number>> {
  const counts = { worse: 0, better: 0, other: 0, added: 0, removed: 0 };
  for (const { change } of findChanged(list, compared)) counts[change] += 1;
  return counts;
}

export function changedAddresses(list: UploadedList, compared: Compared): ChangedAddress[] {
  return [...findChanged(list, compared)].map(({ email, before, after, change }) => {
    return { email, ...showChange(before, after), change };
  });
}

/** The ordinals of addresses that changed in one way. */
export function ordinalsOfChange(
  list: UploadedList,
  compared: Compared,
  wanted: ListChange,
): readonly number[] {
  const found: number[] = [];
  for (const { ordinal, change } of findChanged(list, compared)) {
    if (change === wanted && ordinal > 0) found.push(ordinal);
  }
  return found;
}

function* changedInRound(
  list: UploadedList,
  { round: { first, last, isLatest }, policy }: Extract<Compared, { round: unknown }>,
): Generator<Changed> {
  const read = createSideReader(list, policy);
  // What was checked once more since then has another result.
  const now = isLatest ? list.codes() : undefined;
  for (const { ordinals, before, after } of list.roundPortions({ first, last })) {
    for (let at = 0; at < ordinals.length; at++) {
      const ordinal = ordinals[at] ?? 0;
      const [was, is] = [before[at] ?? 0, (now ? now[ordinal] : after[at]) ?? 0];
      // Without a result before there is nothing to compare, without one now it was not found out.
      if (was === is || was === 0 || is === 0) continue;
      const email = addressOf(list, ordinal);
      const [old, fresh] = [read(was, email, ordinal), read(is, email, ordinal)];
      const change = email === '' ? undefined : changeOf(old, fresh);
      if (change) yield { ordinal, email, before: old, after: fresh, change };
    }
  }
}

/** An address that no row has any more is as one that is not there. */
function addressOf(list: UploadedList, ordinal: number): string {
  const row = list.database.prepare('SELECT rows FROM address WHERE ordinal = ?').get(ordinal);
  const [email = ''] = Number(row?.rows) > 0 ? list.listed(ordinal, ordinal) : [];
  return email;
}

function* changedSince(
  list: UploadedList,
  { earlier: { list: earlier, path }, policy }: Extract<Compared, { earlier: unknown }>,
): Generator<Changed> {
  const [codes, earlierCodes] = [list.codes(), earlier.codes()];
  const [read, readEarlier] = [createSideReader(list, policy), createSideReader(earlier, policy)];
  const { database } = list;
  database.prepare('ATTACH ? AS earlier_list').run(path);
  try {
    for (const row of database.prepare(JOINED).iterate()) {
      const [ordinal, other] = [Number(row.ordinal), Number(row.other ?? 0)];
      const [is, was] = [codes[ordinal] ?? 0, earlierCodes[other] ?? 0];
      if (is === was && isPacked(is)) continue;
      const email = String(row.email);
      // Nothing was found out yet.
      if (is === 0 || (other > 0 && was === 0)) continue;
      const before = other > 0 ? readEarlier(was, email, other) : undefined;
      const after = read(is, email, ordinal);
      const change = changeOf(before, after);
      if (change) yield { ordinal, email, before, after, change };
    }
    for (const row of database.prepare(LACKING).iterate()) {
      const [other, email] = [Number(row.ordinal), String(row.email)];
      const before = readEarlier(earlierCodes[other] ?? 0, email, other);
      if (before) yield { ordinal: 0, email, before, after: undefined, change: 'removed' };
    }
  } finally {
    database.exec('DETACH earlier_list');
  }
}

const JOINED = `
  SELECT listed.ordinal, listed.local || '@' || listed.domain AS email, known.ordinal AS other
  FROM main.address AS listed LEFT JOIN earlier_list.address AS known
    ON known.domain = listed.domain AND known.local = listed.local AND known.rows > 0
  WHERE listed.domain IS NOT NULL AND listed.rows > 0 ORDER BY listed.ordinal`;

const LACKING = `
  SELECT known.ordinal, known.local || '@' || known.domain AS email
  FROM earlier_list.address AS known
  WHERE known.domain IS NOT NULL AND known.rows > 0 AND NOT EXISTS (
    SELECT 1 FROM main.address AS listed
    WHERE listed.domain = known.domain AND listed.local = known.local AND listed.rows > 0)
  ORDER BY known.ordinal`;

/** Reads what codes say of addresses, judged by a policy. */
function createSideReader(list: UploadedList, policy: Policy | undefined) {
  const judge = createCodeJudge(list, policy);
  return (code: number, address: string, ordinal: number): ListVerdict | undefined => {
    const at = address.lastIndexOf('@');
    return judge({ ordinal, local: address.slice(0, at), domain: address.slice(at + 1) }, code);
  };
}
