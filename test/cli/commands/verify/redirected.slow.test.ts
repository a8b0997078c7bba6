import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshUser } from '../../../support/run-program.ts';

it.runIf(existsSync('/proc/self/fd'))(
  'a workbook that a shell redirects stops before anything is verified, by its name',
  async () => {
    await using user = await freshUser();
    const workbook = new URL('../../../../fixtures/lists/workbook.xlsx', import.meta.url);
    await copyFile(workbook, join(user.home, "sign'ups.xlsx"));
    const done = await user.shell('mailvet verify < "sign\'ups.xlsx"');
    const hint = "Verify it with: mailvet clean 'sign'\\''ups.xlsx'";
    expect(done).toMatchObject({ stdout: '', exitCode: 2, stderr: expect.stringContaining(hint) });
  },
);
