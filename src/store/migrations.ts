/**
 * What changes a database of an earlier release, in order. A released migration never changes: later changes
 * are further migrations. An empty database gets the schema of version 1 (schema.ts) and then each of these.
 */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { build } from '../lib/version.ts';

export type Migration = (db: Kysely<unknown>) => Promise<void>;

/** A migration for both databases, or one for each where they differ. */
type Change = Migration | { readonly sqlite: Migration; readonly postgres: Migration };

const CHANGES: readonly Change[] = [];

/**
 * A fingerprint of version 1 of the schema, which a database keeps: another one is that of a build before the first
 * release. It never changes behind that.
 */
export function shapeOf(schema: readonly string[]): string {
  return createHash('sha256').update(schema.join(';')).digest('hex').slice(0, 16);
}

/** The migrations of a database, in order. */
export function migrationsOf(database: 'sqlite' | 'postgres'): readonly Migration[] {
  return CHANGES.map((change) => (typeof change === 'function' ? change : change[database]));
}

/** Versions of the schema, before and now. */
export interface MigratedSchema {
  readonly from: number;
  readonly to: number;
  /** SQLite: the path of a copy of the database as it was. */
  readonly copy?: string;
  /** Why there is no copy. */
  readonly copyProblem?: string;
}

/** Called with what was done to a database of an earlier version before it was opened. */
export type OnMigrated = (migrated: MigratedSchema) => void;

/** Why a database can't be used: a newer mailvet brought it to a version that this one does not know. */
export function newerText(version: number, known: number, writer: string | undefined): string {
  const who = writer === undefined ? 'a newer mailvet' : `mailvet ${writer}`;
  return `it was written by ${who} (schema ${version}; this is mailvet ${build()}, which knows ${known})`;
}
