import { type Kysely, sql } from 'kysely';
import type { DistrustedRule, Rule } from '../../service/accuracy/rule.ts';
import type { Row } from '../database-parts.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';

/** Rules that outcomes contradicted too often. */
export async function distrustedRules(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('distrusted_rules')
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('rule', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('contradicted', 'bigint', (column) => column.notNull())
    .addColumn('of_results', 'bigint', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('distrusted_rules_key', ['team_id', 'detail', 'rule', 'provider'])
    .execute();
}

/** A rule that so many teams do not believe counts for nobody: what one team hands in decides its own results. */
const TEAMS = 2;

export async function findDistrusted(db: Kysely<Tables>, teamId: string): Promise<readonly Rule[]> {
  const { rows } = await sql<Row>`select detail, rule, provider from distrusted_rules
    group by detail, rule, provider
    having count(*) >= ${TEAMS} or max(case when team_id = ${teamId} then 1 else 0 end) = 1`.execute(
    db,
  );
  return rows.map(toRule);
}

export async function distrustedByTeam(
  db: Kysely<Tables>,
  teamId: string,
): Promise<readonly DistrustedRule[]> {
  const rows = await db
    .selectFrom('distrusted_rules')
    .selectAll()
    .where('team_id', '=', teamId)
    .orderBy('contradicted', 'desc')
    .orderBy('detail')
    .orderBy('provider')
    .execute();
  return rows.map((row) => ({
    ...toRule({ ...row }),
    contradicted: Number(row.contradicted),
    of: Number(row.of_results),
    since: Number(row.since),
  }));
}

function toRule({ detail, rule, provider }: Row): Rule {
  return { detail: String(detail), rule: String(rule), provider: String(provider) };
}

export async function replaceDistrusted(
  db: Kysely<Tables>,
  teamId: string,
  rules: readonly DistrustedRule[],
): Promise<void> {
  const rows = rules.map(({ of, ...rule }) => ({ team_id: teamId, ...rule, of_results: of }));
  await inTransaction(db, async (trx) => {
    await trx.deleteFrom('distrusted_rules').where('team_id', '=', teamId).execute();
    if (rows.length > 0)
      await trx
        .insertInto('distrusted_rules')
        .values(rows)
        .onConflict((on) => on.doNothing())
        .execute();
  });
}
