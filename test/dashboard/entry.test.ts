import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSetup } from '../../src/service/people/invitations.ts';
import { openPasswordLink } from '../../src/service/people/sign-in.ts';
import { type DashboardWorld, dashboardWorld, PASSWORD } from './dashboard-world.ts';
import { textOf, type Visitor } from './visitor.ts';

let world: DashboardWorld;

beforeEach(async () => {
  world = await dashboardWorld();
});
afterEach(() => world.dispose());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ADA = { email: 'ada@example.com', password: PASSWORD };

describe('setup', () => {
  it('makes the first person owner of the team default, signed in', async () => {
    const owner = await world.firstOwner();
    const account = await owner.get('/account');
    expect(textOf(account)).toContain('You are ada@example.com , owner of the team default');
  });

  it('works once', async () => {
    const token = (await openSetup(world.context)) ?? '';
    const [first, second] = [world.visitor(), world.visitor()];
    const filled = (email: string) => ({ token, email, password: PASSWORD });
    const answers = await Promise.all([
      first.post('/setup', filled('a@example.com')),
      second.post('/setup', filled('b@example.com')),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
    expect((await world.visitor().get(`/setup?token=${token}`)).status).toBe(410);
    expect(await openSetup(world.context)).toBeUndefined();
  });

  it('the links of processes that start together all work, until one of them was used', async () => {
    const links = await Promise.all(Array.from({ length: 3 }, () => openSetup(world.context)));
    const statuses = async () => {
      const pages = links.map((token) => world.visitor().get(`/setup?token=${token}`));
      return (await Promise.all(pages)).map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200, 200]);
    const filled = { ...ADA, token: links[0] ?? '' };
    expect((await world.visitor().post('/setup', filled)).status).toBe(303);
    expect(await statuses()).toEqual([410, 410, 410]);
  });

  it('a link of an earlier start leads nowhere', async () => {
    const old = await openSetup(world.context);
    world.clock.advance(MINUTE);
    const current = await openSetup(world.context);
    expect((await world.visitor().get(`/setup?token=${old}`)).status).toBe(410);
    expect((await world.visitor().get(`/setup?token=${current}`)).status).toBe(200);
    expect((await world.visitor().get('/setup')).status).toBe(410);
  });

  it.each([
    ['eleven char', 'at least 12 characters'],
    ['aaaaaaaaaaaa', 'easy to guess'],
    ['Password1234!', 'easy to guess'],
    ['Ada@example.com is me', 'easy to guess'],
    ['x'.repeat(129), 'at most 128 characters'],
  ])('the password %s is refused: %s', async (password, message) => {
    const token = (await openSetup(world.context)) ?? '';
    const answer = await world.visitor().post('/setup', { ...ADA, token, password });
    expect(answer.status).toBe(422);
    expect(textOf(answer)).toContain(message);
    expect(answer.body).toContain('value="ada@example.com"');
    expect(answer.body).not.toContain(password);
  });

  it('what is no address is refused', async () => {
    const token = (await openSetup(world.context)) ?? '';
    const answer = await world.visitor().post('/setup', { ...ADA, token, email: 'ada' });
    expect(answer.status).toBe(422);
  });
});

describe('signing in', () => {
  it('takes the address in any case and leads to the overview', async () => {
    await world.firstOwner();
    const again = world.visitor();
    const answer = await again.post('/sign-in', { ...ADA, email: ' Ada@EXAMPLE.com' });
    expect(answer.headers.get('Location')).toBe('/');
    expect((await again.get('/')).status).toBe(200);
  });

  it('goes on to the page that was asked for, also after a wrong password', async () => {
    await world.firstOwner();
    const browser = world.visitor();
    const asked = await browser.get('/verifications?search=a&page=2');
    const page = await browser.get(asked.headers.get('Location') ?? '');
    expect(page.body).toContain('name="next" value="/verifications?search=a&amp;page=2"');
    const next = '/verifications?search=a&page=2';
    const wrong = await browser.post('/sign-in', { ...ADA, password: 'wrong', next });
    expect(wrong.body).toContain('name="next" value="/verifications?search=a&amp;page=2"');
    const answer = await browser.post('/sign-in', { ...ADA, next });
    expect(answer.headers.get('Location')).toBe(next);
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'evil',
  ])('never goes on to %s', async (next) => {
    await world.firstOwner();
    const answer = await world.visitor().post('/sign-in', { ...ADA, next });
    expect(answer.headers.get('Location')).toBe('/');
  });

  it('a wrong password and an unknown address get the same answer', async () => {
    await world.firstOwner();
    const [wrong, unknown, none] = await Promise.all([
      world.visitor().post('/sign-in', { email: ADA.email, password: 'wrong' }),
      world.visitor().post('/sign-in', { email: 'eve@example.com', password: 'wrong' }),
      world.visitor().post('/sign-in', { email: 'no address', password: 'wrong' }),
    ]);
    expect(wrong.status).toBe(422);
    expect(unknown.status).toBe(422);
    const same = unknown.body.replace('eve@example.com', ADA.email);
    expect(same).toBe(wrong.body);
    expect(none.body.replace('no address', ADA.email)).toBe(wrong.body);
  });

  it('hashes once for an unknown address as for one that two teams know', async () => {
    const hashed: string[] = [];
    const { hash } = world.passwords;
    Object.assign(world.passwords, {
      hash: (password: string, like?: string) => {
        hashed.push(password);
        return hash(password, like);
      },
    });
    await world.person('ours', ADA.email);
    await world.person('theirs', ADA.email);
    for (const email of [ADA.email, 'eve@example.com']) {
      hashed.length = 0;
      await world.visitor().post('/sign-in', { email, password: 'wrong' });
      expect(hashed).toEqual(['wrong']);
    }
  });

  it('after ten wrong passwords an account waits at that source; its window ends', async () => {
    await world.firstOwner();
    await guess(10);
    const refused = await world.visitor().post('/sign-in', ADA);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('900');
    expect(textOf(refused)).toContain('wait 15 minutes');
    world.clock.advance(15 * MINUTE);
    expect((await world.visitor().post('/sign-in', ADA)).status).toBe(303);
  });

  it('an account that is closed at one source is open at others', async () => {
    await world.firstOwner();
    await guess(11, { from: '192.0.2.66' });
    expect((await world.visitor('192.0.2.66').post('/sign-in', ADA)).status).toBe(429);
    expect((await world.visitor('192.0.2.7').post('/sign-in', ADA)).status).toBe(303);
  });

  it('sources of one IPv6 network count together', async () => {
    await world.firstOwner();
    for (let host = 1; host <= 10; host++) await guess(1, { from: `2001:db8::${host}` });
    expect((await world.visitor('2001:db8::99').post('/sign-in', ADA)).status).toBe(429);
    expect((await world.visitor('2001:db8:0:1::1').post('/sign-in', ADA)).status).toBe(303);
  });

  it('after a hundred wrong passwords a day an account waits everywhere', async () => {
    await world.firstOwner();
    for (let source = 1; source <= 10; source++) await guess(10, { from: `192.0.2.${source}` });
    world.clock.advance(HOUR);
    const refused = await world.visitor('198.51.100.1').post('/sign-in', ADA);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '82800']);
    expect(textOf(refused)).toContain('wait 23 hours');
    world.clock.advance(23 * HOUR);
    expect((await world.visitor('198.51.100.1').post('/sign-in', ADA)).status).toBe(303);
  });

  it('a device that signed in before passes where strangers have closed the account', async () => {
    const owner = await world.firstOwner();
    await owner.post('/sign-out');
    for (let source = 1; source <= 10; source++) await guess(10, { from: `192.0.2.${source}` });
    expect((await owner.post('/sign-in', ADA)).status).toBe(303);
  });

  it('a known device has ten guesses too, and is then refused itself', async () => {
    const owner = await world.firstOwner();
    await owner.post('/sign-out');
    for (let tried = 0; tried < 10; tried++) {
      expect((await owner.post('/sign-in', { ...ADA, password: 'wrong' })).status).toBe(422);
    }
    expect((await owner.post('/sign-in', ADA)).status).toBe(429);
    expect((await world.visitor().post('/sign-in', ADA)).status).toBe(303);
  });

  it('a device is known to its own account alone, and by the current password alone', async () => {
    const owner = await world.firstOwner();
    const other = await world.person('default', 'b@example.com');
    const old = new Map(owner.kept);
    const next = 'another pass phrase';
    await owner.post('/account/password', { current: PASSWORD, next });
    for (let source = 1; source <= 10; source++) await guess(10, { from: `192.0.2.${source}` });
    const right = { ...ADA, password: next };
    for (const kept of [old, other.kept]) {
      const stranger = world.visitor('198.51.100.1');
      for (const [name, pair] of kept) stranger.kept.set(name, pair);
      expect((await stranger.post('/sign-in', right)).status).toBe(429);
    }
    const forged = world.visitor('198.51.100.1');
    const [[name, pair] = ['', '']] = owner.kept;
    forged.kept.set(
      name,
      pair.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
    );
    expect((await forged.post('/sign-in', right)).status).toBe(429);
    owner.cookie = '';
    expect((await owner.post('/sign-in', right)).status).toBe(303);
  });

  it('guesses sent all at once are no more than those sent one by one', async () => {
    await world.firstOwner();
    const wrong = { email: ADA.email, password: 'wrong' };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => world.visitor().post('/sign-in', wrong)),
    );
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  it('after fifty wrong passwords a source waits, whatever account it tries', async () => {
    await world.firstOwner();
    for (let tried = 0; tried < 50; tried++) await guess(1, { email: `g${tried}@example.com` });
    expect((await world.visitor().post('/sign-in', ADA)).status).toBe(429);
    expect((await world.visitor('192.0.2.7').post('/sign-in', ADA)).status).toBe(303);
  });

  it('people who sign in at one source do not use up its guesses', async () => {
    await world.firstOwner();
    for (let entered = 0; entered < 60; entered++) {
      expect((await world.visitor().post('/sign-in', ADA)).status).toBe(303);
    }
  });

  it('behind a trusted proxy the clients are counted, not the proxy', async () => {
    await world.dispose();
    world = await dashboardWorld({ trustProxy: ['192.0.2.0/24'] });
    await world.firstOwner();
    const through = (client: string) => ({ 'X-Forwarded-For': `203.0.113.1, ${client}` });
    const wrong = { email: ADA.email, password: 'wrong' };
    for (let tried = 0; tried < 11; tried++) {
      await world.visitor().post('/sign-in', wrong, through('198.51.100.66'));
    }
    const attacker = await world.visitor().post('/sign-in', ADA, through('198.51.100.66'));
    const owner = await world.visitor().post('/sign-in', ADA, through('198.51.100.7'));
    expect([attacker.status, owner.status]).toEqual([429, 303]);
  });

  it('a flood of guesses from one source leaves room for others', async () => {
    await world.firstOwner();
    const flood = Array.from({ length: 49 }, (_, index) =>
      world
        .visitor('192.0.2.66')
        .post('/sign-in', { email: `g${index}@example.com`, password: 'wrong' }),
    );
    const owner = world.visitor('192.0.2.7').post('/sign-in', ADA);
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses).toContain(503);
    expect((await owner).status).toBe(303);
  });

  async function guess(
    times: number,
    { email = ADA.email, from = '192.0.2.1' }: { email?: string; from?: string } = {},
  ): Promise<void> {
    const visitor = world.visitor(from);
    for (let tried = 0; tried < times; tried++) {
      await visitor.post('/sign-in', { email, password: 'wrong' });
    }
  }
});

