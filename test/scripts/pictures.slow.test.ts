import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('the picture of the terminal ends with what a run ends with', async () => {
  // Otherwise: npm run docs:pictures
  const script = 'scripts/pictures/terminal.ts';
  const ran = await promisify(execFile)(process.execPath, [script, '--check'], { cwd: ROOT });
  expect(ran).toEqual({ stdout: '', stderr: '' });
});
