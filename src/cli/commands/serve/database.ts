import { resolve } from 'node:path';
import { MailvetError } from '../../../errors.ts';
import { isPostgresUrl, isUrl, listFolder, shownDatabase } from '../../../lib/database-name.ts';
import { environmentSource, flagSource } from '../../../settings/read.ts';
import type { Context } from '../../context.ts';
import { embeddedDatabase } from '../../directories.ts';
import type { RawFlags } from '../../options/values.ts';

/** The database that `serve` and `admin` work on. */
interface NamedDatabase {
  /** The path of a file, or a postgres:// URL. */
  readonly database: string;
  /** The URL for what a pooler in transaction mode can't do; absent: `database`. */
  readonly databaseDirect?: string;
  /** Folder of the uploaded lists, or `off`. */
  readonly lists?: string;
  /** Of PostgreSQL: where they are, unless a folder is named. */
  readonly listFolder?: string;
}

type Place = Pick<Context, 'env' | 'home' | 'platform' | 'cwd'>;

/** `--database`, MAILVET_DATABASE, or the embedded service's; the same for the direct URL. */
export function databaseOf(flags: RawFlags, place: Place): NamedDatabase {
  const sources = [flagSource(flags), environmentSource(place.env)];
  const given = (name: string) => {
    const value = sources.map(({ give }) => give(name)).find((each) => each !== undefined);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const database = databaseAt(given('database'), place);
  const direct = given('database-direct');
  return {
    database,
    ...listsAt(given('lists'), database, place),
    ...(direct !== undefined && { databaseDirect: direct }),
  };
}

/** A URL is left as it is. */
export function databaseAt(given: string | undefined, place: Place): string {
  if (given === undefined || given === '') return embeddedDatabase(place);
  if (!isUrl(given)) return resolve(place.cwd, given);
  if (isPostgresUrl(given) && URL.canParse(given)) return given;
  throw new MailvetError('usage', `--database can't be '${shownDatabase(given)}'`, {
    hint: 'Give the path of an SQLite file, or postgres://user:password@host/database',
  });
}

/** Where the uploaded lists are: beside an SQLite file, unless a folder is named, or `off`. */
export function listsAt(
  given: string | undefined,
  database: string,
  place: Place,
): Pick<NamedDatabase, 'lists' | 'listFolder'> {
  const other = isPostgresUrl(database) && { listFolder: listFolder(embeddedDatabase(place)) };
  if (given === 'off') return { lists: given, ...other };
  if (given !== undefined && given !== '') return { lists: resolve(place.cwd, given), ...other };
  return other || { lists: listFolder(database) };
}
