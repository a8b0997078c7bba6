import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { eachTest } from '../support/each-test.ts';
import { Program } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = eachTest(temporaryFolder);

/** An installation of its own; returns its launcher. */
function install(): string {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(`${root}/${part}`, folder.path(part), { recursive: true });
  symlinkSync(`${root}/node_modules`, folder.path('node_modules'));
  return folder.path('bin/mailvet.js');
}

it('a service goes on verifying when an upgrade has removed the files of its program', async () => {
  const env = { PATH: process.env.PATH, HOME: folder.path('.') };
  const program = new Program(process.execPath, [install(), 'serve', '--port', '0'], { env });
  const [, key, url] = await program.until(/(mv_\S+)\n.* listening on (\S+)/);
  rmSync(folder.path('dist'), { recursive: true });
  const answer = await fetch(`${url}/api/v1/verify`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'ann@mailvet.invalid' }),
  });
  expect(await answer.json()).toMatchObject({ valid: true, mx: false, score: 0 });
  expect(await program.end('SIGTERM')).toMatchObject({ exitCode: 0 });
});
