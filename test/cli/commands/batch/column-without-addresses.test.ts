import { describe, expect, it } from 'vitest';
import { batchWorld } from '../../../support/batch-world.ts';

const LIST = [
  'Name,Phone,Email,Second',
  'Ann,+49 30 123456,ann@example.com,',
  'Bob,0151 99999,bob@example.com,',
  '',
].join('\n');

const TAKES_EMAIL = 'Addresses are in: --column Email';

describe('a named column without an address is refused, and nothing is sent:', () => {
  it.each([
    [
      'clean list.csv --column Phone',
      'column "Phone" has no e-mail address: it has cells such as "+49 30 123456" and "0151 99999"',
      TAKES_EMAIL,
    ],
    ['batch submit list.csv --column 2', 'column "Phone" has no', TAKES_EMAIL],
    ['batch submit list.csv --column Email --column Phone', 'column "Phone" has no', TAKES_EMAIL],
    ['batch submit list.csv --coalesce Phone,Email', 'column "Phone" has no', TAKES_EMAIL],
    ['batch submit list.csv --column Second', 'its cells are empty', TAKES_EMAIL],
    [
      'batch submit list.csv --no-header --column 1',
      'column 1 has no',
      'Addresses are in: --column 3',
    ],
    ['batch submit list.csv --column Phone --dry-run', 'column "Phone" has no', TAKES_EMAIL],
    ['batch submit none.csv --column Phone', 'column "Phone" has no', 'No column has one.'],
  ])('%s', async (line, message, hint) => {
    await using w = await batchWorld();
    w.write('list.csv', LIST);
    w.write('none.csv', 'Name,Phone\nAnn,1\n');
    const { stdout, stderr, exitCode } = await w.run(line);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
    expect(w.standIn.requestsOf('createBatch')).toHaveLength(0);
  });
});

describe('a named column is read', () => {
  it.each([
    // One cell that looks like an address is what an unnamed column needs, too.
    [
      'where only one cell is an address',
      '--column Contact',
      'Contact,Mail\ncall me,a@b.test\nc@b.test,d@b.test\n',
    ],
    [
      'where it is empty beside another one',
      '--column Mail --column Second',
      'Mail,Second\na@b.test,\n',
    ],
    ['where the empty one is coalesced', '--coalesce Second,Mail', 'Mail,Second\na@b.test,\n'],
  ])('%s', async (_, flags, list) => {
    await using w = await batchWorld();
    w.write('list.csv', list);
    const { exitCode } = await w.run(`batch submit list.csv ${flags}`);
    expect(exitCode).toBe(0);
    expect(w.standIn.requestsOf('createBatch')).toHaveLength(1);
  });
});
