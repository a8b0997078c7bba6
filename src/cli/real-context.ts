import { homedir } from 'node:os';
import { MailvetError } from '../errors.ts';
import { systemClock } from '../lib/clock.ts';
import type { Context } from './context.ts';
import { EXIT } from './exit-codes.ts';
import { carefree, inputOf, outputOf } from './io/streams.ts';

export interface RealContext {
  readonly context: Context;
  /** Lets go of stdin, so that the process can end. */
  release(): void;
}

/** The context of this process: the one place that reads it. */
export function realContext(): RealContext {
  const signal = catchSignals();
  let stdinUsed = false;
  const context: Context = {
    env: process.env,
    cwd: process.cwd(),
    home: homedir(),
    platform: process.platform,
    get stdin() {
      stdinUsed = true;
      return inputOf(process.stdin);
    },
    stdout: outputOf(process.stdout),
    stderr: carefree(outputOf(process.stderr)),
    clock: systemClock,
    random: Math.random,
    signal,
  };
  return {
    context,
    release() {
      // A pipe that nobody closes would keep a finished program alive.
      if (stdinUsed) process.stdin.destroy();
    },
  };
}

/** Caught to the very end: a second Ctrl-C while the program is leaving ends it with 130, too. */
function catchSignals(): AbortSignal {
  const controller = new AbortController();
  const stop = (code: number, error: MailvetError) => () => {
    // The second one means now.
    if (controller.signal.aborted) process.exit(code);
    controller.abort(error);
  };
  const onInterrupt = stop(EXIT.interrupted, new MailvetError('interrupted', 'Interrupted'));
  const onTerminate = stop(EXIT.terminated, new MailvetError('terminated', 'Terminated'));
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onTerminate);
  return controller.signal;
}
