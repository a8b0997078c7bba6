import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { ListRecord } from '../../src/service/lists/list-ports.ts';
import { findTeam, setQuota } from '../../src/service/teams/teams.ts';
import { twoSheets } from '../formats/workbook/made-workbook.ts';
import { eachTest } from '../support/each-test.ts';
import { dashboardWorld } from './dashboard-world.ts';
import { type Seen, textOf } from './visitor.ts';

const world = eachTest(dashboardWorld);
const owner = eachTest(() => world.firstOwner());

const TEXT = `Name,E-mail,Billing e-mail
Ann,ann@x.com,pay@x.com
Bob,"bob@x.com; rob@x.com",
Cy,ann@x.com,
Di,nobody@sandbox.test,
Ed,,
`;

const PACE = {
  ...{ connections: 1, recipientsPerSession: 10, sessionsPerMinute: Number.POSITIVE_INFINITY },
  ...{ recipientsPerHour: 500, refusedPerHour: Number.POSITIVE_INFINITY, rest: 0, isKnown: true },
};

function outlookOf(domain: string) {
  const known = { key: domain, name: domain, asksRandom: false, closedFor: 0, pace: PACE };
  const acceptsUntilData = domain === 'yahoo.test';
  const provider = { ...known, acceptsUntilData, egresses: ['192.0.2.1'] };
  return { kind: 'hosts', hosts: domain, provider };
}

async function upload(
  more: Record<string, string> = { review: 'yes' },
  file = new File([TEXT], 'spring.csv'),
): Promise<string> {
  const answer = await owner.post('/lists', { list: file, ...more });
  expect(answer.status).toBe(303);
  return answer.headers.get('Location') ?? '';
}

async function lists(): Promise<ListRecord[]> {
  const team = await findTeam(world.context, 'default');
  return world.context.store.lists(team.id).list({ limit: 9, skip: 0 });
}

async function start(path: string, fields: Record<string, string> = {}): Promise<Seen> {
  const answer = await owner.post(path, fields);
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, path.slice(0, -6)]);
  return answer;
}

