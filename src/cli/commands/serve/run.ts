import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { isMailvetError } from '../../../errors.ts';
import { type Clock, endsWithin } from '../../../lib/clock.ts';
import { readJobSummary } from '../../../lists/directory/job-directory.ts';
import type { ServiceSettings } from '../../../settings/service.ts';
import { makePrivateDatabase } from '../../connect/embedded.ts';
import type { Context } from '../../context.ts';
import { embeddedDatabase } from '../../directories.ts';
import { type Action, type Invocation, withOptions } from '../../invocation.ts';
import { tuneV8 } from '../../tune-v8.ts';
import { jobsDirectory } from '../batch/submit/job-access.ts';
import { parseServeOptions, type ServeOptions } from './options.ts';
import { type LogEvent, type ServiceLog, serviceLog } from './service-log.ts';

/** The function of serve.ts that `serve`, or `work`, uses. */
export type StartService = (
  settings: ServiceSettings,
  deps: {
    readonly clock: Clock;
    readonly random: () => number;
    readonly log: (entry: LogEvent) => void;
    readonly findJob?: ReturnType<typeof jobFinder>;
  },
) => Promise<StartedService>;

export interface StartedService {
  readonly url: string;
  readonly firstKey?: string;
  readonly setupUrl?: string;
  close(): Promise<void>;
}

/** Runs the service until SIGINT or SIGTERM: a signal is its normal end. */
export function serveWith(start: StartService): Action {
  const run = (invocation: Invocation, options: ServeOptions) =>
    runLogged(invocation, options, {
      start,
      ready: (service) => announcement(service, invocation.context.stdout.isTTY),
    });
  return withOptions({ parse: (line) => parseServeOptions(line), run });
}

interface Runnable {
  readonly start: StartService;
  /** What is printed when it is ready. */
  readonly ready: (service: StartedService) => string | Promise<string>;
}

/** Runs what logs to stderr until a signal comes. */
export async function runLogged(
  invocation: Invocation,
  options: ServeOptions,
  { start, ready }: Runnable,
): Promise<undefined> {
  const { context } = invocation;
  const { clock, random } = context;
  const { database } = options.service;
  tuneV8();
  context.leaveWithin?.(STOP_MS);
  if (database === embeddedDatabase(context)) {
    await makePrivateDatabase(database, context.platform);
  }
  const log = serviceLog(context, { ...options.log, ...quietly(invocation) });
  const findJob = jobFinder(invocation, database);
  const service = await start(options.service, { clock, random, log: log.write, findJob });
  await runUntilStopped(context, { service, text: await ready(service) }, log);
  return undefined;
}

async function runUntilStopped(
  context: Context,
  { service, text }: { readonly service: StartedService; readonly text: string },
  log: ServiceLog,
): Promise<void> {
  const stopped = aborted(context.signal);
  try {
    // The announcement must not wait for a reader of stdout.
    await Promise.race([context.stdout.write(text), stopped]);
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

/**
 * The key precedes the ready line: a reader that waits for that line has it then. People at a terminal need the link
 * of the set-up first.
 */
function announcement(service: StartedService, isTTY: boolean): string {
  const setup = service.setupUrl ? `Set up the dashboard: ${service.setupUrl}\n` : '';
  const ready = `${keyLine(service)}mailvet service listening on ${service.url}\n`;
  return isTTY ? setup + ready : ready + setup;
}

/** Empty but for the first start on a database. */
export function keyLine({ firstKey }: StartedService): string {
  return firstKey ? `API key of team default, shown this once: ${firstKey}\n` : '';
}

/** With --quiet only errors. */
function quietly({ globals }: Invocation): { readonly level?: 'error' } {
  return globals.quiet ? { level: 'error' } : {};
}

type FindJob = (id: string) => { readonly written: readonly string[] } | undefined;

/** Finds a job of this user that was submitted to the embedded service with this database. */
export function jobFinder(invocation: Pick<Invocation, 'context'>, database: string): FindJob {
  const directory = jobsDirectory(invocation);
  return (id) => {
    try {
      const { record, written } = readJobSummary(directory, id);
      if (record.service !== `embedded:${database}`) return undefined;
      const paths = new Set(written.map(({ path }) => path));
      return { written: [...paths].filter((path) => existsSync(path)) };
    } catch (error) {
      // One that is forgotten or damaged: its batches are here nevertheless.
      if (isMailvetError(error)) return undefined;
      throw error;
    }
  };
}
