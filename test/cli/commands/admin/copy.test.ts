import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eachTest } from '../../../support/each-test.ts';
import { runCli, temporaryHome } from '../../../support/run-cli.ts';

const home = eachTest(temporaryHome);

it.each([
  ['postgres://localhost/mailvet', 'back.db'],
  ['postgres://localhost/mailvet', 'postgres://localhost/other'],
  ['service.db', 'copy.db'],
])('a copy from %s to %s is refused, and nothing is made', async (from, to) => {
  const before = readdirSync(home.path);
  const { exitCode, stderr } = await runCli(['admin', 'copy', '--from', from, '--to', to], {
    home: home.path,
  });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('A copy goes from an SQLite file to PostgreSQL, and not back');
  expect(stderr).toContain('Give a file to --from and a postgres:// URL to --to');
  expect(readdirSync(home.path)).toEqual(before);
});

it('a source that is not there is named', async () => {
  const line = 'admin copy --from missing.db --to postgres://localhost/mailvet';
  const { exitCode, stderr } = await runCli(line.split(' '), { home: home.path });
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/there is no database .*missing\.db/);
});
