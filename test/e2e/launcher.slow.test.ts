import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { freshUser } from '../support/run-program.ts';

describe('the launcher', () => {
  it('prints the version of the package, and the commit of a build that is no release', async () => {
    await using user = await freshUser();
    const manifest = new URL('../../package.json', import.meta.url);
    const { version } = JSON.parse(await readFile(manifest, 'utf8'));
    const { stdout, exitCode } = await user.run(['--version']);
    const [number, commit = '0000000'] = stdout.trimEnd().split('+');
    expect(number).toBe(version);
    expect(commit).toMatch(/^[0-9a-f]{7,}(\.modified)?$/);
    expect(exitCode).toBe(0);
  });

  it('names an unknown command, suggests the near one, and exits with 2', async () => {
    await using user = await freshUser();
    const { stdout, stderr, exitCode } = await user.run(['verfy', 'a@sandbox.test']);
    expect(stderr).toContain('verfy');
    expect(stderr).toContain('verify');
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
  });
});
