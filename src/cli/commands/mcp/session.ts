import { isMailvetError, MailvetError } from '../../../errors.ts';
import { endsWithin } from '../../../lib/ends-within.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { loadConfig } from '../../config/config-file.ts';
import { openService } from '../../connect/open.ts';
import type { OpenService } from '../../connect/remote.ts';
import { type ResolvedService, resolveService } from '../../connect/resolve.ts';
import type { Context, Output } from '../../context.ts';
import type { Invocation } from '../../invocation.ts';
import type { FileAccess } from '../../io/file-place.ts';
import { createLiveLine } from '../../io/live-line.ts';
import type { GlobalFlags } from '../../options/global.ts';
import { agentText } from './hint-text.ts';
import type { ListRun } from './list-run.ts';

/** The service in use, and how it was found. */
export interface ServiceInUse {
  readonly resolved: ResolvedService;
  readonly opened: OpenService;
}

/** Time for requests under way and for the embedded service to end. Clients kill after some seconds. */
const CLOSE_MS = 1500;

/** Lists that have ended whose runs are kept, for their notes. */
const MAX_ENDED_RUNS = 100;

/** What the calls of one server share: the service, and the lists that are worked on. */
export class McpSession implements AsyncDisposable {
  /** Lists that this server works on or worked on last, by job: see `addRun`. */
  readonly runs: ReadonlyMap<string, ListRun>;
  /** What the last call for a file is about to start, by its path. */
  readonly starting = new Map<string, Promise<unknown>>();
  /** Which files of lists a policy may name. */
  policyFiles: (() => Promise<FileAccess>) | undefined;
  readonly #base: Invocation;
  readonly #stop = new AbortController();
  readonly #runs = new Map<string, ListRun>();
  /** Services that were forgotten, and are closed as soon as nobody uses one. */
  readonly #retired = new Set<OpenService>();
  #service: Promise<ServiceInUse> | undefined;
  #current: ServiceInUse | undefined;
  /** Calls and lists under way. */
  #users = 0;

  constructor(invocation: Invocation) {
    this.#base = silent(invocation, this.#stop.signal);
    this.runs = this.#runs;
  }

  get platform(): NodeJS.Platform {
    return this.#base.context.platform;
  }

  /** Counts a call, or a list, as a user of the service until its work has ended. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#users += 1;
    try {
      return await work();
    } finally {
      this.#users -= 1;
      if (this.#users === 0) await this.#closeRetired();
    }
  }

  /** Keeps a run, and forgets the oldest that have ended: their jobs have what they reached. */
  addRun(run: ListRun): void {
    this.#runs.set(run.jobId, run);
    void this.during(() => run.settled());
    const ended = [...this.#runs.values()].filter(({ isActive }) => !isActive);
    for (const { jobId } of ended.slice(0, -MAX_ENDED_RUNS)) this.#runs.delete(jobId);
  }

  /** Found and opened with the first call that needs it, and again after an error of its own. */
  async service(): Promise<ServiceInUse> {
    this.#service ??= this.#open().catch((error) => {
      this.#service = undefined;
      throw error;
    });
    return await this.#service;
  }

  /** An invocation for one call, or one list: its notices go to `note`, and nothing to stdout. */
  invocation(signal: AbortSignal, note: (text: string) => void = () => {}): Invocation {
    const ends = AbortSignal.any([signal, this.#stop.signal]);
    return {
      ...this.#base,
      context: { ...this.#base.context, signal: ends },
      globals: withoutService(this.#base.globals),
      policy: () => this.#base.policy(this.policyFiles),
      notice: async (text) => note(this.#base.mask(safeLine(agentText(text)))),
    };
  }

  /** After errors that another look at the settings, or another start, may mend. */
  noteError(error: unknown): void {
    if (!isMailvetError(error, 'unauthorized', 'config', 'internal') || !this.#current) return;
    const { resolved, opened } = this.#current;
    // A second embedded service would work on the same database beside the one in use.
    if (resolved.kind === 'embedded' && this.#users > 1) return;
    this.#retired.add(opened);
    this.#service = undefined;
    this.#current = undefined;
  }

  async #closeRetired(): Promise<void> {
    const services = [...this.#retired];
    this.#retired.clear();
    const { clock } = this.#base.context;
    for (const service of services) {
      const closing = Promise.resolve(service[Symbol.asyncDispose]());
      await endsWithin(closing, CLOSE_MS, clock).catch(() => {});
    }
  }

  async #open(): Promise<ServiceInUse> {
    // Read anew: the user may have logged in since.
    const config = loadConfig(this.#base.context);
    const invocation = { ...this.#base, config: () => config };
    const resolved = await resolveService(invocation);
    const opened = await openService(invocation, resolved);
    this.#current = { resolved, opened };
    return this.#current;
  }

  /** Stops sending; batches of a service elsewhere go on there. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new MailvetError('terminated', 'The server was stopped'));
    const ending = [...this.runs.values()].map((run) => run.settled());
    const { clock } = this.#base.context;
    await endsWithin(
      Promise.all(ending).then(() => {}),
      CLOSE_MS,
      clock,
    );
    if (this.#current) this.#retired.add(this.#current.opened);
    await this.#closeRetired();
  }
}

/** The service is found already: commands that hints name need no flags for it. */
function withoutService(globals: GlobalFlags): GlobalFlags {
  const nothing = { apiKey: undefined, apiKeyFile: undefined, baseUrl: undefined };
  return {
    ...globals,
    ...nothing,
    profile: undefined,
    caFile: undefined,
    allowInsecureHttp: false,
  };
}

/**
 * stdout carries the protocol, and stdin is not ours to read: nothing that a command writes or asks
 * gets there.
 */
function silent(invocation: Invocation, signal: AbortSignal): Invocation {
  const { context, globals } = invocation;
  const { env, cwd, home, platform, clock, random } = context;
  const stderr = quiet(context.stderr);
  const stdin = { isTTY: false, stream: context.stdin.stream };
  const live = createLiveLine(stderr, env);
  const own: Context = {
    ...{ env, cwd, home, platform, clock, random, stdin, signal, live },
    stdout: quiet(context.stdout),
    stderr,
  };
  return { ...invocation, context: own, globals: { ...globals, input: false, format: undefined } };
}

/** An output that takes everything and shows nothing. */
function quiet({ stream }: Output): Output {
  return { isTTY: false, columns: undefined, stream, write: async () => {} };
}
