import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { closestWord } from '../lib/did-you-mean.ts';
import { MailvetError } from '../lib/errors.ts';
import { reasonOf } from '../lib/system-reason.ts';
import type { InlineSetting, JsonSetting } from '../settings/setting.ts';
import type { VerifierOptions } from '../settings/verifier.ts';
import type { EgressSettings } from '../verifier/pacing/egress/egress-settings.ts';
import { parseEgresses, type WrittenEgress } from '../verifier/pacing/egress/parse-egresses.ts';
import { findOverridden, parseProviderSetting } from '../verifier/providers/parse-providers.ts';
import type { Provider } from '../verifier/providers/provider.ts';
import { withOverrides } from '../verifier/providers/provider-table.ts';
import type { VerifierSettings } from '../verifier/verifier-settings.ts';

/**
 * The options as the verifier takes them, with the files that they name.
 *
 * @throws MailvetError `config` for a file or a value that can't be used.
 */
export async function toVerifierSettings({
  providers: table,
  egress: ways,
  ...same
}: VerifierOptions): Promise<Partial<VerifierSettings>> {
  const providers = await readProviders(table);
  const egress = await readEgresses(ways, withOverrides(providers));
  await checkSourceAddresses(egress);
  return { ...same, providers, egress };
}

/**
 * The value of a setting. `what` names it in errors, such as `provider table`.
 *
 * @throws MailvetError `config` for a file that can't be read, or is no JSON.
 */
async function readJsonSetting(setting: JsonSetting, what: string): Promise<InlineSetting> {
  if (typeof setting !== 'string') return setting;
  return { value: parseJson(await readText(setting, what), setting, what), file: setting };
}

/** A path as it is written in the setting. */
function pathBeside(file: string, path: string): string {
  return resolve(dirname(file), path);
}

async function readText(path: string, what: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const why = reasonOf(cause);
    throw new MailvetError('config', `The ${what} ${path} can't be read: ${why}`, { cause });
  }
}

function parseJson(text: string, path: string, what: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    const why = (cause as Error).message;
    throw new MailvetError('config', `The ${what} ${path} is no JSON: ${why}`, { cause });
  }
}

/** A provider, and what of it the setting says. */
export interface ListedProvider extends Provider {
  /** Names of limits and fields; `entry`: all of it. */
  readonly overridden: readonly string[];
}

/**
 * The entries that a setting replaces or adds; none where it is not given.
 *
 * @throws MailvetError `config` for a file that can't be read, and for what is no table of providers.
 */
export async function readProviders(
  setting: JsonSetting | undefined,
): Promise<readonly Provider[]> {
  if (setting === undefined) return [];
  const { value, file } = await readJsonSetting(setting, 'provider table');
  return parseProviderSetting(value, file);
}

/** The whole table, with the entries of a setting where there is one. */
export async function listProviders(setting?: JsonSetting): Promise<readonly ListedProvider[]> {
  const all = withOverrides(await readProviders(setting));
  return all.map((entry) => ({ ...entry, overridden: findOverridden(entry) }));
}

/**
 * The egresses of a setting; none where it is not given.
 *
 * @throws MailvetError `config` for a file that can't be read, and for an egress that can't be used.
 */
export async function readEgresses(
  setting: JsonSetting | undefined,
  providers: readonly Provider[],
): Promise<readonly EgressSettings[]> {
  if (setting === undefined) return [];
  const { value, file } = await readJsonSetting(setting, 'egress file');
  const written = parseEgresses(value, file);
  const ids = providers.map(({ id }) => id);
  for (const [at, egress] of written.entries())
    checkProviders(egress, ids, `egress[${at}].providers in ${file}`);
  return Promise.all(written.map((one, at) => withAccount(one, `egress[${at}]`, file)));
}

/**
 * Opens a port on each source address, and closes it again.
 *
 * @throws MailvetError `config` for one that this machine does not have.
 */
async function checkSourceAddresses(egresses: readonly EgressSettings[]): Promise<void> {
  for (const { name, address } of egresses) {
    if (address === undefined || (await isOwnAddress(address))) continue;
    throw new MailvetError('config', `Egress '${name}': ${address} is no address of this machine`, {
      hint: 'Give the machine that address (ip address add), or take the egress out',
    });
  }
}

/** Whether a port can be opened on the address. */
export async function isOwnAddress(address: string): Promise<boolean> {
  const server = createServer();
  try {
    server.listen({ host: address, port: 0 });
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close(() => {});
  }
}

/** A provider that is not in the table goes by the registrable domain of its mail hosts. */
function checkProviders(
  { providers = [] }: WrittenEgress,
  ids: readonly string[],
  place: string,
): void {
  const unknown = providers.find((id) => !ids.includes(id) && !id.includes('.'));
  if (unknown === undefined) return;
  const close = closestWord(unknown, ids);
  throw new MailvetError('config', `${place}: there is no provider '${unknown}'`, {
    hint: close
      ? `Did you mean '${close}'?`
      : [{ code: 'admin', command: 'providers' }, ' lists them'],
  });
}

async function withAccount(
  { socks5, ...egress }: WrittenEgress,
  path: string,
  file: string,
): Promise<EgressSettings> {
  if (!socks5) return egress;
  const { accountFile, ...proxy } = socks5;
  if (accountFile === undefined) return { ...egress, socks5: proxy };
  const account = await readAccount(pathBeside(file, accountFile), `${path}.socks5.account-file`);
  return { ...egress, socks5: { ...proxy, ...account } };
}

/** RFC 1929: up to 255 octets each. */
async function readAccount(path: string, place: string) {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new MailvetError('config', `${place}: ${path} can't be read: ${reasonOf(cause)}`, {
      cause,
    });
  });
  const [line = ''] = text.split(/\r?\n/, 1);
  const colon = line.indexOf(':');
  const [user, password] = [line.slice(0, colon), line.slice(colon + 1)];
  if (colon < 1 || [user, password].some((part) => Buffer.byteLength(part) > 255))
    throw new MailvetError('config', `${place}: the first line of ${path} is not user:password`);
  return { user, password };
}
