import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { ListRecord } from '../../src/service/lists/list-ports.ts';
import { findTeam } from '../../src/service/teams/teams.ts';
import { forgetAddress } from '../../src/service/upkeep/forget-address.ts';
import { twoSheets } from '../formats/workbook/made-workbook.ts';
import { eachTest } from '../support/each-test.ts';
import { dashboardWorld } from './dashboard-world.ts';
import { type Seen, textOf } from './visitor.ts';

const world = eachTest(dashboardWorld);
const owner = eachTest(() => world.firstOwner());

const TYPOS = `Name,E-mail
Ann,ann@gmial.com
Bob,bob@gmial.com
Cy,cy@x.com
Di,"di@gmail,com"
Ed,ed@hotmial.com
Flo,flo@gmail.com
Gil,flo@gmial.com
`;

/** The path of a list that is completed. */
async function completed(
  text: string | Uint8Array<ArrayBuffer>,
  name = 'spring.csv',
): Promise<string> {
  const answer = await owner.post('/lists', { list: new File([text], name) });
  expect(answer.status).toBe(303);
  await world.lists.finish();
  return answer.headers.get('Location') ?? '';
}

/** Decides, and sees what comes of it to its end. */
async function decide(path: string, action: string, fields: Record<string, string>): Promise<Seen> {
  const answer = await owner.post(`${path}/${action}`, fields);
  expect([answer.status, answer.headers.get('Location')]).toEqual([
    303,
    expect.stringMatching(/\?done=\w+#to-fix$/),
  ]);
  await finish();
  return owner.get((answer.headers.get('Location') ?? '').replace('#to-fix', ''));
}

/** Also the deletions, which pause. */
async function finish(): Promise<void> {
  let isOver = false;
  const finished = world.lists.finish().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    world.clock.advance(20);
  }
  await finished;
}

async function rows(path: string, query = ''): Promise<string[]> {
  const { body } = await owner.get(`${path}/download?format=csv${query}`);
  return body.trimEnd().split('\n');
}

async function lists(): Promise<ListRecord[]> {
  const team = await findTeam(world.context, 'default');
  return world.context.store.lists(team.id).list({ limit: 9, skip: 0 });
}

const newest = async () => (await lists())[0];

/** Addresses that were verified, in their order. */
async function verified(): Promise<string[]> {
  const team = await findTeam(world.context, 'default');
  const found = await world.context.store.team(team.id).listVerifications({ limit: 99, skip: 0 });
  return found.map(({ email }) => email).reverse();
}

