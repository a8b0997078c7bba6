import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { splitJsonFields } from '../../src/cli/json/fields.ts';
import { compileJq } from '../../src/cli/json/jq.ts';
import { chooseJson } from '../../src/cli/json/json-output.ts';
import { batchWorld } from '../support/batch-world.ts';

test.each([
  ['verify --json a@b.example', 'verify --json a@b.example'],
  ['verify --json email,verdict a@b.example', 'verify --json-fields email,verdict a@b.example'],
  ['verify --json=emial', 'verify --json-fields emial'],
  ['verify --json emial,verdict', 'verify --json-fields emial,verdict'],
  ['verify --json score', 'verify --json-fields score'],
  ['verify --json emial', 'verify --json emial'],
  ['batch results --json job_1a2', 'batch results --json job_1a2'],
  ['batch submit --json list.csv', 'batch submit --json list.csv'],
  ['verify -- --json email', 'verify -- --json email'],
  ['whoami --json', 'whoami --json'],
])('%s is %s', (typed, meant) => {
  expect(splitJsonFields(typed.split(' ')).join(' ')).toBe(meant);
});

describe('fields of JSON', () => {
  async function choose(text: string, choice: Parameters<typeof chooseJson>[1], cuts = 5) {
    const parts: string[] = [];
    const stdout = { isTTY: false, columns: undefined, stream: process.stdout };
    const write = async (chunk: string | Uint8Array) => void parts.push(String(chunk));
    const output = chooseJson({ ...stdout, write }, choice);
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += cuts) {
      await output.stdout.write(bytes.subarray(at, at + cuts));
    }
    await output.end();
    return parts.join('');
  }
  const row = fc.record({
    email: fc.string({ unit: 'grapheme' }),
    score: fc.integer(),
    more: fc.json(),
  });
  const fields = ['score', 'email', 'gone'];
  const picked = ({ score, email }: { score: number; email: string }) => ({
    score,
    email,
    gone: null,
  });

  it('are picked of each row, however the text is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row), fc.integer({ min: 1, max: 40 }), async (rows, cuts) => {
        const none = { fields, jq: undefined };
        const whole = await choose(
          JSON.stringify(rows, undefined, 2),
          { ...none, isLines: false },
          cuts,
        );
        expect(JSON.parse(whole)).toEqual(rows.map(picked));
        const text = rows.map((one) => `${JSON.stringify(one)}\n`).join('');
        const lines = await choose(text, { ...none, isLines: true }, cuts);
        expect(
          lines
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line)),
        ).toEqual(rows.map(picked));
      }),
    );
  });

  it('are those of the one object', async () => {
    const choice = { fields: ['b'], jq: undefined, isLines: false };
    expect(JSON.parse(await choose('{"a":1,"b":[2]}\n', choice))).toEqual({ b: [2] });
  });
});

/** Examples of jq's own manual, in order: identity, access, iteration, select, functions, reduce, formats. */
test.each([
  ['.foo', '{"foo": 42, "bar": "less interesting data"}', '42\n'],
  ['.["foo"]?', '{"foo": 42}', '42\n'],
  ['.[2:4]', '["a","b","c","d","e"]', '["c","d"]\n'],
  ['.[] | .name', '[{"name":"JSON"}, {"name":"XML"}]', 'JSON\nXML\n'],
  ['map(select(. >= 2))', '[1,5,3,0,7]', '[5,3,7]\n'],
  ['group_by(.foo) | length', '[{"foo":1},{"foo":3},{"foo":1}]', '2\n'],
  ['def f: . + 1; map(f)', '[1,2]', '[2,3]\n'],
  ['reduce .[] as $item (0; . + $item)', '[10,2,5,3]', '20\n'],
  ['.foo //= 3', '{}', '{"foo":3}\n'],
  ['@csv "\\(.)"', '["a\\"b",1]', '"a""b",1\n'],
  ['try error("x") catch .', '1', 'x\n'],
  ['.[] | select(.a == "ü€𝄞") | .a', '[{"a":"ü€𝄞"}]', 'ü€𝄞\n'],
  ['empty', '1', ''],
])('jq %s of %s', async (expression, json, printed) => {
  await using jq = await compileJq(expression);
  expect(await jq.run(json)).toBe(printed);
});

test('jq that never ends is stopped by the signal that interrupts the program, with its reason', async () => {
  const controller = new AbortController();
  await using jq = await compileJq('def f: f; f', controller.signal);
  const running = jq.run('1');
  controller.abort(new Error('interrupted'));
  await expect(running).rejects.toThrow('interrupted');
});

test('--jq that can not be read is refused before anything is sent, as is a function that is not there', async () => {
  await using w = await batchWorld();
  for (const expression of ['.[', 'nope(1)', '$x']) {
    const { exitCode, stderr } = await w.run(`verify ada@example.com --jq ${expression}`);
    expect(exitCode).toBe(2);
    expect(JSON.parse(stderr).error.message).toMatch(/^--jq: /);
  }
  expect(w.standIn.requests).toEqual([]);
});

test('an unknown field is refused with those that there are, before anything is sent', async () => {
  await using w = await batchWorld();
  const { exitCode, stderr } = await w.run('verify ada@example.com --json emial,verdict');
  expect(exitCode).toBe(2);
  const { error } = JSON.parse(stderr);
  expect(error.message).toBe("Unknown field 'emial' for --json");
  expect(error.hint).toMatch(/Did you mean 'email'\? Fields: email, valid, .*mailbox/);
  expect(w.standIn.requests).toEqual([]);
});

test('verify, history, batches and jobs give the fields asked for', async () => {
  await using w = await batchWorld();
  w.write('list.csv', 'name,email\nAda,ada@example.com\nBob,undeliverable@example.com\n');
  const json = async (line: string) => JSON.parse((await w.run(line)).stdout);
  expect(await json('verify ada@example.com --json verdict,email')).toEqual({
    verdict: 'deliverable',
    email: 'ada@example.com',
  });
  expect(await json('batch submit list.csv --wait --json=verdict,input')).toEqual([
    { verdict: 'deliverable', input: { name: 'Ada', email: 'ada@example.com' } },
    { verdict: 'undeliverable', input: { name: 'Bob', email: 'undeliverable@example.com' } },
  ]);
  expect(await json('batch list --json id,status')).toEqual([
    { id: 'batch_1', status: 'completed' },
  ]);
  expect(await json('jobs list --json list')).toEqual([{ list: 'list.csv' }]);
  const jq = await w.run('batch results batch_1 --jq .[]|select(.verdict=="undeliverable")|.email');
  expect(jq.stdout).toBe('undeliverable@example.com\n');
  const lines = await w.run('batch results batch_1 --format jsonl --jq .email');
  expect(lines.stdout).toBe('ada@example.com\nundeliverable@example.com\n');
  expect(JSON.parse((await w.run('history --jq length')).stdout)).toBeGreaterThanOrEqual(0);
});

test.each([
  [
    'verify a@b.example --json=email --format csv',
    '--json=<fields> is for JSON, not for --format csv',
  ],
  ['verify a@b.example --jq . -o out.json', '--jq is for stdout, not for a file (-o out.json)'],
  ['doctor --json=email', 'mailvet doctor has no fields to choose from'],
])('%s is an error', async (line, message) => {
  await using w = await batchWorld();
  const { exitCode, stderr } = await w.run(line);
  expect([exitCode, JSON.parse(stderr).error.message]).toEqual([2, message]);
});
