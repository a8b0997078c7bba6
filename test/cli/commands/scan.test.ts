import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { textCell } from '../../../src/formats/workbook/out/cell.ts';
import { WorkbookWriter } from '../../../src/formats/workbook/out/workbook-writer.ts';
import { ZipWriter } from '../../../src/lib/zip-writer.ts';
import { eachTest } from '../../support/each-test.ts';
import { real } from '../../support/real-looking.ts';
import { type CliOptions, runCli, temporaryHome } from '../../support/run-cli.ts';

const home = eachTest(temporaryHome);

const ANN = real('ann.muster', 'firma-muster.de');
const BEN = real('ben', 'muster-und-sohn.de');
const env = { PATH: process.env.PATH, HOME: '/nonexistent' };

function write(files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home.path, name)), { recursive: true });
    writeFileSync(join(home.path, name), content);
  }
}

function git(...args: string[]): void {
  const names = ['-c', 'user.name=x', '-c', 'user.email=x@example.com'];
  execFileSync('git', [...names, ...args], { cwd: home.path, env, stdio: 'pipe' });
}

function commitAll(message = 'x'): void {
  git('add', '-A');
  git('commit', '-qm', message);
}

const scan = (line = '', options: CliOptions = {}) =>
  runCli(['scan', ...line.split(' ').filter(Boolean)], { home: home.path, env, ...options });

const jsonOf = (stdout: string) =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('mailvet scan', () => {
  it('prints a find a line, and ends with 1', async () => {
    write({ 'a.txt': `x\n  ${ANN}\n`, 'b/c.csv': `email\nann@example.com\n${BEN}\n` });
    const { stdout, stderr, exitCode } = await scan();
    expect(stdout).toBe(`a.txt:2:3: ${ANN} person\nb/c.csv:3:1: ${BEN} person\n`);
    expect(stderr).toContain('2 addresses in 2 of 2 files\n');
    expect(stderr).toContain('mailvet scan --write');
    expect(exitCode).toBe(1);
  });

  it('prints an object a find with --json', async () => {
    write({ 'a.txt': `x\n  ${ANN} ${ANN}\n` });
    const { stdout } = await scan('--json');
    const find = { file: 'a.txt', line: 2, column: 3, address: ANN, reason: 'person' };
    expect(jsonOf(stdout)).toEqual([find, { ...find, column: 4 + ANN.length }]);
  });

  it('ends with 0 where there is nothing', async () => {
    write({ 'a.txt': 'ann@example.com\n' });
    expect(await scan()).toMatchObject({ stdout: '', exitCode: 0 });
  });

  it('ends with 2 for what is not there, and for what can not be read', async () => {
    const { stderr, exitCode } = await scan('none.txt');
    expect(stderr).toContain('none.txt does not exist');
    expect(exitCode).toBe(2);
    write({ 'bad.zip': 'PK damaged', 'a.txt': ANN });
    const run = await scan();
    expect(run.exitCode).toBe(2);
    expect(run.stdout).toContain('a.txt:1:1');
    expect(run.stderr).toContain("mailvet: bad.zip can't be read");
  });

  it('masks addresses with --redact', async () => {
    write({ 'a.txt': ANN });
    const { stdout } = await scan('--redact --json');
    expect(jsonOf(stdout)).toMatchObject([{ address: 'a***@firma-muster.de' }]);
  });

  it('reads UTF-16, Latin-1 and archives, and no binary file', async () => {
    const zip = new ZipWriter(new Date(2026, 0));
    await zip.begin('in/list.csv');
    await zip.write(Buffer.from(`x,${ANN}\n`));
    await zip.end();
    write({
      'a.bin': Buffer.from(`\0${ANN}`),
      'b.txt': Buffer.from(`\ufeffö ${ANN}`, 'utf16le'),
      'c.txt': Buffer.from(`\ufeffö ${ANN}`, 'utf16le').swap16(),
      'd.txt': Buffer.from(`ö ${ANN}`, 'latin1'),
      'e.csv.gz': gzipSync(`ö ${ANN}`),
      'f.csv.zst': zstdCompressSync(`ö ${ANN}`),
      'g.zip': zip.take(),
    });
    const { stdout } = await scan('--json');
    const at = { line: 1, column: 3, address: ANN };
    expect(jsonOf(stdout)).toMatchObject([
      { file: 'b.txt', ...at },
      { file: 'c.txt', ...at },
      { file: 'd.txt', ...at },
      { file: 'e.csv.gz', entry: 'e.csv', ...at },
      { file: 'f.csv.zst', entry: 'f.csv', ...at },
      { file: 'g.zip', entry: 'in/list.csv', ...at },
    ]);
  });
});