describe('typing errors of a list', () => {
  it('are offered by what was typed, most rows first', async () => {
    const said = textOf(await owner.get(await completed(TYPOS)));
    expect(said).toMatch(
      /@gmial\.com → @gmail\.com 3 rows .*@gmail,com → @gmail\.com 1 row .*Correct all 3/,
    );
  });

  it('are corrected: the corrected addresses alone are verified, the cells stay', async () => {
    const path = await completed(TYPOS);
    const before = await verified();
    const page = await decide(path, 'corrections', { do: 'accept', from: '@gmial.com' });
    expect(textOf(page)).toContain('Corrected. The corrected addresses are being checked.');
    expect((await verified()).slice(before.length).sort()).toEqual([
      'ann@gmail.com',
      'bob@gmail.com',
    ]);
    expect(await newest()).toMatchObject({
      status: 'completed',
      totalCount: 2,
      processedCount: 2,
      counts: { rows: 7, distinct: 5, duplicates: 1, suggestions: 2, unusable: 1 },
    });
    const [head, ...found] = await rows(path);
    expect(head).toMatch(/^Name,E-mail,email,/);
    expect(found[0]).toMatch(/^Ann,ann@gmial\.com,ann@gmail\.com,true/);
    expect(found[6]).toMatch(/^Gil,flo@gmial\.com,flo@gmail\.com,true/);
    expect(found[2]).toMatch(/^Cy,cy@x\.com,cy@x\.com,/);
  });

  it('stand corrected in the cells where somebody wants it', async () => {
    const path = await completed(TYPOS);
    const page = await decide(path, 'corrections', { do: 'all' });
    expect(page.body).toContain('name="corrected" value="cells" checked');
    const found = await rows(path, '&corrected=cells');
    expect(found[1]).toMatch(/^Ann,ann@gmail\.com,ann@gmail\.com,/);
    expect(found[4]).toMatch(/^Di,di@gmail\.com,di@gmail\.com,/);
  });

  it('are undone, and nothing is verified again when they are corrected once more', async () => {
    const path = await completed(TYPOS);
    const before = await rows(path);
    await decide(path, 'corrections', { do: 'all' });
    const count = (await verified()).length;
    const corrected = await rows(path);
    expect(textOf(await owner.get(path))).toContain(
      'Corrected @gmial.com → @gmail.com 3 rows Undo',
    );
    for (const from of ['@gmial.com', '@gmail,com', '@hotmial.com'])
      await decide(path, 'corrections', { do: 'undo', from });
    expect(await rows(path)).toEqual(before);
    expect(await newest()).toMatchObject({ status: 'completed', counts: { suggestions: 5 } });
    const page = await decide(path, 'corrections', { do: 'all' });
    expect(textOf(page)).toContain('All of the corrected addresses are checked already.');
    expect(await rows(path)).toEqual(corrected);
    expect(await verified()).toHaveLength(count);
  });

  it('that were decided are decided in the next list, and can be removed', async () => {
    const path = await completed(TYPOS);
    await decide(path, 'corrections', { do: 'accept', from: '@gmial.com' });
    await decide(path, 'corrections', { do: 'reject', from: '@hotmial.com' });
    const next = await completed('email\nzoe@gmial.com\nyu@hotmial.com\n', 'summer.csv');
    const page = await owner.get(next);
    expect(page.body).toMatch(/value="@gmial\.com" checked/);
    expect(textOf(page)).toContain('Not a typo @hotmial.com 1 row Undo');
    expect(textOf(page)).toContain('Correct it');
    const decided = textOf(await owner.get('/corrections'));
    expect(decided).toContain('@gmial.com @gmail.com');
    expect(decided).toMatch(/@hotmial\.com not a typo .* by ada@example\.com/);
    await owner.post('/corrections/remove', { from: '@hotmial.com' });
    expect(textOf(await owner.get('/corrections'))).not.toContain('hotmial');
    expect(textOf(await owner.get(next))).toContain('@hotmial.com → @hotmail.com');
    const audit = textOf(await owner.get('/audit'));
    expect(audit).toContain('corrected typos in the list spring.csv');
    expect(audit).toContain('rejected corrections of spring.csv');
    expect(audit).not.toContain('gmial');
  });

  it('are corrected on a cancelled list: what is new is verified, the rest when the list goes on', async () => {
    const answer = await owner.post('/lists', { list: new File([TYPOS], 'spring.csv') });
    const path = answer.headers.get('Location') ?? '';
    await owner.post(`${path}/cancel`);
    await finish();
    expect(textOf(await owner.get(path))).toContain('Correct all 3');
    await decide(path, 'corrections', { do: 'accept', from: '@gmial.com' });
    expect((await verified()).sort()).toEqual(['ann@gmail.com', 'bob@gmail.com']);
    expect(await newest()).toMatchObject({
      ...{ status: 'completed', totalCount: 2, processedCount: 2 },
      verdicts: { deliverable: 2, undeliverable: 1 },
    });
    expect(textOf(await owner.get(path))).toContain('Continue');
    await decide(path, 'corrections', { do: 'undo', from: '@gmial.com' });
    await owner.post(`${path}/retry`);
    await finish();
    const { verdicts } = (await newest()) ?? {};
    expect(Object.values(verdicts ?? {}).reduce((sum, count) => sum + count, 0)).toBe(7);
    expect(new Set(await verified()).size).toBe((await verified()).length);
  });

  it('stay on a cancelled list where nothing is new', async () => {
    const path = await completed('email\nann@gmial.com\nann@gmail.com\n');
    await owner.post(`${path}/retry`);
    const answer = await owner.post('/lists', {
      list: new File(['email\nann@gmial.com\nann@gmail.com\n'], 'two.csv'),
    });
    const cancelled = answer.headers.get('Location') ?? '';
    await owner.post(`${cancelled}/cancel`);
    await finish();
    await decide(cancelled, 'corrections', { do: 'all' });
    expect(await newest()).toMatchObject({ status: 'cancelled', counts: { distinct: 1 } });
  });

  it('are decided by those of the team alone, once the list is complete', async () => {
    const path = await completed(TYPOS);
    const stranger = await world.person('others', 'eve@example.org');
    expect((await stranger.post(`${path}/corrections`, { do: 'all' })).status).toBe(404);
    await decide(path, 'corrections', { do: 'accept', from: '@gmial.com' });
    expect(textOf(await stranger.get('/corrections'))).not.toContain('gmial');
    const answer = await owner.post('/lists', { list: new File([TYPOS], 'running.csv') });
    const running = answer.headers.get('Location') ?? '';
    expect(textOf(await owner.get(running))).toContain(
      'You can decide this when the list is complete',
    );
    expect((await owner.post(`${running}/corrections`, { do: 'all' })).status).toBe(409);
    expect(await newest()).toMatchObject({ status: 'running' });
  });

  it('that nobody has ticked are named', async () => {
    const page = await decide(await completed(TYPOS), 'corrections', { do: 'accept' });
    expect(textOf(page)).toContain('Select at least one typo.');
  });

  it('are forgotten with the address that is erased, typed or meant', async () => {
    const text = 'email\n"ann at gmail.com"\nann@gmial.com\nbob@gmial.com\n';
    const path = await completed(text);
    await decide(path, 'corrections', { do: 'all' });
    const { store } = world.context;
    await forgetAddress({ store, files: world.lists.files }, 'ann@gmail.com');
    const found = await rows(path);
    expect(found.join('\n')).not.toContain('ann');
    expect(found[3]).toMatch(/^bob@gmial\.com,bob@gmail\.com,true/);
    expect(textOf(await owner.get('/corrections'))).not.toContain('ann');
    expect(await newest()).toMatchObject({ counts: { distinct: 1, empty: 2 } });
    expect(textOf(await owner.get(path))).not.toContain('ann');
  });
});

