import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eachTest } from '../support/each-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let server: Server;
const folder = eachTest(temporaryFolder);
let starter: ChildProcess;

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  starter.kill('SIGKILL');
  server.close();
});

/** A process that starts a guarded one, which connects to the test for as long as it lives. */
async function startBoth(): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const module = new URL('../support/start-guarded.ts', import.meta.url).href;
  const guarded = {
    program: process.execPath,
    args: ['-e', `require('node:net').connect(${port}, '127.0.0.1').on('end', () => {}).resume()`],
    signal: 'SIGTERM',
    remove: [folder.path('.')],
  };
  const text = `import { startGuarded } from '${module}';
    const { stop } = startGuarded(${JSON.stringify(guarded)});
    process.on('SIGTERM', () => stop().then(() => process.exit()));`;
  starter = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: 'inherit' });
  const [socket] = await once(server, 'connection');
  return socket.resume();
}

it.each([
  ['is killed', 'SIGKILL'],
  ['ends in order', 'SIGTERM'],
] as const)(
  'a guarded program ends with the process that started it, also where that %s',
  async (_, signal) => {
    const program = await startBoth();
    program.on('error', () => {});
    const closed = once(program, 'close');
    starter.kill(signal);
    await closed;
    while (existsSync(folder.path('.'))) await turn();
    expect(existsSync(folder.path('.'))).toBe(false);
  },
);