describe('before a list starts', () => {
  it('a page says what it takes', async () => {
    await world.context.store
      .suppressions((await findTeam(world.context, 'default')).id)
      .add(['@nowhere.example'], 0);
    const path = await upload();
    expect(path).toMatch(/^\/lists\/list_\w+[\w-]*\/start$/);
    const said = textOf(await owner.get(path));
    expect(said).toContain('Addresses 2 in 5 rows, column “E-mail”');
    expect(said).toContain('Duplicates 1, checked only once');
    expect(said).toContain('Rows without a valid address 2, kept as they are');
    expect(said).toContain('Sandbox 1, simulated, free');
    expect(said).toContain('Cost 1 verification');
    expect(said).toContain(
      'Time a few seconds some mail servers ask us to come back: those take up to 20 min more',
    );
    expect(said).toContain('Column “Billing e-mail” also contains addresses');
    expect(said).toContain('1 cell has more than one address');
    expect((await lists())[0]).toMatchObject({ status: 'ready', sent: 0 });
    expect((await owner.get(path.slice(0, -6))).headers.get('Location')).toBe(path);
    await world.lists.runner.look();
    expect((await lists())[0]).toMatchObject({ status: 'ready', sent: 0 });
  });

  it('it starts as it is', async () => {
    const path = await upload();
    await start(path);
    await world.lists.finish();
    expect((await lists())[0]).toMatchObject({ status: 'completed', totalCount: 2 });
    expect((await owner.post(path)).status).toBe(404);
    const audit = textOf(await owner.get('/audit'));
    expect(audit).toContain('started the list spring.csv');
  });

  it('it starts with further columns, and cells that are split', async () => {
    const path = await upload();
    await start(path, { column: '2', split: 'yes' });
    await world.lists.finish();
    expect((await lists())[0]).toMatchObject({ status: 'completed', totalCount: 5 });
    const csv = await owner.get(`${path.slice(0, -6)}/download?format=csv`);
    for (const found of ['pay@x.com,true', 'rob@x.com deliverable'])
      expect(csv.body).toContain(found);
  });

  it('it shows what can be mended, and mends it where that is ticked', async () => {
    const text =
      'name,email\n"Ann, A",ann@gmial.com\nBo,Bo <bo@gmial.com>\nCy,cy(at)x.com\nDi,di@x.com\n';
    const file = new File([text], 'typos.csv');
    const path = await upload({ review: 'yes' }, file);
    const said = textOf(await owner.get(path));
    expect(said).toContain('Mend 3 addresses: the mended address is verified and downloaded');
    expect(said).toContain('2 × gmial.com → gmail.com');
    expect(said).toContain('ann@gmial.com ann@gmail.com 2 Bo &lt;bo@gmial.com&gt; bo@gmail.com 3');
    expect(said).toContain('1 × a sign written out or mistyped');
    await start(path, { mend: 'yes' });
    await world.lists.finish();
    expect((await lists())[0]).toMatchObject({ status: 'completed', totalCount: 4 });
    const download = `${path.slice(0, -6)}/download?format=csv&corrected=cells`;
    const columns = 'columns=verdict,suggestion,original';
    expect((await owner.get(`${download}&${columns}`)).body).toBe(
      `name,email,verdict,suggestion,original
"Ann, A",ann@gmail.com,deliverable,,ann@gmial.com
Bo,bo@gmail.com,deliverable,,Bo <bo@gmial.com>
Cy,cy@x.com,deliverable,,cy(at)x.com
Di,di@x.com,deliverable,,
`,
    );
    expect((await owner.get(download)).body.split('\n')[0]).toMatch(/,detail,original$/);
    expect(textOf(await owner.get(path.slice(0, -6)))).toMatch(/@gmial\.com → @gmail\.com 2 rows/);
  });

  it('nothing is mended where that is not ticked', async () => {
    const file = new File(['ann@gmial.com\n'], 'typo.txt');
    const path = await upload({ review: 'yes' }, file);
    await start(path);
    await world.lists.finish();
    const csv = await owner.get(`${path.slice(0, -6)}/download?format=csv&corrected=cells`);
    expect(csv.body).toContain('ann@gmial.com,');
    expect(csv.body).not.toContain('original');
  });

  it('what is known already costs nothing', async () => {
    await owner.post('/verify', { email: 'ann@x.com' });
    const said = textOf(await owner.get(await upload()));
    expect(said).toContain('Known already 1, from the cache, free');
    expect(said).toContain('Cost 0 verifications');
  });

  it('it says how much more than the quota it takes', async () => {
    await setQuota(world.context, 'default', 2);
    const file = new File(['a@x.com\nb@x.com\nc@x.com\n'], 'three.txt');
    const path = await upload({ review: 'yes' }, file);
    const said = textOf(await owner.get(path));
    expect(said).toContain('2 of 2 left this month');
    expect(said).toMatch(/1 more than your quota\. They wait until \d{4}-\d\d-01/);
    expect(said).toContain('Verify 2 now');
  });

  it('it says what can not be decided and why', async () => {
    Object.assign(world.verifier, {
      outlook: async (domains: readonly string[]) => domains.map(outlookOf),
    });
    const file = new File(['a@yahoo.test\nb@yahoo.test\nc@x.com\nd@x.com\n'], 'four.txt');
    const said = textOf(await owner.get(await upload({ review: 'yes' }, file)));
    expect(said).toContain(
      'Cannot be decided 50.0 % of 4 addresses 2 at providers that accept every address',
    );
  });

  it('it says that nothing can be decided where port 25 is closed', async () => {
    Object.assign(world.verifier, {
      outlook: async (domains: readonly string[]) => domains.map(outlookOf),
      look: async () => ['port_25_closed'],
    });
    const said = textOf(await owner.get(await upload()));
    expect(said).toContain('Cannot be decided 50.0 % of 2 addresses');
    expect(said).toContain('outbound port 25 is closed');
  });

  it('further sheets become lists of their own', async () => {
    const path = await upload({ review: 'yes' }, new File([twoSheets()], 'fair.xlsx'));
    const said = textOf(await owner.get(path));
    expect(said).toContain('Addresses 2 in 2 rows, sheet “Visitors”');
    expect(said).toContain('Sheet “Partners” also contains addresses; it becomes a separate list');
    await start(path, { sheet: 'Partners' });
    await world.lists.finish();
    expect(await lists()).toMatchObject([
      { name: 'fair (Partners).xlsx', status: 'completed', totalCount: 1 },
      { name: 'fair.xlsx', status: 'completed', totalCount: 2 },
    ]);
    // The workbook stays as long as its list: the decision may be undone.
    const left = await readdir(world.folder.path('lists'));
    expect(left.filter((name) => name.endsWith('.original'))).toHaveLength(1);
  });

  it('"start at once" leaves the page out, and is remembered', async () => {
    expect(await upload({ review: 'yes', atOnce: 'yes' })).toMatch(/^\/lists\/list_[\w-]+$/);
    expect((await owner.get('/lists')).body).toMatch(/name="atOnce" value="yes"\s+checked/);
    await upload({ review: 'yes' });
    expect((await owner.get('/lists')).body).not.toMatch(/name="atOnce" value="yes"\s+checked/);
  });

  it('the question for the column comes first', async () => {
    const file = new File(['Work,Home\na@x.com,b@y.com\n'], 'two.csv');
    const path = await upload({ review: 'yes' }, file);
    expect(path).toMatch(/\/column\?review=yes$/);
    expect((await owner.get(path)).body).toContain('name="review" value="yes"');
    const chosen = await owner.post(path.replace('?review=yes', ''), {
      column: '2',
      review: 'yes',
    });
    const step = (await owner.get(chosen.headers.get('Location') ?? '')).headers.get('Location');
    expect(textOf(await owner.get(step ?? ''))).toContain('Addresses 1 in 1 row, column “Home”');
  });

  it('nothing is left of a file that can not be read, and its fault names it', async () => {
    const file = new File(['name,x\nann,1\n'], 'people.csv');
    const answer = await owner.post('/lists', { list: file, review: 'yes' });
    expect([answer.status, textOf(answer)]).toEqual([422, expect.stringContaining('people.csv')]);
    expect(await lists()).toEqual([]);
    await world.lists.runner.look();
    expect(await readdir(world.folder.path('lists'))).toEqual([]);
  });
});

