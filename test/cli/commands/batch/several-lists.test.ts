import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { batchWorld } from '../../../support/batch-world.ts';
import { eachTest } from '../../../support/each-test.ts';

const w = eachTest(batchWorld);

const A = 'email\nada@example.com\nundeliverable@example.com\n';
const B = 'name,email\nBob,bob@example.com\n';

test('clean takes several lists: a job and files each, one summary, the highest exit code', async () => {
  w.write('a.csv', A);
  w.write('b.csv', B);
  const done = await w.run('clean a.csv missing.csv b.csv --fail-on undeliverable');
  expect(done.exitCode).toBe(2);
  expect(w.read('a.verified.csv')).toContain('undeliverable@example.com,undeliverable');
  expect(w.read('b.verified.csv')).toContain('Bob,bob@example.com');
  expect(w.read('a.archive.csv')).toBe('email\nundeliverable@example.com\n');
  expect(w.read('b.import.csv')).toBe(B);
  expect(w.read('a.verified.html')).toContain('<h1>a.csv</h1>');
  expect(done.stderr).toContain('mailvet: missing.csv does not exist');
  expect(done.stderr).toContain('2 of 3 lists: 3 addresses\n');
  expect(done.stdout).toBe('');
  const jobs = JSON.parse((await w.run('jobs list --json')).stdout);
  expect(jobs).toHaveLength(2);
});

test('each list has reports of its own, named for it', async () => {
  w.write('a.csv', A);
  w.write('b.csv', B);
  const reports = '--report r.html --report r.json --reporter sarif --reporter junit=j.xml';
  const done = await w.run(`batch submit a.csv b.csv ${reports}`);
  expect(done.exitCode).toBe(0);
  expect(w.read('r.a.html')).toContain('<h1>a.csv</h1>');
  expect(w.read('r.b.html')).toContain('<h1>b.csv</h1>');
  expect(JSON.parse(w.read('r.b.json'))).toMatchObject({ name: 'b.csv' });
  expect(w.read('mailvet.a.sarif')).toContain('undeliverable');
  expect(w.read('j.b.xml')).toContain('<testsuite');
});

test('falling short in one list is the code of all', async () => {
  w.write('a.csv', A);
  w.write('b.csv', B);
  const flags = '--wait --fail-on undeliverable';
  expect((await w.run(`batch submit a.csv b.csv ${flags}`)).exitCode).toBe(1);
  expect(w.read('b.verified.csv')).toContain('deliverable');
});

test('-o names a folder, in which each list has its file; stdin is one of them', async () => {
  w.write('a.csv', A);
  const done = await w.run('batch submit a.csv - -o out/ --split parts --format json', {
    stdin: B,
  });
  expect(done.exitCode).toBe(0);
  expect(JSON.parse(w.read('out/a.verified.json'))).toHaveLength(2);
  expect(JSON.parse(w.read('out/stdin.verified.json'))).toHaveLength(1);
  expect(JSON.parse(w.read('parts/stdin/deliverable.json'))).toHaveLength(1);
});

test('one list may have a folder, too', async () => {
  w.write('a.csv', A);
  w.standIn.fail('createBatch', { kind: 'answer', status: 402, body: { error: 'no more' } });
  expect((await w.run('batch submit a.csv -o out/')).exitCode).toBe(4);
  expect((await w.run('batch resume')).exitCode).toBe(0);
  expect(w.read('out/a.verified.csv')).toContain('ada@example.com,true');
});

test('without --wait the ids of all batches are printed, as JSON an object a list', async () => {
  w.write('a.csv', A);
  w.write('b.csv', B);
  const done = await w.run('batch submit a.csv b.csv --json');
  const objects = done.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(objects.map(({ batches }) => batches)).toEqual([['batch_1'], ['batch_2']]);
});

test('what every list would meet ends the run, and says which were not begun', async () => {
  w.write('a.csv', A);
  w.write('b.csv', B);
  w.standIn.fail('createBatch', { kind: 'answer', status: 402, body: { error: 'no more' } });
  const done = await w.run('clean a.csv b.csv');
  expect(done.exitCode).toBe(4);
  expect(done.stderr).toContain('Not begun: b.csv');
  expect(existsSync(join(w.home, 'b.verified.csv'))).toBe(false);
});

test.each([
  ['a.csv a.csv', 'a.csv is named twice'],
  ['a.csv b.csv -o out.csv', '-o out.csv names one file for several lists'],
  ['a.csv b.csv --report r.txt', 'r.a.txt'],
  ['a.csv x/a.csv --report r.html', 'The results of a.csv and x/a.csv would have one name'],
  ['a.csv x/a.csv -o out/', 'The results of a.csv and x/a.csv would have one name'],
])('batch submit %s is refused before anything is sent', async (line, message) => {
  w.write('a.csv', A);
  w.write('b.csv', B);
  const { exitCode, stderr } = await w.run(`batch submit ${line}`);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
  expect(w.standIn.requests).toEqual([]);
});

test('packed lists are read by their content and come back packed', async () => {
  w.write('a.csv.gz', gzipSync(A));
  w.write('b.csv.zst', zstdCompressSync(B));
  const done = await w.run('clean a.csv.gz b.csv.zst');
  expect(done.exitCode).toBe(0);
  const read = (name: string) => readFileSync(join(w.home, name));
  expect(`${gunzipSync(read('a.verified.csv.gz'))}`).toContain('ada@example.com,deliverable');
  expect(w.read('a.import.csv')).toBe('email\nada@example.com\n');
  expect(`${zstdDecompressSync(read('b.verified.csv.zst'))}`).toContain('Bob,bob@example.com');
  expect(w.read('a.verified.html')).toContain('<h1>a.csv.gz</h1>');
});

test('a packed list on stdin is unpacked; -o packs by the name', async () => {
  const stdin = gzipSync(A);
  const done = await w.run('batch submit - -o out.csv.gz', { stdin });
  expect(done.exitCode).toBe(0);
  const out = gunzipSync(readFileSync(join(w.home, 'out.csv.gz'))).toString();
  expect(out.split('\n')[1]).toMatch(/^ada@example.com,ada@example.com,true/);
});

test('a packed file is replaced by its own job while nobody changes it', async () => {
  w.write('a.csv', A);
  await w.run('batch submit a.csv -o out.csv.gz');
  const again = 'batch watch batch_1 -o out.csv.gz';
  expect((await w.run(again)).exitCode).toBe(0);
  w.write('out.csv.gz', 'mine');
  expect((await w.run(again)).exitCode).toBe(2);
});

test('verify packs its results, too', async () => {
  expect((await w.run('verify ada@example.com -o out.jsonl.zst')).exitCode).toBe(0);
  const out = zstdDecompressSync(readFileSync(join(w.home, 'out.jsonl.zst'))).toString();
  expect(JSON.parse(out)).toMatchObject({ email: 'ada@example.com', verdict: 'deliverable' });
});

test('--max-input bounds what a list unpacks to', async () => {
  w.write('a.csv.gz', gzipSync(`email\n${'ada@example.com\n'.repeat(10_000)}`));
  const done = await w.run('batch submit a.csv.gz --max-input 100KB');
  expect(done.exitCode).toBe(2);
  expect(done.stderr).toContain('a.csv.gz unpacks to over 100 kB');
  expect(w.standIn.requests).toEqual([]);
});
