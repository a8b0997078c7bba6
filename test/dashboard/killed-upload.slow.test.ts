import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ListBrowser } from '../support/list-browser.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

const PROGRAM = fileURLToPath(new URL('../support/serve-child.ts', import.meta.url));

const ROWS = Array.from(
  { length: 60_000 },
  (_, at) => `person number ${at},n${at}@d${at % 99}.org`,
);
const FILE = Buffer.from(`name,email\n${ROWS.join('\n')}\n`);
const BLOCK = 64 * 1024;

const TUS = { 'Tus-Resumable': '1.0.0', Accept: 'application/json' };
const PART = { ...TUS, 'Content-Type': 'application/offset+octet-stream' };

interface Service {
  readonly url: string;
  readonly setupUrl?: string;
  /** As a power cut of the process: without a word. */
  kill(): Promise<void>;
}

let folder: TemporaryFolder;
let children: ChildProcess[];

beforeEach(() => {
  folder = temporaryFolder();
  children = [];
});
afterEach(async () => {
  await Promise.all(children.map(kill));
  folder.dispose();
});

async function start(database: string): Promise<Service> {
  const args = [PROGRAM, database, '0', folder.path('lists')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line);
    if (!('url' in said) || 'event' in said) continue;
    child.stdout.resume();
    return { ...said, kill: () => kill(child) };
  }
  throw new Error('the service has ended');
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function begin(person: ListBrowser, { url }: Service): Promise<string> {
  const filename = Buffer.from('people.csv').toString('base64');
  const headers = {
    ...TUS,
    'Upload-Length': String(FILE.length),
    'Upload-Metadata': `filename ${filename}`,
  };
  const answer = await person.ask(`${url}/uploads`, { method: 'POST', headers });
  expect(answer.status).toBe(201);
  return answer.headers.get('Location') ?? '';
}

async function offsetOf(person: ListBrowser, url: string): Promise<number> {
  const answer = await person.ask(url, { method: 'HEAD', headers: TUS });
  expect(answer.status).toBe(200);
  return Number(answer.headers.get('Upload-Offset'));
}

/** A part that is answered. */
async function send(person: ListBrowser, url: string, from: number, to = FILE.length) {
  const headers = { ...PART, 'Upload-Offset': String(from) };
  const body = new Uint8Array(FILE.subarray(from, to));
  const answer = await person.ask(url, { method: 'PATCH', headers, body });
  expect(answer.status).toBe(204);
}

/** A part in whose middle the process is killed: so many of its blocks have left. */
async function sendUntilKilled(
  person: ListBrowser,
  { url, service }: { readonly url: string; readonly service: Service },
  { from, blocks }: { readonly from: number; readonly blocks: number },
): Promise<void> {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      if (sent === blocks) return service.kill();
      const at = from + BLOCK * sent++;
      stream.enqueue(new Uint8Array(FILE.subarray(at, at + BLOCK)));
    },
  });
  const headers = { ...PART, 'Upload-Offset': String(from) };
  const init = { method: 'PATCH', headers, body, duplex: 'half' } as RequestInit;
  await expect(person.ask(url, init)).rejects.toThrow();
}

describe.each([
  ['SQLite', async () => ({ url: folder.path('service.db'), dispose: async () => {} })],
  ['PostgreSQL', emptyDatabase],
] as const)('on %s', (_, open) => {
  it('an upload goes on after the service is killed again and again, and the list is whole', async () => {
    const random = seededRandom(7);
    const database = await open();
    try {
      let service = await start(database.url);
      const person = await ListBrowser.setUp(service.setupUrl ?? '');
      const path = await begin(person, service);
      let answered = 0;
      for (let round = 0; round < 4; round++) {
        const to = answered + Math.ceil(random() * 5 * BLOCK);
        await send(person, service.url + path, answered, to);
        const blocks = 1 + Math.floor(random() * 4);
        const part = { url: service.url + path, service };
        await sendUntilKilled(person, part, { from: to, blocks });
        service = await start(database.url);
        answered = await offsetOf(person, service.url + path);
        // What was answered is there; of the part that broke off, its beginning may be.
        expect(answered).toBeGreaterThanOrEqual(to);
        expect(answered).toBeLessThanOrEqual(to + blocks * BLOCK);
      }
      await send(person, service.url + path, answered);
      const read = await person.ask(service.url + path, {
        method: 'POST',
        headers: TUS,
        body: new URLSearchParams({ review: 'yes' }),
      });
      const { path: page } = (await read.json()) as { path: string };
      const list = page.replace(/\/start$/, '');
      const rows = (await person.download(service.url, list)).split('\n').slice(1, -1);
      expect(rows.map((row) => row.split(',').slice(0, 2).join())).toEqual(ROWS);
      await service.kill();
    } finally {
      await database.dispose();
    }
  }, 120_000);
});
