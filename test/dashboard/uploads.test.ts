import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { listen } from '../../src/http/listen.ts';
import { findTeam } from '../../src/service/teams/teams.ts';
import { eachTest } from '../support/each-test.ts';
import { runs } from '../support/property-runs.ts';
import { dashboardWorld } from './dashboard-world.ts';
import { type Seen, textOf } from './visitor.ts';

const world = eachTest(dashboardWorld);
const owner = eachTest(() => world.firstOwner());
let csrf: string;

beforeEach(async () => {
  const page = await owner.get('/lists');
  csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
});

const BOUNDARY = 'x-boundary';
const TYPE = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };

function part(name: string, value: string, more = ''): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
}

/** What the script of the pages sends. */
const SCRIPT = { Accept: 'application/json' };

const list = (text: string) => part('list', text, '; filename="list.csv"');
const END = `--${BOUNDARY}--\r\n`;

/** A body that says how much of it was taken. */
function bodyOf(chunks: Iterable<string | Uint8Array>) {
  const encoder = new TextEncoder();
  const taken = { bytes: 0 };
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) {
      const next = typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
      taken.bytes += next.length;
      yield next;
    }
  }
  return { body: ReadableStream.from(bytes()), taken };
}

/** What stands in the folder of the lists beside lists. */
const leftovers = async () =>
  (await readdir(world.folder.path('lists'))).filter((name) => !name.startsWith('list_'));

/** Addresses of the list that an upload has become. */
async function addressesOf({ headers }: Seen): Promise<number | undefined> {
  const id = /^\/lists\/(list_[\w-]+)$/.exec(headers.get('Location') ?? '')?.[1] ?? '';
  const team = await findTeam(world.context, 'default');
  return (await world.context.store.lists(team.id).find(id))?.counts?.distinct;
}

