import { isIP } from 'node:net';
import { MailvetError } from '../../../lib/errors.ts';
import { isObject } from '../../../lib/json.ts';
import { resolveEnvelope } from '../../engine/envelope.ts';
import type { EgressSettings } from './egress-settings.ts';

/** An egress as it is written: the account of its proxy is in a file. */
export interface WrittenEgress extends Omit<EgressSettings, 'socks5'> {
  readonly socks5?: WrittenProxy | undefined;
}

/** A proxy as it is written. */
interface WrittenProxy {
  readonly host: string;
  readonly port: number;
  /** A file with `user:password`. */
  readonly accountFile?: string | undefined;
}

const MAX_EGRESSES = 256;
const SOCKS_PORT = 1080;
const NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;
const HOST_PORT = /^(\[[0-9a-f:.]+\]|[^\s:/@]+)(?::(\d{1,5}))?$/i;
const FIELDS = ['name', 'address', 'socks5', 'helo', 'sender', 'providers'];
const PROXY_FIELDS = ['host', 'port', 'account-file'];

/**
 * Egresses from what a JSON file holds. `origin` is what errors name: a path, say.
 *
 * @throws MailvetError `config` naming the egress and the field that can't be.
 */
export function parseEgresses(data: unknown, origin: string): readonly WrittenEgress[] {
  if (!Array.isArray(data) || data.length === 0)
    throw fault('egress', origin, 'a list of egresses, each an object, is needed');
  if (data.length > MAX_EGRESSES)
    throw fault('egress', origin, `there can be ${MAX_EGRESSES} egresses, not ${data.length}`);
  const egresses = data.map((entry, at) => parseEgress(entry, { path: `egress[${at}]`, origin }));
  for (const [at, egress] of egresses.entries())
    checkAlone(egress, egresses.slice(0, at), { path: `egress[${at}]`, origin });
  if (egresses.every(({ providers }) => providers))
    throw fault('egress', origin, "one egress has to be without 'providers', for all others");
  return egresses;
}

interface FieldPlace {
  /** The place in the settings, such as `egress[0]`. */
  readonly path: string;
  readonly origin: string;
}

function parseEgress(entry: unknown, place: FieldPlace): WrittenEgress {
  const given = parseFields(entry, FIELDS, place);
  const { name, address, helo, sender, providers } = given;
  if (typeof name !== 'string' || !NAME.test(name))
    throw wrong(place, 'name', name, 'a name of lower-case letters, digits and hyphens');
  if (address !== undefined && (typeof address !== 'string' || isIP(address) === 0))
    throw wrong(place, 'address', address, 'an IP address of this machine');
  if (address !== undefined && given.socks5 !== undefined)
    throw fault(place.path, place.origin, "an egress has an 'address' or a 'socks5', not both");
  return {
    name,
    address,
    socks5: given.socks5 === undefined ? undefined : parseProxy(given.socks5, place),
    helo: checkEnvelope('helo', helo, place),
    sender: sender === undefined ? undefined : checkEnvelope('sender', sender, place),
    providers: providers === undefined ? undefined : parseIds(providers, place),
  };
}

function checkEnvelope(field: 'helo' | 'sender', value: unknown, place: FieldPlace): string {
  const needed = field === 'helo' ? 'the name that leads to this address' : 'an address, or <>';
  if (typeof value !== 'string') throw wrong(place, field, value, needed);
  try {
    resolveEnvelope({ helo: 'a.test', [field]: value });
    return value;
  } catch (cause) {
    const { message } = cause as MailvetError;
    throw fault(`${place.path}.${field}`, place.origin, message, cause);
  }
}

/** `host:port`, or an object that names a file with the account, too. */
function parseProxy(value: unknown, place: FieldPlace): WrittenProxy {
  const needed = 'host:port, or an object with host, port and account-file';
  const text = typeof value === 'string' ? HOST_PORT.exec(value) : undefined;
  if (text === null) throw wrong(place, 'socks5', value, needed);
  const inner = { path: `${place.path}.socks5`, origin: place.origin };
  const given = text
    ? { host: text[1]?.replace(/^\[|\]$/g, ''), port: Number(text[2] ?? SOCKS_PORT) }
    : parseFields(value, PROXY_FIELDS, inner);
  const { host, port = SOCKS_PORT } = given;
  const accountFile = 'account-file' in given ? given['account-file'] : undefined;
  if (typeof host !== 'string' || !HOST_PORT.test(isIP(host) === 6 ? `[${host}]` : host))
    throw wrong(inner, 'host', host, 'the name or the address of the proxy');
  if (!Number.isInteger(port) || Number(port) < 1 || Number(port) > 65_535)
    throw wrong(inner, 'port', port, 'a whole number 1 to 65535');
  if (accountFile !== undefined && (typeof accountFile !== 'string' || accountFile === ''))
    throw wrong(inner, 'account-file', accountFile, 'the path of a file with user:password');
  return { host, port: Number(port), accountFile };
}

function parseIds(value: unknown, place: FieldPlace): readonly string[] {
  const isList = Array.isArray(value) && value.length > 0;
  if (isList && value.every((one) => typeof one === 'string' && one !== '')) return value;
  throw wrong(place, 'providers', value, 'a list of provider ids (mailvet admin providers)');
}

/** Two egresses with one address would get twice what a provider gives that address. */
function checkAlone(
  egress: WrittenEgress,
  others: readonly WrittenEgress[],
  place: FieldPlace,
): void {
  if (others.some(({ name }) => name === egress.name))
    throw fault(`${place.path}.name`, place.origin, `'${egress.name}' stands twice`);
  const way = wayOf(egress);
  const same = others.find((other) => wayOf(other) === way);
  if (same) throw fault(place.path, place.origin, `it is the same way out as '${same.name}'`);
}

function wayOf({ address, socks5 }: WrittenEgress): string {
  return JSON.stringify([address, socks5?.host, socks5?.port, socks5?.accountFile]);
}

function parseFields(
  value: unknown,
  names: readonly string[],
  { path, origin }: FieldPlace,
): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw fault(path, origin, 'an object is needed');
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown === undefined) return value;
  throw fault(path, origin, `there is no field '${unknown}'; fields: ${names.join(', ')}`);
}

function wrong({ path, origin }: FieldPlace, field: string, value: unknown, needed: string) {
  const given = value === undefined ? 'is missing' : `is ${JSON.stringify(value)}`;
  return fault(`${path}.${field}`, origin, `it ${given}: ${needed} is needed`);
}

function fault(path: string, origin: string, what: string, cause?: unknown): MailvetError {
  return new MailvetError('config', `${path} in ${origin} can't be used: ${what}`, { cause });
}
