import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { findTeam } from '../../src/service/teams/teams.ts';
import { eachTest } from '../support/each-test.ts';
import { dashboardWorld } from './dashboard-world.ts';
import { textOf } from './visitor.ts';

const world = eachTest(dashboardWorld);
const owner = eachTest(() => world.firstOwner());
const team = eachTest(() => findTeam(world.context, 'default'));

const page = async (path = '/suppressions', by = owner) => textOf(await by.get(path));
const importing = (text: string, by = owner, column = '', name = 'out.csv') =>
  by.post('/suppressions/import', { column, list: new File([text], name) });
const downloaded = async () => (await owner.get('/suppressions/download')).body;

it('an address or a domain is added, searched for and removed', async () => {
  expect(await page()).toContain('0 entries');
  for (const entry of ['Ann <Ann@Example.com>', '@Example.org']) {
    expect((await owner.post('/suppressions', { entry })).headers.get('Location')).toBe(
      '/suppressions?done=added',
    );
  }
  const again = await owner.post('/suppressions', { entry: 'ann@example.com' });
  expect(again.headers.get('Location')).toBe('/suppressions?done=known');
  expect(await page()).toMatch(/2 entries.*@example\.org 2026-11-21.*ann@example\.com 2026-11-21/);
  expect(await page('/suppressions?search=ANN')).toContain('ann@example.com');
  expect(await page('/suppressions?search=ANN')).not.toContain('@example.org 2026');
  expect(await page('/suppressions?search=bob')).toContain('No entry begins with this.');
  await owner.post('/suppressions/remove', { entry: '@example.org' });
  expect(await page()).toContain('1 entry');
});

it.each(['example.com', 'ann', ' ', '@', 'ann smith@example.com'])(
  '%j is refused, and stays in the form',
  async (entry) => {
    const refused = await owner.post('/suppressions', { entry });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain('role="alert"');
    expect(await page()).toContain('0 entries');
  },
);

it('a file is imported as lists are read, and not kept', async () => {
  const csv = 'Name;E-mail\nAnn;ann@example.com\nBob;Bob@Example.com\nEve;eve at home\nTom;\n';
  const answer = textOf(await importing(csv));
  expect(answer).toContain('2 added; none were on the list already.');
  expect(answer).toContain('1 row skipped: eve at home has no @');
  expect(await downloaded()).toBe('ann@example.com\nbob@example.com\n');
  expect(await readdir(world.folder.path('lists'))).toEqual([]);
});

it('what was downloaded can be imported', async () => {
  await owner.post('/suppressions', { entry: '@example.org' });
  await importing('ann@example.com\nbob@example.com\n', owner, '', 'out.txt');
  const lines = await downloaded();
  expect(lines).toBe('@example.org\nann@example.com\nbob@example.com\n');
  for (const entry of lines.trim().split('\n')) await owner.post('/suppressions/remove', { entry });
  expect(textOf(await importing(lines, owner, '', 'suppressions.txt'))).toContain('3 added');
  expect(await downloaded()).toBe(lines);
});

it('a file that can’t be read, or has several columns, is refused beside its form', async () => {
  const none = await importing('Name,Age\nAnn,5\n');
  expect(none.status).toBe(422);
  const two = await importing('a,b\nann@x.com,bob@y.com\neve@x.com,tom@y.com\n');
  expect(two.status).toBe(422);
  expect(textOf(two)).toContain('Several columns hold addresses: name one of a, b.');
  expect(textOf(await importing('a,b\nann@x.com,bob@y.com\n', owner, 'b'))).toContain('1 entry');
  expect(await downloaded()).toBe('bob@y.com\n');
});

it('members add to the list and read it; owners alone remove from it', async () => {
  const member = await world.person('default', 'member@x.com', 'member');
  await member.post('/suppressions', { entry: 'ann@example.com' });
  const seen = await member.get('/suppressions');
  expect(textOf(seen)).toContain('ann@example.com');
  expect(seen.body).not.toContain('/suppressions/remove');
  expect((await member.post('/suppressions/remove', { entry: 'ann@example.com' })).status).toBe(
    403,
  );
  expect(await downloaded()).toBe('ann@example.com\n');
});

it('no team sees or changes the list of another', async () => {
  await owner.post('/suppressions', { entry: 'ann@example.com' });
  await world.team('theirs');
  const stranger = await world.person('theirs', 'eve@x.com');
  expect(await page('/suppressions', stranger)).toContain('0 entries');
  await stranger.post('/suppressions/remove', { entry: 'ann@example.com' });
  expect(await downloaded()).toBe('ann@example.com\n');
});

it('changes are in the audit log without the addresses', async () => {
  await owner.post('/suppressions', { entry: 'ann@example.com' });
  await importing('bob@example.com\n', owner, '', 'out.txt');
  await downloaded();
  const log = await page('/audit');
  expect(log).toContain('added to the do-not-mail list 1 entry');
  expect(log).toContain('imported to the do-not-mail list out.txt');
  expect(log).toContain('downloaded the do-not-mail list 2 entries');
  expect(log).not.toContain('ann@example.com');
});

it('an address verified by hand says that it is suppressed', async () => {
  await world.context.store.suppressions(team.id).add(['ann@example.com'], 0);
  const verified = textOf(await owner.post('/verify', { email: 'ann@example.com' }));
  expect(verified).toContain('Risky It is on the do-not-mail list of the team');
  expect(verified).toContain('Do not send to it.');
  expect(await page('/verifications')).toContain('Risky it is on the do-not-mail list');
});
