import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { batchWorld } from '../../../support/batch-world.ts';
import { eachTest } from '../../../support/each-test.ts';

const w = eachTest(batchWorld);

const POLISH =
  'name;city;email\nŁukasz;Łódź;a@example.com\nMałgorzata;Wrocław;b@example.com\nPaweł;Poznań;c@example.com\n';
const HUNGARIAN =
  'name;email\nErdős István;a@example.com\nKővári Ágnes;b@example.com\nSzűcs Gábor;c@example.com\n';

test.for([
  ['windows-1250', POLISH, 'Windows-1250'],
  ['shift_jis', '名前;email\n田中太郎 東京都;a@example.com\n鈴木花子;b@example.com\n', 'Shift_JIS'],
  [
    'gb18030',
    '姓名;email\n王小明 北京市;a@example.com\n李雷 上海市浦东新区;b@example.com\n',
    'GB18030',
  ],
  [
    'macintosh',
    'name;email\nMüller Jürgen;a@example.com\nFrançois;b@example.com\nJörg;c@example.com\n',
    'Mac Roman',
  ],
] as const)(
  'a list in %s comes back whole, and the encoding is named',
  async ([encoding, text, name]) => {
    w.write('list.csv', iconv.encode(text, encoding));
    const done = await w.run('batch submit list.csv -o out.csv --columns none');
    expect(done.exitCode).toBe(0);
    expect(done.stderr).toContain(
      `The list is read as ${name}; results are written as UTF-8 with BOM`,
    );
    expect(w.read('out.csv')).toBe(`\ufeff${text}`);
  },
);

test('an uncertain encoding is said with words to compare, and --encoding settles it', async () => {
  w.write('list.csv', iconv.encode(HUNGARIAN, 'windows-1250'));
  const unsure = await w.run('batch submit list.csv --dry-run');
  expect(unsure.stderr).toContain(
    'The encoding is not certain: if "Erdõs" should be "Erdős", add --encoding windows-1250',
  );
  const sure = await w.run('batch submit list.csv -o out.csv --columns none --encoding cp1250');
  expect(sure.stderr).not.toContain('not certain');
  expect(w.read('out.csv')).toBe(`\ufeff${HUNGARIAN}`);
});

test('on a terminal an uncertain encoding is asked with words to compare', async () => {
  w.write('list.csv', iconv.encode(HUNGARIAN, 'windows-1250'));
  const terminal = ['stdin', 'stdout', 'stderr'] as const;
  const done = await w.run('batch submit list.csv -o out.csv --columns none', {
    terminal,
    typed: ['2'],
  });
  expect(done.stderr).toContain('1) Erdõs, Kõvári, Szûcs (windows-1252)');
  expect(done.stderr).toContain('2) Erdős, Kővári, Szűcs (windows-1250)');
  expect(w.read('out.csv')).toBe(`\ufeff${HUNGARIAN}`);
});

test.for(['cp437', 'KOI8-U', 'tis-620', 'windows-1258'])('--encoding takes %s', async (name) => {
  w.write('list.csv', 'name,email\nAnn,ann@example.com\n');
  const { stdout } = await w.run(`batch submit list.csv --dry-run --encoding ${name}`);
  expect(stdout).toMatch(new RegExp(`encoding +${name.toLowerCase()}`));
});

test('an encoding that nobody knows is refused with the nearest', async () => {
  w.write('list.csv', 'email\nann@example.com\n');
  const { exitCode, stderr } = await w.run('batch submit list.csv --encoding windows-125');
  expect(exitCode).toBe(2);
  expect(stderr).toContain("Unknown encoding 'windows-125' for --encoding");
  expect(stderr).toContain('Did you mean');
});
