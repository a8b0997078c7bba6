import { resolve } from 'node:path';
import { MailvetError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { embeddedDatabase } from '../../directories.ts';
import type { RawFlags } from '../../options/values.ts';

/** The database that `serve` and `admin` work on. */
export interface NamedDatabase {
  /** The path of a file, or a postgres:// URL. */
  readonly database: string;
  /** The URL for what a pooler in transaction mode can't do; absent: `database`. */
  readonly databaseDirect?: string;
  /** Folder of the uploaded lists, `database` or `off`; absent: where the database has them. */
  readonly lists?: string;
  /** Where they are that lie in a folder, unless another is named. */
  readonly listFolder: string;
}

export type Place = Pick<Context, 'env' | 'home' | 'platform' | 'cwd'>;

/** `--database`, MAILVET_DATABASE, or the embedded service's; the same for the direct URL. */
export function databaseOf(flags: RawFlags, place: Place): NamedDatabase {
  const given = (name: string, variable: string) => {
    const value = flags[name] ?? place.env[variable];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const database = databaseAt(given('database', 'MAILVET_DATABASE'), place);
  const direct = given('databaseDirect', 'MAILVET_DATABASE_DIRECT');
  return {
    database,
    ...listsAt(given('lists', 'MAILVET_LISTS'), database, place),
    ...(direct !== undefined && { databaseDirect: direct }),
  };
}

/** A URL is left as it is. */
export function databaseAt(given: string | undefined, place: Place): string {
  if (given === undefined || given === '') return embeddedDatabase(place);
  if (!isUrl(given)) return resolve(place.cwd, given);
  if (/^postgres(ql)?:/i.test(given) && URL.canParse(given)) return given;
  throw new MailvetError('usage', `--database can't be '${shownDatabase(given)}'`, {
    hint: 'Give the path of an SQLite file, or postgres://user:password@host/database',
  });
}

/** Where the uploaded lists are; by default beside the file, or where the embedded service's would be. */
export function listsAt(
  given: string | undefined,
  database: string,
  place: Place,
): Pick<NamedDatabase, 'lists' | 'listFolder'> {
  const listFolder = `${isUrl(database) ? embeddedDatabase(place) : database}.lists`;
  if (given === undefined || given === '') return { listFolder };
  if (given === 'off') return { lists: given, listFolder };
  if (given !== 'database') {
    const path = resolve(place.cwd, given);
    return { lists: path, listFolder: path };
  }
  if (isUrl(database)) return { lists: given, listFolder };
  throw new MailvetError('usage', '--lists database needs PostgreSQL', {
    hint: 'Give a folder, or --database postgres://user:password@host/database',
  });
}

export function isUrl(database: string): boolean {
  return /^[a-z]+:\/\//i.test(database);
}

/** The name of a database for people: a URL without its password. */
export function shownDatabase(database: string): string {
  const url = isUrl(database) ? URL.parse(database) : null;
  if (!url) return isUrl(database) ? database.replace(/:\/\/.*@/, '://') : database;
  url.password = '';
  url.searchParams.delete('password');
  return url.href;
}
