import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchRate } from '../../src/dashboard/uploads/receive-form.ts';
import { ReceivingPlaces } from '../../src/dashboard/uploads/receiving-places.ts';
import { type Listening, listen } from '../../src/http/listen.ts';
import { manualClock } from '../support/manual-clock.ts';
import { type DashboardWorld, dashboardWorld } from './dashboard-world.ts';
import type { Visitor } from './visitor.ts';

let world: DashboardWorld;
let server: Listening;
let sockets: Socket[];

async function start(): Promise<void> {
  world = await dashboardWorld({ uploadBounds: { places: 12, perTeam: 4, bytes: 1e9 } });
  server = await listen({ fetch: world.pages, alone: false }, { host: '127.0.0.1', port: 0 });
  sockets = [];
}

async function stop(): Promise<void> {
  for (const socket of sockets) socket.destroy();
  server.cut();
  await server.drain();
  await world.dispose();
}

const LOOK_MS = 30_000;
const LIST = { list: new File(['a@x.com\n'], 'list.csv') };

interface Upload {
  readonly socket: Socket;
  /** Settles with the whole answer when the connection ends. */
  readonly answer: Promise<string>;
}

/** An upload over a socket that sends the beginning of its file, and is received. */
async function begin(visitor: Visitor, beginning: string): Promise<Upload> {
  const page = await visitor.get('/lists');
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const { host, port } = server.address;
  const socket = connect(port, host);
  sockets.push(socket);
  const head = [
    'POST /lists HTTP/1.1',
    `Host: ${host}:${port}`,
    `Origin: http://${host}:${port}`,
    `Cookie: ${visitor.cookie}`,
    'Accept: text/html',
    'Content-Type: multipart/form-data; boundary=b',
    'Transfer-Encoding: chunked',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const sleepers = world.clock.sleepers;
  send(socket, `--b\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n${csrf}\r\n`);
  send(socket, '--b\r\nContent-Disposition: form-data; name="list"; filename="slow.csv"\r\n\r\n');
  send(socket, beginning);
  while (world.clock.sleepers === sleepers) await turn();
  return { socket, answer: answerOf(socket) };
}

function send(socket: Socket, text: string): void {
  socket.write(`${text.length.toString(16)}\r\n${text}\r\n`);
}

function answerOf(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  return new Promise((resolve) => socket.on('close', () => resolve(text)));
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

async function drippingTeams(teams: number, each: number): Promise<Upload[]> {
  const uploads: Upload[] = [];
  for (let team = 0; team < teams; team++) {
    const visitor = await world.person(`drip${team}`, `drip${team}@example.com`);
    for (let at = 0; at < each; at++) uploads.push(await begin(visitor, 'x'));
  }
  return uploads;
}

describe('dripping uploads', () => {
  beforeEach(start);
  afterEach(stop);

  it('in all places leave one to a team that has none', async () => {
    const drips = await drippingTeams(3, 4);
    const other = await world.person('other', 'eve@example.com');
    expect((await other.post('/lists', LIST)).status).toBe(303);
    const ended = await Promise.race(drips.map(({ answer }) => answer));
    expect(ended).toMatch(/^HTTP\/1\.1 503 [\s\S]*Retry-After: 10/i);
  });

  it('end with a page that says why, after half a minute', async () => {
    const [drip] = await drippingTeams(1, 1);
    world.clock.advance(LOOK_MS);
    const answer = await drip?.answer;
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('The file arrived too slowly, at less than 1 kB a second');
    expect(await readdir(world.folder.path('lists'))).toEqual([]);
    expect(world.loggedErrors).toEqual([]);
  });
});

describe('the rate of an upload', () => {
  /** What 30 s at a time bring, until it is given up; undefined where it never is. */
  async function endsAfter(stretches: readonly number[]): Promise<number | undefined> {
    const clock = manualClock();
    const control = new AbortController();
    let received = 0;
    let fault: unknown;
    watchRate(clock, () => received, control.signal).catch((error) => {
      fault = error;
    });
    for (const [index, bytes] of stretches.entries()) {
      received += bytes;
      clock.advance(LOOK_MS);
      await turn();
      if (fault) return index;
    }
    control.abort();
    return undefined;
  }

  it('may be as low as 1 kB a second, however long it takes', async () => {
    expect(await endsAfter(Array(60).fill(30_000))).toBeUndefined();
  });

  it('is too low where a file drips, also one that was fast at first', async () => {
    expect(await endsAfter([2])).toBe(0);
    expect(await endsAfter([50_000_000, 30_000, 29_999])).toBe(2);
  });
});

describe('the places of uploads', () => {
  const bounds = { places: 6, perTeam: 4, bytes: 1000 };

  function placesAt(time: { now: number }) {
    const places = new ReceivingPlaces(bounds, () => time.now);
    return (team: string, bytes = 0) => {
      const place = places.admit(team);
      if (bytes > 0) place.received(bytes);
      return place;
    };
  }

  it('are four of a team', () => {
    const admit = placesAt({ now: 0 });
    for (let at = 0; at < 4; at++) admit('one');
    expect(() => admit('one')).toThrow('Too many lists are uploaded at once');
  });

  it('go from the slowest of the team with most to a team with fewer', () => {
    const time = { now: 0 };
    const admit = placesAt(time);
    const mine = [90, 10, 50, 70].map((bytes) => admit('one', bytes));
    const theirs = [admit('two', 1), admit('two', 1)];
    time.now = 1000;
    admit('three');
    expect(mine.map(({ signal }) => signal.aborted)).toEqual([false, true, false, false]);
    expect(theirs.map(({ signal }) => signal.aborted)).toEqual([false, false]);
    admit('three');
    expect(mine.map(({ signal }) => signal.aborted)).toEqual([false, true, true, false]);
    expect(() => admit('three')).toThrow('Too many lists');
  });

  it('stay with uploads that have arrived, and come back with an answer', () => {
    const admit = placesAt({ now: 0 });
    const mine = Array.from({ length: 4 }, () => admit('one'));
    admit('two');
    admit('two');
    for (const place of mine) place.complete();
    expect(() => admit('three')).toThrow('Too many lists');
    mine[0]?.leave();
    expect(admit('three').signal.aborted).toBe(false);
  });

  it('have room for so many bytes: the largest of the team with most ends', () => {
    const admit = placesAt({ now: 0 });
    const [small, large, other] = [admit('one', 200), admit('one', 400), admit('two', 390)];
    other.received(20);
    expect([small, large, other].map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
  });
});
