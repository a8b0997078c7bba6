import { existsSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { hintSaying } from '../support/hint-saying.ts';
import { runCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
afterAll(() => folder.dispose());

it('a database is not created in a folder that is missing', async () => {
  const path = folder.path('slip/service.db');
  await expect(openStore(path)).rejects.toMatchObject({
    code: 'config',
    message: `${path} can't be used: there is no folder ${folder.path('slip')}`,
    hint: hintSaying(/^Create the folder, or give another file with --database$/),
  });
  expect(existsSync(folder.path('slip'))).toBe(false);
});

it.for(['serve --port 0', 'admin team create x'])(
  '%s ends at a missing folder with exit code 3',
  async (line) => {
    const database = folder.path('slip/service.db');
    const { exitCode, stderr } = await runCli([...line.split(' '), '--database', database]);
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`there is no folder ${folder.path('slip')}`);
    expect(existsSync(folder.path('slip'))).toBe(false);
  },
);
