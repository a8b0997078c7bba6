import { expect, test } from 'vitest';
import { batchWorld } from '../../../support/batch-world.ts';
import { eachTest } from '../../../support/each-test.ts';

const w = eachTest(batchWorld);

const LIST = [
  'Name,Primary,Billing',
  'Ann,ann@example.com,undeliverable@example.com',
  'Bob,undeliverable@example.com,bob@example.com',
  'Cy,cy@example.com,cy@example.com',
  '',
].join('\n');

test('two columns are verified in one row each, and each address is sent once', async () => {
  w.write('list.csv', LIST);
  const done = await w.run(
    'batch submit list.csv -o out.csv --column Primary --column Billing --columns short --only deliverable',
  );
  expect(done.exitCode).toBe(0);
  expect(done.stderr).toContain('list.csv: Using column "Primary" and column "Billing"');
  expect(done.stderr).toContain('Each row counts by its best address of "Primary" and "Billing"');
  const [header, ...rows] = w.read('out.csv').trim().split('\n');
  expect(header).toBe(
    'Name,Primary,Billing,Primary_verdict,Primary_detail,Primary_suggestion,Billing_verdict,Billing_detail,Billing_suggestion',
  );
  expect(rows.map((row) => row.split(',')).map((cells) => [cells[0], cells[3], cells[6]])).toEqual([
    ['Ann', 'deliverable', 'undeliverable'],
    ['Bob', 'undeliverable', 'deliverable'],
    ['Cy', 'deliverable', 'deliverable'],
  ]);
  const sent = w.standIn.requestsOf('createBatch').map(({ body }) => body);
  expect(sent).toHaveLength(1);
  expect(JSON.stringify(sent).match(/@example\.com/g)).toHaveLength(4);
});

test('an interrupted job with two columns is resumed without sending an address twice', async () => {
  w.write('list.csv', LIST);
  await w.run('batch submit list.csv --column Primary --column Billing');
  const done = await w.run('batch resume -o out.csv --columns verdict');
  expect(done.exitCode).toBe(0);
  expect(w.read('out.csv')).toContain(
    'Bob,undeliverable@example.com,bob@example.com,undeliverable,deliverable\n',
  );
  expect(w.standIn.requestsOf('createBatch')).toHaveLength(1);
  const again = await w.run('batch submit list.csv --coalesce Primary,Billing --dry-run --json');
  expect(JSON.parse(again.stdout)).toMatchObject({ rows: 3, distinct: 3 });
});

test('the question about columns offers both', async () => {
  w.write('list.csv', 'a,b\nx@example.com,y@example.com\n');
  const terminal = ['stdin', 'stdout', 'stderr'] as const;
  const done = await w.run('batch submit list.csv -o out.csv --columns verdict', {
    terminal,
    typed: ['3'],
  });
  expect(done.exitCode).toBe(0);
  expect(done.stderr).toContain('3) both');
  expect(w.read('out.csv')).toBe(
    'a,b,a_verdict,b_verdict\nx@example.com,y@example.com,deliverable,deliverable\n',
  );
});

test('--coalesce takes the first that is filled', async () => {
  w.write(
    'list.csv',
    'E-mail 1 - Value,E-mail 2 - Value\n,x@example.com\ny@example.com,z@example.com\n',
  );
  const done = await w.run('batch submit list.csv -o out.csv --columns email --coalesce 1,2');
  expect(done.exitCode).toBe(0);
  expect(w.read('out.csv')).toContain(
    ',x@example.com,x@example.com\ny@example.com,z@example.com,y@example.com\n',
  );
});

test.for([
  ['--coalesce Primary', '--coalesce needs two columns or more'],
  ['--coalesce Primary,Billing --column Name', '--column and --coalesce do not go together'],
  ['--coalesce Primary,Biling', 'Did you mean "Billing"?'],
  ['--columns shrt', "Unknown column 'shrt'"],
] as const)('%s is refused', async ([flags, message]) => {
  w.write('list.csv', LIST);
  const { exitCode, stderr } = await w.run(`batch submit list.csv ${flags}`);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
  expect(w.standIn.requests).toEqual([]);
});

test('clean --only deliverable writes the own columns alone, ready to import', async () => {
  w.write('list.csv', 'Name,email\nAnn,ann@example.com\nBob,undeliverable@example.com\n');
  await w.run('clean list.csv --only deliverable');
  expect(w.read('list.verified.csv')).toBe('Name,email\nAnn,ann@example.com\n');
  await w.run('clean list.csv --only deliverable --columns short --again --force');
  expect(w.read('list.verified.csv')).toMatch(/^Name,email,verdict,detail,suggestion\nAnn/);
});

test('--columns none writes no result column', async () => {
  w.write('list.csv', 'Name,email\nAnn,ann@example.com\n');
  await w.run('batch submit list.csv --columns none -o out.csv');
  expect(w.read('out.csv')).toBe('Name,email\nAnn,ann@example.com\n');
});