it('names the sheet, the row and the cell of a workbook', async () => {
  const row = (...texts: string[]) => texts.map((text) => textCell(text));
  const workbook = new WorkbookWriter({ head: [row('name', 'email')], hasHeader: true });
  workbook.add(row('Ann', 'ann@example.com'));
  workbook.add(row('Ann', `Ann <${ANN}>`));
  await workbook.end();
  write({ 'a.xlsx': await workbook.take() });
  const { stdout } = await scan('--json');
  expect(jsonOf(stdout)).toEqual([
    {
      file: 'a.xlsx',
      entry: expect.any(String),
      line: 3,
      column: 2,
      address: ANN,
      reason: 'person',
    },
  ]);
});

it('reads a text whose name is that of an archive', async () => {
  write({ 'a.zip': ANN, 'b.gz': ANN, 'c.xlsx': ANN });
  expect(jsonOf((await scan('--json')).stdout)).toMatchObject([
    { file: 'a.zip' },
    { file: 'b.gz' },
    { file: 'c.xlsx' },
  ]);
});

describe('in a repository', () => {
  it('reads what is tracked, and named files', async () => {
    git('init', '-q');
    write({ '.gitignore': 'out/', 'a.txt': ANN, 'out/b.txt': BEN, 'new.txt': BEN });
    git('add', 'a.txt', '.gitignore');
    const files = async (line: string) => jsonOf((await scan(`--json ${line}`)).stdout);
    expect(await files('')).toMatchObject([{ file: 'a.txt' }]);
    expect(await files('out/b.txt .')).toMatchObject([{ file: 'out/b.txt' }, { file: 'a.txt' }]);
    rmSync(join(home.path, 'a.txt'));
    expect(await scan()).toMatchObject({ exitCode: 0 });
  });

  it('follows no link', async () => {
    git('init', '-q');
    write({ 'repo/a/b.txt': 'x', 'secret/b.txt': ANN, 'secret.txt': ANN });
    symlinkSync('../secret.txt', join(home.path, 'repo/link.txt'));
    git('add', 'repo');
    rmSync(join(home.path, 'repo/a'), { recursive: true });
    symlinkSync('../secret', join(home.path, 'repo/a'));
    expect(await scan('repo')).toMatchObject({ stdout: '', exitCode: 0 });
    rmSync(join(home.path, '.git'), { recursive: true });
    expect(await scan('repo')).toMatchObject({ stdout: '', exitCode: 0 });
  });

  it('reads only added lines with --diff', async () => {
    git('init', '-q', '-b', 'main');
    write({ 'a.txt': `${ANN}\n`, 'b "x".txt': `${ANN}\n`, 'gone.txt': ANN });
    commitAll();
    git('checkout', '-qb', 'work');
    write({ 'a.txt': `${ANN}\n${BEN}\n`, 'c/ü.txt': `x\n${BEN}\n` });
    rmSync(join(home.path, 'gone.txt'));
    git('mv', 'b "x".txt', 'moved.txt');
    commitAll();
    git('checkout', '-q', 'main');
    write({ 'other.txt': ANN });
    commitAll();
    git('checkout', '-q', 'work');
    const { stdout, exitCode } = await scan('--json --diff main');
    expect(jsonOf(stdout)).toMatchObject([
      { file: 'a.txt', line: 2 },
      { file: 'c/ü.txt', line: 2 },
    ]);
    expect(exitCode).toBe(1);
    expect(jsonOf((await scan('--json --diff main c')).stdout)).toHaveLength(1);
    const unknown = await scan('--diff none');
    expect(unknown).toMatchObject({ exitCode: 2, stdout: '' });
    expect(unknown.stderr).toContain("bad revision 'none'");
    expect(await scan('--diff --output=x')).toMatchObject({ exitCode: 2 });
  });

  it('walks the folder where git is not installed', async () => {
    write({ '.git/x.txt': ANN, 'node_modules/x.txt': ANN, 'a.txt': ANN });
    const { stdout, stderr } = await scan('--json', { env: { PATH: '/nonexistent' } });
    expect(jsonOf(stdout)).toMatchObject([{ file: 'a.txt' }]);
    expect(stderr).toContain('git is not installed');
  });
});