describe('what else is in a file', () => {
  const SEVERAL = `Name,E-mail,Billing e-mail
Ann,ann@x.com,pay@y.com
Bob,"bob@x.com; rob@x.com",
Cy,ann@x.com,cy@y.com
`;

  it('cells with several addresses are split after the start, and joined again', async () => {
    const path = await completed(SEVERAL);
    const before = await rows(path);
    expect(textOf(await owner.get(path))).toContain('1 cell has more than one address.');
    const page = await decide(path, 'split', { on: 'yes' });
    expect(textOf(page)).toContain('Cells with more than one address are split');
    expect((await verified()).sort()).toEqual(['ann@x.com', 'bob@x.com', 'rob@x.com']);
    const split = await rows(path);
    expect(split[0]).toMatch(/,detail,others$/);
    expect(split[2]).toMatch(/^Bob,"bob@x\.com; rob@x\.com",,bob@x\.com,.*rob@x\.com deliverable/);
    await decide(path, 'split', { on: 'no' });
    expect(await rows(path)).toEqual(before);
    await decide(path, 'split', { on: 'yes' });
    expect(await rows(path)).toEqual(split);
    expect(await verified()).toHaveLength(3);
  });

  it('a further column is verified after the start, and taken back', async () => {
    const path = await completed(SEVERAL);
    const before = await rows(path);
    expect(textOf(await owner.get(path))).toContain(
      'Column “Billing e-mail” also contains addresses.',
    );
    const page = await decide(path, 'column-too', { column: '2', on: 'yes' });
    expect(textOf(page)).toContain('Column “Billing e-mail” is checked, too');
    expect((await verified()).sort()).toEqual(['ann@x.com', 'cy@y.com', 'pay@y.com']);
    const both = await rows(path);
    expect(both[1]).toContain('pay@y.com,true');
    expect((await newest())?.form?.columns).toEqual([1, 2]);
    await decide(path, 'column-too', { column: '2', on: 'no' });
    expect(await rows(path)).toEqual(before);
    expect((await owner.post(`${path}/column-too`, { column: '0', on: 'yes' })).status).toBe(422);
  });

  it('duplicates are left out of downloads unless somebody wants them', async () => {
    const path = await completed('email\na@x.com\nb@x.com\na@x.com\n');
    expect((await owner.get(path)).body).toMatch(/name="duplicates" value="drop"\s+\/>/);
    const page = await decide(path, 'duplicates', { on: 'yes' });
    expect(textOf(page)).toContain('1 duplicate is left out of downloads.');
    expect(page.body).toMatch(/name="duplicates" value="drop"\s+checked/);
    expect(textOf(await decide(path, 'duplicates', { on: 'no' }))).toContain('1 duplicate.');
  });

  it('a further sheet becomes a list of its own after the start, and goes again', async () => {
    const answer = await owner.post('/lists', {
      list: new File([twoSheets()], 'fair.xlsx'),
      review: 'yes',
    });
    const start = answer.headers.get('Location') ?? '';
    await owner.post(start);
    await world.lists.finish();
    const path = start.replace(/\/start$/, '');
    expect(textOf(await owner.get(path))).toContain('Sheet “Partners” also contains addresses.');
    const page = await decide(path, 'sheet-too', { sheet: 'Partners', on: 'yes' });
    expect(textOf(page)).toContain('Sheet “Partners” is a separate list');
    const [partners] = await lists();
    expect(partners).toMatchObject({ name: 'fair (Partners).xlsx', status: 'completed' });
    expect(page.body).toContain(`href="/lists/${partners?.id}"`);
    expect((await owner.post(`${path}/sheet-too`, { sheet: 'Partners', on: 'yes' })).status).toBe(
      422,
    );
    await decide(path, 'sheet-too', { sheet: 'Partners', on: 'no' });
    expect((await lists()).map(({ name }) => name)).toEqual(['fair.xlsx']);
    const again = await decide(path, 'sheet-too', { sheet: 'Partners', on: 'yes' });
    expect(textOf(again)).toContain('Sheet “Partners” is a separate list');
    await owner.post(`${path}/delete`);
    await finish();
    const left = await readdir(world.folder.path('lists'));
    expect(left.filter((name) => name.endsWith('.original'))).toEqual([]);
  });

  it('corrections, split cells and columns are decided one after the other', async () => {
    const text = 'email,other e-mail\n"a@gmial.com; b@x.com",c@gmial.com\nd@x.com,e@x.com\n';
    const path = await completed(text);
    const column = (await newest())?.form?.otherColumns?.[0] ?? -1;
    await decide(path, 'split', { on: 'yes' });
    await decide(path, 'column-too', { column: String(column), on: 'yes' });
    await decide(path, 'corrections', { do: 'all' });
    const found = await rows(path);
    for (const part of ['b@x.com', 'c@gmail.com', 'e@x.com'])
      expect(found.join('\n')).toContain(part);
    await decide(path, 'column-too', { column: String(column), on: 'no' });
    await decide(path, 'split', { on: 'no' });
    expect(await newest()).toMatchObject({
      status: 'completed',
      counts: { distinct: 1, several: 1 },
    });
  });
});

