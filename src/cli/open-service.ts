import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { checkBaseUrl } from '../client/base-url.ts';
import { createServiceClient } from '../client/create-client.ts';
import type { ServiceClient } from '../client/service-client.ts';
import { MailvetError } from '../errors.ts';
import { formatDuration } from '../lib/duration.ts';
import type { Invocation } from './invocation.ts';
import { readAll } from './read-input.ts';
import { type ResolvedService, resolveService } from './resolve-service.ts';
import { version } from './version.ts';

/** The service that a command works with. */
export interface OpenService extends AsyncDisposable {
  readonly client: ServiceClient;
  /** Tells services apart, from run to run: the base URL, or `embedded:<database path>`. */
  readonly identity: string;
  readonly embedded: boolean;
}

export type Remote = Extract<ResolvedService, { kind: 'remote' }>;

/** Opens the service that flags, environment and config file name, or else the embedded one. */
export async function openService(invocation: Invocation): Promise<OpenService> {
  const resolved = await findService(invocation);
  if (resolved.kind === 'remote') return openRemote(invocation, resolved);
  const { openEmbedded } = await import('./embedded.ts');
  return openEmbedded(invocation);
}

/** The identity that `openService` would give, without opening anything. */
export async function identityOfService(invocation: Invocation): Promise<string> {
  const resolved = await findService(invocation);
  if (resolved.kind === 'remote') return normaliser(invocation)(resolved.baseUrl.value);
  const { embeddedIdentity } = await import('./embedded.ts');
  return embeddedIdentity(invocation.context);
}

export async function findService(invocation: Invocation): Promise<ResolvedService> {
  const { context, globals } = invocation;
  const { config } = await invocation.config();
  const apiKey = globals.apiKey ?? (await keyFromFile(invocation));
  const flags = { apiKey, baseUrl: globals.baseUrl, profile: globals.profile };
  return resolveService({ flags, env: context.env, config, normalise: normaliser(invocation) });
}

/** Opens a remote service with the settings that were found. */
export async function openRemote(invocation: Invocation, remote: Remote): Promise<OpenService> {
  const client = await clientOf(invocation, {
    baseUrl: remote.baseUrl.value,
    apiKey: remote.apiKey.value,
  });
  return {
    client,
    identity: client.baseUrl,
    embedded: false,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

export interface Credentials {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** A client with the flags that concern connections. */
export async function clientOf(
  invocation: Invocation,
  credentials: Credentials,
): Promise<ServiceClient> {
  const { context, globals } = invocation;
  const { clock, random, env } = context;
  const settings = {
    ...credentials,
    allowInsecureHttp: globals.allowInsecureHttp,
    ca: await readCa(context.cwd, globals.caFile),
    deadline: globals.timeout === undefined ? undefined : clock.now() + globals.timeout,
    userAgent: `mailvet/${version()}`,
  };
  const onWait = (ms: number) =>
    void invocation.notice(`The service asks to wait: going on in ${formatDuration(ms)}`);
  return createServiceClient(settings, { clock, random, env, debug: invocation.debug, onWait });
}

function normaliser({ globals }: Invocation): (baseUrl: string) => string {
  return (baseUrl) => checkBaseUrl(baseUrl, globals.allowInsecureHttp);
}

async function keyFromFile({ context, globals }: Invocation): Promise<string | undefined> {
  const path = globals.apiKeyFile;
  if (path === undefined) return undefined;
  const text =
    path === '-'
      ? await readAll(context.stdin)
      : await readNamed(resolve(context.cwd, path), 'API key');
  const key = text.trim();
  if (key) return key;
  throw new MailvetError('config', `There is no API key in ${path === '-' ? 'stdin' : path}`);
}

async function readCa(cwd: string, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const pem = await readNamed(resolve(cwd, path), 'certificate');
  if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem;
  throw new MailvetError('config', `There is no PEM certificate in ${path}`);
}

async function readNamed(path: string, what: string): Promise<string> {
  return await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new MailvetError('config', `The ${what} file ${path} can't be read (${error.code})`);
  });
}