describe('.mailvet-allow', () => {
  it('names what may stay, from the folder of the path or above it', async () => {
    write({
      '.mailvet-allow': `${ANN} # wrote this\n/docs/ # examples\n`,
      'a.txt': `${ANN} ${BEN}`,
      'docs/b.txt': BEN,
    });
    expect(jsonOf((await scan('--json')).stdout)).toMatchObject([{ file: 'a.txt', address: BEN }]);
    expect(await scan('docs')).toMatchObject({ exitCode: 0 });
  });

  it('does not reach into a repository from outside', async () => {
    write({ '.mailvet-allow': `${ANN} # x\n`, 'repo/a.txt': ANN });
    execFileSync('git', ['init', '-q'], { cwd: join(home.path, 'repo'), env });
    execFileSync('git', ['add', '-A'], { cwd: join(home.path, 'repo'), env });
    expect(await scan('repo')).toMatchObject({ exitCode: 1 });
  });

  it('needs reasons', async () => {
    write({ '.mailvet-allow': `# x\n${ANN}\n` });
    const { stderr, exitCode } = await scan();
    expect(stderr).toContain(`.mailvet-allow:2: ${ANN} has no reason`);
    expect(exitCode).toBe(2);
  });
});

describe('--baseline', () => {
  it('counts new finds only, wherever the known ones are by now', async () => {
    write({ 'a.txt': `${ANN}\n` });
    write({ 'known.jsonl': (await scan('--json a.txt')).stdout });
    write({ 'a.txt': `x\n${ANN.toUpperCase()}\n` });
    const same = await scan('--baseline known.jsonl a.txt');
    expect(same).toMatchObject({ stdout: '', exitCode: 0 });
    expect(same.stderr).toContain('1 known from the baseline');
    write({ 'a.txt': `${ANN} ${BEN}\n` });
    expect((await scan('--baseline known.jsonl a.txt')).stdout).toContain(BEN);
    write({ 'a.txt': `${ANN}\n` });
    // The file of the known ones lies beside them.
    expect(await scan('--baseline known.jsonl')).toMatchObject({ stdout: '', exitCode: 0 });
    const wrong = await scan('--baseline a.txt a.txt');
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderr).toContain('it holds no finds');
  });
});

