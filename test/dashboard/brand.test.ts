import { afterEach, beforeEach, expect, it } from 'vitest';
import { findTeam } from '../../src/service/teams/teams.ts';
import { type DashboardWorld, dashboardWorld } from './dashboard-world.ts';
import { textOf, type Visitor } from './visitor.ts';

let world: DashboardWorld;
let owner: Visitor;

beforeEach(async () => {
  world = await dashboardWorld();
  owner = await world.firstOwner();
});
afterEach(() => world.dispose());

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('pixels')]);
const JPEG = Buffer.from('\xff\xd8\xff\xe0pixels', 'latin1');
const WEBP = Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1');

const fileOf = (bytes: Uint8Array<ArrayBuffer>, name = 'logo.png') => new File([bytes], name);

async function logo(visitor = owner): Promise<Response> {
  return visitor.open('/brand/logo');
}

it('name and logo of a team stand on its pages, and on nobody else’s', async () => {
  const answer = await owner.post('/brand', { name: ' Miller & Sons ', list: fileOf(PNG) });
  expect(answer.headers.get('Location')).toBe('/brand?done=saved');
  const page = await owner.get('/brand?done=saved');
  expect(textOf(page)).toContain('Miller &amp; Sons Home');
  expect(page.body).toMatch(/<img class="logo" src="\/brand\/logo\?v=\d+" alt=""/);
  expect(textOf(page)).toContain('Name and logo are saved.');
  const stranger = await world.person('others', 'eve@example.org');
  expect(textOf(await stranger.get('/'))).not.toContain('Miller');
  expect((await logo(stranger)).status).toBe(303);
  const audit = textOf(await owner.get('/audit'));
  expect(audit).toContain('changed name and logo of the team to Miller &amp; Sons');
});

it.each([
  ['image/png', PNG],
  ['image/jpeg', JPEG],
  ['image/webp', WEBP],
] as const)(
  'a logo comes back as %s, byte by byte, whatever its name says',
  async (type, bytes) => {
    await owner.post('/brand', { name: '', list: fileOf(new Uint8Array(bytes), 'logo.svg') });
    const answer = await logo();
    expect(answer.headers.get('Content-Type')).toBe(type);
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
  },
);

it.each([
  [
    'an SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'no PNG, JPEG or WebP image',
  ],
  ['HTML', Buffer.from('<!doctype html>'), 'no PNG, JPEG or WebP image'],
  ['too large a picture', Buffer.concat([PNG, Buffer.alloc(100 * 1024)]), 'has more than 100 kB'],
])('%s is refused, and the logo stays', async (_, bytes, fault) => {
  await owner.post('/brand', { name: 'Miller', list: fileOf(PNG) });
  const answer = await owner.post('/brand', { name: 'X', list: fileOf(new Uint8Array(bytes)) });
  expect([answer.status, textOf(answer)]).toEqual([422, expect.stringContaining(fault)]);
  expect(Buffer.from(await (await logo()).arrayBuffer())).toEqual(PNG);
  expect(textOf(await owner.get('/'))).toContain('Miller');
});

it('a logo stays when the name alone is changed, and goes when that is wanted', async () => {
  await owner.post('/brand', { name: 'Miller', list: fileOf(PNG) });
  await owner.post('/brand', { name: 'Smith' });
  expect((await logo()).status).toBe(200);
  await owner.post('/brand', { name: '', remove: 'yes' });
  expect((await logo()).headers.get('Location')).toBe('/assets/icon.svg');
  expect(textOf(await owner.get('/'))).toContain('default Home');
});

it('members see it, and can not change it', async () => {
  await owner.post('/brand', { name: 'Miller', list: fileOf(PNG) });
  const member = await world.person('default', 'tom@example.com', 'member');
  expect(textOf(await member.get('/'))).toContain('Miller');
  expect((await logo(member)).status).toBe(200);
  expect((await member.get('/brand')).status).toBe(403);
  expect((await member.post('/brand', { name: 'Mine' })).status).toBe(403);
  expect(textOf(await owner.get('/'))).toContain('Miller');
});

it('a report has it in the place of our name, a shared one, too, also after a change', async () => {
  const team = await findTeam(world.context, 'default');
  const { id } = await world.lists.upload(team, 'email\na@x.com\n');
  await world.lists.finish();
  const shared = await owner.post(`/lists/${id}/share`, { days: '7' });
  const link = /\/shared\/[\w-]+/.exec(shared.body)?.[0] ?? '';
  const guest = world.visitor();
  expect((await guest.get(link)).body).toContain('</svg>mailvet</span>');
  await owner.post('/brand', { name: '<Miller>', list: fileOf(PNG) });
  for (const page of [await guest.get(link), await owner.get(`/lists/${id}/report`)]) {
    expect(page.body).toContain(`src="data:image/png;base64,${PNG.toString('base64')}"`);
    expect(page.body).toContain('&lt;Miller&gt;');
    expect(page.body).not.toContain('</svg>mailvet');
    expect(page.headers.get('Content-Security-Policy')).toContain('img-src data:');
  }
});
