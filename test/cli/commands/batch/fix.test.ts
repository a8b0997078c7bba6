/** `clean --fix`: addresses are mended in the results, and `undo` takes it back. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BatchWorld, batchWorld } from '../../../support/batch-world.ts';

const LIST = `name,email
"Ann, A",ann@gmial.com
Bo,Bo <bo@gmial.com>
Cy,cy(at)b.de
Di, di@b.de
Ed,john smith@b.de
Flo,flo@b.de
`;

const ON_TERMINAL = { terminal: ['stdin', 'stdout', 'stderr'] } as const;

async function withList() {
  const world = await batchWorld();
  world.write('list.csv', LIST);
  return world;
}

function sentBy(world: BatchWorld): string[] {
  return world.standIn
    .requestsOf('createBatch')
    .flatMap(({ body }) => (body as { emails: string[] }).emails)
    .sort();
}

const MENDED = `name,email,verdict,reason,suggestion,original
"Ann, A",ann@gmail.com,deliverable,accepted,,ann@gmial.com
Bo,bo@gmail.com,deliverable,accepted,,Bo <bo@gmial.com>
Cy,cy@b.de,deliverable,accepted,,cy(at)b.de
Di,di@b.de,deliverable,accepted,, di@b.de
Ed,john smith@b.de,undeliverable,syntax,john.smith@b.de,
Flo,flo@b.de,deliverable,accepted,,
`;

const IMPORTED = `name,email
"Ann, A",ann@gmail.com
Bo,bo@gmail.com
Cy,cy@b.de
Di,di@b.de
Flo,flo@b.de
`;

const UNDONE = `name,email,verdict,reason,suggestion
"Ann, A",ann@gmial.com,unknown,incomplete,ann@gmail.com
Bo,Bo <bo@gmial.com>,unknown,incomplete,bo@gmail.com
Cy,cy(at)b.de,undeliverable,syntax,cy@b.de
Di, di@b.de,deliverable,accepted,
Ed,john smith@b.de,undeliverable,syntax,john.smith@b.de
Flo,flo@b.de,deliverable,accepted,
`;

describe('clean --fix', () => {
  it('verifies what was meant, and writes it into the cells', async () => {
    await using world = await withList();
    const { stderr, exitCode } = await world.run(`clean list.csv --fix`);
    expect(exitCode, stderr).toBe(0);
    expect(sentBy(world)).toEqual([
      'ann@gmail.com',
      'bo@gmail.com',
      'cy@b.de',
      'di@b.de',
      'flo@b.de',
    ]);
    expect(world.read('list.verified.csv')).toBe(MENDED);
    expect(world.read('list.csv')).toBe(LIST);
    expect(world.read('list.import.csv')).toBe(IMPORTED);
    expect(world.read('list.archive.csv')).toBe(
      'email\nann@gmial.com\nbo@gmial.com\ncy(at)b.de\njohn smith@b.de\n',
    );
    expect(stderr).toContain('Mended the address of 4 rows: mailvet undo takes it back');
  });

  it('adds the column original, unless the columns are chosen', async () => {
    await using world = await withList();
    const header = () => world.read('list.verified.csv').split('\n')[0];
    await world.run('clean list.csv --fix --columns verdict');
    expect(header()).toBe('name,email,verdict');
    await world.run('clean list.csv --fix --columns all');
    expect(header()).toMatch(/,detail,original$/);
    await world.run('clean list.csv --no-fix');
    expect(header()).toBe('name,email,verdict,reason,suggestion');
  });

  it('sends an address once that a correction makes a duplicate', async () => {
    await using world = await batchWorld();
    world.write('list.csv', 'email\nann@gmail.com\nann@gmial.com\n');
    const { stderr } = await world.run('clean list.csv --fix');
    expect(sentBy(world)).toEqual(['ann@gmail.com']);
    expect(stderr).toContain('2 rows with 1 address');
  });

  it('says with --dry-run what it mends', async () => {
    await using world = await withList();
    const fixed = await world.run('clean list.csv --fix --dry-run --json');
    expect(JSON.parse(fixed.stdout)).toMatchObject({ mendable: 4, corrected: 3, addresses: 5 });
    const asItIs = await world.run('clean list.csv --dry-run');
    expect(asItIs.stdout).toMatch(/mended with --fix +4\n +of these typos +3/);
    expect(asItIs.stdout).toMatch(/addresses to send +4/);
    const never = await world.run('clean list.csv --no-fix --dry-run');
    expect(never.stdout).not.toContain('mend');
  });

  it('pays only for what was not verified when the choice changes', async () => {
    await using world = await withList();
    await world.run(`clean list.csv`);
    world.standIn.requests.splice(0);
    const { stderr, exitCode } = await world.run(`clean list.csv --fix`);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toMatch(/Using 2 of 5 results of job_\w+ \(just now\)/);
    expect(sentBy(world)).toEqual(['ann@gmail.com', 'bo@gmail.com', 'cy@b.de']);
    expect(world.read('list.verified.csv')).toBe(MENDED);
  });

  it.for(['clean list.csv', 'clean list.csv --fix'])('is kept when %s runs again', async (line) => {
    await using world = await withList();
    await world.run(`clean list.csv --fix`);
    const sent = sentBy(world);
    const { stderr } = await world.run(`${line}`);
    expect(stderr).toContain('This list was verified already');
    expect(sentBy(world)).toEqual(sent);
    expect(world.read('list.verified.csv')).toBe(MENDED);
  });
});

describe('a mended list', () => {
  it('that was interrupted goes on mended', async () => {
    await using world = await withList();
    world.standIn.quota = 2;
    const { exitCode } = await world.run('clean list.csv --fix');
    expect(exitCode).toBe(4);
    world.standIn.quota = undefined;
    const { stderr, exitCode: code } = await world.run('batch resume --force');
    expect(code, stderr).toBe(0);
    expect(world.read('list.verified.csv')).toBe(MENDED);
  });

  it('keeps its choice when its unknown rows are verified again', async () => {
    await using world = await batchWorld({ entryErrors: { 'ann@gmail.com': 'no answer' } });
    world.write('list.csv', LIST);
    await world.run('clean list.csv --fix');
    const verified = world.read('list.verified.csv');
    expect(verified).toContain('"Ann, A",ann@gmail.com,unknown,error,,ann@gmial.com');
    const [job = ''] = /job_\w+/.exec((await world.run('jobs list')).stdout) ?? [];
    const { stderr, exitCode } = await world.run(`batch retry ${job}`);
    expect(exitCode, stderr).toBe(0);
    expect(world.read('list.verified.csv')).toBe(verified);
  });

  it.for([
    ['list.json', '[{"n":1.50,"email":"Ann <ann@gmial.com>"},"bo(at)b.de"]'],
    ['list.txt', 'Ann <ann@gmial.com>\nbo(at)b.de\n'],
  ] as const)('may be %s', async ([name, content]) => {
    await using world = await batchWorld();
    world.write(name, content);
    const { stderr, exitCode } = await world.run(`clean ${name} --fix -o out.jsonl`);
    expect(exitCode, stderr).toBe(0);
    expect(sentBy(world)).toEqual(['ann@gmail.com', 'bo@b.de']);
    const rows = world
      .read('out.jsonl')
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    expect(rows).toMatchObject([
      { verdict: 'deliverable', original: 'Ann <ann@gmial.com>' },
      { verdict: 'deliverable', original: 'bo(at)b.de' },
    ]);
    expect(JSON.stringify(rows.map(({ input }) => input))).toMatch(/"ann@gmail.com".*"bo@b.de"/);
  });

  it('has the cell of each of its address columns', async () => {
    await using world = await batchWorld();
    world.write('list.csv', 'a,b\nann@gmial.com,Ann <ann@b.de>\n');
    await world.run('clean list.csv --fix --column a --column b --columns verdict,original');
    expect(world.read('list.verified.csv')).toBe(
      'a,b,a_verdict,a_original,b_verdict,b_original\n' +
        'ann@gmail.com,ann@b.de,deliverable,ann@gmial.com,deliverable,Ann <ann@b.de>\n',
    );
  });
});

describe('clean without --fix', () => {
  it('mends nothing where nobody can be asked', async () => {
    await using world = await withList();
    await world.run('clean list.csv --columns verdict');
    expect(world.read('list.verified.csv')).toContain('ann@gmial.com');
    expect(sentBy(world)).toContain('ann@gmial.com');
  });

  it.for([
    ['y', 'ann@gmail.com'],
    ['n', 'ann@gmial.com'],
  ] as const)('shows what it would mend on a terminal, and asks: %s', async ([answer, email]) => {
    await using world = await withList();
    const typed = { ...ON_TERMINAL, typed: [answer], env: { ...world.env, NO_COLOR: '1' } };
    const { stderr, exitCode } = await world.run('clean list.csv', typed);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain(`4 cells can be mended:
  2 × gmial.com → gmail.com
    line 2  - ann@gmial.com
            + ann@gmail.com
    line 3  - Bo <bo@gmial.com>
            + bo@gmail.com
  1 × a sign written out or mistyped
    line 4  - cy(at)b.de
            + cy@b.de
  1 × a name, marks or blanks around the address
    line 5  - ␣di@b.de
            + di@b.de
`);
    expect(stderr.match(/Mend them in the results\?/g)).toHaveLength(1);
    expect(sentBy(world)).toContain(email);
    expect(world.read('list.verified.csv')).toContain(email);
    const again = await world.run('clean list.csv', typed);
    expect(again.stderr).not.toContain('can be mended');
  });

  it('asks before anything is sent, shows no more than a screen, and colours it', async () => {
    await using world = await batchWorld();
    const rows = Array.from({ length: 50 }, (_, at) => `a${at}@gmial.com\nb${at}@hotmial.com\n`);
    world.write('list.csv', `email\n${rows.join('')}`);
    let sentBefore = -1;
    const { stderr } = await world.run('clean list.csv', {
      ...ON_TERMINAL,
      typed: ['n'],
      env: { ...world.env, FORCE_COLOR: '1' },
      onStderr: (text) => {
        if (sentBefore === -1 && text.includes('[y/N]')) sentBefore = sentBy(world).length;
      },
    });
    expect(sentBefore).toBe(0);
    expect(stderr).toContain('and 92 more');
    expect(stderr).toContain('\u001b[31m    line 2  - a0@gmial.com\u001b[39m');
    expect(stderr).toContain('\u001b[32m            + a0@gmail.com\u001b[39m');
    const shown = stderr.slice(stderr.indexOf('100 cells'), stderr.indexOf('[y/N]'));
    expect(shown.split('\n').length).toBeLessThanOrEqual(24);
  });

  it('is not answered by --yes', async () => {
    await using world = await withList();
    const { stderr } = await world.run('clean list.csv --yes', ON_TERMINAL);
    expect(stderr).toContain('4 cells can be mended: --fix does it');
    expect(stderr).not.toContain('[y/N]');
    expect(sentBy(world)).toContain('ann@gmial.com');
  });
});

describe('undo', () => {
  it('writes the results without the corrections, once', async () => {
    await using world = await withList();
    await world.run('clean list.csv --fix --columns verdict,reason,suggestion');
    const sent = sentBy(world);
    const { stderr, exitCode } = await world.run('undo');
    expect(exitCode, stderr).toBe(0);
    expect(world.read('list.verified.csv')).toBe(UNDONE);
    expect(stderr).toContain('2 corrections undone');
    expect(stderr).not.toContain('batch retry');
    expect(sentBy(world)).toEqual(sent);
    const twice = await world.run('undo');
    expect(twice).toMatchObject({ exitCode: 2, stdout: '' });
    expect(twice.stderr).toMatch(
      /there is nothing to undo: job_\w+ \(list\.csv\) was undone already/,
    );
  });

  it('holds for what is written later, until --fix is said again', async () => {
    await using world = await withList();
    const columns = '--columns verdict,reason,suggestion';
    await world.run(`clean list.csv --fix ${columns}`);
    await world.run('undo');
    const [job = ''] = /job_\w+/.exec((await world.run('jobs list')).stdout) ?? [];
    await world.run(`batch results ${job} -o other.csv ${columns}`);
    expect(world.read('other.csv')).toBe(UNDONE);
    await world.run(`clean list.csv --fix`);
    expect(world.read('list.verified.csv')).toBe(MENDED);
    expect((await world.run('undo')).exitCode).toBe(0);
  });

  it('has its addresses verified as typed by the next clean, which pays for these alone', async () => {
    await using world = await withList();
    await world.run('clean list.csv --fix');
    await world.run('undo');
    world.standIn.requests.splice(0);
    const { stderr, exitCode } = await world.run('clean list.csv');
    expect(exitCode, stderr).toBe(0);
    expect(sentBy(world)).toEqual(['ann@gmial.com', 'bo@gmial.com']);
  });

  it('leaves a file alone that a person changed since, and names it', async () => {
    await using world = await withList();
    await world.run('clean list.csv --fix');
    world.write('list.verified.csv', 'sorted by hand');
    const { stderr, exitCode } = await world.run('undo');
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain(
      'list.verified.csv was changed since it was written, and is left as it is',
    );
    expect(world.read('list.verified.csv')).toBe('sorted by hand');
    expect(world.read('list.import.csv')).toBe('name,email\nDi,di@b.de\nFlo,flo@b.de\n');
  });

  it('takes back one run after the other, whatever the list is called, and a list that is named', async () => {
    await using world = await withList();
    const columns = '--columns verdict,reason,suggestion';
    await world.run(`clean list.csv --fix ${columns}`);
    await world.run(`clean list.csv -o out.csv ${columns}`);
    const [first = ''] = /job_\w+/.exec((await world.run('jobs list')).stdout) ?? [];
    const mended = world.read('out.csv');
    world.write('other.csv', 'email\nzoe@gmial.com\n');
    await world.run('clean other.csv --fix');
    world.write('copy.csv', world.read('list.csv'));
    await world.run(`clean copy.csv --fix ${columns}`);

    const { stderr } = await world.run('undo');
    expect(stderr).toContain('now in copy.verified.csv');
    expect(stderr).toContain(`${join(world.home, 'copy.csv')} --no-fix`);
    expect(world.read('copy.verified.csv')).toBe(UNDONE);
    expect(world.read('out.csv')).toBe(mended);
    expect((await world.run('undo')).stderr).toContain('now in other.verified.csv');
    expect((await world.run(`undo ${first}`)).exitCode).toBe(0);
    expect(world.read('out.csv')).toBe(UNDONE);
    expect(world.read('list.verified.csv')).toBe(mended);
    expect((await world.run('undo')).exitCode).toBe(0);
    expect(world.read('list.verified.csv')).toBe(UNDONE);
    expect((await world.run('undo')).stderr).toContain(`${first} (list.csv) was undone already`);
  });

  it('has nothing to do without a clean --fix', async () => {
    await using world = await withList();
    await world.run('clean list.csv');
    const { stderr, exitCode } = await world.run('undo');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('there is nothing to undo: no list was cleaned with --fix');
  });

  it('takes nothing back that a later run wrote again', async () => {
    await using world = await withList();
    await world.run('clean list.csv --fix');
    await world.run('clean list.csv --no-fix');
    const { stderr, exitCode } = await world.run('undo');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('list.csv was written again since');
  });
});
