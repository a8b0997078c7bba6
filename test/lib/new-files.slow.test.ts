import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeDirectory } from '../../src/lib/new-files.ts';
import { eachTest } from '../support/each-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const MODULE = fileURLToPath(new URL('../../src/lib/new-files.ts', import.meta.url));

const folder = eachTest(temporaryFolder);

describe('a directory', () => {
  it.skipIf(process.platform === 'win32')('is made with its parents, in the mode given', () => {
    makeDirectory(folder.path('a/b/c'), 0o700);
    const modes = ['a', 'a/b', 'a/b/c'].map((name) => statSync(folder.path(name)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o700]);
  });

  it('that is there is left as it is', () => {
    mkdirSync(folder.path('a'));
    const before = statSync(folder.path('a'));
    makeDirectory(folder.path('a'), 0o700);
    expect(statSync(folder.path('a')).mode).toBe(before.mode);
  });

  it('is not made where a file is in its way, which is named', () => {
    writeFileSync(folder.path('file'), '');
    expect(() => makeDirectory(folder.path('file/a'))).toThrow(
      expect.objectContaining({ code: 'EEXIST', path: folder.path('file') }),
    );
  });

  // In a process of its own: what spins in there can be ended from out here alone.
  it.skipIf(process.platform === 'win32')('is not tried for ever behind a broken link', () => {
    symlinkSync(folder.path('unmounted'), folder.path('link'));
    const code = `import(${JSON.stringify(MODULE)}).then((it) => it.makeDirectory(process.argv[1]))`;
    const args = ['-e', code, folder.path('link/a')];
    const { stderr, signal } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      timeout: 120_000,
      killSignal: 'SIGKILL',
    });
    expect(signal).toBeNull();
    expect(stderr).toContain(`EEXIST: file already exists, mkdir '${folder.path('link')}'`);
  });
});
