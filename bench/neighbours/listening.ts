import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Reads what a service prints until it listens. Rejects where it ends before. */
export async function urlOnceListening({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('the service has no output');
  for await (const line of createInterface({ input: stdout })) {
    const url = /listening on (\S+)/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('the service did not start');
}