describe('sessions', () => {
  it('their cookie is for this host alone, and no script reads it', async () => {
    const token = (await openSetup(world.context)) ?? '';
    const { headers } = await world.visitor().post('/setup', { ...ADA, token });
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(/^mailvet_session=[\w-]{43}; /);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).toMatch(/Path=\//);
    expect(cookie).not.toMatch(/Secure|Domain/);
  });

  it('behind TLS the cookie is Secure, with the prefix that pins it to the host', async () => {
    await world.dispose();
    world = await dashboardWorld({ trustProxy: ['192.0.2.1'] });
    const token = (await openSetup(world.context)) ?? '';
    const proxied = { 'X-Forwarded-Proto': 'https' };
    const owner = world.visitor();
    const { headers } = await owner.post('/setup', { ...ADA, token }, proxied);
    expect(headers.getSetCookie()[0]).toMatch(/^__Host-mailvet_session=.*; Secure/);
    expect((await owner.get('/', proxied)).status).toBe(200);
    expect((await owner.get('/')).status).toBe(303);
  });

  it('nobody but a trusted proxy makes the cookie Secure', async () => {
    const token = (await openSetup(world.context)) ?? '';
    const proxied = { 'X-Forwarded-Proto': 'https' };
    const { headers } = await world.visitor().post('/setup', { ...ADA, token }, proxied);
    expect(headers.getSetCookie()[0]).toMatch(/^mailvet_session=(?!.*Secure)/);
  });

  it('end after twelve idle hours', async () => {
    const owner = await world.firstOwner();
    world.clock.advance(11 * HOUR);
    expect((await owner.get('/')).status).toBe(200);
    world.clock.advance(11 * HOUR);
    expect((await owner.get('/')).status).toBe(200);
    world.clock.advance(12 * HOUR + MINUTE);
    expect((await owner.get('/')).headers.get('Location')).toBe('/sign-in');
  });

  it('end after seven days, however busy', async () => {
    const owner = await world.firstOwner();
    for (let passed = 0; passed < 7 * DAY; passed += 6 * HOUR) {
      expect((await owner.get('/')).status).toBe(200);
      world.clock.advance(6 * HOUR);
    }
    world.clock.advance(MINUTE);
    expect((await owner.get('/')).status).toBe(303);
  });

  it('are stored as hashes alone', async () => {
    const owner = await world.firstOwner();
    const id = owner.cookie.split('=')[1] ?? '';
    expect(await world.context.store.sessions.find(id)).toBeUndefined();
  });

  it('signing out ends one of them, signing out everywhere all', async () => {
    const first = await world.firstOwner();
    const [second, third] = [world.visitor(), world.visitor()];
    for (const one of [second, third]) await one.post('/sign-in', ADA);
    const kept = second.cookie;
    await second.post('/sign-out');
    second.cookie = kept;
    expect((await second.get('/')).status).toBe(303);
    expect((await third.get('/')).status).toBe(200);
    await third.post('/account/sign-out-everywhere');
    expect((await first.get('/')).status).toBe(303);
  });

  it('a changed password ends all but a new one', async () => {
    const first = await world.firstOwner();
    const second = world.visitor();
    await second.post('/sign-in', ADA);
    const before = first.cookie;
    const passwords = { current: PASSWORD, next: 'another pass phrase' };
    expect((await first.post('/account/password', passwords)).status).toBe(303);
    expect((await first.get('/')).status).toBe(200);
    expect(first.cookie).not.toBe(before);
    expect((await second.get('/')).status).toBe(303);
    expect((await world.visitor().post('/sign-in', ADA)).status).toBe(422);
    const again = { email: ADA.email, password: passwords.next };
    expect((await world.visitor().post('/sign-in', again)).status).toBe(303);
  });

  it('a password is not changed without the current one', async () => {
    const owner = await world.firstOwner();
    const wrong = await owner.post('/account/password', {
      current: 'x',
      next: 'a new pass phrase',
    });
    expect(wrong.status).toBe(422);
    expect(textOf(wrong)).toContain('The current password is wrong.');
    expect((await owner.get('/')).status).toBe(200);
  });
});

