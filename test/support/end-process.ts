import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Resolves when it has ended; at once where it already had. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}
