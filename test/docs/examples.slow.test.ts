/** Shell blocks of the documentation are run with the built program; those of docs/recipes have a test of their own. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type FreshUser, freshUser, type Program } from '../support/run-program.ts';
import { type Block, blocksOf, pagesOf, ROOT } from './pages.ts';

const BLOCKS = [
  'README.md',
  // The reference has examples with names of the reader's: test/cli/program.test.ts looks at their flags.
  ...pagesOf('docs').filter((page) => !/adr|recipes|reference\/commands/.test(page)),
].flatMap(blocksOf);

const SIGNUPS = 'id,name,email\n1,Ann,ann@sandbox.test\n2,Bob,undeliverable@sandbox.test\n';

/** What stands in the folder of somebody who follows the documentation. */
function layOut({ home }: FreshUser): void {
  const write = (name: string, content: string | Uint8Array) =>
    writeFileSync(join(home, name), content);
  cpSync(`${ROOT}fixtures/contacts.csv`, join(home, 'contacts.csv'));
  write('signups.csv', SIGNUPS);
  write('customers.csv', 'email\nann@sandbox.test\n');
  write('cut-off.csv.gz', gzipSync(SIGNUPS).subarray(0, -10));
  write('people.json', '[{"id":1,"email":"ann@sandbox.test"}]\n');
  write('names.csv', 'name\nann\n');
  write(
    'zerobounce.csv',
    'email,ZB Status\nann@sandbox.test,valid\nblocked@sandbox.test,unknown\n',
  );
  write('unsubscribed.csv', 'email\neve@sandbox.test\n');
  write('newsletter.csv', 'email\neve@sandbox.test\nzoe@sandbox.test\n');
  mkdirSync(join(home, 'seed'));
  write('seed/users.csv', 'email\nann@sandbox.test\n');
  cpSync(`${ROOT}fixtures/bounces`, join(home, 'Mail/bounces'), { recursive: true });
  // It names nobody, which ends with another code.
  rmSync(join(home, 'Mail/bounces/returned-list.eml'));
  write('cleaned_members_export.csv', 'Email Address,CLEAN_TIME\nzoe@sandbox.test,2026-03-10\n');
  write('events.jsonl', '{"email":"zac@sandbox.test","type":"hard"}\n');
  for (const folder of ['var', 'backup']) mkdirSync(join(home, folder));
}

const called = ({ page, line }: Block) => `${page}:${line}`;

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `…` stands for anything in a line, and alone for any lines. */
function patternOf(shown: string): RegExp {
  const lines = shown.split('\n').map((line) => {
    if (line === '…') return '(?:.*\\n)*?';
    return `${line.split('…').map(literal).join('.*')}\\n`;
  });
  return new RegExp(`^${lines.join('')}$`);
}

describe('console blocks show what is printed', () => {
  const consoles = BLOCKS.filter(({ language }) => language === 'console');
  // The network of the machine decides what doctor finds.
  const isKnown = ({ body }: Block) => !body.includes('mailvet doctor');

  it.each(consoles.filter(isKnown).map((block) => [called(block), block] as const))(
    '%s',
    async (_, { body }) => {
      await using user = await freshUser();
      layOut(user);
      const parts = body.split(/^\$ /m).slice(1);
      const commands = parts.map((part) => part.slice(0, part.indexOf('\n')));
      // The exit code outlives what separates the outputs.
      const script = commands
        .map((one) => `${one}\ncode=$?; printf '\\0'; (exit $code)`)
        .join('\n');
      const { stdout } = await user.shell(`exec 2>&1\n${script}`);
      const printed = stdout.split('\0').slice(0, -1);
      expect(printed).toHaveLength(parts.length);
      for (const [at, part] of parts.entries()) {
        const shown = part.slice(part.indexOf('\n') + 1).replace(/\n$/, '');
        if (shown === '') expect(printed[at]).toBe('');
        else expect(printed[at]).toMatch(patternOf(shown));
      }
    },
  );

  test('there are some', () => expect(consoles.length).toBeGreaterThan(10));
});

