import { parseSize } from '../../../lib/size.ts';
import type { Context } from '../../context.ts';
import type { CommandLine } from '../../invocation.ts';
import {
  environmentSource,
  flagSource,
  readSettings,
  type SettingRule,
} from '../../options/settings.ts';
import { toVerifierOptions } from '../../service/verifier-options.ts';
import { type InlineSettings, readConfigFile } from './config-file.ts';
import { databaseAt, listsAt } from './database.ts';
import type { LogOptions } from './service-log.ts';
import { type GivenSettings, SERVE_SETTINGS, type ServeSetting } from './settings.ts';

/** The service's settings and the options of its log. */
export interface ServeOptions {
  readonly service: ServiceOptions;
  readonly log: LogOptions;
}

/** A document may stand in the config file itself. */
export type VerifierSettings = Omit<ReturnType<typeof toVerifierOptions>, keyof InlineSettings> & {
  readonly [name in keyof InlineSettings]: string | InlineSettings[name];
};

export interface ServiceOptions {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly databaseDirect?: string;
  /** A folder, `database` or `off`; absent: where the database has them. */
  readonly lists?: string;
  readonly listFolder: string;
  readonly workers?: number;
  readonly publicUrl?: string;
  readonly trustProxy?: readonly string[];
  readonly rateLimit?: number;
  readonly openBatches?: number;
  readonly metrics?: 'off' | 'local' | 'public';
  readonly keepHistory?: number;
  readonly keepBatches?: number;
  readonly listStorage?: number;
  readonly teamStorage?: number;
  readonly verifier: VerifierSettings;
}

type ServeEnvironment = Pick<Context, 'env' | 'home' | 'platform' | 'cwd'>;

/** What differs between the commands with these settings. */
interface ServeCommand {
  /** The default. */
  readonly port: number;
  readonly rules: Readonly<Record<ServeSetting, SettingRule>>;
}

const SERVE: ServeCommand = { port: 8025, rules: SERVE_SETTINGS };

/** Flags, else environment, else the config file, else defaults. */
export async function parseServeOptions(
  { flags, context: environment }: CommandLine,
  command = SERVE,
): Promise<ServeOptions> {
  const { source, inline } = await readConfigFile(flags, environment);
  const sources = [flagSource(flags), environmentSource(environment.env), source];
  const given = readSettings(command.rules, sources);
  const verifier = { ...inline, ...toVerifierOptions(given) };
  const port = Number(given.port ?? command.port);
  return {
    service: { ...serviceOptions(given, verifier, environment), port },
    log: logOptions(given),
  };
}

function serviceOptions(
  given: GivenSettings,
  verifier: VerifierSettings,
  environment: ServeEnvironment,
): Omit<ServiceOptions, 'port'> {
  const database = databaseAt(given.database, environment);
  const direct = given['database-direct'];
  return {
    host: given.host ?? '127.0.0.1',
    database,
    ...(direct !== undefined && { databaseDirect: direct }),
    ...listsAt(given.lists, database, environment),
    ...(given['public-url'] && { publicUrl: new URL(given['public-url']).origin }),
    ...(given['trust-proxy'] && { trustProxy: parseNetworks(given['trust-proxy']) }),
    ...(given.metrics && { metrics: given.metrics as 'off' | 'local' | 'public' }),
    ...number(given, 'workers', 'workers'),
    ...number(given, 'rate-limit', 'rateLimit'),
    ...number(given, 'open-batches', 'openBatches'),
    ...number(given, 'keep-history', 'keepHistory'),
    ...number(given, 'keep-batches', 'keepBatches'),
    ...(given['list-storage'] && { listStorage: parseSize(given['list-storage']) ?? 0 }),
    ...(given['team-storage'] && { teamStorage: parseSize(given['team-storage']) ?? 0 }),
    verifier,
  };
}

function parseNetworks(text: string): readonly string[] {
  return text.split(',').map((each) => each.trim());
}

/** The number under its name in serve.ts; an empty record where the setting is not given. */
function number<Name extends string>(
  given: GivenSettings,
  setting: ServeSetting,
  name: Name,
): { readonly [name in Name]?: number } {
  const text = given[setting];
  return (text === undefined ? {} : { [name]: Number(text) }) as { [name in Name]?: number };
}

function logOptions(given: GivenSettings): LogOptions {
  return {
    level: (given['log-level'] ?? 'info') as LogOptions['level'],
    format: (given['log-format'] ?? 'json') as LogOptions['format'],
    addresses: given['log-addresses'] === 'true',
  };
}
