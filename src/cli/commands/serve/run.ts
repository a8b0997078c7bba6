import { once } from 'node:events';
import type { Clock } from '../../../lib/clock.ts';
import { endsWithin } from '../../../lib/ends-within.ts';
import type { Context } from '../../context.ts';
import { embeddedDatabase } from '../../directories.ts';
import { type Action, type Invocation, withOptions } from '../../invocation.ts';
import { makePrivateDatabase } from '../../service/embedded.ts';
import { keepHeapSmall } from '../../small-heap.ts';
import { parseServeOptions, type ServeOptions, type ServiceOptions } from './options.ts';
import { type LogEvent, type ServiceLog, serviceLog } from './service-log.ts';

/** The function of serve.ts that `serve` uses. */
type StartService = (
  settings: ServiceOptions,
  deps: {
    readonly clock: Clock;
    readonly random: () => number;
    readonly log: (entry: LogEvent) => void;
  },
) => Promise<StartedService>;

interface StartedService {
  readonly url: string;
  readonly firstKey?: string;
  readonly setupUrl?: string;
  close(): Promise<void>;
}

/** Runs the service until SIGINT or SIGTERM: a signal is its normal end. */
export function serveWith(start: StartService): Action {
  const run = async (invocation: Invocation, options: ServeOptions) => {
    const { context } = invocation;
    const { clock, random } = context;
    const { database } = options.service;
    keepHeapSmall();
    context.leaveWithin?.(STOP_MS);
    if (database === embeddedDatabase(context)) {
      await makePrivateDatabase(database, context.platform);
    }
    const log = serviceLog(context, { ...options.log, ...quietly(invocation) });
    const service = await start(options.service, { clock, random, log: log.write });
    await runUntilStopped(context, service, log);
    return undefined;
  };
  return withOptions({ parse: parseServeOptions, run });
}

async function runUntilStopped(
  context: Context,
  service: StartedService,
  log: ServiceLog,
): Promise<void> {
  const stopped = aborted(context.signal);
  try {
    // The announcement must not wait for a reader of stdout.
    await Promise.race([announce(context, service), stopped]);
    await stopped;
  } finally {
    if (!(await endsWithin(service.close(), CLOSE_MS, context.clock))) {
      log.write({ level: 'error', event: 'stop_overdue' });
    }
    await log.flush();
  }
}

const STOP_MS = 30_000;

/** Of the 30 s until the process must end, the rest is for the log. */
const CLOSE_MS = 26_000;

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** The key precedes the ready line: a reader that waits for that line has it then. */
async function announce(
  { stdout }: Context,
  { url, firstKey, setupUrl }: StartedService,
): Promise<void> {
  if (firstKey !== undefined) {
    await stdout.write(`API key of team default, shown this once: ${firstKey}\n`);
  }
  await stdout.write(`mailvet service listening on ${url}\n`);
  if (setupUrl !== undefined) await stdout.write(`Set up the dashboard: ${setupUrl}\n`);
}

/** With --quiet only errors. */
function quietly({ globals }: Invocation): { readonly level?: 'error' } {
  return globals.quiet ? { level: 'error' } : {};
}
