import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type Clock, endsWithin } from '../../../lib/clock.ts';
import { isMailvetError } from '../../../lib/errors.ts';
import { readJobSummary } from '../../../lists/directory/job-directory.ts';
import { type ServiceSettings, WORK } from '../../../settings/service.ts';
import { makePrivateDatabase } from '../../connect/embedded.ts';
import type { Context } from '../../context.ts';
import { embeddedDatabase } from '../../directories.ts';
import type { Action, CommandLine, Invocation } from '../../invocation.ts';
import { tuneV8 } from '../../tune-v8.ts';
import { jobsDirectory } from '../batch/job-access.ts';
import { askReadiness, listeningUrl } from '../health.ts';
import { type LogEvent, type ServiceLog, serviceLog } from './service-log.ts';
import { parseServeOptions, type ServeOptions } from './settings.ts';

/** The function of serve.ts that `serve`, or `work`, uses. */
type StartService = (
  settings: ServiceSettings,
  deps: {
    readonly clock: Clock;
    readonly random: () => number;
    readonly log: (entry: LogEvent) => void;
    readonly findJob?: ReturnType<typeof jobFinder>;
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
  return async (invocation, line) => {
    const { isTTY } = invocation.context.stdout;
    const ready = (service: StartedService) => announcement(service, isTTY);
    return await runLogged(invocation, await parseServeOptions(line), start, ready);
  };
}

export const runServe: Action = async (invocation, line) => {
  const { startService } = await import('../../../composition/serve.ts');
  return await serveWith(startService)(invocation, line);
};

/** Works on batches until SIGINT or SIGTERM. */
export const runWork: Action = async (invocation, line) => {
  const { startWorker: start } = await import('../../../composition/serve.ts');
  const ready = ({ url }: StartedService) => `mailvet worker listening on ${url}\n`;
  return await runLogged(invocation, await parseServeOptions(line, WORK), start, ready);
};

/** Runs what logs to stderr until a signal comes. */
async function runLogged(
  invocation: Invocation,
  options: ServeOptions,
  start: StartService,
  /** What is printed when it is ready. */
  ready: (service: StartedService) => string | Promise<string>,
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
function keyLine({ firstKey }: StartedService): string {
  return firstKey ? `API key of team default, shown this once: ${firstKey}\n` : '';
}

/** With --quiet only errors. */
function quietly({ globals }: Invocation): { readonly level?: 'error' } {
  return globals.quiet ? { level: 'error' } : {};
}

/** Finds a job of this user that was submitted to the embedded service with this database. */
export function jobFinder(
  { context }: Pick<Invocation, 'context'>,
  database: string,
): (id: string) => { readonly written: readonly string[] } | undefined {
  const directory = jobsDirectory({ context });
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

/**
 * Shows the dashboard of the service on this machine: of the one that runs already, else of one that runs here
 * until a signal ends it, with the settings that `serve` would have.
 */
export async function serveHere(
  invocation: Invocation,
  line: CommandLine,
  /** The page, without a slash before it. */
  path: string,
  /** Called with its address, once: that of a page, or of the set-up where nobody has an account. */
  show: (url: string) => Promise<void>,
): Promise<undefined> {
  const { service, log } = await parseServeOptions(line);
  const running = service.port === 0 ? undefined : await findRunning(service, invocation);
  if (running !== undefined) return void (await show(`${running}/${path}`));
  const { startService } = await import('../../../composition/serve.ts');
  const ready = async (started: StartedService) => {
    await show(started.setupUrl ?? `${started.url}/${path}`);
    const { isTTY } = invocation.context.stdout;
    if (isTTY) await invocation.notice('Ctrl-C ends the service');
    return isTTY ? keyLine(started) : '';
  };
  const options = { service, log: { ...log, level: 'warn' as const } };
  return await runLogged(invocation, options, startService, ready);
}

async function findRunning(
  service: { readonly host: string; readonly port: number },
  { context }: Invocation,
): Promise<string | undefined> {
  const url = listeningUrl(service);
  try {
    return (await askReadiness(url, context.signal)) === 200 ? url.origin : undefined;
  } catch {
    context.signal.throwIfAborted();
    return undefined;
  }
}