describe('--write', () => {
  it('replaces an address by the same one everywhere, and nothing else', async () => {
    write({
      'a.txt': Buffer.from(`\ufeffé ${ANN}, ${BEN}\r\n${ANN.toUpperCase()}`),
      'b.txt': Buffer.from(`\ufeff😀 ${ANN}\r\n`, 'utf16le'),
      'c.txt': Buffer.from(`é ${ANN} \xff\n`, 'latin1'),
      'd.csv.gz': gzipSync(ANN),
    });
    chmodSync(join(home.path, 'a.txt'), 0o750);
    const { stderr, exitCode } = await scan('--write');
    expect(stderr).toContain(`a.txt:1:3\n  - ${ANN}\n  + `);
    expect(stderr).toContain('Replaced 5 addresses; 1 in archives are left');
    expect(exitCode).toBe(1);
    const read = (name: string, encoding: BufferEncoding) =>
      readFileSync(join(home.path, name)).toString(encoding);
    const [, ann, ben, again] =
      /^\ufeffé (\w+\.\w{7}@example\.com), (\w+\.\w{7}@example\.com)\r\n(.*)$/.exec(
        read('a.txt', 'utf8'),
      ) ?? [];
    expect(ann).not.toBe(ben);
    expect(again).toBe(ann);
    expect(read('b.txt', 'utf16le')).toBe(`\ufeff😀 ${ann}\r\n`);
    expect(read('c.txt', 'latin1')).toBe(`é ${ann} \xff\n`);
    expect(statSync(join(home.path, 'a.txt')).mode & 0o777).toBe(0o750);
    rmSync(join(home.path, 'd.csv.gz'));
    expect(await scan('--write')).toMatchObject({ exitCode: 0 });
  });

  it('only shows with --dry-run', async () => {
    write({ 'a.txt': ANN });
    const { stderr, exitCode } = await scan('--write --dry-run');
    expect(stderr).toContain(`  - ${ANN}`);
    expect(exitCode).toBe(1);
    expect(readFileSync(join(home.path, 'a.txt'), 'utf8')).toBe(ANN);
    expect(await scan('--dry-run')).toMatchObject({ exitCode: 2 });
  });

  it('asks on a terminal', async () => {
    write({ 'a.txt': ANN });
    const terminal = ['stdin', 'stdout', 'stderr'] as const;
    const no = await scan('--write', { terminal, typed: ['n'] });
    expect(no.stderr).toContain('Replace 1 address?');
    expect(no.exitCode).toBe(2);
    expect(readFileSync(join(home.path, 'a.txt'), 'utf8')).toBe(ANN);
    expect(await scan('--write', { terminal, typed: ['y'] })).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(home.path, 'a.txt'), 'utf8')).not.toContain(ANN);
  });
});

describe('reports', () => {
  it('annotate for GitHub, below its workspace, and fill the summary', async () => {
    write({ 'repo/a,b.txt': `x\n ${ANN}\n` });
    const summary = join(home.path, 'summary.md');
    const github = { ...env, GITHUB_WORKSPACE: home.path, GITHUB_STEP_SUMMARY: summary };
    const cwd = join(home.path, 'repo');
    const { stderr } = await scan('--reporter github --redact', { env: github, cwd });
    expect(stderr).toContain(
      '::error file=repo/a%2Cb.txt,line=2,col=2,title=person::a***@firma-muster.de: ',
    );
    expect(readFileSync(summary, 'utf8')).toContain('| repo/a,b.txt | 2 | a\\*\\*\\*&#64;');
  });

  it('are written as SARIF and JUnit', async () => {
    write({ 'a.txt': `x\n ${ANN}\n` });
    await scan('--reporter sarif --reporter junit=j.xml a.txt');
    const [run] = JSON.parse(readFileSync(join(home.path, 'mailvet.sarif'), 'utf8')).runs;
    expect(run.results).toMatchObject([
      {
        ruleId: 'person',
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'a.txt' },
              region: { startLine: 2, startColumn: 2 },
            },
          },
        ],
      },
    ]);
    const junit = readFileSync(join(home.path, 'j.xml'), 'utf8');
    expect(junit).toContain('tests="1" failures="1"');
    expect(junit).toContain('file="a.txt" line="2"');
    const refused = await scan('--reporter sarif a.txt');
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    write({ 'none.txt': 'x' });
    await scan('--reporter junit=j.xml --force none.txt');
    expect(readFileSync(join(home.path, 'j.xml'), 'utf8')).toContain('tests="1" failures="0"');
  });
});

it('passes this repository', async () => {
  const cwd = fileURLToPath(new URL('../../..', import.meta.url));
  expect(await scan('', { cwd })).toMatchObject({ stdout: '', exitCode: 0 });
});