describe('invitations', () => {
  it('a link works once, for the address it was made for', async () => {
    const owner = await world.firstOwner();
    const made = await owner.post('/people/invitations', {
      email: 'Bob@example.com',
      role: 'member',
    });
    const token = /invitation\?token=([\w-]{43})"/.exec(made.body)?.[1] ?? '';
    const bob = world.visitor();
    expect((await bob.get(`/invitation?token=${token}`)).body).toContain('value="bob@example.com"');
    const filled = { token, password: PASSWORD, email: 'eve@example.com' };
    expect((await bob.post('/invitation', filled)).status).toBe(303);
    expect(textOf(await bob.get('/account'))).toContain('bob@example.com , member');
    expect((await world.visitor().post('/invitation', filled)).status).toBe(410);
  });

  it.each([
    ['withdrawn', 0],
    ['expired', 7 * DAY],
  ])('a link that is %s leads nowhere', async (how, later) => {
    const owner = await world.firstOwner();
    const made = await owner.post('/people/invitations', { email: 'b@example.com', role: 'owner' });
    const token = /invitation\?token=([\w-]{43})"/.exec(made.body)?.[1] ?? '';
    const id = /invitations\/([\w-]+)\/withdraw/.exec(made.body)?.[1];
    if (how === 'withdrawn') await owner.post(`/people/invitations/${id}/withdraw`);
    world.clock.advance(later);
    expect((await world.visitor().get(`/invitation?token=${token}`)).status).toBe(410);
    const filled = { token, password: PASSWORD };
    expect((await world.visitor().post('/invitation', filled)).status).toBe(410);
  });

  it('a link leads to where the service listens, not to the host that the request named', async () => {
    const owner = await world.firstOwner();
    const wanted = { email: 'b@example.com', role: 'member' };
    const made = await owner.post('/people/invitations', wanted);
    expect(made.body).toContain('value="http://service.test:8025/invitation?token=');
  });

  it('a second link for the same address replaces the first', async () => {
    const owner = await world.firstOwner();
    const wanted = { email: 'b@example.com', role: 'member' };
    const first = await owner.post('/people/invitations', wanted);
    await owner.post('/people/invitations', wanted);
    const token = /invitation\?token=([\w-]{43})"/.exec(first.body)?.[1] ?? '';
    expect((await world.visitor().get(`/invitation?token=${token}`)).status).toBe(410);
  });
});

