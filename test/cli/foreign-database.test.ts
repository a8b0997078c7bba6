import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { runCli, temporaryHome } from '../support/run-cli.ts';

function writeText(path: string): void {
  writeFileSync(path, 'email\nanna@example.com\n'.repeat(100));
}

function writeForeign(path: string): void {
  using other = new DatabaseSync(path);
  other.exec('create table bookmarks (url text)');
}

it.each([
  ['a text', writeText],
  ["another program's", writeForeign],
])(
  'of the embedded service that is %s is bad configuration, and stays as it is',
  async (_, write) => {
    await using home = await temporaryHome();
    const database = join(home.path, '.local/share/mailvet/mailvet.db');
    mkdirSync(dirname(database), { recursive: true, mode: 0o700 });
    write(database);
    const before = readFileSync(database);
    const { exitCode, stderr } = await runCli(['verify', 'a@sandbox.test'], { home: home.path });
    expect(exitCode).toBe(3);
    expect(stderr).toContain(database);
    expect(stderr).toContain('name another place with XDG_DATA_HOME');
    expect(stderr).not.toContain('--database');
    expect(readFileSync(database).equals(before)).toBe(true);
    const { exitCode: given } = await runCli(['admin', 'team', 'list', '--database', database], {
      home: home.path,
    });
    expect(given).toBe(2);
  },
);
