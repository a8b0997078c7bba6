import type { Client, Pool } from 'pg';

/** A statement as it went to PostgreSQL. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Notes what goes through a pool. */
export function logStatements(pool: Pool): Statement[] {
  const log: Statement[] = [];
  const watched = new WeakSet<object>();
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (statement: Statement) => Promise<unknown>;
    client.query = ((statement: Statement) => {
      if (/^\s*(?:select|with|update|delete)\b/.test(statement.text)) log.push(statement);
      return query(statement);
    }) as typeof client.query;
  });
  return log;
}

/** A node of a plan, as EXPLAIN tells it in JSON. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** What a statement reads of one table or index. */
export interface Scan {
  readonly kind: string;
  readonly table: string;
  readonly rows: number;
}

/** Runs a statement, undoes it, and returns what it read. */
export async function scansOf(client: Client, { text, values }: Statement): Promise<Scan[]> {
  await client.query('begin');
  try {
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, [...values]);
    return toScans(rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    await client.query('rollback');
  }
}

function toScans(node: PlanNode): Scan[] {
  const below = (node.Plans ?? []).flatMap(toScans);
  if (!node['Relation Name'] || !node['Node Type'].endsWith('Scan')) return below;
  const each =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  const rows = Math.round(each * node['Actual Loops']);
  return [{ kind: node['Node Type'], table: node['Relation Name'], rows }, ...below];
}
