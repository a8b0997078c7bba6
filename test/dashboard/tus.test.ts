import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Listening, listen } from '../../src/http/listen.ts';
import { PART_LIFETIME_MS } from '../../src/service/lists/list-ports.ts';
import { findTeam } from '../../src/service/teams/teams.ts';
import { type DashboardWorld, dashboardWorld, PASSWORD } from './dashboard-world.ts';
import { textOf, type Visitor } from './visitor.ts';

let world: DashboardWorld;
let server: Listening;
let owner: Visitor;
let sockets: Socket[];

async function open(options: Parameters<typeof dashboardWorld>[0] = {}): Promise<void> {
  world = await dashboardWorld(options);
  server = await listen({ fetch: world.pages, alone: false }, { host: '127.0.0.1', port: 0 });
  owner = await world.firstOwner();
  sockets = [];
}

beforeEach(() => open());
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.cut();
  await server.drain();
  await world.dispose();
});

const TEXT = 'email\nann@x.com\nbob@x.com\ncy@gmial.com\n';
const TUS = { 'Tus-Resumable': '1.0.0', Accept: 'application/json' };
const PART = { ...TUS, 'Content-Type': 'application/offset+octet-stream' };
const base64 = (text: string) => Buffer.from(text).toString('base64');

function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  { body, as = owner }: { body?: string | URLSearchParams; as?: Visitor } = {},
): Promise<Response> {
  const { host, port } = server.address;
  const origin = `http://${host}:${port}`;
  const sent = { Origin: origin, Cookie: as.cookie, ...TUS, ...headers };
  return fetch(origin + path, { method, headers: sent, redirect: 'manual', ...(body && { body }) });
}

/** Begins an upload; returns its path. */
async function begin(size = TEXT.length, name = 'list.csv', as = owner): Promise<string> {
  const headers = {
    'Upload-Length': String(size),
    'Upload-Metadata': `filename ${base64(name)}`,
  };
  const answer = await ask('POST', '/uploads', headers, { as });
  expect(answer.status).toBe(201);
  return answer.headers.get('Location') ?? '';
}

function part(path: string, offset: number, body: string, headers = {}): Promise<Response> {
  return ask('PATCH', path, { ...PART, 'Upload-Offset': String(offset), ...headers }, { body });
}

async function offsetOf(path: string): Promise<string | null> {
  return (await ask('HEAD', path)).headers.get('Upload-Offset');
}

async function read(path: string, fields: Record<string, string> = {}): Promise<Response> {
  return ask('POST', path, {}, { body: new URLSearchParams(fields) });
}

async function lists() {
  const team = await findTeam(world.context, 'default');
  return world.context.store.lists(team.id).list({ limit: 9, skip: 0 });
}

