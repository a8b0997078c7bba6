import { resolve } from 'node:path';
import { isPostgresUrl, isUrl, listFolder, shownDatabase } from '../../../lib/database-name.ts';
import { knownWordsHint } from '../../../lib/did-you-mean.ts';
import { MailvetError } from '../../../lib/errors.ts';
import {
  environmentSource,
  flagSource,
  readSettings,
  type SettingSource,
} from '../../../settings/read.ts';
import {
  CONFIG_SETTING,
  SERVE,
  SERVE_SETTINGS,
  type ServiceCommand,
  type ServiceSettings,
} from '../../../settings/service.ts';
import { defaultsOf, type InlineSetting } from '../../../settings/setting.ts';
import { VERIFIER_SETTINGS } from '../../../settings/verifier.ts';
import type { UserEnvironment } from '../../context.ts';
import { embeddedDatabase } from '../../directories.ts';
import type { CommandLine } from '../../invocation.ts';
import { parseConfigObject, readSettingFile } from '../../io/setting-file.ts';
import type { RawFlags } from '../../options/values.ts';
import type { LogOptions } from './service-log.ts';

/** The service's settings and the options of its log. */
export interface ServeOptions {
  readonly service: ServiceSettings;
  readonly log: LogOptions;
}

/** Flags, else environment, else the config file, else defaults. */
export async function parseServeOptions(
  { flags, context }: CommandLine,
  command: ServiceCommand = SERVE,
): Promise<ServeOptions> {
  const file = await readConfigFile(flags, context);
  const sources = [flagSource(flags), environmentSource(context.env), file];
  const { database: named, lists, ...service } = readSettings(command.service, sources);
  const { host, port } = defaultsOf(command.service);
  const database = databaseAt(named, context);
  const log = {
    ...defaultsOf(command.log),
    ...(context.stderr?.isTTY && { logFormat: 'text' as const }),
    ...readSettings(command.log, sources),
  };
  return {
    service: {
      host,
      port,
      ...service,
      database,
      ...listsAt(lists, database, context),
      verifier: readSettings(VERIFIER_SETTINGS, sources),
    },
    log: { level: log.logLevel, format: log.logFormat, addresses: log.logAddresses },
  };
}

/** The path of `--config` or MAILVET_CONFIG. */
export function serviceConfigPath(
  flags: RawFlags,
  { env, cwd }: UserEnvironment,
): string | undefined {
  const { config } = readSettings(CONFIG_SETTING, [flagSource(flags), environmentSource(env)]);
  return config === undefined ? undefined : resolve(cwd, config);
}

/** The settings of the config file; none where none is given. */
export async function readConfigFile(
  flags: RawFlags,
  environment: UserEnvironment,
): Promise<SettingSource> {
  const path = serviceConfigPath(flags, environment);
  if (path === undefined) return toSource('', new Map());
  const object = parseConfigObject(await readSettingFile(path, 'config'), path);
  const values = Object.entries(object).map(([key, value]) => [key, toGiven(key, value, path)]);
  return toSource(path, new Map(values as [string, GivenSetting][]));
}

/** A text as a flag has it, or a document. */
type GivenSetting = string | InlineSetting;

function toGiven(key: string, value: unknown, path: string): GivenSetting {
  const setting = Object.hasOwn(SERVE_SETTINGS, key) ? SERVE_SETTINGS[key] : undefined;
  if (setting === undefined) throw unknownKey(path, key);
  const isInline = setting.type.isDocument && typeof value === 'object';
  return isInline ? { value, file: path } : toText(value, `"${key}" in ${path}`);
}

function toSource(path: string, settings: ReadonlyMap<string, GivenSetting>): SettingSource {
  return {
    give: (name) => settings.get(name),
    call: (name) => `"${name}" in ${path}`,
    code: 'config',
  };
}

/** Numbers, booleans and lists may be written as JSON values. */
function toText(value: unknown, place: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) {
    return value.join(',');
  }
  throw new MailvetError(
    'config',
    `${place} is ${JSON.stringify(value)}: a text, a number, true, false or a list of texts is needed`,
  );
}

function unknownKey(path: string, key: string): MailvetError {
  return new MailvetError('config', `Unknown setting "${key}" in ${path}`, {
    hint: knownWordsHint(key, 'Settings', Object.keys(SERVE_SETTINGS)),
  });
}

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

/** `--database`, MAILVET_DATABASE, or the embedded service's; the same for the direct URL. */
export function databaseOf(flags: RawFlags, place: UserEnvironment): NamedDatabase {
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
export function databaseAt(given: string | undefined, place: UserEnvironment): string {
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
  place: UserEnvironment,
): Pick<NamedDatabase, 'lists' | 'listFolder'> {
  const other = isPostgresUrl(database) && { listFolder: listFolder(embeddedDatabase(place)) };
  if (given === 'off') return { lists: given, ...other };
  if (given !== undefined && given !== '') return { lists: resolve(place.cwd, given), ...other };
  return other || { lists: listFolder(database) };
}
