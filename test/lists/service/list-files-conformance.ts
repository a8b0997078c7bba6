import { readdirSync, readSync, statSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Facts } from '../../../src/contract/facts.ts';
import type { Verdict } from '../../../src/contract/verdict.ts';
import { inspectList } from '../../../src/formats/inspect/inspect-list.ts';
import type { ListPlan } from '../../../src/formats/plan.ts';
import { readBatches } from '../../../src/formats/read/read-rows.ts';
import { fileSource, type ListSource } from '../../../src/formats/source.ts';
import type { ResultLookup } from '../../../src/formats/write/judged-row.ts';
import { writeResults } from '../../../src/formats/write/write-results.ts';
import { readEntries } from '../../../src/lists/file/list-views.ts';
import { UploadedList } from '../../../src/lists/file/uploaded-list.ts';
import { ListThreads } from '../../../src/lists/thread/list-threads.ts';
import { openListFiles } from '../../../src/lists/thread/open-list-files.ts';
import type { RuleConditions } from '../../../src/policy/policy.ts';
import type { Result } from '../../../src/result/result.ts';
import type {
  ListDownload,
  ListEntry,
  ListFiles,
  ListResult,
  RevisedReading,
} from '../../../src/service/lists/list-files.ts';
import type { ListContent } from '../../../src/service/lists/list-ports.ts';
import type { TeamJudging } from '../../../src/service/teams/records.ts';
import { madeWorkbook, twoSheets } from '../../formats/workbook/made-workbook.ts';
import { sheetsOf } from '../../formats/workbook/out/independent-reader.ts';
import { ACCEPTED_FACTS } from '../../support/accepted-facts.ts';
import { eachTest } from '../../support/each-test.ts';
import { foundResult } from '../../support/found-result.ts';
import { runs } from '../../support/property-runs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ID = 'list_1';
const ACCEPTED: Facts = {
  ...ACCEPTED_FACTS,
  score: 98,
};
const GONE: Facts = { ...ACCEPTED, deliverable: false, score: 3 };
const SILENT: Facts = { ...GONE, smtp: false, score: 45 };
const NO_VERDICTS = { deliverable: 0, risky: 0, undeliverable: 0, unknown: 0 };
const HEAD = { name: 'contacts.csv', at: Date.UTC(2026, 10, 22), service: 'here' };
const WHOLE: ListDownload = { format: 'csv', bom: false, head: HEAD };
const ALL = { search: '', skip: 0, limit: 100 };

function workbookOf(rows: readonly (readonly string[])[]): Buffer {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  return madeWorkbook({
    rows: rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join(''),
  });
}

function result(email: string): ListResult {
  return { email, result: resultOf(email), error: null };
}

function resultOf(email: string): Result {
  if (email.startsWith('gone')) return foundResult({ facts: GONE, reason: 'full' });
  if (!email.startsWith('grey')) return foundResult({ facts: ACCEPTED });
  const evidence = { retryAfter: 60_000 };
  return foundResult({ facts: SILENT, reason: 'greylisted', evidence, checkedAt: AT });
}

const AT = Date.UTC(2026, 10, 22, 10);

function judgingOf(version: string, conditions: RuleConditions, verdict: Verdict): TeamJudging {
  const names = {
    allow: new Set<string>(),
    disposable: new Set<string>(),
    free: new Set<string>(),
  };
  const policy = { rules: [{ conditions, verdict, line: 1 }], lists: names, thresholds: {} };
  return { version, policy };
}

/** Where lists lie. */
export interface ListPlace {
  readonly name: string;
  readonly isShared?: boolean;
  /** How often a property is tried. */
  readonly runs: number;
  open(path: string, leaving: AbortSignal): Promise<ListFiles>;
  /** The texts of all that is stored. */
  stored(path: string): Promise<readonly string[]>;
}

function revised(plan: ListPlan, reading: RevisedReading): ListPlan {
  const { columns = plan.columns, splitCells = plan.splitCells } = reading;
  const corrections = new Map([...(plan.corrections ?? []), ...(reading.correct ?? [])]);
  for (const from of reading.uncorrect ?? []) corrections.delete(from);
  return { ...plan, columns, splitCells, corrections: [...corrections] };
}

function tally(entries: readonly ListEntry[]) {
  const verdicts = { ...NO_VERDICTS };
  for (const { verdict, rows } of entries) if (verdict) verdicts[verdict] += rows;
  return verdicts;
}

