import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { WorldCounts, WorldParameters } from './world.ts';

/** The mail world in a process of its own. */
export interface World extends Disposable {
  /** Port of all mail hosts. */
  readonly port: number;
  /** Address as `ip:port`. */
  readonly resolver: string;
  /** What was counted since the last call. */
  counts(): Promise<WorldCounts>;
}

export async function openWorld(parameters: WorldParameters): Promise<World> {
  const path = fileURLToPath(new URL('world.ts', import.meta.url));
  const child = spawn(process.execPath, [path, JSON.stringify(parameters)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const next = async () => JSON.parse(String((await once(lines, 'line'))[0]));
  const ports = await next();
  return {
    ...ports,
    counts() {
      const answer = next();
      child.stdin.write('\n');
      return answer;
    },
    [Symbol.dispose]: () => child.stdin.end(),
  };
}
