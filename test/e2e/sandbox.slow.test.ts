import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { eachTest } from '../support/each-test.ts';
import { freshUser } from '../support/run-program.ts';
import { SANDBOX_TABLE } from '../support/sandbox-table.ts';

const user = eachTest(freshUser);

const addresses = SANDBOX_TABLE.map(([address]) => address);
const outcomes = SANDBOX_TABLE.map(([, verdict, reason]) => ({ verdict, reason }));
const contacts = new URL('../../fixtures/contacts.csv', import.meta.url);

describe('the program of a fresh user', () => {
  it('prints one object with the nine fields and the verdict', async () => {
    const { stdout, exitCode } = await user.run(['verify', 'deliverable@sandbox.test', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      email: 'deliverable@sandbox.test',
      valid: true,
      deliverable: true,
      acceptAll: false,
      role: false,
      temporary: false,
      mx: true,
      smtp: true,
      score: 100,
      verdict: 'deliverable',
    });
    expect(exitCode).toBe(0);
  });

  it('gives every sandbox address its verdict through verify', async () => {
    const { stdout } = await user.run(['verify', '--json'], addresses.join('\n'));
    expect(JSON.parse(stdout)).toMatchObject(outcomes);
  });

  it('gives every sandbox address its verdict through a batch', async () => {
    await writeFile(join(user.home, 'list.csv'), ['email', ...addresses].join('\n'));
    const args = ['batch', 'submit', 'list.csv', '--wait', '--format', 'json', '-o', 'out.json'];
    const { exitCode } = await user.run(args);
    expect(exitCode).toBe(0);
    const rows = JSON.parse(await readFile(join(user.home, 'out.json'), 'utf8'));
    expect(rows).toMatchObject(outcomes);
  });

  it('returns every row and column of a list in order, with the added columns', async () => {
    await writeFile(join(user.home, 'contacts.csv'), await readFile(contacts));
    await user.run(['batch', 'submit', 'contacts.csv', '--wait', '-o', 'out.csv']);
    const before = records(await readFile(contacts));
    const after = records(await readFile(join(user.home, 'out.csv')));
    const width = before[0]?.length;
    expect(after.map((row) => row.slice(0, width))).toEqual(before);
    expect(after[0]?.slice(width)).toContain('verdict');
  });

  it('returns the values of a JSON list as they were, from stdin to stdout', async () => {
    const element = String.raw`{"id": 12345678901234567890, "10": 1.10, "2": 1e400, "2": "\u00e9", "email": "ann@sandbox.test"}`;
    const submit = ['batch', 'submit', '-', '--wait', '--columns', 'verdict', '--again'];
    const back = async (format: string) =>
      (await user.run([...submit, '--format', format], `[\n${element}\n]`)).stdout;
    const row = `{"verdict":"deliverable","input":${element}}`;
    expect(await back('json')).toBe(`[\n${row}\n]\n`);
    expect(await back('jsonl')).toBe(`${row}\n`);
    expect(await back('csv')).toBe(
      'id,10,2,2,email,verdict\n12345678901234567890,1.10,1e400,é,ann@sandbox.test,deliverable\n',
    );
  });

  it('sends a list of 2,500 addresses as three batches', async () => {
    const list = Array.from({ length: 2500 }, (_, n) => `user${n}@sandbox.test`);
    await writeFile(join(user.home, 'list.txt'), list.join('\n'));
    const args = ['batch', 'submit', 'list.txt', '--format', 'json'];
    const { stdout } = await user.run(args);
    expect(JSON.parse(stdout).batches).toHaveLength(3);
  });

  it('ends quietly when the reader of its output goes away', async () => {
    await writeFile(join(user.home, 'list.txt'), addresses.join('\n'));
    const line =
      'set -o pipefail; cat list.txt | mailvet verify --format jsonl -q | head -1; echo $?';
    const { stdout, stderr } = await user.shell(line);
    const [first = '', status] = stdout.split('\n');
    expect(JSON.parse(first)).toMatchObject({ email: addresses[0], verdict: 'deliverable' });
    expect(status).toBe('0');
    expect(stderr).toBe('');
  });
});

function records(bytes: Buffer): string[][] {
  return parse(bytes, { bom: true, relax_column_count: true, record_delimiter: ['\r\n', '\n'] });
}