/** By how a block begins: what it needs that is not here, and which test does the same. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npm ci': 'installs; a release runs the quick start behind every installation',
  'npm run build:client': 'test/library/client-package.slow.test.ts',
  'npm run build:deb': 'needs a Debian: test/deb',
  'mailvet scan': 'needs a repository: test/cli/commands/scan.test.ts',
  'mailvet plan': 'needs name servers: test/cli/commands/plan.test.ts',
  'mailvet verify someone@': 'needs port 25',
  'export MAILVET_BASE_URL': 'login asks on a terminal: test/cli/commands/login.test.ts',
  'sudo install ': 'needs root, and serve stays: test/cli/commands/serve.test.ts',
  'claude mcp add': 'needs the clients',
  'runuser ': 'needs the Debian package: test/deb',
  'docker ': 'needs an engine: test/deploy',
  'mailvet serve --database postgres': 'needs PostgreSQL: test/composition',
  'mailvet serve --allow-network': 'serve stays: test/cli/commands/listen.test.ts',
  'mailvet serve --trust-proxy': 'serve stays: test/composition',
  'mailvet serve --lists': 'needs PostgreSQL: test/lists/service/two-nodes.slow.test.ts',
  'mailvet admin lists adopt': 'needs another folder: test/composition/list-folder.test.ts',
  'mailvet serve --workers 0': 'needs PostgreSQL: test/fleet.slow.test.ts',
  'mailvet admin migrate': 'needs PostgreSQL: test/composition',
  'mailvet admin copy': 'needs PostgreSQL: test/composition/copy-service.slow.test.ts',
  pg_dump: 'needs PostgreSQL',
  'cd ~/.local/share/mailvet': 'needs an earlier version: test/cli/upgrade',
  'mailvet admin webhook create': 'needs a receiver: test/webhooks',
  'mailvet admin invite': 'needs a browser: test/dashboard',
  'mailvet admin reset-password': 'needs a person: test/dashboard',
};

const isRun = ({ body }: Block) => !Object.keys(NOT_RUN).some((start) => body.startsWith(start));

describe('shell blocks run', () => {
  let user: FreshUser;
  let url = '';
  let key = '';
  let program: Program;

  beforeAll(async () => {
    user = await freshUser();
    layOut(user);
    ({ program, key, url } = await user.serve('--database', 'var/mailvet.db'));
    await user.shell('mailvet admin team create marketing --database var/mailvet.db');
  });

  afterAll(async () => {
    await program.end('SIGTERM');
    await user[Symbol.asyncDispose]();
  });

  const blocks = BLOCKS.filter(({ language }) => language === 'sh');

  it.each(blocks.filter(isRun).map((block) => [called(block), block] as const))(
    '%s',
    async (_, { body, page }) => {
      const script = body
        .replaceAll('https://verify.example.com', url)
        .replaceAll(/(?<=\s)\/(?:var\/lib\/mailvet|backup)(?=\/)/g, (path) =>
          path === '/backup' ? 'backup' : 'var',
        );
      const head = [
        'set -eo pipefail',
        'curl() { command curl --fail-with-body -sS "$@"; }',
        'psql() { command cat signups.csv; }',
        'some-program() { printf "zoe@sandbox.test\\n"; }',
        `export MAILVET_API_KEY=${key}`,
        // Administration is beside the running service; lists are verified by the embedded one.
        page.includes('suppression') || /\$MAILVET_API_KEY|marketing/.test(body)
          ? 'export MAILVET_DATABASE=var/mailvet.db'
          : 'unset MAILVET_API_KEY',
      ];
      const { exitCode, stdout, stderr } = await user.shell([...head, script].join('\n'));
      expect([exitCode, exitCode === 0 ? '' : stdout + stderr]).toEqual([0, '']);
    },
  );

  test('what is not run is there, and little', () => {
    const left = blocks.filter((block) => !isRun(block));
    for (const start of Object.keys(NOT_RUN))
      expect([start, left.some(({ body }) => body.startsWith(start))]).toEqual([start, true]);
    expect(blocks.length - left.length).toBeGreaterThan(6);
  });
});
