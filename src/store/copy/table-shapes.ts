import type { DatabaseSync } from 'node:sqlite';
import type { Column, TableShape } from './copied-rows.ts';

/** The order that both databases have an index for. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  verifications: ['team_id', 'at', 'seq'],
};

/**
 * The tables of an SQLite database, which are those that both databases have: each behind those that it
 * refers to. Counts of rows come with the rows, by triggers; the index by address comes when it is read.
 */
export function tableShapes(file: DatabaseSync): TableShape[] {
  const names = file
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!'
         and name not in ('copy_progress', 'mailvet_schema', 'block_counts',
           'verified_mailboxes', 'verified_mailboxes_end')
       order by name`,
    )
    .all()
    .map(({ name }) => String(name));
  const parents = new Map(names.map((name) => [name, parentsOf(file, name)]));
  return inOrder(names, parents).map((name) => shapeOf(file, name));
}

function parentsOf(file: DatabaseSync, table: string): string[] {
  const rows = file.prepare('select "table" as parent from pragma_foreign_key_list(?)').all(table);
  return rows.map(({ parent }) => String(parent)).filter((parent) => parent !== table);
}

function inOrder(names: readonly string[], parents: Map<string, string[]>): string[] {
  const ordered = new Set<string>();
  const add = (name: string): void => {
    for (const parent of parents.get(name) ?? []) if (!ordered.has(parent)) add(parent);
    ordered.add(name);
  };
  for (const name of names) add(name);
  return [...ordered];
}

function shapeOf(file: DatabaseSync, table: string): TableShape {
  const rows = file.prepare('select name, type, pk from pragma_table_info(?)').all(table);
  const columns = rows.map(
    ({ name, type }): Column => ({
      name: String(name),
      type: String(type).toLowerCase() === 'text' ? 'text' : 'bigint',
    }),
  );
  const primary = rows
    .filter(({ pk }) => Number(pk) > 0)
    .sort((one, other) => Number(one.pk) - Number(other.pk))
    .map(({ name }) => String(name));
  return { table, columns, key: KEYS[table] ?? primary };
}
