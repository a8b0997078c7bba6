import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshUser } from '../../../support/run-program.ts';

it.runIf(existsSync('/proc/self/fd'))(
  'a table that a shell redirects stops before anything is verified, by its name',
  async () => {
    await using user = await freshUser();
    await writeFile(join(user.home, "sign'ups.csv"), 'Name,Email\nAnn,deliverable@sandbox.test\n');
    const done = await user.shell('mailvet verify < "sign\'ups.csv"');
    const hint = "Verify it with: mailvet clean 'sign'\\''ups.csv'";
    expect(done).toMatchObject({ stdout: '', exitCode: 2, stderr: expect.stringContaining(hint) });
    const cleaned = await user.shell(/mailvet clean .*/.exec(done.stderr)?.[0] ?? '');
    expect(cleaned.exitCode).toBe(0);
  },
);
