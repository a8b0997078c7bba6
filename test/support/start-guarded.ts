import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A program that must not outlive the process that starts it. */
export interface GuardedProgram {
  readonly program: string;
  readonly args: readonly string[];
  /** Which ends it. */
  readonly signal: NodeJS.Signals;
  /** As whom it runs; absent: as this process. */
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  /** Folders that are removed after it has ended. */
  readonly remove?: readonly string[];
}

export interface Guarded {
  /** The guard; its stdout and stderr are the program's. */
  readonly child: ChildProcess & { readonly stdout: NonNullable<ChildProcess['stdout']> };
  /** Resolves when the program has ended. */
  stop(): Promise<void>;
}

const GUARD = fileURLToPath(new URL('guard.ts', import.meta.url));

/** Starts it in a session of its own: Ctrl-C reaches this process alone, which ends all in order. */
export function startGuarded(
  guarded: GuardedProgram,
  { stderr = 'inherit' }: { readonly stderr?: 'inherit' | 'pipe' } = {},
): Guarded {
  const child = spawn(process.execPath, [GUARD, JSON.stringify(guarded)], {
    stdio: ['pipe', 'pipe', stderr],
    detached: true,
  });
  child.stdin?.on('error', () => {});
  return {
    child: child as Guarded['child'],
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.stdin?.end();
      await exit;
    },
  };
}