describe('a list beside the earlier ones', () => {
  const text = (gone: number, of: number) =>
    `email\n${Array.from({ length: of }, (_, at) => (at < gone ? `nobody ${at}` : `u${at}@x${at % 9}.com`)).join('\n')}\n`;

  it('says nothing where there are none, or where they say little', async () => {
    const first = await completed(text(0, 40));
    const second = await completed(text(6, 100));
    for (const path of [first, second])
      expect(textOf(await owner.get(path))).not.toContain('undeliverable,');
  });

  it('says how clean it is beside up to five of them, with their numbers', async () => {
    await completed(text(90, 100), 'oldest.csv');
    for (const [at, gone] of [10, 14, 30, 14, 2].entries())
      await completed(text(gone, 100), `list${at}.csv`);
    const path = await completed(text(6, 100));
    expect(textOf(await owner.get(path))).toContain(
      'Cleaner than your last 5 lists: 6.0 % undeliverable, usually 14.0 % ' +
        'list4.csv 2.0 % undeliverable list3.csv 14.0 % undeliverable',
    );
    const worse = textOf(await owner.get(await completed(text(90, 100))));
    expect(worse).toContain(
      'Less clean than your last 5 lists: 90.0 % undeliverable, usually 14.0 %',
    );
  });

  it('is compared with the lists of its own team alone', async () => {
    await completed(text(10, 100));
    const stranger = await world.person('others', 'eve@example.org');
    const answer = await stranger.post('/lists', { list: new File([text(5, 100)], 'theirs.csv') });
    await world.lists.finish();
    const seen = textOf(await stranger.get(answer.headers.get('Location') ?? ''));
    expect(seen).not.toContain('undeliverable,');
    const second = textOf(await owner.get(await completed(text(10, 100))));
    expect(second).toContain('As clean as your last list: 10.0 % undeliverable, before 10.0 %');
  });
});