describe('an upload', () => {
  it('is taken with the token before the file, or behind it', async () => {
    const forms = [
      part('csrf', csrf) + list('a@x.com\n') + END,
      list('a@x.com\n') + part('csrf', csrf) + END,
    ];
    for (const form of forms) {
      const answer = await owner.send('/lists', bodyOf([form]).body, TYPE);
      expect(await addressesOf(answer)).toBe(1);
    }
  });

  it('comes in pieces of any size', async () => {
    const form = Buffer.from(part('csrf', csrf) + list('a@x.com\nb@x.com\n') + END);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async (size) => {
        const chunks = Array.from({ length: Math.ceil(form.length / size) }, (_, index) =>
          form.subarray(index * size, (index + 1) * size),
        );
        const answer = await owner.send('/lists', bodyOf(chunks).body, TYPE);
        expect(await addressesOf(answer)).toBe(2);
      }),
      { numRuns: runs(8) },
    );
  });

  it('with a wrong token before the file is refused before the file is read', async () => {
    const file = Array.from({ length: 100 }, () => Buffer.alloc(64 * 1024, 'a@x.com\n'));
    const start = part('csrf', 'wrong') + list('').slice(0, -2);
    const { body, taken } = bodyOf([start, ...file, `\r\n${END}`]);
    expect((await owner.send('/lists', body, TYPE)).status).toBe(403);
    expect(taken.bytes).toBeLessThan(1024 * 1024);
    expect(await leftovers()).toEqual([]);
  });

  it('of somebody who is not signed in, or from elsewhere, is not read at all', async () => {
    for (const [visitor, headers, status] of [
      [world.visitor(), {}, 303],
      [owner, { Origin: 'https://evil.example' }, 403],
    ] as const) {
      const { body, taken } = bodyOf(Array.from({ length: 9 }, () => Buffer.alloc(64 * 1024)));
      expect((await visitor.send('/lists', body, { ...TYPE, ...headers })).status).toBe(status);
      expect(taken.bytes).toBeLessThan(3 * 64 * 1024);
    }
  });

  it('that never says how long it is ends at 200 MB', async () => {
    function* endless(): Generator<string | Uint8Array> {
      yield part('csrf', csrf) + list('').slice(0, -2);
      for (;;) yield Buffer.alloc(64 * 1024, 'a@x.com\n');
    }
    const { body, taken } = bodyOf(endless());
    const answer = await owner.send('/lists', body, TYPE);
    expect([answer.status, answer.headers.get('Connection')]).toEqual([413, 'close']);
    expect(taken.bytes).toBeLessThan(201 * 1024 * 1024);
    expect(await leftovers()).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['no parts', 'hello'],
    ['no end', list('a@x.com\n')],
    ['an end within a header', `--${BOUNDARY}\r\nContent-Disposition: form-da`],
    ['an end within the file', list('a@x.com\n').slice(0, -5)],
    ['a header without end', `--${BOUNDARY}\r\n${'x'.repeat(100_000)}`],
    ['a thousand parts', part('a', 'b').repeat(1000) + END],
    ['two files', list('a@x.com\n') + list('b@x.com\n') + END],
    ['a field of 100 KB', part('column', 'x'.repeat(100_000)) + END],
  ])('of %s is answered, and nothing is left', async (_, form) => {
    const answer = await owner.send('/lists', bodyOf([form]).body, TYPE);
    expect([403, 422]).toContain(answer.status);
    expect(await leftovers()).toEqual([]);
    expect(world.loggedErrors).toEqual([]);
  });

  it('that breaks off is answered, and leaves no list, no file and no storage', async () => {
    const { id } = await findTeam(world.context, 'default');
    const lists = world.context.store.lists(id);
    const found: unknown[] = [];
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode(part('csrf', csrf) + list('a@x.com\n').slice(0, -2));
      found.push(await lists.storage(), await lists.list({ limit: 9, skip: 0 }));
      throw new Error('aborted');
    }
    const answer = await owner.send('/lists', ReadableStream.from(broken()), TYPE);
    expect(answer.status).toBe(422);
    found.push(await lists.storage(), await lists.list({ limit: 9, skip: 0 }));
    expect(found).toEqual([0, [], 0, []]);
    expect(await readdir(world.folder.path('lists'))).toEqual([]);
    expect(world.loggedErrors).toEqual([]);
  });

  it('of more than the storage of the team is refused, and takes none of it', async () => {
    const small = await dashboardWorld({ listStorage: 1000 });
    const somebody = await small.firstOwner();
    const answer = await somebody.post('/lists', { list: new File([' '.repeat(1001)], 'big.csv') });
    expect([answer.status, textOf(answer)]).toEqual([
      422,
      expect.stringContaining('big.csv: The lists of the team would take more than'),
    ]);
    const { id } = await findTeam(small.context, 'default');
    expect(await small.context.store.lists(id).storage()).toBe(0);
    await small.dispose();
  });

  it('by the script is answered with the path of its page', async () => {
    const sent = [part('csrf', csrf) + part('review', 'yes') + list('a@x.com\n') + END];
    const answer = await owner.send('/lists', bodyOf(sent).body, { ...TYPE, ...SCRIPT });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      200,
      { path: expect.stringMatching(/^\/lists\/list_[\w-]+\/start$/) },
    ]);
  });

  it.each([
    ['en', 'none.csv: Choose a file that has addresses'],
    ['de', 'none.csv: Wählen Sie eine Datei, die Adressen enthält'],
  ])('by the script is told what is wrong, in %s', async (language, message) => {
    const none = part('list', '', '; filename="none.csv"');
    const sent = [part('csrf', csrf) + none + END];
    const headers = { ...TYPE, ...SCRIPT, 'Accept-Language': language };
    const answer = await owner.send('/lists', bodyOf(sent).body, headers);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([422, { statusCode: 422, message }]);
  });

  it.each(['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded'])(
    'as %s is refused',
    async (type) => {
      const body = bodyOf([part('csrf', csrf)]).body;
      expect((await owner.send('/lists', body, { 'Content-Type': type })).status).toBe(422);
    },
  );

  it('is one of four of its team: a fifth has to wait, other teams not', async () => {
    const gate = Promise.withResolvers<void>();
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode(part('csrf', csrf));
      await gate.promise;
      yield new TextEncoder().encode(list('a@x.com\n') + END);
    }
    const four = Array.from({ length: 4 }, () =>
      owner.send('/lists', ReadableStream.from(slow()), TYPE),
    );
    await new Promise((resolve) => setImmediate(resolve));
    const fifth = await owner.post('/lists', { list: new File(['a@x.com\n'], 'list.csv') });
    expect([fifth.status, fifth.headers.get('Retry-After')]).toEqual([503, '10']);
    const other = await world.person('theirs', 'eve@example.com');
    const theirs = await other.post('/lists', { list: new File(['a@x.com\n'], 'list.csv') });
    expect(theirs.status).toBe(303);
    gate.resolve();
    expect((await Promise.all(four)).map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    const later = await owner.post('/lists', { list: new File(['a@x.com\n'], 'list.csv') });
    expect(later.status).toBe(303);
  });

  it('under way when the service stops is answered', async () => {
    const sent = owner.post('/lists', {
      list: new File(['["",1'.padEnd(3_000_000, ',1'), ']'], 'list.json'),
    });
    await new Promise((resolve) => setImmediate(resolve));
    world.leave();
    expect([422, 503]).toContain((await sent).status);
  });

  it('whose reading leaves the file early keeps its descriptor', async () => {
    const answer = await owner.post('/lists', {
      list: new File(['email\n"', 'a\n'.repeat(700_000), '"\n'], 'list.csv'),
    });
    expect([answer.status, textOf(answer)]).toEqual([422, expect.stringContaining('line 2')]);
    expect(world.loggedErrors).toEqual([]);
  });
});

describe('an upload that says beforehand that it is too large', () => {
  const most = 'What you sent is too large: at most 200 MB';

  it.each([
    ['text/html', `<p class="notice bad" role="alert">${most}.</p>`],
    ['application/json', `{"statusCode":413,"message":"${most}"}`],
  ])('is answered before anything of it is sent, as %s', async (type, said) => {
    const server = await listen(
      { fetch: world.pages, alone: false },
      { host: '127.0.0.1', port: 0 },
    );
    const { host, port } = server.address;
    const socket = connect(port, host);
    const head = [
      'POST /lists HTTP/1.1',
      `Host: ${host}:${port}`,
      `Origin: http://${host}:${port}`,
      `Cookie: ${owner.cookie}`,
      `Accept: ${type}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 200000001',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const answer = (await socket.setEncoding('utf8').toArray()).join('');
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*\r\nConnection: close\r\n/i);
    expect(answer).toContain(said);
    server.cut();
    await server.drain();
  });
});
