import { resolve } from 'node:path';
import type { ClientDeps, ClientSettings } from '../../contract/client/client-settings.ts';
import { createServiceClient } from '../../contract/client/create-client.ts';
import type { ServiceClient } from '../../contract/client/service-client.ts';
import { MailvetError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { formatDuration } from '../../lib/duration.ts';
import type { ProviderWork } from '../../lib/time-left/rates.ts';
import { version } from '../../lib/version.ts';
import type { Invocation } from '../invocation.ts';
import { readSettingFile } from '../io/setting-file.ts';
import { ReachabilityLog } from './reachability-log.ts';
import type { RemoteService } from './resolve.ts';

/** The service that a command works with. */
export interface OpenService extends AsyncDisposable {
  readonly client: ServiceClient;
  /** A client for what is still to be said after a signal, which ends what the other one does. */
  readonly clientAfterStop?: () => Promise<ServiceClient>;
  readonly embedded: boolean;
  /**
   * Creates a sleep that ends when a batch ends, for one list that is followed; absent where the service
   * does not say when one does.
   */
  readonly batchEndSleeper?: () => Clock['sleep'];
  /** What is under way by provider, in batches by their ids; absent where that is not known. */
  readonly backlog?: ((batches: ReadonlySet<string>) => readonly ProviderWork[]) | undefined;
  /** Its reachability; absent where the service does not report it. */
  readonly reachability?: ReachabilityLog;
}

/** Opens a remote service with the settings that were found. */
export async function openRemote(
  invocation: Invocation,
  remote: RemoteService,
  trying: Partial<Trying> = {},
): Promise<OpenService> {
  const reachability = new ReachabilityLog({ isRemote: true });
  const credentials = { baseUrl: remote.baseUrl.value, apiKey: remote.apiKey.value };
  const onProblem = reachability.noteProblem;
  const client = await createClient(invocation, { ...credentials, ...trying }, { onProblem });
  return {
    client: watchedClient(client, reachability),
    clientAfterStop: () => createClient(withoutSignal(invocation), { ...credentials, retries: 0 }),
    embedded: false,
    reachability,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** The same run, for requests that its signal does not end. */
export function withoutSignal(invocation: Invocation): Invocation {
  const { signal } = new AbortController();
  return { ...invocation, context: { ...invocation.context, signal } };
}

/** How long and how often a request is tried. */
type Trying = Pick<ClientSettings, 'retries' | 'tryTimeout'>;

interface Credentials extends Trying {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** A client with the flags that concern connections and the proxies of the environment. */
export async function createClient(
  invocation: Invocation,
  credentials: Credentials,
  given: Partial<Pick<ClientDeps, 'transport' | 'onProblem'>> = {},
): Promise<ServiceClient> {
  const { context, globals } = invocation;
  const { clock, random, env } = context;
  const settings = {
    retries: globals.maxRetries,
    ...credentials,
    allowInsecureHttp: globals.allowInsecureHttp,
    ca: await readCa(context.cwd, globals.caFile),
    deadline: globals.timeout === undefined ? undefined : clock.monotonic() + globals.timeout,
    userAgent: `mailvet/${version()}`,
  };
  const onWait = (ms: number) =>
    void invocation.notice(`The service asks to wait: going on in ${formatDuration(ms)}`);
  const { debug } = invocation;
  const stop = context.signal;
  return createServiceClient(settings, { clock, random, env, debug, onWait, stop, ...given });
}

async function readCa(cwd: string, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const pem = await readSettingFile(resolve(cwd, path), 'certificate');
  if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem;
  throw new MailvetError('config', `There is no PEM certificate in ${path}`);
}

/** A client whose results are noted in the log as they come. */
function watchedClient(client: ServiceClient, log: ReachabilityLog): ServiceClient {
  return {
    ...client,
    async verify(email, options) {
      const verification = await client.verify(email, options);
      log.noteResult(email, verification.detail);
      return verification;
    },
    async getBatch(id, options) {
      const results = await client.getBatch(id, options);
      for (const { email, result } of results.entries)
        if (result) log.noteResult(email ?? result.email ?? '', result.detail);
      return results;
    },
  };
}
