import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { eachTest } from '../support/each-test.ts';
import { type ChildNode, childNodes } from '../support/event-log.ts';
import { ListBrowser } from '../support/list-browser.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROWS = Array.from(
  { length: 60_000 },
  (_, at) => `person number ${at},n${at}@d${at % 99}.org`,
);
const FILE = `name,email\n${ROWS.join('\n')}\n`;
const BLOCK = 64 * 1024;

const folder = eachTest(temporaryFolder);
const nodes = eachTest(childNodes);
const start = (database: string) => nodes.start('serve', database, 0, folder.path('lists'));

/** An upload in whose middle the process is killed: so many blocks of it have left. */
async function uploadUntilKilled(person: ListBrowser, service: ChildNode, blocks: number) {
  const start = `--b\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n${person.csrf}\r\n--b\r\nContent-Disposition: form-data; name="list"; filename="people.csv"\r\n\r\n`;
  const form = Buffer.from(start + FILE);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      // As a power cut of the process: without a word.
      if (sent === blocks) return void (await service.end());
      const at = BLOCK * sent++;
      stream.enqueue(new Uint8Array(form.subarray(at, at + BLOCK)));
    },
  });
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  await expect(person.ask(`${service.url}/lists`, init)).rejects.toThrow();
}

describe.each([
  ['SQLite', async () => ({ url: folder.path('service.db'), dispose: async () => {} })],
  ['PostgreSQL', emptyDatabase],
] as const)('on %s', (_, open) => {
  it('an upload amid which the service is killed leaves nothing, and is done again as a whole', async () => {
    const database = await open();
    try {
      let service = await start(database.url);
      const person = await ListBrowser.setUp(service.setupUrl ?? '');
      const listsPage = async () => (await person.get(service.url, '/lists')).text();
      for (const blocks of [1, 3, 20]) {
        await uploadUntilKilled(person, service, blocks);
        service = await start(database.url);
        expect(await listsPage()).toContain('class="empty"');
        const names = readdirSync(folder.path('.'), { recursive: true, encoding: 'utf8' });
        const left = names.filter((name) => /(^|\/)(list_|upload-)/.test(name));
        expect(left).toEqual([]);
      }
      const list = await person.upload(service.url, FILE, 'people.csv');
      const rows = (await person.download(service.url, list)).split('\n').slice(1, -1);
      expect(rows.map((row) => row.split(',').slice(0, 2).join())).toEqual(ROWS);
      await service.end();
    } finally {
      await database.dispose();
    }
  }, 120_000);
});
