/** `mailvet serve` and `mailvet work` as processes, against the mail world of bench/scattered. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endProcess } from '../../test/support/end-process.ts';

export interface FleetNode {
  readonly role: 'serve' | 'work';
  readonly url: string;
  /** Shown by the first service of an empty database. */
  readonly key: string | undefined;
  readonly process: ChildProcess;
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface NodeSettings {
  readonly database: string;
  /** Port and resolver of the mail world. */
  readonly world: { readonly port: number; readonly resolver: string };
  readonly home: string;
  readonly flags?: readonly string[];
}

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const MAX_ERRORS = 20;

export async function startNode(
  role: FleetNode['role'],
  settings: NodeSettings,
): Promise<FleetNode> {
  const { database, flags = [] } = settings;
  const own = ['--database', database, '--port', '0', '--log-level', 'error', ...flags];
  const child = spawn(
    process.execPath,
    ['--import', pathOf('../meter.js'), pathOf('../../bin/mailvet.js'), role, ...own],
    { env: environment(settings), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const errors: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    errors.push(line);
    errors.splice(0, errors.length - MAX_ERRORS);
  });
  let key: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    key ??= /mv_\S{40}/.exec(line)?.[0];
    const url = /(?:listening|health) on (http:\/\/[\d.]+:\d+)/.exec(line)?.[1];
    if (!url) continue;
    const end = (signal: NodeJS.Signals) => endProcess(child, signal);
    return { role, url, key, process: child, end };
  }
  throw new Error(`mailvet ${role} did not start: ${errors.join('\n')}`);
}

function environment({ world, home }: NodeSettings) {
  return {
    PATH: process.env.PATH,
    HOME: home,
    WORLD_PORT: String(world.port),
    MAILVET_DNS: world.resolver,
    MAILVET_ALLOW_NETWORK: '127.0.0.0/8',
    MAILVET_HELO: 'bench.mailvet.test',
  };
}