async function signInAgain(): Promise<void> {
  await owner.post('/sign-in', { email: 'ada@example.com', password: PASSWORD });
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A part over a socket that is cut behind its beginning. */
async function cutPart(path: string, offset: number, beginning: string): Promise<Socket> {
  const { host, port } = server.address;
  const socket = connect(port, host);
  sockets.push(socket);
  const head = [
    `PATCH ${path} HTTP/1.1`,
    `Host: ${host}:${port}`,
    `Origin: http://${host}:${port}`,
    `Cookie: ${owner.cookie}`,
    ...Object.entries(PART).map(([name, value]) => `${name}: ${value}`),
    `Upload-Offset: ${offset}`,
    `Content-Length: ${TEXT.length - offset}`,
  ];
  const sleepers = world.clock.sleepers;
  socket.write(`${head.join('\r\n')}\r\n\r\n${beginning}`);
  while (world.clock.sleepers === sleepers) await turn();
  return socket;
}

describe('an upload in parts', () => {
  it('becomes a list that is read when all of it is here', async () => {
    const path = await begin();
    expect((await part(path, 0, TEXT.slice(0, 10))).headers.get('Upload-Offset')).toBe('10');
    expect(await offsetOf(path)).toBe('10');
    expect((await read(path)).status).toBe(409);
    expect((await part(path, 10, TEXT.slice(10))).status).toBe(204);
    const answer = await read(path);
    expect(await answer.json()).toEqual({ path: path.replace('/uploads', '/lists') });
    expect(await lists()).toMatchObject([
      { name: 'list.csv', status: 'running', counts: { distinct: 3, suggestions: 1 } },
    ]);
    expect(await readdir(world.folder.path('lists'))).not.toContainEqual(
      expect.stringContaining('.part'),
    );
    expect((await ask('HEAD', path)).status).toBe(404);
  });

  it('goes on where its connection was cut', async () => {
    const path = await begin();
    const socket = await cutPart(path, 0, TEXT.slice(0, 17));
    socket.destroy();
    let offset = await offsetOf(path);
    while (offset === '0') offset = await offsetOf(path);
    expect(offset).toBe('17');
    expect((await part(path, 17, TEXT.slice(17))).status).toBe(204);
    expect((await read(path)).status).toBe(200);
    expect((await lists())[0]?.counts?.distinct).toBe(3);
  });

  it('goes on beside a connection of which nobody knows that it is dead', async () => {
    const path = await begin();
    await cutPart(path, 0, TEXT.slice(0, 17));
    expect(await offsetOf(path)).toBe('17');
    expect((await part(path, 17, TEXT.slice(17))).status).toBe(204);
    expect((await read(path)).status).toBe(200);
  });

  it('refuses a part that does not belong where the file ends', async () => {
    const path = await begin();
    await part(path, 0, TEXT.slice(0, 10));
    expect((await part(path, 0, TEXT.slice(0, 10))).status).toBe(409);
    expect((await part(path, 12, TEXT.slice(12))).status).toBe(409);
    expect(await offsetOf(path)).toBe('10');
  });

  it('refuses more bytes than were announced', async () => {
    const path = await begin(10);
    expect((await part(path, 0, TEXT)).status).toBe(413);
  });

  it('drops a part whose checksum is wrong', async () => {
    const path = await begin();
    const sum = createHash('sha1').update(TEXT.slice(0, 10)).digest('base64');
    const wrong = await part(path, 0, 'something else', { 'Upload-Checksum': `sha1 ${sum}` });
    expect([wrong.status, await offsetOf(path)]).toEqual([460, '0']);
    const right = await part(path, 0, TEXT.slice(0, 10), { 'Upload-Checksum': `sha1 ${sum}` });
    expect([right.status, await offsetOf(path)]).toEqual([204, '10']);
    expect((await part(path, 10, 'x', { 'Upload-Checksum': 'md5 x' })).status).toBe(400);
  });

  it('is kept when the session ends, for the member of the team who signs in again', async () => {
    const path = await begin();
    await part(path, 0, TEXT.slice(0, 10));
    await owner.post('/sign-out');
    expect((await part(path, 10, TEXT.slice(10))).status).toBe(401);
    await signInAgain();
    expect(await offsetOf(path)).toBe('10');
    expect((await part(path, 10, TEXT.slice(10))).status).toBe(204);
  });

  it('is not found by another team', async () => {
    const path = await begin();
    const stranger = await world.person('theirs', 'eve@example.com');
    for (const method of ['HEAD', 'PATCH', 'DELETE', 'POST']) {
      const headers = method === 'PATCH' ? { ...PART, 'Upload-Offset': '0' } : {};
      const form = method === 'POST' ? { body: new URLSearchParams() } : {};
      expect((await ask(method, path, headers, { as: stranger, ...form })).status).toBe(404);
    }
  });

  it('needs the header that forms and other sites cannot send', async () => {
    const { host, port } = server.address;
    const headers = {
      Origin: `http://${host}:${port}`,
      Cookie: owner.cookie,
      'Upload-Length': '9',
    };
    const answer = await fetch(`http://${host}:${port}/uploads`, { method: 'POST', headers });
    expect([answer.status, answer.headers.get('Tus-Version')]).toEqual([412, '1.0.0']);
    const elsewhere = { Origin: 'https://evil.example', 'Upload-Length': '9' };
    expect((await ask('POST', '/uploads', elsewhere)).status).toBe(403);
  });

  it('says before anything is sent that it is too large, or has no room', async () => {
    const huge = { 'Upload-Length': String(201 * 1024 * 1024) };
    expect((await ask('POST', '/uploads', huge)).status).toBe(413);
    await world.dispose();
    await open({ listStorage: 1000 });
    const answer = await ask('POST', '/uploads', { 'Upload-Length': '1001' });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('would take more than 1 kB on the disk');
  });

  it('is forgotten when it is cancelled, and when nothing of it arrives for a day', async () => {
    const [cancelled, silent, busy] = [await begin(), await begin(), await begin()];
    for (const path of [cancelled, silent, busy]) await part(path, 0, TEXT.slice(0, 10));
    expect((await ask('DELETE', cancelled)).status).toBe(204);
    expect((await ask('HEAD', cancelled)).status).toBe(404);
    world.clock.advance(PART_LIFETIME_MS - 1000);
    await signInAgain();
    await part(busy, 10, TEXT.slice(10, 20));
    world.clock.advance(2000);
    await signInAgain();
    const { listQueue } = world.context.store;
    await listQueue.endAbandoned(world.clock.now(), world.clock.now() - PART_LIFETIME_MS);
    expect((await ask('HEAD', silent)).status).toBe(404);
    expect(await offsetOf(busy)).toBe('20');
    await world.lists.finish();
    const left = await readdir(world.folder.path('lists'));
    expect(left.filter((name) => name.endsWith('.part'))).toHaveLength(1);
  });

  it('that can not be read says why, and can be read by another column', async () => {
    const text = 'name,contact\nann,bob\ncy,di\n';
    const path = await begin(text.length, 'people.csv');
    await part(path, 0, text);
    const refused = await read(path);
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('people.csv has no e-mail column'),
    ]);
    const page = await owner.get(`${path.replace('/uploads', '/lists')}/arriving`);
    expect(textOf(page)).toContain('The file has arrived');
    expect((await ask('DELETE', path)).status).toBe(204);
  });

  it('says what it can do', async () => {
    const answer = await ask('OPTIONS', '/uploads');
    expect(answer.headers.get('Tus-Extension')).toBe('creation,termination,checksum,expiration');
  });

  it('is deleted by an erasure: nobody knows what is in it', async () => {
    const path = await begin();
    await part(path, 0, TEXT.slice(0, 20));
    for await (const _ of world.lists.files.forget('ann@x.com'));
    expect(await offsetOf(path)).toBe('0');
  });
});
