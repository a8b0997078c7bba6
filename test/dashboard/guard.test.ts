import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ErrorBodySchema } from '../../src/contract/schemas.ts';
import { openSetup } from '../../src/service/people/invitations.ts';
import { type DashboardWorld, dashboardWorld, PASSWORD } from './dashboard-world.ts';
import { textOf, type Visitor } from './visitor.ts';

let world: DashboardWorld;
let owner: Visitor;

async function open(): Promise<void> {
  world = await dashboardWorld();
  owner = await world.firstOwner();
}

const dispose = () => world.dispose();

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
describe('a person who is not signed in', () => {
  beforeEach(open);
  afterEach(dispose);

  it('gets into the API with no session', async () => {
    const answer = await world.request('/api/v1/batches', { headers: { Cookie: owner.cookie } });
    expect(answer.status).toBe(401);
  });
});

describe('a form that was not sent from the dashboard', () => {
  beforeEach(open);
  afterEach(dispose);

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
  beforeAll(open);
  afterAll(dispose);

  it.each([...PAGES, '/sign-in', '/nowhere', '/assets/dashboard.0.js'])(
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

  it('an error page keeps the navigation for people who are signed in, with the way back', async () => {
    const page = await owner.get('/nowhere', { Referer: 'http://127.0.0.1:8025/lists?page=2' });
    expect(page.body).toContain('aria-label="Pages"');
    expect(page.body).toContain('href="/lists?page=2"');
    const elsewhere = await owner.get('/nowhere', { Referer: 'https://evil.example/lists' });
    expect(elsewhere.body).not.toContain('>Back<');
    const stranger = await world.visitor().get('/nowhere');
    expect(stranger.body).not.toContain('aria-label="Pages"');
    const forged = await owner.post('/keys', { csrf: 'x' }, { Origin: 'https://evil.example' });
    expect([forged.status, forged.body.includes('aria-label="Pages"')]).toEqual([403, true]);
  });

  it('assets are named by their content, compressed, and kept by browsers', async () => {
    const { body } = await owner.get('/');
    const paths = [...body.matchAll(/="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(paths.length).toBe(3);
    for (const path of paths) {
      const headers = { 'Accept-Encoding': 'gzip, br' };
      const named = await world.pages(new Request(`http://127.0.0.1${path}`, { headers }));
      expect(named.headers.get('Cache-Control')).toContain('immutable');
      expect(named.headers.get('Content-Encoding')).toBe('br');
      const text = brotliDecompressSync(Buffer.from(await named.arrayBuffer())).toString();
      const hash = createHash('sha256').update(text).digest('base64url');
      expect(path.split('.')[1]).toBe(hash.slice(0, 12));
      expect(text).toBe((await owner.get(path)).body);
    }
  });

  it('an asset of another version is answered with that of the service, which nobody keeps', async () => {
    const [, path = ''] = /src="([^"]+)"/.exec((await owner.get('/')).body) ?? [];
    const other = await owner.get('/assets/dashboard.other.js');
    expect(other.body).toBe((await owner.get(path)).body);
    expect(other.headers.get('Cache-Control')).toBe('no-cache');
    expect((await owner.get('/assets/other.0.js')).status).toBe(404);
  });

  it('the token of forms differs on each page, so that compressed pages reveal nothing of it', async () => {
    const tokens = await Promise.all(
      ['/account', '/account'].map(
        async (path) => /name="csrf" value="([^"]+)"/.exec((await owner.get(path)).body)?.[1] ?? '',
      ),
    );
    expect(tokens[0]).not.toBe(tokens[1]);
    for (const csrf of tokens) {
      expect((await owner.post('/keys', { csrf, scope_verify: 'yes' })).status).toBe(303);
    }
    expect((await owner.post('/keys', { csrf: tokens[0]?.slice(0, 43) ?? '' })).status).toBe(403);
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

describe('an unexpected error', () => {
  beforeEach(open);
  afterEach(dispose);

  it('lets nothing of it out', async () => {
    world.verifier.breakWith(new Error('a secret of the house'));
    const answer = await owner.post('/verify', { email: 'a@x.com' });
    expect(answer.status).toBe(500);
    expect(answer.body).not.toContain('secret');
    expect(world.loggedErrors).toHaveLength(1);
  });
});

describe('what people and mail hosts wrote', () => {
  beforeEach(open);
  afterEach(dispose);

  const EVIL = '"><script>alert(1)</script>';

  it('is escaped wherever it is shown', async () => {
    await owner.post('/keys', { label: EVIL, scope_verify: 'yes' });
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
