import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { LAUNCHER } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Its lines fill the pipe and what the program keeps beside it. */
const REQUESTS = 1500;

it('a service ends by SIGTERM while nobody reads its log', async () => {
  const folder = temporaryFolder();
  const args = ['serve', '--port', '0', '--rate-limit', '0', '--log-level', 'debug'];
  const env = { PATH: process.env.PATH, HOME: folder.path('.') };
  const child = spawn(process.execPath, [LAUNCHER, ...args], { env, stdio: 'pipe' });
  let text = '';
  for await (const line of createInterface({ input: child.stdout })) {
    text += `${line}\n`;
    if (line.includes('listening')) break;
  }
  const url = /listening on (\S+)/.exec(text)?.[1] ?? '';
  const ask = () => fetch(`${url}/healthz`).then((answer) => answer.text());
  for (let n = 0; n < REQUESTS; n += 50) await Promise.all(Array.from({ length: 50 }, ask));
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  folder.dispose();
});
