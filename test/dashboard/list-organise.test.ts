import { describe, expect, it } from 'vitest';
import { findTeam } from '../../src/service/teams/teams.ts';
import { eachTest } from '../support/each-test.ts';
import { dashboardWorld } from './dashboard-world.ts';
import { textOf } from './visitor.ts';

const world = eachTest(dashboardWorld);
const owner = eachTest(() => world.firstOwner());

async function upload(name: string, text = 'a@x.com\n'): Promise<string> {
  const answer = await owner.post('/lists', { list: new File([text], name) });
  return answer.headers.get('Location') ?? '';
}

/** Names of the lists, in the order of the page. */
async function names(query = ''): Promise<string[]> {
  const { body } = await owner.get(`/lists${query}`);
  const found = body.matchAll(
    /<td role="cell" data-label="Name"><div><a href="[^"]+">(.*?)<\/a>/gs,
  );
  return [...found].map(([, name = '']) => name.replace(/<[^>]*>/g, ''));
}

describe('the lists of a team', () => {
  it('are found by part of a name, and come in an order', async () => {
    await upload('Spring.csv');
    await upload('autumn 100%.csv', 'a@x.com\nb@x.com\n');
    await upload('spring_2.csv');
    expect(await names()).toEqual(['spring_2.csv', 'autumn 100%.csv', 'Spring.csv']);
    expect(await names('?search=SPRING')).toEqual(['spring_2.csv', 'Spring.csv']);
    expect(await names('?search=100%25')).toEqual(['autumn 100%.csv']);
    expect(await names('?search=_')).toEqual(['spring_2.csv']);
    expect(await names('?order=oldest')).toEqual(['Spring.csv', 'autumn 100%.csv', 'spring_2.csv']);
    expect(await names('?order=name')).toEqual(['autumn 100%.csv', 'Spring.csv', 'spring_2.csv']);
    expect((await names('?order=addresses'))[0]).toBe('autumn 100%.csv');
    expect(textOf(await owner.get('/lists?search=winter'))).toContain('No list matches.');
  });

  it('are renamed, and lie in folders', async () => {
    const path = await upload('a.csv');
    await upload('b.csv');
    const renamed = await owner.post(`${path}/rename`, { name: ' Customers\u0000 2026 ' });
    expect(renamed.headers.get('Location')).toBe(`${path}/edit?done=renamed`);
    await owner.post(`${path}/folder`, { folder: 'Spring campaign' });
    expect(await names('?folder=Spring+campaign')).toEqual(['Customers 2026']);
    expect(textOf(await owner.get('/lists'))).toContain('Spring campaign (1)');
    await owner.post(`${path}/folder`, { folder: ' ' });
    expect(textOf(await owner.get('/lists'))).not.toContain('Spring campaign');
    const audit = textOf(await owner.get('/audit'));
    expect(audit).toContain('renamed a list to Customers 2026');
    const refused = await owner.post(`${path}/rename`, { name: ' ' });
    expect([refused.status, textOf(refused)]).toEqual([
      422,
      expect.stringContaining('A list needs a name'),
    ]);
  });
});

describe('a link to a report', () => {
  async function share(path: string, days = '7'): Promise<string> {
    const { body } = await owner.post(`${path}/share`, { days });
    return /data-path="(\/shared\/[\w-]{43})"/.exec(body)?.[1] ?? '';
  }

  async function completed(): Promise<string> {
    const path = await upload('secret.csv', 'ann@x.com\n');
    await world.lists.finish();
    return path;
  }

  it('shows it to who is not signed in, without an address', async () => {
    const link = await share(await completed());
    const seen = await world.visitor().get(link);
    expect(seen.status).toBe(200);
    expect(textOf(seen)).toContain('secret.csv');
    expect(textOf(seen)).toContain('verified by mailvet');
    expect(seen.body).not.toContain('service.test');
    expect(seen.body).not.toContain('ann@x.com');
    expect(seen.headers.get('X-Robots-Tag')).toBe('noindex, nofollow');
    expect(seen.headers.get('Cache-Control')).toBe('no-store');
    expect(seen.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });

  it('is stored as its hash alone, and shown once', async () => {
    const path = await completed();
    const link = await share(path);
    expect((await owner.get(`${path}/edit`)).body).not.toContain(link.replace('/shared/', ''));
    const team = await findTeam(world.context, 'default');
    const id = path.replace('/lists/', '');
    const stored = await world.context.store.lists(team.id).shares(id, world.clock.now());
    expect(JSON.stringify(stored)).not.toContain(link.replace('/shared/', ''));
  });

  it('expires, is revoked, and goes with its list', async () => {
    const path = await completed();
    const [short, long, gone] = [
      await share(path, '1'),
      await share(path, '30'),
      await share(path),
    ];
    const look = async (link: string) => (await world.visitor().get(link)).status;
    world.clock.advance(24 * 60 * 60_000 + 1);
    expect([await look(short), await look(long)]).toEqual([410, 200]);
    const again = { email: 'ada@example.com', password: 'correct horse battery' };
    await owner.post('/sign-in', again);
    const { body } = await owner.get(`${path}/edit`);
    const revokes = [...body.matchAll(/action="([^"]+\/revoke)"/g)].map(
      ([, action = '']) => action,
    );
    expect(revokes).toHaveLength(2);
    for (const action of revokes) await owner.post(action);
    expect([await look(long), await look(gone)]).toEqual([410, 410]);
    const last = await share(path);
    await owner.post(`${path}/delete`);
    expect(await look(last)).toBe(410);
    const audit = textOf(await owner.get('/audit'));
    expect(audit).toContain('shared the report of secret.csv');
    expect(audit).toContain('revoked a link to the report of secret.csv');
  });

  it('is made by nobody else, for no other days, and for no list without a report', async () => {
    const path = await completed();
    const stranger = await world.person('theirs', 'eve@example.com');
    expect((await stranger.post(`${path}/share`, { days: '7' })).status).toBe(404);
    expect((await owner.post(`${path}/share`, { days: '365' })).status).toBe(422);
    const member = await world.person('default', 'bob@example.com', 'member');
    expect((await member.post(`${path}/share`, { days: '7' })).status).toBe(200);
    expect((await world.visitor().get('/shared/nonsense')).status).toBe(410);
  });

  it('is looked at thirty times a minute from one place', async () => {
    const link = await share(await completed());
    const [one, other] = [world.visitor(), world.visitor('192.0.2.77')];
    for (let look = 0; look < 30; look++) expect((await one.get(link)).status).toBe(200);
    expect((await one.get(link)).status).toBe(429);
    expect((await other.get(link)).status).toBe(200);
    world.clock.advance(60_000);
    expect((await one.get(link)).status).toBe(200);
  });
});
