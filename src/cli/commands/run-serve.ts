import { once } from 'node:events';
import type { Clock } from '../../lib/clock.ts';
import { safeJson } from '../../lib/safe-text.ts';
import type { Context } from '../context.ts';
import { embeddedDatabase, makePrivateDatabase } from '../embedded.ts';
import type { Action, Invocation } from '../invocation.ts';
import { verifierOptions } from '../verifier-options.ts';
import { parseServeOptions, type ServeOptions } from './serve-options.ts';

/** What `serve` needs of serve.ts. */
export type StartService = (
  settings: ServeOptions & { readonly verifier: ReturnType<typeof verifierOptions> },
  deps: {
    readonly clock: Clock;
    readonly random: () => number;
    readonly log: (entry: ServiceEvent) => void;
  },
) => Promise<Running>;

interface Running {
  readonly url: string;
  readonly firstKey?: string;
  close(): Promise<void>;
}

interface ServiceEvent {
  readonly level: 'info' | 'error';
  readonly event: string;
  readonly error?: unknown;
}

/** Runs the service until SIGINT or SIGTERM: being told to stop is how it ends well. */
export function serveWith(start: StartService): Action {
  return async (invocation) => {
    const { context, flags, globals } = invocation;
    const options = parseServeOptions(flags, context);
    const verifier = verifierOptions(globals.verifier, context.env);
    if (options.database === embeddedDatabase(context)) {
      await makePrivateDatabase(options.database, context.platform);
    }
    const { clock, random } = context;
    const log = logger(invocation);
    const service = await start({ ...options, verifier }, { clock, random, log });
    try {
      await announce(context, service);
      if (!context.signal.aborted) await once(context.signal, 'abort');
    } finally {
      await service.close();
    }
    return undefined;
  };
}

/** The key goes first: whoever waits for the ready line has it then. */
async function announce({ stdout }: Context, { url, firstKey }: Running): Promise<void> {
  if (firstKey !== undefined) {
    await stdout.write(`API key of team default, shown this once: ${firstKey}\n`);
  }
  await stdout.write(`mailvet service listening on ${url}\n`);
}

/** Structured lines on stderr; with --quiet errors alone. */
function logger({ context, globals }: Invocation): (entry: ServiceEvent) => void {
  return ({ error, ...entry }) => {
    if (globals.quiet && entry.level !== 'error') return;
    const time = new Date(context.clock.now()).toISOString();
    const said = error instanceof Error ? { error: error.message } : {};
    void context.stderr.write(`${safeJson({ time, ...entry, ...said })}\n`);
  };
}
