/**
 * Leaves a list of a service as a build keeps it, with what that build says of it:
 *
 *   node test/lists/service/earlier/make-fixture.ts <folder of its sources> <name>
 */
import { mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ACCEPTED_FACTS } from '../../../support/accepted-facts.ts';

const [program = '', name = ''] = process.argv.slice(2);
const { openListFiles } = await import(join(program, 'src/lists/thread/open-list-files.ts'));
const folder = mkdtempSync(join(tmpdir(), 'mailvet-fixture-'));
const ID = 'list_earlier';
const files = openListFiles({ path: folder }, new AbortController().signal);

const ROWS = [
  'Name,E-mail',
  'Ada,ada@x.com',
  'Bob,bob@gmial.com',
  'Ada again,ada@x.com',
  'Nobody,',
  'Nonsense,not an address',
  'Two,one@y.com two@y.com',
  'Nonsense again,not an address',
  'Full,full@y.com',
  'Grey,grey@y.com',
  'Failed,failed@z.com',
  'Open,open@z.com',
  'Erased,erased@z.com',
  'Late,late@w.com',
  'Later,later@w.com',
];
const given = join(folder, 'given.csv');
writeFileSync(given, `${ROWS.join('\n')}\n`);
await files.read(ID, { fd: openSync(given, 'r'), name: 'contacts.csv', column: '' });
await files.dividePortion(ID, 1, 4);
await files.dividePortion(ID, 2, 3);

const FACTS = { ...ACCEPTED_FACTS, score: 98 };
const detail = (reason: string, retryAfter: string | null = null) =>
  JSON.stringify({ reason, provider: 'example', mxHost: 'mx.y.com', retryAfter });
const answers: Record<string, object> = {
  'ada@x.com': { facts: FACTS, detail: detail('accepted'), error: null },
  'bob@gmial.com': { facts: { ...FACTS, score: 12, deliverable: false }, error: null },
  'full@y.com': { facts: { ...FACTS, deliverable: false }, detail: detail('full'), error: null },
  'grey@y.com': {
    facts: { ...FACTS, smtp: false, score: 45, deliverable: false },
    detail: detail('greylisted', '2026-11-24T10:00:00.000Z'),
    error: null,
  },
  'failed@z.com': { facts: null, error: 'it failed' },
  'erased@z.com': { facts: FACTS, detail: detail('accepted'), error: null },
};
for (const portion of [1, 2]) {
  const { emails } = await files.portion(ID, portion);
  const known = emails.filter((email: string) => answers[email]);
  await files.store(
    ID,
    known.map((email: string) => ({ email, ...answers[email] })),
  );
}
for await (const _ of files.forget('erased@z.com'));
const head = { name: 'contacts.csv', at: 0, service: 'here' };
const download = files.download(
  ID,
  { format: 'csv', bom: false, head },
  new AbortController().signal,
);
const pieces = [];
for await (const piece of download) pieces.push(piece);
const said = {
  portions: await Promise.all([1, 2, 3].map((number) => files.portion(ID, number))),
  entries: await files.entries(ID, { search: '', skip: 0, limit: 100 }),
  texts: await files.texts(ID, ['', '']),
  download: Buffer.concat(pieces).toString(),
};
await files.close();
const target = join(import.meta.dirname, name);
mkdirSync(target, { recursive: true });
for (const ending of ['rows', 'sqlite']) {
  const bytes = readFileSync(join(folder, `${ID}.${ending}`));
  writeFileSync(join(target, `${ID}.${ending}.gz`), gzipSync(bytes, { level: 9 }));
}
writeFileSync(join(target, 'said.json'), `${JSON.stringify(said, undefined, 2)}\n`);
process.exit(0);