describe('a password link', () => {
  const next = 'another pass phrase';

  /** For the only other person of the team. */
  async function memberLink(owner: Visitor): Promise<string> {
    const page = await owner.get('/people');
    const path = /\/people\/[\w-]+\/password-link/.exec(page.body)?.[0] ?? '';
    const made = await owner.post(path);
    return /reset-password\?token=([\w-]{43})"/.exec(made.body)?.[1] ?? '';
  }

  it('by the command line sets the password, signs in, and ends all other sessions', async () => {
    const owner = await world.firstOwner();
    const { secret: token } = await openPasswordLink(world.context, 'ADA@example.com');
    const browser = world.visitor();
    expect((await browser.get(`/reset-password?token=${token}`)).body).toContain(ADA.email);
    const weak = await browser.post('/reset-password', { token, password: 'short' });
    expect([weak.status, textOf(weak)]).toEqual([422, expect.stringContaining('12 characters')]);
    expect((await browser.post('/reset-password', { token, password: next })).status).toBe(303);
    expect((await browser.get('/')).status).toBe(200);
    expect((await owner.get('/')).status).toBe(303);
    const again = await world.visitor().post('/reset-password', { token, password: next });
    expect(again.status).toBe(410);
    const { email } = ADA;
    expect((await world.visitor().post('/sign-in', { email, password: next })).status).toBe(303);
  });

  it('opens the account where strangers have closed it', async () => {
    await world.firstOwner();
    for (let guess = 0; guess < 10; guess++) {
      await world.visitor().post('/sign-in', { ...ADA, password: 'wrong' });
    }
    const { secret: token } = await openPasswordLink(world.context, ADA.email);
    const browser = world.visitor();
    expect((await browser.post('/reset-password', { token, password: next })).status).toBe(303);
    await browser.post('/sign-out');
    const again = await browser.post('/sign-in', { email: ADA.email, password: next });
    expect(again.status).toBe(303);
  });

  it('expires after a day, and is replaced by a later one', async () => {
    await world.firstOwner();
    const first = await openPasswordLink(world.context, ADA.email);
    const second = await openPasswordLink(world.context, ADA.email);
    const statusOf = async (token: string) =>
      (await world.visitor().get(`/reset-password?token=${token}`)).status;
    expect(await statusOf(first.secret)).toBe(410);
    expect(await statusOf(second.secret)).toBe(200);
    world.clock.advance(DAY);
    expect(await statusOf(second.secret)).toBe(410);
    expect(await statusOf('')).toBe(410);
  });

  it('is made by owners for others of the team, and written down', async () => {
    const owner = await world.firstOwner();
    const bob = await world.person('default', 'bob@example.com', 'member');
    const token = await memberLink(owner);
    const browser = world.visitor();
    expect((await browser.post('/reset-password', { token, password: next })).status).toBe(303);
    expect(textOf(await browser.get('/account'))).toContain('bob@example.com , member');
    expect((await bob.get('/')).status).toBe(303);
    const log = textOf(await owner.get('/audit'));
    expect(log).toContain('ada@example.com created a password link for bob@example.com');
    expect(log).toContain('bob@example.com changed the password of bob@example.com');
  });

  it('is not made by members, nor for another team', async () => {
    const owner = await world.firstOwner();
    const bob = await world.person('default', 'bob@example.com', 'member');
    const eve = await world.person('theirs', 'eve@example.com');
    const page = await owner.get('/people');
    const paths = page.body.match(/\/people\/[\w-]+\/password-link/g) ?? [];
    expect(paths).toHaveLength(1);
    expect((await bob.post(paths[0] ?? '')).status).toBe(403);
    expect((await eve.post(paths[0] ?? '')).status).toBe(404);
  });
});
