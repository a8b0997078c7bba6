import { parseDuration } from '../lib/duration.ts';
import { BLOCK_LISTS } from './block-lists.ts';
import {
  DOCUMENT,
  DURATION,
  defaultsOf,
  either,
  list,
  type Options,
  type SettingTable,
  type SettingType,
  text,
  texts,
  whole,
} from './setting.ts';

/** `--no-dnsbl` is `false`; doctor's flag of that name is `true` where it was not given. */
const BLOCK_LIST_NAMES: SettingType<readonly string[]> = {
  needs: 'names of block lists, on or off',
  parse(given) {
    if (given === 'off' || given === 'false') return [];
    if (given === 'on' || given === 'true') return BLOCK_LISTS;
    const names = given.split(',').flatMap((name) => name.trim() || []);
    return names.length > 0 ? names : undefined;
  },
};

/** What a verifier can be told by its users: `serve`, `work`, the embedded service and `doctor` take it. */
export const VERIFIER_SETTINGS = {
  /** Said in EHLO; the machine's own full name by default. */
  helo: {
    value: '<name>',
    type: text('a host name'),
    help: 'name to greet mail hosts with',
  },
  /** `<>` by default, or `postmaster@` the HELO name where that is refused. */
  sender: {
    value: '<address>',
    type: text('an address, or <>'),
    help: 'envelope sender of the probes',
  },
  /** Resolvers as `ip`, `ip:port` or `[ip]:port`; the system's by default. */
  dns: {
    value: '<servers>',
    type: texts('ip[:port],…'),
    help: 'DNS servers as ip[:port], comma-separated',
    variableHelp: 'DNS servers, ip[:port],…',
  },
  /** Whether a resolver has to prove itself before its denials are believed (dns/server-check.ts). */
  'dns-check': {
    value: '<on|off>',
    type: either('on', 'off'),
    help: 'whether DNS servers are checked before they are believed',
    default: 'on',
  },
  /** Special-purpose networks (CIDR) to which connections are allowed, such as `127.0.0.0/8`. */
  'allow-network': {
    value: '<cidr>',
    type: texts('a network such as 10.0.0.0/8'),
    help: 'allow mail hosts in this network',
    variableHelp: 'networks that mail hosts may be in although they are special',
    isRepeatable: true,
  },
  /** Sessions with one provider from one egress; what its entry says by default, else two. */
  'provider-connections': {
    value: '<n>',
    type: whole(1, 99_999),
    help: 'connections to one mail provider at once, at most',
    variableHelp: 'connections to one mail provider at once',
  },
  providers: {
    value: '<file>',
    type: DOCUMENT,
    help: 'entries or values for the table of mail providers',
    variableHelp: 'file of entries for the table of mail providers',
  },
  /** The address that the system chooses by default. */
  egress: {
    value: '<file>',
    type: DOCUMENT,
    help: 'source addresses and SOCKS5 proxies to contact mail hosts by',
    variableHelp: 'file of source addresses and SOCKS5 proxies to contact mail hosts by',
  },
  'greylist-retries': {
    value: '<durations>',
    type: list('durations such as 1m,5m,15m', parseDuration),
    help: 'when to try again after a deferral',
    default: '1m,5m,15m,30m',
  },
  /** Block lists by which own addresses are watched while sessions are opened. */
  dnsbl: {
    value: '<names>',
    type: BLOCK_LIST_NAMES,
    help: 'block lists to look own addresses up in, or off',
    variableHelp: 'block lists to look own addresses up in, comma-separated, or off',
    default: 'on',
    isNegatable: true,
  },
  patience: {
    value: '<duration>',
    type: DURATION,
    help: 'how long a batch waits beyond its last progress',
    otherwise: '56m: all retries',
  },
} satisfies SettingTable;

/** What holds where a verifier is given no settings. */
export const VERIFIER_DEFAULTS = defaultsOf(VERIFIER_SETTINGS);

/** Durations are milliseconds. */
export type VerifierOptions = Options<typeof VERIFIER_SETTINGS>;
