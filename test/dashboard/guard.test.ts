import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ErrorBodySchema } from '../../src/contract/schemas.ts';
import { openSetup } from '../../src/service/set-up.ts';
import { type DashboardWorld, dashboardWorld, PASSWORD } from './dashboard-world.ts';
import { textOf, type Visitor } from './visitor.ts';

let world: DashboardWorld;
let owner: Visitor;

beforeEach(async () => {
  world = await dashboardWorld();
  owner = await world.firstOwner();
});
afterEach(() => world.dispose());

const PAGES = [
  '/',
  '/keys',
  '/lists',
  '/batches',
  '/verifications',
  '/people',
  '/audit',
  '/account',
];
const ACTIONS = [
  '/verify',
  '/keys',
  '/keys/key_1/revoke',
  '/lists',
  '/lists/list_1/column',
  '/lists/list_1/cancel',
  '/lists/list_1/retry',
  '/lists/list_1/delete',
  '/batches/batch_1/cancel',
  '/people/invitations',
  '/people/invitations/invitation_1/withdraw',
  '/people/person_1/role',
  '/people/person_1/remove',
  '/people/person_1/password-link',
  '/account/password',
  '/account/sign-out-everywhere',
  '/sign-out',
];

describe('a person who is not signed in', () => {
  it.each([
    ...PAGES,
    '/batches/b',
    '/batches/b/events',
    '/batches/b/progress',
    '/lists/l',
    '/lists/l/column',
    '/lists/l/events',
    '/lists/l/progress',
    '/lists/l/download',
    '/lists/l/report',
    '/verifications.csv',
  ])('is sent from %s to the sign-in', async (path) => {
    const answer = await world.visitor().get(path);
    const next = path === '/' ? '' : `?next=${encodeURIComponent(path)}`;
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/sign-in${next}`]);
    expect(answer.body).toBe('');
  });

  it.each(ACTIONS)('can do nothing with POST %s', async (path) => {
    const answer = await world.visitor().post(path);
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/sign-in']);
  });

  it('does not get in with an API key, in whatever place', async () => {
    const { key } = await world.team('ours');
    const header = await world.visitor().get('/keys', { Authorization: `Bearer ${key}` });
    expect(header.status).toBe(303);
    const cookie = await world.visitor().get('/keys', { Cookie: `mailvet_session=${key}` });
    expect(cookie.status).toBe(303);
  });

  it('gets into the API with no session', async () => {
    const answer = await world.request('/api/v1/batches', { headers: { Cookie: owner.cookie } });
    expect(answer.status).toBe(401);
  });
});

describe('a form that was not sent from the dashboard', () => {
  it.each(ACTIONS)('is refused at %s, although the session is right', async (path) => {
    const elsewhere = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
    ];
    for (const headers of elsewhere) expect((await owner.post(path, {}, headers)).status).toBe(403);
    expect((await owner.get('/')).status).toBe(200);
  });

  it.each(['/sign-in', '/setup', '/invitation', '/reset-password'])(
    'is refused at %s',
    async (path) => {
      const answer = await world.visitor().post(path, {}, { Origin: 'https://evil.example' });
      expect(answer.status).toBe(403);
    },
  );

  it('is refused with a token of another session, or none', async () => {
    const other = await world.person('default', 'b@example.com');
    const page = await other.get('/account');
    const token = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    for (const path of ACTIONS) {
      for (const csrf of ['', 'x', token])
        expect((await owner.post(path, { csrf })).status).toBe(403);
    }
    expect(textOf(await owner.get('/people'))).toContain('b@example.com');
  });

  it('behind a proxy the public URL counts, whatever host the proxy names', async () => {
    await world.dispose();
    world = await dashboardWorld({ publicUrl: 'https://verify.example.com' });
    const token = (await openSetup(world.context)) ?? '';
    const filled = { token, email: 'a@example.com', password: PASSWORD };
    const answer = await world.visitor().post('/setup', filled);
    expect(answer.status).toBe(303);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-/);
  });
});

describe('every answer', () => {
  it.each([...PAGES, '/sign-in', '/nowhere', '/assets/dashboard.js'])(
    '%s has the strict headers',
    async (path) => {
      const { headers } = await owner.get(path);
      const policy = headers.get('Content-Security-Policy') ?? '';
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Referrer-Policy')).toBe('same-origin');
      expect(headers.get('Cache-Control')).toMatch(/^no-(store|cache)$/);
    },
  );

  it.each([...PAGES, '/sign-in'])('%s has no inline script, style or handler', async (path) => {
    const { body } = await owner.get(path);
    expect(body).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=|javascript:/i);
  });

  it('an unknown path is a page for browsers, the Error body for programs', async () => {
    const page = await owner.get('/nowhere');
    expect([page.status, textOf(page).includes('Not found')]).toEqual([404, true]);
    const body = await owner.get('/nowhere', { Accept: '*/*' });
    expect(ErrorBodySchema.strict().parse(JSON.parse(body.body)).statusCode).toBe(404);
  });

  it('nothing of an unexpected error gets out', async () => {
    world.verifier.breakWith(new Error('a secret of the house'));
    const answer = await owner.post('/verify', { email: 'a@x.com' });
    expect(answer.status).toBe(500);
    expect(answer.body).not.toContain('secret');
    expect(world.loggedErrors).toHaveLength(1);
  });

  it.each(['/sign-in', '/setup', '/keys', '/verify'])(
    'a form too large for %s is refused',
    async (path) => {
      expect((await owner.post(path, { label: 'x'.repeat(70_000) })).status).toBe(413);
    },
  );

  it('a list of over 200 MB is refused before it is read', async () => {
    let read = 0;
    const body = ReadableStream.from(
      (async function* () {
        yield new Uint8Array(1024);
        read++;
      })(),
    );
    const headers = {
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': String(201 * 1024 * 1024),
    };
    expect((await owner.send('/lists', body, headers)).status).toBe(413);
    expect(read).toBe(0);
  });
});

describe('what people and mail hosts wrote', () => {
  const EVIL = '"><script>alert(1)</script>';

  it('is escaped wherever it is shown', async () => {
    await owner.post('/keys', { label: EVIL });
    await owner.post('/verify', { email: EVIL });
    const list = new File([`email\n"${EVIL.replaceAll('"', '""')}@x.com"\na@x.com\n`], EVIL);
    const uploaded = await owner.post('/lists', { list });
    const path = uploaded.headers.get('Location') ?? '';
    const pages = await Promise.all(
      [...PAGES, path, `${path}/report`, `/verifications?search=${encodeURIComponent(EVIL)}`].map(
        (path) => owner.get(path),
      ),
    );
    const fault = await owner.post('/people/invitations', { email: EVIL, role: 'member' });
    for (const { body } of [...pages, fault]) expect(body).not.toContain('<script>alert');
    expect(fault.body).toContain('&lt;script&gt;');
  });

  it('becomes no formula in a download', async () => {
    await owner.post('/verify', { email: '=cmd|calc@x.com' });
    const { body, headers } = await owner.get('/verifications.csv');
    expect(body).toContain("\r\n'=cmd|calc@x.com,");
    expect(headers.get('Content-Disposition')).toContain('attachment');
  });
});
