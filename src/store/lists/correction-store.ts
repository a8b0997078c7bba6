import { type Kysely, sql } from 'kysely';
import type {
  CorrectionChange,
  CorrectionStore,
  DecidedCorrection,
  TeamCorrection,
} from '../../service/lists/list-ports.ts';
import type { AuditedChange } from '../../service/people/records.ts';
import { writeAudit } from '../people.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';

/** Texts of one statement: SQLite takes so many values. */
const AT_ONCE = 1000;

const COLUMNS = [
  'typed as from',
  'meant as to',
  'decided_by as decidedBy',
  'decided_at as decidedAt',
] as const;

/** Every statement is limited to the team. */
export function correctionStore(db: Kysely<Tables>, teamId: string): CorrectionStore {
  const own = () => db.selectFrom('corrections').where('team_id', '=', teamId);
  return {
    async find(from) {
      const found: TeamCorrection[] = [];
      for (const some of inParts(from)) {
        found.push(...(await own().select(COLUMNS).where('typed', 'in', some).execute()));
      }
      return found;
    },
    decide: (decisions, change) => decide(db, { teamId, change }, decisions),
    remove: (from, change) => remove(db, { teamId, change }, from),
    list: ({ limit, skip }) =>
      own()
        .select(COLUMNS)
        .orderBy('decided_at', 'desc')
        .orderBy('typed')
        .limit(limit)
        .offset(skip)
        .execute(),
    async count() {
      const { count } = await own()
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}

interface Audited {
  readonly teamId: string;
  readonly change: AuditedChange | CorrectionChange;
}

function decide(
  db: Kysely<Tables>,
  audited: Audited,
  decisions: readonly DecidedCorrection[],
): Promise<void> {
  const { teamId, change } = audited;
  // In one order, so that two that decide the same wait for each other in one direction.
  const rows = [...new Map(decisions.map((one) => [one.from, one])).values()]
    .sort((one, other) => (one.from < other.from ? -1 : 1))
    .map(({ from, to }) => ({
      ...{ team_id: teamId, typed: from, meant: to },
      ...{ decided_by: change.actor, decided_at: change.at },
    }));
  return inTransaction(db, async (trx) => {
    for (const row of rows) {
      const { meant, decided_by, decided_at } = row;
      await trx
        .insertInto('corrections')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['team_id', 'typed']).doUpdateSet({ meant, decided_by, decided_at }),
        )
        .execute();
    }
    if (rows.length > 0) await log(trx, audited);
  });
}

function remove(db: Kysely<Tables>, audited: Audited, from: readonly string[]): Promise<number> {
  return inTransaction(db, async (trx) => {
    let removed = 0;
    for (const some of inParts(from)) {
      const { numDeletedRows } = await trx
        .deleteFrom('corrections')
        .where('team_id', '=', audited.teamId)
        .where('typed', 'in', some)
        .executeTakeFirstOrThrow();
      removed += Number(numDeletedRows);
    }
    if (removed > 0) await log(trx, audited);
    return removed;
  });
}

async function log(trx: Kysely<Tables>, { teamId, change }: Audited): Promise<void> {
  if (!('action' in change)) return;
  const { action, subject, ...by } = change;
  await writeAudit(trx, { teamId, action, subject }, by);
}

function* inParts(texts: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < texts.length; at += AT_ONCE) yield texts.slice(at, at + AT_ONCE);
}

/** Deletes the decisions of all teams that have an address, in whatever case. */
export async function eraseCorrections(
  trx: Kysely<Tables>,
  address: string | undefined,
): Promise<void> {
  if (address === undefined) return;
  await trx
    .deleteFrom('corrections')
    .where((eb) =>
      eb.or([
        eb(sql<string>`lower(typed)`, '=', address),
        eb(sql<string>`lower(meant)`, '=', address),
      ]),
    )
    .execute();
}