/** What must be true of the files of lists. */
export function describeListFiles(place: ListPlace): void {
  describe(`the files of lists in ${place.name}`, () => {
    const folder = eachTest(temporaryFolder);
    let leaving: AbortController;
    let files: ListFiles;

    beforeEach(async () => {
      leaving = new AbortController();
      files = await place.open(folder.path('lists'), leaving.signal);
    });
    afterEach(async () => {
      await files.close();
    });

    async function upload(text: string | Uint8Array, name = 'contacts.csv', column = '') {
      const path = folder.path('uploaded');
      await writeFile(path, text);
      await using file = await open(path);
      return await files.read(ID, { fd: file.fd, name, column });
    }

    async function content(text: string | Uint8Array, name?: string): Promise<ListContent> {
      const read = await upload(text, name);
      if (read.kind === 'column') throw new Error('the column is not certain');
      return read.content;
    }

    const addresses = async (place: number) => (await files.cut(ID, place, 1000)).emails;

    async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
      const found: T[] = [];
      for await (const item of items) found.push(item);
      return found;
    }

    async function downloaded(wanted = WHOLE): Promise<Buffer> {
      return Buffer.concat(await all(files.download(ID, wanted, leaving.signal)));
    }

    /** Everything is sent and answered. */
    async function verify({ places }: Pick<ListContent, 'places'>) {
      for (let place = 1; place <= places; ) {
        const { emails, last } = await files.cut(ID, place, 1000);
        await files.store(ID, emails.map(result));
        place = last + 1;
      }
    }

    /** What the command line makes of the same file with the same results. */
    async function cleaned(text: string | Uint8Array, name = 'contacts.csv'): Promise<Buffer> {
      const path = folder.path(name);
      await writeFile(path, text);
      const source = fileSource(path, name);
      const plan = await inspectList(source);
      return Buffer.from(await written(plan, source));
    }

    /** A list with its results by a plan, as the command line writes it. */
    async function written(plan: ListPlan, source: ListSource): Promise<string> {
      const lookup: ResultLookup = (email) => {
        const { facts, reason } = resultOf(email);
        return { verification: { email, ...facts, detail: { reason } } };
      };
      const output = { format: 'csv' } as const;
      let text = '';
      for await (const piece of writeResults(readBatches(source, plan), { plan, output, lookup })) {
        text += piece.chunk;
      }
      return text;
    }

    it('are private, and take up what they say', async () => {
      const { size } = await content('email\na@x.com\n');
      const path = folder.path('lists');
      expect(statSync(path).mode & 0o777).toBe(0o700);
      const names = readdirSync(path);
      expect(names.sort()).toEqual(['list_1.rows', 'list_1.sqlite']);
      const stats = names.map((name) => statSync(`${path}/${name}`));
      expect(stats.map(({ mode }) => mode & 0o777)).toEqual([0o600, 0o600]);
      expect(size).toBe(stats.reduce((sum, one) => sum + one.size, 0));
    });

    it('keep what results were before a round, through short batches and erased addresses', async () => {
      await verify(await content('email\na@x.com\ngone@x.com\nb@x.com\ngrey@x.com\n'));
      const { emails, ordinals } = await files.listed(ID, 0, 9);
      expect(emails).toEqual(['a@x.com', 'gone@x.com', 'b@x.com', 'grey@x.com']);
      expect((await files.listed(ID, ordinals[1] ?? 0, 1)).emails).toEqual(['b@x.com']);
      const round = await files.planRound(ID, 4, Uint32Array.from(ordinals.slice(0, 3)));
      expect(round).toEqual({ places: 7, totalCount: 3 });
      expect(await files.cut(ID, 5, 1)).toEqual({ first: 5, last: 5, emails: ['a@x.com'] });
      expect(await addresses(6)).toEqual(['gone@x.com', 'b@x.com']);
      const as = (email: string, like: string) => ({ ...result(like), email });
      await files.store(ID, [as('a@x.com', 'gone'), as('gone@x.com', 'fine')], { place: 5 });
      await files.store(ID, [as('gone@x.com', 'fine'), as('b@x.com', 'grey')], { place: 6 });
      const since = { round: { first: 5, last: 7, isLatest: true } };
      const nothing = { worse: 0, better: 0, other: 0, added: 0, removed: 0 };
      expect(await files.countChanges(ID, since)).toEqual({
        ...nothing,
        worse: 1,
        better: 1,
        other: 1,
      });
      expect(await files.changes(ID, since)).toEqual([
        { email: 'a@x.com', from: 'deliverable', to: 'undeliverable', change: 'worse' },
        { email: 'gone@x.com', from: 'undeliverable', to: 'deliverable', change: 'better' },
        { email: 'b@x.com', from: 'deliverable', to: 'unknown', change: 'other' },
      ]);
      const { policy } = judgingOf('1', { detail: ['full'] }, 'deliverable');
      expect(await files.countChanges(ID, { ...since, policy })).toEqual({ ...nothing, other: 3 });
      const shown = async (change: 'worse' | 'better') =>
        (await files.entries(ID, { ...ALL, changed: { since, change } })).map(({ text }) => text);
      expect([await shown('worse'), await shown('better')]).toEqual([['a@x.com'], ['gone@x.com']]);
      await all(files.forget('a@x.com'));
      expect(await files.countChanges(ID, since)).toEqual({ ...nothing, better: 1, other: 1 });
      // A plan of which nothing was sent gives way to the next.
      const next = await files.planRound(ID, 7, Uint32Array.from(ordinals.slice(3)));
      expect(await files.planRound(ID, 7, Uint32Array.from(ordinals.slice(2)))).toEqual({
        places: next.places + 1,
        totalCount: 2,
      });
      const later = { round: { first: 5, last: 7, isLatest: false } };
      expect(await files.countChanges(ID, later)).toEqual({ ...nothing, better: 1, other: 1 });
    });

    it('count what is in a list', async () => {
      const text =
        'Name,E-mail\nA,a@x.com\nB,b@gmial.com\nC,a@x.com\nD,nonsense\nE,\n\nF,x@y.de z@y.de\n';
      const { form, counts, verdicts, places } = await content(text);
      expect(form).toEqual({
        format: 'csv',
        encoding: 'utf-8',
        delimiter: ',',
        otherColumns: [],
        splitCells: false,
        sheet: null,
        header: ['Name', 'E-mail'],
        columns: [1],
      });
      expect(counts).toEqual({
        rows: 6,
        several: 1,
        distinct: 2,
        duplicates: 1,
        unusable: 3,
        empty: 1,
        suggestions: 1,
      });
      expect(verdicts).toEqual({ ...NO_VERDICTS, undeliverable: 1, unknown: 1 });
      expect(places).toBe(counts.distinct);
      expect(await addresses(1)).toEqual(['a@x.com', 'b@gmial.com']);
    });

    it.each([
      ['a header and quotation marks', 'Name;E-mail\r\n"A;B";gone@x.com\r\n;b@x.com\r\n', 'x.csv'],
      ['plain lines', 'a@x.com\ngrey@x.com\na@x.com\n\nnonsense', 'x.txt'],
      ['Windows-1252', Buffer.from('Name,E-mail\nM\xfcller,a@x.com\n', 'latin1'), 'x.csv'],
      ['UTF-16', Buffer.from('\ufeffName\tE-mail\nMüller\ta@x.com\n', 'utf16le'), 'x.csv'],
      ['JSON', '[{"email":"gone@x.com","n":1.10},{"email":"a@x.com"}]', 'x.json'],
      ['JSON lines', '{"email":"gone@x.com","n":1.10}\n{"email":"a@x.com"}\n', 'x.jsonl'],
    ])('give a list of %s back as the command line writes it', async (_, text, name) => {
      await verify(await content(text, name));
      const bytes = await downloaded();
      expect(bytes.toString()).toBe((await cleaned(text, name)).toString());
    });

    it('give a long list back by portions of whole domains', async () => {
      const rows = Array.from({ length: 4000 }, (_, at) => `name ${at},u${at}@d${at % 400}.com`);
      const text = `name,email\n${rows.join('\n')}\n`;
      const read = await content(text);
      expect(read).toMatchObject({ places: 4000, counts: { distinct: 4000 } });
      const first = await addresses(1);
      const domains = new Set(first.map((email) => email.split('@')[1]));
      expect([first.length, domains.size]).toEqual([1000, 100]);
      await verify(read);
      expect(await downloaded()).toEqual(await cleaned(text));
    });

    it('give one verdict alone, with a mark where it is wanted', async () => {
      await verify(await content('email,name\na@x.com,Ada\ngone@x.com,Bób\n'));
      const bytes = await downloaded({ ...WHOLE, only: 'undeliverable', bom: true });
      expect(bytes.toString()).toMatch(
        /^\ufeffemail,name,.*\ngone@x\.com,Bób,.*undeliverable.*\n$/,
      );
      expect(bytes.toString().split('\n')).toHaveLength(3);
    });

    it('set no mark before what is ASCII', async () => {
      await verify(await content('email\na@x.com\n'));
      expect(await downloaded({ ...WHOLE, bom: true })).toEqual(await downloaded());
    });

    it('give a workbook back as one, with the summary', async () => {
      const sheet = [
        ['Name', 'E-mail'],
        ['007', 'a@x.com'],
        ['Bob', 'gone@x.com'],
      ];
      const read = await content(workbookOf(sheet), 'contacts.xlsx');
      expect(read.form).toMatchObject({ format: 'csv', sheet: 'List', header: ['Name', 'E-mail'] });
      await verify(read);
      const [first, second] = await sheetsOf(await downloaded({ ...WHOLE, format: 'xlsx' }));
      expect(first?.rows.map((row) => row.slice(0, 2))).toEqual(sheet);
      expect(second?.name).toBe('Summary');
    });

    it('give an archive with a file for each verdict', async () => {
      await verify(await content('email,n\na@x.com,1\ngone@x.com,2\n,3\n'));
      const archive = unzipSync(await downloaded({ ...WHOLE, format: 'zip' }));
      const lines = Object.entries(archive).map(([name, bytes]) => [
        name,
        Buffer.from(bytes).toString().split('\n').length - 2,
      ]);
      expect(Object.fromEntries(lines)).toEqual({
        'deliverable.csv': 1,
        'risky.csv': 0,
        'undeliverable.csv': 1,
        'unknown.csv': 0,
        'empty.csv': 1,
      });
    });

    it('ask for the column where several are as good', async () => {
      const text = 'Private,Work\na@x.com,a@work.com\nb@x.com,gone@work.com\n';
      const asked = await upload(text);
      expect(asked).toMatchObject({
        kind: 'column',
        form: { columns: [], header: ['Private', 'Work'] },
      });
      expect(await files.preview(ID)).toEqual({
        columns: ['Private', 'Work'],
        rows: [
          ['a@x.com', 'a@work.com'],
          ['b@x.com', 'gone@work.com'],
        ],
      });
      const chosen = await files.chooseColumns(ID, { columns: ['2'] });
      expect(chosen).toMatchObject({ form: { columns: [1] } });
      expect(await addresses(1)).toEqual(['a@work.com', 'gone@work.com']);
    });

    it('take the column that was named', async () => {
      const read = await upload('Private,Work\na@x.com,a@work.com\n', 'x.csv', 'work');
      expect(read).toMatchObject({ kind: 'content', content: { form: { columns: [1] } } });
    });

    it.each([
      ['no addresses', 'name\nAda\nBob\n', /no e-mail column/],
      ['nothing but a header', 'email\n', /only a header row|no rows/],
      [
        'another kind of file',
        Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n', 'latin1'),
        /./,
      ],
    ])('refuse %s in words', async (_, text, words) => {
      await expect(upload(text)).rejects.toMatchObject({ code: 'input', message: words });
    });

    it('keep counts by row as results come, however often they come', async () => {
      await content('email\na@x.com\ngone@x.com\ngone@x.com\nnonsense\ngrey@x.com\n');
      const results = (await addresses(1)).map(result);
      const expected = { ...NO_VERDICTS, deliverable: 1, undeliverable: 3, unknown: 1 };
      expect((await files.store(ID, results.slice(0, 1))).verdicts).toEqual({
        ...NO_VERDICTS,
        deliverable: 1,
        undeliverable: 1,
      });
      expect((await files.store(ID, results)).verdicts).toEqual(expected);
      expect((await files.store(ID, results)).verdicts).toEqual(expected);
    });

    it('count verdicts by a policy as results come, and again by another', async () => {
      await content('email\na@x.com\ngone@x.com\ngone@x.com\nnonsense\ngrey@x.com\n');
      const results = (await addresses(1)).map(result);
      const judging = judgingOf('1', { reason: ['no_answer'] }, 'undeliverable');
      expect(await files.store(ID, results.slice(0, 1), { judging })).toMatchObject({
        ...{ judgedBy: '1', verdicts: { ...NO_VERDICTS, deliverable: 1, undeliverable: 1 } },
      });
      const first = { ...NO_VERDICTS, deliverable: 1, undeliverable: 4 };
      expect(await files.store(ID, results, { judging })).toMatchObject({
        ...{ judgedBy: '1', verdicts: first },
      });
      const second = judgingOf('2', { reason: ['mailbox'] }, 'risky');
      const verdicts = { deliverable: 1, risky: 2, undeliverable: 1, unknown: 1 };
      expect(await files.judge(ID, second)).toEqual({ judgedBy: '2', verdicts });
      expect(await files.judge(ID, second)).toEqual({ judgedBy: '2', verdicts });
      const entries = await files.entries(ID, { ...ALL, only: 'risky' }, second);
      expect(entries).toMatchObject([{ text: 'gone@x.com', verdict: 'risky', by: 1 }]);
      const { reasons, undecided } = await files.facts(ID, second);
      expect(reasons[0]).toEqual({
        ...{ reason: 'mailbox', rows: 2 },
        verdicts: { ...NO_VERDICTS, risky: 2 },
      });
      expect(undecided.addresses).toBe(1);
      // Another process knows an earlier policy.
      const { judgedBy } = await files.store(ID, results.slice(0, 1), { judging });
      expect(['1', '2']).not.toContain(judgedBy);
      expect(await files.entries(ID, { ...ALL, only: 'risky' }, second)).toHaveLength(1);
      expect(await files.judge(ID, second)).toEqual({ judgedBy: '2', verdicts });
      const plain = { deliverable: 1, risky: 0, undeliverable: 3, unknown: 1 };
      expect(await files.judge(ID, { version: '' })).toEqual({ judgedBy: '', verdicts: plain });
    });

    it('judge by outcomes of mail to a domain, which all its addresses share', async () => {
      await content('email\na@x.com\nb@x.com\nc@y.com\n');
      const judging = judgingOf('1', { bounceShare: { max: 0.1 } }, 'risky');
      const mailed = (email: string, bounced: number) => {
        const domainOutcomes = { delivered: 9, bounced, since: AT };
        const evidence = { provider: 'x.com', domainOutcomes };
        return { ...result(email), result: foundResult({ facts: ACCEPTED, evidence }) };
      };
      const store = (...found: ListResult[]) => files.store(ID, found, { judging });
      const one = { ...NO_VERDICTS, risky: 1 };
      expect(await store(mailed('a@x.com', 1))).toMatchObject({ verdicts: one, judgedBy: '1' });
      expect(await store(result('c@y.com'))).toMatchObject({
        verdicts: { ...one, deliverable: 1 },
      });
      const { judgedBy } = await store(mailed('b@x.com', 2));
      expect(judgedBy).not.toBe('1');
      const verdicts = { ...NO_VERDICTS, deliverable: 3 };
      expect(await files.judge(ID, judging)).toEqual({ judgedBy: '1', verdicts });
      const columns = ['domain_delivered', 'domain_bounced', 'domain_since'] as const;
      const lines = (await downloaded({ ...WHOLE, columns }))
        .toString()
        .trim()
        .split('\n')
        .slice(1);
      const known = `9,2,${new Date(AT).toISOString()}`;
      expect(lines).toEqual([`a@x.com,${known}`, `b@x.com,${known}`, 'c@y.com,,,']);
    });

    it('check again what the service does not know, whatever a policy makes of it', async () => {
      await content('email\na@x.com\ngrey@x.com\n');
      const judging = judgingOf('1', {}, 'unknown');
      await files.store(ID, (await addresses(1)).map(result), { judging });
      expect(await files.retryUnknown(ID, 2)).toEqual({ places: 3, totalCount: 1 });
      expect(await addresses(3)).toEqual(['grey@x.com']);
    });

    it('go on judging where it was interrupted', async () => {
      const rows = Array.from({ length: 10_002 }, (_, at) => `u${at}@d.com\n`);
      await verify(await content(`email\n${rows.join('')}`));
      using list = UploadedList.open({
        path: folder.path(`lists/${ID}.sqlite`),
        isShared: place.isShared,
      });
      list.updateHeader({ ...list.header, judged: { by: '1', upTo: 10_000 } });
      const { verdicts } = await files.judge(ID, judgingOf('1', {}, 'risky'));
      expect(verdicts).toEqual({ ...NO_VERDICTS, deliverable: 9999, risky: 3 });
    });

    it('divide what is unknown for a retry, whose results count instead', async () => {
      await content('email\na@x.com\ngrey@x.com\ngrey@y.com\nopen@x.com\nnonsense\n');
      await files.store(ID, ['a@x.com', 'grey@x.com', 'grey@y.com'].map(result));
      expect(await files.retryUnknown(ID, 4)).toEqual({ places: 7, totalCount: 3 });
      expect(await files.retryUnknown(ID, 4)).toEqual({ places: 7, totalCount: 3 });
      const asked = await addresses(5);
      expect(asked).toEqual(['grey@x.com', 'grey@y.com', 'open@x.com']);
      const found = asked.map((email) => ({
        ...result(email),
        result: foundResult({ facts: ACCEPTED }),
      }));
      const { verdicts } = await files.store(ID, found);
      expect(verdicts).toEqual({ ...NO_VERDICTS, deliverable: 4, undeliverable: 1 });
      expect(await files.retryUnknown(ID, 7)).toEqual({ places: 7, totalCount: 0 });
    });

    it('cut a batch as short as it has to be, within one portion', async () => {
      const rows = Array.from({ length: 2500 }, (_, at) => `u${at}@x.com\n`);
      expect(await content(`email\n${rows.join('')}`)).toMatchObject({ places: 2500 });
      const first = await addresses(1);
      const short = { first: 1, last: 300, emails: first.slice(0, 300) };
      expect(await files.cut(ID, 1, 300)).toEqual(short);
      expect(await files.cut(ID, 301, 1000)).toMatchObject({ last: 1000 });
      expect(await addresses(301)).toEqual(first.slice(300));
    });

    it('keep of a portion what was sent where the rest gives way to a retry', async () => {
      const rows = Array.from({ length: 1200 }, (_, at) => `u${at}@d${at}.com\n`);
      await content(`email\n${rows.join('')}`);
      const sent = (await addresses(1)).slice(0, 300);
      await files.store(ID, sent.map(result), { place: 1 });
      expect(await files.retryUnknown(ID, 300)).toEqual({ places: 1200, totalCount: 900 });
      expect(await files.cut(ID, 1, 1000)).toEqual({ first: 1, last: 300, emails: sent });
      const rest = [...(await addresses(301))];
      expect(new Set([...sent, ...rest]).size).toBe(sent.length + rest.length);
      const gone = rest.map((email) => ({
        ...result(email),
        result: foundResult({ facts: GONE }),
      }));
      const { verdicts } = await files.store(ID, gone, { place: 301 });
      expect(verdicts).toEqual({ ...NO_VERDICTS, deliverable: 300, undeliverable: rest.length });
      const known = (await files.entries(ID, { ...ALL, limit: 2000 })).filter(({ score }) => score);
      expect(known).toHaveLength(300 + rest.length);
    });

    it('show addresses by verdict, by part, and those with a suggestion', async () => {
      const text = 'email\nA@x.com\ngone@gmial.com\nnonsense\ngone@gmial.com\ngrey@x.com\n';
      await content(text);
      await files.store(ID, ['A@x.com', 'gone@gmial.com'].map(result));
      const texts = async (view: object) =>
        (await files.entries(ID, { ...ALL, ...view })).map((one) => one.text);
      expect(await texts({})).toEqual(['A@x.com', 'gone@gmial.com', 'nonsense', 'grey@x.com']);
      expect(await texts({ only: 'undeliverable' })).toEqual(['gone@gmial.com', 'nonsense']);
      expect(await texts({ only: 'suggestions' })).toEqual(['gone@gmial.com']);
      expect(await texts({ search: 'a@X' })).toEqual(['A@x.com']);
      expect(await texts({ search: '%' })).toEqual([]);
      expect(await texts({ skip: 1, limit: 2 })).toEqual(['gone@gmial.com', 'nonsense']);
      const [, gone, nonsense, open] = await files.entries(ID, ALL);
      expect(gone).toEqual({
        text: 'gone@gmial.com',
        rows: 2,
        verdict: 'undeliverable',
        reason: 'mailbox',
        detail: 'full',
        score: 3,
        suggestion: 'gone@gmail.com',
      });
      expect(nonsense).toMatchObject({ rows: 1, verdict: 'undeliverable', reason: 'syntax' });
      expect(open).toEqual({ text: 'grey@x.com', rows: 1, suggestion: undefined });
    });

    it('give the columns that are named, with what stands behind the results', async () => {
      await content('email\nann@x.com\nbob@x.com\nzoe@gmail.com\n');
      const at = new Date(AT).toISOString();
      const behind = (email: string, text: string): ListResult => {
        const provider = 'amazon-ses eu-west-1';
        const reply = { code: 250, enhanced: '2.1.5', text };
        const evidence = { provider, mxHost: `mx.${provider}`, reply, free: false, attempts: 1 };
        return {
          ...result(email),
          result: foundResult({ facts: ACCEPTED, evidence, checkedAt: AT }),
        };
      };
      const found = [
        behind('ann@x.com', 'Ok'),
        behind('bob@x.com', 'bob@x.com is known'),
        result('zoe@gmail.com'),
      ];
      await files.store(ID, found, { place: 1 });
      await files.store(ID, found, { place: 1 });
      const columns = ['free', 'provider', 'mx_host', 'reply', 'checked_at', 'mailbox'];
      const lines = async () =>
        (await downloaded({ ...WHOLE, columns })).toString().trim().split('\n').slice(1);
      expect(await lines()).toEqual([
        `ann@x.com,false,amazon-ses,mx.amazon-ses eu-west-1,250 2.1.5 Ok,${at},ann@x.com`,
        `bob@x.com,false,amazon-ses,mx.amazon-ses eu-west-1,250 2.1.5 bob@x.com is known,${at},bob@x.com`,
        'zoe@gmail.com,true,,,,,zoe@gmail.com',
      ]);
      for await (const _ of files.forget('bob@x.com'));
      expect((await lines())[1]).toBe('"",,,,,,');
      expect((await place.stored(folder.path('lists'))).join('\n')).not.toContain('bob@x.com');
    });

    it('write the report by the rows', async () => {
      await verify(await content('email\na@x.com\ngone@x.com\ngone@x.com\n'));
      const report = await files.report(ID, { name: 'contacts <b>', at: 0, service: 'here' });
      expect(report).toContain('contacts &lt;b&gt;');
      expect(report).toContain('deliverable 33.3 %, risky 0.0 %, undeliverable 66.7 %');
    });

    it.each([
      [
        'CSV',
        'Name,E-mail,Note\r\nAda,Ada@X.com,"write to ada@x.com, please"\r\nBob,b@x.com,\r\n',
        'x.csv',
        'Name,E-mail,Note\r\nAda,,\r\nBob,b@x.com,\r\n',
      ],
      ['one column', 'email\nada@x.com\nb@x.com\n', 'x.csv', 'email\n""\nb@x.com\n'],
      [
        'Windows-1252',
        Buffer.from('Name,E-mail\nM\xfcller,ada@x.com\nB,b@x.com\n', 'latin1'),
        'x.csv',
        Buffer.from('Name,E-mail\nM\xfcller,\nB,b@x.com\n', 'latin1'),
      ],
      [
        'UTF-16',
        Buffer.from('\ufeffName\tE-mail\nM\tada@x.com\nB\tb@x.com\n', 'utf16le'),
        'x.csv',
        Buffer.from('\ufeffName\tE-mail\nM\t\nB\tb@x.com\n', 'utf16le'),
      ],
      [
        'JSON',
        '[{"email":"ada@x.com","n":1.50},\n {"email":"b@x.com","10":1e400,"2":[ -0 ]}]',
        'x.json',
        '[{"email":"","n":1.50},\n{"email":"b@x.com","10":1e400,"2":[ -0 ]}]\n',
      ],
      [
        'JSON lines',
        '{"email":"ada@x.com", "n":[{"a":"ada\\u0040x.com"}]}\r\n{"email":"b@x.com","n":1.50}\n',
        'x.jsonl',
        '{"email":"", "n":[{"a":""}]}\n{"email":"b@x.com","n":1.50}\n',
      ],
    ])(
      'forget an address of a list of %s: its cells are empty, its rows stay',
      async (_, text, name, left) => {
        const read = await content(text, name);
        await verify(read);
        const before = (await files.entries(ID, ALL)).length;
        const forgotten = await all(files.forget('ada@x.com'));
        expect(forgotten).toMatchObject([
          { id: ID, rows: 1, progress: { counts: { distinct: 1 } } },
        ]);
        const stored = await place.stored(folder.path('lists'));
        expect(stored).toContain(Buffer.from(left).toString('latin1'));
        expect((await files.entries(ID, ALL)).map((one) => one.text)).toEqual(['b@x.com']);
        expect(before).toBe(2);
        await files.tidy();
        const texts = await place.stored(folder.path('lists'));
        expect(texts.join('\n').toLowerCase()).not.toContain('ada@x.com');
        expect(await addresses(1)).toEqual(['b@x.com']);
        expect((await files.store(ID, [result('ada@x.com')])).verdicts.deliverable).toBe(1);
        expect(await all(files.forget('ada@x.com'))).toEqual([]);
      },
    );

    it('are shown while others are written, and written while others are shown', async () => {
      await content('email\na@x.com\n');
      const never = () => new Promise<never>(() => {});
      const busy = (changes: Partial<ListThreads>) =>
        openListFiles(
          { path: folder.path('lists') },
          leaving.signal,
          Object.assign(new ListThreads(), changes),
        );
      const [writing, showing] = [busy({ ask: never }), busy({ show: never })];
      expect(await writing.entries(ID, ALL)).toHaveLength(1);
      expect((await showing.cut(ID, 1, 9)).emails).toEqual(['a@x.com']);
      expect((await showing.store(ID, [result('a@x.com')])).verdicts.deliverable).toBe(1);
      await Promise.all([writing.close(), showing.close()]);
    });

    it('are searched in slices, between which others have their turn', async () => {
      const rows = Array.from({ length: 25_000 }, (_, at) => `u${at}@d${at % 5000}.com\n`);
      await content(`email\n${rows.join('')}`);
      using list = UploadedList.open({
        path: folder.path(`lists/${ID}.sqlite`),
        isShared: place.isShared,
      });
      const done: string[] = [];
      const search = readEntries(list, { ...ALL, search: 'nowhere' }).then(() =>
        done.push('search'),
      );
      const page = readEntries(list, { ...ALL, limit: 1 }).then(() => done.push('page'));
      await Promise.all([search, page]);
      expect(done).toEqual(['page', 'search']);
      const shown = async (view: object) =>
        (await readEntries(list, { ...ALL, ...view })).map(({ text }) => text);
      const names = (from: number, to: number) => rows.slice(from, to).map((row) => row.trimEnd());
      expect(await shown({ skip: 9990, limit: 20 })).toEqual(names(9990, 10_010));
      expect(await shown({ skip: 20_000, limit: 2 })).toEqual(names(20_000, 20_002));
      expect(await shown({ skip: 24_999 })).toEqual(names(24_999, 25_000));
      expect(await shown({ skip: 25_000 })).toEqual([]);
      expect(await shown({ search: '@d77.com', skip: 3 })).toEqual([
        `u15077@d77.com`,
        `u20077@d77.com`,
      ]);
    });

    it('are read in another way, and each address is verified once', async () => {
      const cell = fc.constantFrom(
        ...[
          'a@x.com',
          'b@gmial.com',
          'gone@gmial.com',
          'gone@gmail.com',
          'grey@gmail.com',
          '',
          'nonsense',
        ],
        ...[
          'a@x.com; b@gmial.com',
          'c@gmail,com',
          'c@gmail,com',
          'b@gmail.com',
          'ann at gmail.com',
        ],
      );
      const revision = fc.record(
        {
          columns: fc.constantFrom([0], [1], [0, 1]),
          splitCells: fc.boolean(),
          correct: fc.subarray<[string, string]>([
            ['@gmial.com', '@gmail.com'],
            ['@gmail,com', '@gmail.com'],
            ['ann at gmail.com', 'ann@gmail.com'],
          ]),
          uncorrect: fc.subarray(['@gmial.com', '@gmail,com']),
        },
        { requiredKeys: [] },
      );
      const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 });
      const revisions = fc.array(revision, { minLength: 1, maxLength: 4 });
      const tried = fc.asyncProperty(rows, revisions, async (cells, changes) => {
        await files.remove(ID);
        const lines = [['zoe@x.com', 'yu@x.com'], ...cells];
        const text = `email,e-mail\n${lines.map((line) => line.map((one) => `"${one}"`).join()).join('\n')}\n`;
        const read = await upload(text, 'contacts.csv', '1');
        if (read.kind === 'column') throw new Error('the column is not certain');
        await verify(read.content);
        const sent = [...(await addresses(1))];
        let { places } = read.content;
        const path = folder.path('revised.csv');
        await writeFile(path, text);
        const source = fileSource(path, 'contacts.csv');
        let plan = await inspectList(source, { columns: ['1'] });
        for (const change of changes) {
          let { round, verdicts } = await files.revise(ID, change, places);
          for (let place = places + 1; place <= round.places; ) {
            const { emails, last } = await files.cut(ID, place, 1000);
            sent.push(...emails);
            ({ verdicts } = await files.store(ID, emails.map(result), { place }));
            place = last + 1;
          }
          places = round.places;
          plan = revised(plan, change);
          expect((await downloaded()).toString()).toBe(await written(plan, source));
          expect(verdicts).toEqual(tally(await files.entries(ID, ALL)));
        }
        expect(new Set(sent).size).toBe(sent.length);
      });
      await fc.assert(tried, { numRuns: runs(place.runs) });
    }, 120_000);

    it('keep a workbook as it was uploaded, until any address is erased or the list is deleted', async () => {
      const book = twoSheets();
      const kept = async () => {
        const original = await files.openOriginal(ID);
        expect(await files.hasOriginal(ID)).toBe(original !== undefined);
        if (!original) return undefined;
        const buffer = new Uint8Array(book.length + 1);
        const bytesRead = readSync(original.fd, buffer, 0, buffer.length, 0);
        await original.close();
        return buffer.subarray(0, bytesRead);
      };
      const { size, form } = await content(book, 'fair.xlsx');
      expect([form.otherSheets, await kept()]).toEqual([['Partners'], book]);
      expect(size).toBe((await files.sizes([ID])).get(ID));
      expect(await all(files.forget('nobody@y.com'))).toEqual([]);
      expect(await kept()).toBeUndefined();
      expect((await files.sizes([ID])).get(ID)).toBe(size - book.length);
      await files.remove(ID);
      expect(await kept()).toBeUndefined();
    });

    it('keep no file of which nothing more may be wanted', async () => {
      await content('email\na@x.com\n');
      expect(await files.hasOriginal(ID)).toBe(false);
      expect(await files.openOriginal(ID)).toBeUndefined();
    });

    it('are given time to be read, and what was read is worked on to its end', async () => {
      const over = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
      onTestFinished(() => over.mockRestore());
      await expect(upload('email\na@x.com\n')).rejects.toMatchObject({
        code: 'input',
        message: 'Reading the file takes too much time: it does not look like a list',
      });
      over.mockReturnValue(leaving.signal);
      await content('email\na@x.com\n');
      over.mockReturnValue(AbortSignal.abort());
      expect(await files.report(ID, HEAD)).toContain('contacts.csv');
      expect(await files.retryUnknown(ID, 1)).toEqual({ places: 2, totalCount: 1 });
      expect(await all(files.forget('a@x.com'))).toHaveLength(1);
    });

    it('are called no list for want of memory only while they are read', async () => {
      const exhausted = Object.assign(new Error('heap'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
      class Exhausted extends ListThreads {
        override askAlone = () => Promise.reject(exhausted);
      }
      files = openListFiles({ path: folder.path('lists') }, leaving.signal, new Exhausted());
      await expect(upload('email\na@x.com\n')).rejects.toMatchObject({ code: 'input' });
      await expect(files.report(ID, HEAD)).rejects.toBe(exhausted);
    });

    it('are deleted altogether', async () => {
      await content('email\na@x.com\n');
      await files.store(ID, [result('a@x.com')]);
      expect(await files.ids()).toEqual([ID]);
      await files.remove(ID);
      await files.tidy();
      for (const id of await files.ids()) await files.remove(id);
      expect((await place.stored(folder.path('lists'))).join('')).not.toContain('x.com');
      await expect(files.cut(ID, 1, 1)).rejects.toMatchObject({ code: 'ENOENT' });
    });

    it('go no further when the service stops', async () => {
      leaving.abort();
      await expect(upload('email\na@x.com\n')).rejects.toMatchObject({ kind: 'stopping' });
      await expect(files.cut(ID, 1, 1)).rejects.toMatchObject({ kind: 'stopping' });
    });
  });
}