describe('a list without a file', () => {
  it('is what somebody pastes', async () => {
    const text =
      'Hi, write to Ann <ann@x.com>, bob@x.com; and “cy@x.com”.\n\nno address here\nann@x.com';
    const answer = await owner.post('/lists/paste', { text, review: 'yes' });
    const said = textOf(await owner.get(answer.headers.get('Location') ?? ''));
    expect(said).toContain('Addresses 3 in 4 rows');
    expect((await lists())[0]?.name).toMatch(/^Pasted \d{4}-\d\d-\d\d \d\d\.\d\d\.txt$/);
  });

  it('has a name in the language of who pasted it, and so has the sample', async () => {
    await owner.post('/account/language', { language: 'de' });
    await owner.post('/lists/paste', { text: 'ann@x.com' });
    await owner.post('/lists/sample');
    const lists = textOf(await owner.get('/lists'));
    expect(lists).toMatch(/Eingefügt \d{4}-\d\d-\d\d \d\d\.\d\d\.txt/);
    expect(lists).toContain('Beispielliste.csv');
  });

  it('pasted without an address stays in the field', async () => {
    const answer = await owner.post('/lists/paste', { text: 'nobody' });
    expect([answer.status, textOf(answer)]).toEqual([
      422,
      expect.stringContaining('There is no e-mail address in the text'),
    ]);
    expect(answer.body).toContain('>nobody</textarea>');
  });

  it('is the sample, which costs nothing', async () => {
    expect((await owner.get('/lists')).body).toContain('Try a sample list');
    const answer = await owner.post('/lists/sample');
    expect(answer.headers.get('Location')).toMatch(/^\/lists\/list_[\w-]+$/);
    await world.lists.finish();
    const [list] = await lists();
    expect(list).toMatchObject({
      status: 'completed',
      counts: { rows: 27, duplicates: 2, several: 1, suggestions: 3 },
    });
    const usage = await world.context.store
      .reports((await findTeam(world.context, 'default')).id)
      .usage(new Date(world.clock.now()).toISOString().slice(0, 7));
    expect(usage.used).toBe(0);
  });
});
