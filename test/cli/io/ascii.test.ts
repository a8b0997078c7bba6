import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { asciiOutput, asciiText, isAsciiLocale } from '../../../src/cli/io/ascii.ts';
import { PLAIN } from '../../../src/cli/io/colour.ts';
import { bar, column } from '../../../src/cli/render/batch-summary.ts';
import { progressBar } from '../../../src/cli/render/progress-bar.ts';
import { english } from '../../support/english.ts';
import { runCli, temporaryHome } from '../../support/run-cli.ts';

const IS_ASCII = /^[\n\x20-\x7e]*$/;

it.each([
  [{}, false],
  [{ LANG: 'C' }, true],
  [{ LANG: 'POSIX' }, true],
  [{ LANG: 'C.UTF-8' }, false],
  [{ LANG: 'de_DE.UTF-8' }, false],
  [{ LANG: 'de_DE.utf8@euro' }, false],
  [{ LANG: 'de_DE.ISO-8859-1' }, true],
  [{ LANG: 'de_DE' }, false],
  [{ LANG: 'de_DE.UTF-8', LC_ALL: 'C' }, true],
  [{ LANG: 'C', LC_CTYPE: 'en_US.UTF-8' }, false],
  [{ LANG: 'de_DE.UTF-8', LC_ALL: '' }, false],
])('with %j a terminal has ASCII alone: %s', (env, expected) => {
  expect(isAsciiLocale(env)).toBe(expected);
});

it('bars, charts and signs have a form in ASCII, as wide as they were', () => {
  const verdicts = { deliverable: 3, risky: 1, undeliverable: 2, unknown: 1 };
  const nothing = { openBatches: [], waiting: [], elapsed: 0, doneBefore: 0 };
  const moment = {
    total: 10,
    done: 7,
    sent: 10,
    verdicts,
    ...nothing,
    left: { kind: 'unknown' } as const,
  };
  const style = { text: english, palette: PLAIN, widthOf: ({ length }: string) => length };
  const lines = [
    progressBar(moment, 100, style),
    ...Array.from({ length: 100 }, (_, n) => `${bar(n / 100, 10)}|${column(n / 100)}`),
  ];
  for (const line of lines) {
    expect(asciiText(line)).toMatch(IS_ASCII);
    expect(asciiText(line)).toHaveLength(line.length);
  }
});

/** The symbols of the program's own texts. Foreign scripts in patterns that read lists don't count. */
it('every symbol that the commands write has one', () => {
  const symbols = readdirSync('src/cli', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/ascii|address-lines|wrap\.ts/.test(name))
    .flatMap((name) => codeOf(join('src/cli', name)).match(/[^\x00-\x7f]/gu) ?? []);
  expect([...new Set(symbols)].filter((symbol) => !IS_ASCII.test(asciiText(symbol)))).toEqual([]);
});

it.each([['--help'], ['clean', '--help'], ['help', 'lists'], ['help', 'man']])(
  'help has ASCII alone under LC_ALL=C: %s %s',
  async (...line) => {
    await using home = await temporaryHome();
    const env = { LC_ALL: 'C' };
    const { stdout } = await runCli(line, { home: home.path, env });
    expect(stdout).toMatch(IS_ASCII);
    expect(stdout.length).toBeGreaterThan(100);
  },
);

it('text is written in ASCII, and the bytes of files as they are', async () => {
  const written: (string | Uint8Array)[] = [];
  const output = asciiOutput({
    isTTY: false,
    columns: undefined,
    stream: process.stdout,
    write: async (chunk) => void written.push(chunk),
  });
  await output.write('Reading list.csv …');
  await output.write(Buffer.from('ä…'));
  expect(written).toEqual(['Reading list.csv ...', Buffer.from('ä…')]);
});

/** Without comments. */
function codeOf(path: string): string {
  return readFileSync(path, 'utf8').replace(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '');
}
