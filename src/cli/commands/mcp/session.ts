import { endsWithin } from '../../../lib/clock.ts';
import { MailvetError } from '../../../lib/errors.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { loadConfig } from '../../config-file.ts';
import type { OpenService } from '../../connect/client.ts';
import { openService } from '../../connect/open.ts';
import { type ResolvedService, resolveService } from '../../connect/resolve.ts';
import type { Context, Output } from '../../context.ts';
import type { Invocation } from '../../invocation.ts';
import { type FileAccess, RunFiles } from '../../io/file-place.ts';
import { createLiveLine } from '../../io/terminal.ts';
import { agentText } from './agent.ts';

/** The service in use, and how it was found. */
interface ServiceInUse {
  readonly resolved: ResolvedService;
  readonly opened: OpenService;
}

/** Time for calls under way and for the embedded service to end. Clients kill after some seconds. */
const CLOSE_MS = 1500;

/** What calls that run at the same time share: the service. Behind the last of them it is closed. */
export class McpSession implements AsyncDisposable {
  /** Which files of lists a policy may name. */
  policyFiles: (() => Promise<FileAccess>) | undefined;
  readonly #base: Invocation;
  readonly #stop = new AbortController();
  readonly #calls = new Set<Promise<unknown>>();
  #service: Promise<ServiceInUse> | undefined;
  #closing: Promise<void> = Promise.resolve();

  constructor(invocation: Invocation) {
    this.#base = silent(invocation, this.#stop.signal);
  }

  get platform(): NodeJS.Platform {
    return this.#base.context.platform;
  }

  /** Keeps the service open until the call has ended. */
  during<T>(work: () => Promise<T>): Promise<T> {
    const call = work().finally(() => {
      this.#calls.delete(call);
      if (this.#calls.size === 0) this.#closing = this.#close();
    });
    this.#calls.add(call);
    return call;
  }

  /** Opened for the first call that needs it, after the one before is closed: both would use one database. */
  async service(): Promise<ServiceInUse> {
    this.#service ??= this.#closing.then(() => this.#open());
    return await this.#service;
  }

  /** An invocation for one call: its notices go to `notes`, and nothing to stdout. */
  invocation(signal: AbortSignal, notes: string[] = []): Invocation {
    const ends = AbortSignal.any([signal, this.#stop.signal]);
    return {
      ...this.#base,
      context: { ...this.#base.context, signal: ends },
      // What another call reads may be written by this one.
      files: new RunFiles(this.#base.files),
      policy: () => this.#base.policy(this.policyFiles),
      notice: async (text) => void notes.push(this.#base.mask(safeLine(agentText(text)))),
    };
  }

  async #open(): Promise<ServiceInUse> {
    // Read again: the user may have logged in since.
    const config = loadConfig(this.#base.context);
    const invocation = { ...this.#base, config: () => config };
    const resolved = await resolveService(invocation);
    return { resolved, opened: await openService(invocation, resolved) };
  }

  async #close(): Promise<void> {
    const service = await this.#service?.catch(() => undefined);
    this.#service = undefined;
    await service?.opened[Symbol.asyncDispose]();
  }

  /** Stops sending; batches of a service elsewhere go on there. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new MailvetError('terminated', 'The server was stopped'));
    const ended = Promise.allSettled(this.#calls).then(() => this.#closing);
    await endsWithin(ended, CLOSE_MS, this.#base.context.clock).catch(() => {});
  }
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
