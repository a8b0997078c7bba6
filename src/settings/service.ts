import { isIP } from 'node:net';
import { isPostgresUrl } from '../lib/database-name.ts';
import {
  type Defaults,
  defaultsOf,
  either,
  list,
  type Options,
  ORIGIN,
  type Setting,
  type SettingTable,
  SIZE,
  text,
  whole,
  word,
} from './setting.ts';
import { VERIFIER_SETTINGS, type VerifierOptions } from './verifier.ts';

interface ServiceSetting extends Setting {
  /** `mailvet work` has the flag, too, with what differs there. */
  readonly work?: Partial<Setting>;
}

type ServiceTable = Readonly<Record<string, ServiceSetting>>;

const SERVICE_SETTINGS = {
  host: {
    value: '<address>',
    type: text('an address to listen on'),
    help: 'address to listen on',
    default: '127.0.0.1',
    work: { help: 'address on which health and metrics are served' },
  },
  port: {
    value: '<n>',
    type: whole(0, 65_535),
    help: 'port to listen on; 0 picks a free one',
    default: '8025',
    work: { help: 'port of health and metrics; 0 picks a free one', default: '8026' },
  },
  database: {
    value: '<file|url>',
    type: text('the path of a file, or a postgres:// URL'),
    help: 'SQLite file or postgres:// URL',
    otherwise: "the embedded service's",
    work: {
      help: "the service's database: SQLite file or postgres:// URL",
      otherwise: undefined,
    },
  },
  /** For what a pooler in transaction mode can't do; `database` by default. */
  'database-direct': {
    value: '<url>',
    type: {
      needs: 'a postgres:// URL',
      parse: (given) => (isPostgresUrl(given) ? given : undefined),
    },
    help: 'PostgreSQL for migrations, where --database is a pooler',
    work: {},
  },
  /** Beside the SQLite file by default; `off`: this node has neither lists nor a dashboard. */
  lists: {
    value: '<folder>',
    type: text('the path of a folder, or off'),
    help: 'folder of uploaded lists, which all nodes share; off = no lists and no dashboard',
  },
  /** Where we listen, by default. */
  'public-url': {
    value: '<url>',
    type: ORIGIN,
    help: 'where people reach the dashboard, behind a proxy',
  },
  /** The password in it stands in no log. */
  'smtp-url': {
    value: '<url>',
    type: {
      needs: 'smtp://user:password@host:587 or smtps://…',
      parse: parseSmtpUrl,
      isSecret: true,
    },
    help: 'mail server by which people get notices of their lists',
  },
  'mail-from': {
    value: '<address>',
    type: text('an e-mail address'),
    help: 'whom these mails are from',
    otherwise: 'mailvet@ the mail server',
  },
  /** Mail operators find it on a page of its own, finders of security holes in security.txt. */
  contact: {
    value: '<address|url>',
    type: {
      needs: 'an e-mail address or an https:// URL',
      parse: (given) => (/^(?:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(given) ? given : undefined),
    },
    help: 'whom to write to about probes and security holes: /about-probes and security.txt show it',
  },
  'trust-proxy': {
    value: '<cidr,…>',
    type: list('addresses or networks such as 127.0.0.1,10.0.0.0/8', parseNetwork),
    help: 'proxies whose X-Forwarded-For, Forwarded and X-Forwarded-Proto are believed',
  },
  /** Those that are open together share sessions with mail hosts: as many as memory allows. */
  workers: {
    value: '<n>',
    type: whole(0, 256),
    help: 'batches begun at once, shared fairly among teams; 0 = none',
    default: '100',
    // A worker without workers would do nothing.
    work: {
      type: { ...whole(1, 256), needs: '1 or more, at most 256' },
      help: 'parts of batches begun at once, shared fairly',
    },
  },
  /** Generous: it stops a runaway loop, not a busy integration. */
  'rate-limit': {
    value: '<n>',
    type: whole(0, 1_000_000),
    help: 'requests per second per team; 0 = no limit',
    default: '200',
  },
  'open-batches': {
    value: '<n>',
    type: whole(1, 1_000_000),
    help: 'batches that a team may have open at a time',
    default: '100',
  },
  'keep-history': {
    value: '<days>',
    type: whole(1, 36_500),
    help: 'delete verifications that are older',
    otherwise: 'never',
  },
  'keep-batches': {
    value: '<days>',
    type: whole(1, 36_500),
    help: 'delete ended batches that are older',
    otherwise: 'never',
  },
  'list-storage': {
    value: '<size>',
    type: SIZE,
    help: 'disk space for the uploaded lists of a team',
    default: '5GB',
  },
  'team-storage': {
    value: '<size>',
    type: SIZE,
    help: 'what batches and history of a team may take without being charged',
    default: '500MB',
  },
  metrics: {
    value: '<who>',
    type: word('off', 'local', 'public'),
    help: 'who may read /metrics: off, local or public',
    default: 'local',
    work: {},
  },
} satisfies ServiceTable;

const LOG_SETTINGS = {
  'log-level': {
    value: '<level>',
    type: word('error', 'warn', 'info', 'debug'),
    help: 'error, warn, info or debug',
    default: 'info',
    work: {},
  },
  'log-format': {
    value: '<format>',
    type: word('json', 'text'),
    help: 'json or text; on a terminal text',
    default: 'json',
    work: {},
  },
  'log-addresses': {
    type: either('true', 'false'),
    help: 'write addresses in full, not masked',
    default: 'false',
    work: {},
  },
} satisfies ServiceTable;

/** Where the others may stand. */
export const CONFIG_SETTING = {
  config: {
    value: '<file>',
    type: text('the path of a file'),
    help: 'read settings from a JSON file, by the names of their flags',
  },
} satisfies SettingTable;

/** The settings of a command that runs a service, or works for one, beside those of the verifier. */
export interface ServiceCommand {
  readonly service: typeof SERVICE_SETTINGS;
  readonly log: typeof LOG_SETTINGS;
  /** Those that are flags of the command. */
  readonly flags: SettingTable;
}

export const SERVE: ServiceCommand = {
  service: SERVICE_SETTINGS,
  log: LOG_SETTINGS,
  flags: { ...SERVICE_SETTINGS, ...LOG_SETTINGS },
};

/** One config file may be for both: `work` reads all of it. */
export const WORK: ServiceCommand = {
  service: asOfWork(SERVICE_SETTINGS) as typeof SERVICE_SETTINGS,
  log: LOG_SETTINGS,
  flags: asOfWork(withFlagOfWork({ ...SERVICE_SETTINGS, ...LOG_SETTINGS })),
};

function asOfWork(table: ServiceTable): SettingTable {
  const settings = Object.entries(table);
  return Object.fromEntries(
    settings.map(([name, { work, ...own }]) => [name, { ...own, ...work }]),
  );
}

function withFlagOfWork(table: ServiceTable): ServiceTable {
  return Object.fromEntries(Object.entries(table).filter(([, { work }]) => work));
}

/** All that the config file of `serve` may hold. */
export const SERVE_SETTINGS: SettingTable = { ...SERVE.flags, ...VERIFIER_SETTINGS };

type ServiceOptions = Options<typeof SERVICE_SETTINGS>;

/** What holds where a service is given no settings. */
export const SERVICE_DEFAULTS: Defaults<typeof SERVICE_SETTINGS> = defaultsOf(SERVICE_SETTINGS);

/** Settings of the service within a command. */
export interface EmbeddedSettings extends Pick<ServiceOptions, 'databaseDirect' | 'workers'> {
  /**
   * A PostgreSQL URL, or the path of the SQLite file, which is created when it is missing, in a folder
   * that is there.
   */
  readonly database: string;
  readonly verifier?: VerifierOptions;
}

export interface ServiceSettings extends EmbeddedSettings, Omit<ServiceOptions, 'database'> {
  readonly host: string;
  readonly port: number;
  /** Where the lists are, unless a folder is named. Default: beside the SQLite file. */
  readonly listFolder?: string | undefined;
}

/** A process that works on batches and answers no requests but those about itself. */
export type WorkerSettings = EmbeddedSettings & Pick<ServiceSettings, 'host' | 'port' | 'metrics'>;

function parseSmtpUrl(given: string): string | undefined {
  const url = URL.parse(given);
  return url?.hostname && /^smtps?:$/.test(url.protocol) ? given : undefined;
}

/** An address or a network in CIDR notation. */
function parseNetwork(given: string): string | undefined {
  const [address = '', bits, ...more] = given.split('/');
  const most = new Map([
    [4, 32],
    [6, 128],
  ]).get(isIP(address));
  if (most === undefined || more.length > 0) return undefined;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most) ? given : undefined;
}
