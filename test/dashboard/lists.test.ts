import { unzipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { chooseColumns } from '../../src/service/lists/lists.ts';
import { findTeam, setQuota } from '../../src/service/teams/teams.ts';
import { forgetAddress } from '../../src/service/upkeep/forget-address.ts';
import { madeWorkbook } from '../formats/workbook/made-workbook.ts';
import { eachTest } from '../support/each-test.ts';
import { dashboardWorld } from './dashboard-world.ts';
import { textOf } from './visitor.ts';

const world = eachTest(dashboardWorld);
const owner = eachTest(() => world.firstOwner());
const team = eachTest(() => findTeam(world.context, 'default'));

const TEXT =
  'Name;E-mail\nÅda;a@x.com\n"B;b";gone@x.com\nC;grey@gmial.com\nD;a@x.com\nE;nonsense\n';

async function upload(text = TEXT, name = 'Mein Verteiler.csv', form = {}): Promise<string> {
  const answer = await owner.post('/lists', { list: new File([text], name), ...form });
  expect(answer.status).toBe(303);
  return answer.headers.get('Location') ?? '';
}

async function finished(text?: string): Promise<string> {
  const path = await upload(text);
  await world.lists.finish();
  return path;
}

const page = async (path: string) => textOf(await owner.get(path));

it('searches of a team wait for each other, and for no other team', async () => {
  const path = await upload();
  const other = await world.person('theirs', 'bob@example.com');
  const answer = await other.post('/lists', { list: new File([TEXT], 'b.csv') });
  const held = Promise.withResolvers<void>();
  const begun: string[] = [];
  const { entries } = world.lists.files;
  vi.spyOn(world.lists.files, 'entries').mockImplementation(async (id, view) => {
    begun.push(view.search);
    if (view.search === 'first') await held.promise;
    return entries(id, view);
  });
  const first = owner.get(`${path}?search=first`);
  const second = owner.get(`${path}?search=second`);
  while (begun.length === 0) await new Promise(setImmediate);
  await other.get(`${answer.headers.get('Location')}?search=theirs`);
  expect(begun).toEqual(['first', 'theirs']);
  held.resolve();
  await Promise.all([first, second]);
  expect(begun).toEqual(['first', 'theirs', 'second']);
});

describe('uploading a list', () => {
  it('leads to its page, which has its name and what was found', async () => {
    const text = await page(await upload());
    expect(text).toContain('Mein Verteiler.csv');
    expect(text).toContain(
      '3 addresses in 5 rows, column “E-mail” (1 duplicate, 1 row without a valid address)',
    );
    expect(text).toContain('Running');
    expect(text).toContain('1 of 5 rows checked');
    expect(text).toContain('Not checked 4');
  });

  it('says which rows are in the file and not among those that are checked', async () => {
    const text = await page(await finished('Name,E-mail\nAnn,a@x.com\nBob,\n'));
    expect(text).toContain('1 row checked');
    expect(text).toContain('Everything 2');
    expect(text).toContain('1 row has no address: it is only in “Everything”, without a result.');
    expect(await page(await finished('Name,E-mail\nAnn,a@x.com\n'))).not.toContain(
      'in the place of',
    );
  });

  it('does not wait for the quota to suffice: the list says that it waits', async () => {
    await setQuota(world.context, 'default', 1);
    const path = await upload();
    await world.lists.runner.look();
    await world.lists.work();
    await world.lists.runner.look();
    const text = await page(path);
    expect(text).toContain('Paused: quota');
    expect(text).toContain(
      '3 of 5 rows checked Paused: your team has used this month’s 1 verification. Continues on 1 December, or when an owner raises the quota.',
    );
    expect(text).not.toContain(' left');
  });

  it('keeps the name of the file, without folders and what nobody sees', async () => {
    const path = await upload(TEXT, 'C:\\lists\\<b>\u202eKunden\u0007 2026.csv');
    const { body } = await owner.get(path);
    const shown = body.replaceAll('<wbr />', '');
    expect(shown).toContain('<h1 translate="no">&lt;b&gt;Kunden 2026.csv</h1>');
  });

  it.each([
    ['no file', {}],
    ['an empty file', { list: new File([], 'list.csv') }],
    ['a file without addresses', { list: new File(['a,b\n1,2\n'], 'list.csv') }],
    ['nothing to verify', { list: new File(['email\nnonsense\n'], 'l.csv'), column: '1' }],
    ['a column that is not there', { list: new File(['email\na@x.com\n'], 'l.csv'), column: 'x' }],
    ['a picture', { list: new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 1])], 'a.png') }],
  ])('refuses %s with a sentence, and keeps nothing', async (_, form) => {
    const answer = await owner.post('/lists', form);
    expect(answer.status).toBe(422);
    expect(answer.body).toContain('role="alert"');
    expect(await page('/lists')).toContain('No list yet');
    expect(await page('/audit')).not.toContain('uploaded');
  });

  it.each([
    [
      'a picture',
      new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 1])], 'a.png'),
      'Give a CSV, text, JSON or JSONL file with e-mail addresses.',
    ],
    [
      'a list without addresses',
      new File(['Name,Town\nAda,London\n'], 'a.csv'),
      'If the file was misread, save it as CSV in UTF-8 and upload it again.',
    ],
  ])('says of %s what to do instead', async (_, list, hint) => {
    const answer = await owner.post('/lists', { list });
    expect(textOf(answer)).toContain(hint);
    // A token may have two hyphens by chance.
    expect(answer.body.replace(/name="csrf" value="[^"]*"/g, '')).not.toContain('--');
  });

  it('asks for the column where several hold addresses', async () => {
    const path = await upload('Work,Home,Name\na@x.com,b@y.com,Ada\n', 'list.csv');
    expect(path).toMatch(/^\/lists\/list_[\w-]+\/column$/);
    const list = path.replace('/column', '');
    expect((await owner.get(list)).headers.get('Location')).toBe(path);
    const asked = await page(path);
    expect(asked).toContain('Which columns contain e-mail addresses?');
    expect(asked).toContain('Work a@x.com Home b@y.com');
    expect((await owner.post(path, {})).status).toBe(422);
    expect((await owner.post(path, { column: '9' })).status).toBe(422);
    expect((await owner.post(path, { column: '2' })).headers.get('Location')).toBe(list);
    await world.lists.finish();
    expect(world.verifier.asked).toEqual(['b@y.com']);
    expect(await page(list)).toContain('column “Home”');
    expect((await owner.get(path)).status).toBe(404);
    expect((await owner.post(path, { column: '1' })).status).toBe(409);
  });

  it('takes the column that was named', async () => {
    const text = 'Work,Home\na@x.com,b@y.com\n';
    expect(await upload(text, 'list.csv', { column: 'home' })).not.toContain('column');
  });

  it('is refused where the lists of the team would take too much room', async () => {
    const small = await dashboardWorld({ listStorage: 1000 });
    const person = await small.firstOwner();
    const list = new File(['a@x.com\n'.repeat(1000)], 'list.txt');
    const answer = await person.post('/lists', { list });
    expect([answer.status, textOf(answer)]).toEqual([
      422,
      expect.stringContaining('The lists of the team would take more than 1 kB on the disk'),
    ]);
    await small.dispose();
  });
});

describe('a list', () => {
  it('shows its results by verdict, with reasons in words', async () => {
    const path = await finished();
    const text = await page(path);
    expect(text).toContain('Completed');
    expect(text).toContain('Deliverable 2 40.0 %');
    expect(text).toContain('Undeliverable 2 40.0 %');
    expect(text).toContain('Unknown 1 20.0 %');
    expect(text).toContain('a@x.com Deliverable the mailbox accepts mail 100 2');
    const gone = await page(`${path}?show=undeliverable`);
    expect(gone).toContain('gone@x.com Undeliverable');
    expect(gone).toContain('nonsense Undeliverable');
    expect(gone).not.toContain('a@x.com Deliverable');
    expect(await page(`${path}?show=suggestions`)).toContain('Did you mean grey@gmail.com ?');
    expect(await page(`${path}?search=GONE`)).not.toContain('a@x.com');
    expect(await page(`${path}?show=risky`)).toContain('No addresses here.');
  });

  it('says how many are safe to send to, and which bounces to expect', async () => {
    const path = await finished('email\na@x.com\nb@x.com\ngone@x.com\n');
    expect(await page(path)).toContain(
      '2 people are safe to send to Without the check, up to 33% would bounce.',
    );
    expect(await page(await finished())).toContain('2 rows are safe to send to');
  });

  it('shows no share of its first rows while it runs', async () => {
    const path = await upload(`email\n${'nonsense\n'.repeat(10)}a@x.com\nb@x.com\n`);
    const { verdicts, shares, total, checked } = JSON.parse(
      (await owner.get(`${path}/progress`)).body,
    );
    expect(verdicts.undeliverable).toEqual({ count: '10', share: '' });
    expect(shares.at(-1)).toBeCloseTo(100 / 6);
    expect([total, checked]).toEqual([12, 10]);
    expect((await owner.get(path)).body).toContain('role="progressbar"');
  });

  it('counts what a running portion has decided, the same in its text and its tiles', async () => {
    const path = await upload('email\na@x.com\nb@x.com\n');
    world.verifier.hold();
    await world.lists.runner.look();
    const working = world.lists.work();
    await world.verifier.started('b@x.com');
    world.verifier.letGo('a@x.com');
    const progress = async () => {
      await new Promise(setImmediate);
      world.clock.advance(1000);
      await world.lists.runner.look();
      return JSON.parse((await owner.get(`${path}/progress`)).body);
    };
    let seen = await progress();
    while (seen.checked === 0) seen = await progress();
    expect(seen.text).toBe('1 of 2 rows checked');
    expect(seen.verdicts.deliverable.count).toBe('1');
    expect(seen.verdicts.unchecked.count).toBe('1');
    world.verifier.letGo('b@x.com');
    await working;
  });

  it('is drawn anew by every tab that shows another state', async () => {
    const path = await finished();
    const stampOf = async () => /data-stamp="([^"]*)"/.exec((await owner.get(path)).body)?.[1];
    const before = await stampOf();
    world.clock.advance(1000);
    await owner.post(`${path}/retry`);
    expect(JSON.parse((await owner.get(`${path}/progress`)).body).stamp).not.toBe(before);
    expect(await stampOf()).not.toBe(before);
  });

  it('is narrowed by reason, domain and provider, which its cards name', async () => {
    const path = await finished();
    const text = await page(path);
    expect(text).toContain('Why The mailbox accepts mail 2');
    expect(text).toContain('Domains x.com 3 gmial.com 1');
    const by = async (query: string) => {
      const seen = await page(`${path}?${query}`);
      return ['a@x.com', 'gone@x.com', 'grey@gmial.com', 'nonsense'].filter((address) =>
        new RegExp(`(?:Rows|verdict|\\d) ${address.replace('.', '\\.')} `).test(seen),
      );
    };
    expect(await by('reason=mailbox')).toEqual(['gone@x.com']);
    expect(await by('reason=syntax')).toEqual(['nonsense']);
    expect(await by('domain=x.com')).toEqual(['a@x.com', 'gone@x.com']);
    expect(await by('domain=x.com&show=deliverable')).toEqual(['a@x.com']);
    expect(await by('provider=google')).toEqual([]);
    expect(await page(`${path}?reason=mailbox`)).toContain('(remove this filter)');
  });

  it('shows its addresses page by page', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => `u${at}@x.com`);
    const path = await upload(`email\n${rows.join('\n')}\n`);
    const first = await owner.get(path);
    expect(first.body).toContain('>u19@x.com<');
    expect(first.body).not.toContain('>u20@x.com<');
    expect((await owner.get(`${path}?page=2`)).body).toContain('>u29@x.com<');
  });

  it('gives its progress to a page that polls', async () => {
    const path = await upload();
    expect(JSON.parse((await owner.get(`${path}/progress`)).body)).toMatchObject({
      status: 'running',
      processedCount: 0,
      totalCount: 3,
      ended: false,
    });
    await world.lists.finish();
    expect(JSON.parse((await owner.get(`${path}/progress`)).body)).toMatchObject({
      status: 'completed',
      processedCount: 3,
      totalCount: 3,
      ended: true,
      verdicts: { deliverable: { count: '2', share: '40.0 %' } },
    });
  });

  it('is followed until it ends', async () => {
    const path = await upload();
    const answer = await owner.open(`${path}/events`);
    const read = answer.text();
    await world.lists.finish();
    let isRead = false;
    void read.then(() => {
      isRead = true;
    });
    while (!isRead) {
      world.clock.advance(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await read).trim().split('\n').at(-1)).toContain('"status":"completed"');
  });

  it('comes back with all rows and columns, and the results behind them', async () => {
    const path = await finished();
    const answer = await owner.get(`${path}/download?format=csv`);
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('Content-Disposition')).toBe(
      `attachment; filename="Mein Verteiler.verified.csv"; filename*=UTF-8''Mein%20Verteiler.verified.csv`,
    );
    const lines = answer.body.split('\n');
    expect(lines[0]).toMatch(/^Name;E-mail;email;valid;/);
    expect(lines[1]).toMatch(/^Åda;a@x\.com;a@x\.com;true;true;/);
    expect(lines[2]).toMatch(/^"B;b";gone@x\.com;/);
    expect(lines).toHaveLength(7);
    expect((await owner.get(`${path}/download`)).body).toBe(answer.body);
  });

  it('comes back for spreadsheets, by verdict, or as an archive', async () => {
    const path = await finished();
    const marked = await (await owner.open(`${path}/download?bom=yes`)).arrayBuffer();
    expect(Buffer.from(marked).subarray(0, 3).toString('hex')).toBe('efbbbf');
    const unknown = await owner.get(`${path}/download?only=unknown`);
    expect(unknown.body.split('\n')).toHaveLength(3);
    expect(unknown.headers.get('Content-Disposition')).toContain('"Mein Verteiler.unknown.csv"');
    const zip = await (await owner.open(`${path}/download?format=zip`)).arrayBuffer();
    expect(Object.keys(unzipSync(new Uint8Array(zip)))).toContain('undeliverable.csv');
    const workbook = await (await owner.open(`${path}/download?format=xlsx`)).arrayBuffer();
    expect(Buffer.from(workbook).subarray(0, 2).toString()).toBe('PK');
    for (const wrong of ['format=doc', 'only=delivrable']) {
      expect((await owner.get(`${path}/download?${wrong}`)).status).toBe(422);
    }
  });

  it('comes back with those to send to alone, and remembers what was chosen', async () => {
    const path = await finished();
    const safe = await owner.get(`${path}/download?send=safe&format=csv`);
    expect(safe.headers.get('Content-Disposition')).toContain('"Mein Verteiler.safe.csv"');
    expect(safe.body.split('\n').map((line) => line.split(';')[1])).toEqual([
      ...['E-mail', 'a@x.com', 'a@x.com', undefined],
    ]);
    expect(safe.headers.get('Set-Cookie')).toContain('mailvet_download=csv.safe');
    await owner.get(`${path}/download?send=all&format=xlsx`);
    const { body } = await owner.get(path);
    expect(body).toContain('<option value="xlsx" selected>');
    expect(body).toContain('value="all" checked');
    expect((await owner.get(`${path}/download?send=some`)).status).toBe(422);
  });

  it('comes back as what the tool takes that it is from', async () => {
    const path = await finished();
    expect(await page(path)).toContain('Safe rows to import');
    const safe = await owner.get(`${path}/download?format=import`);
    expect(safe.headers.get('Content-Disposition')).toContain('"Mein Verteiler.import.csv"');
    const [header, ...rows] = safe.body.split('\n');
    expect(header).toBe('Name;E-mail');
    expect(rows.map((row) => row.split(';')[1])).toEqual(['a@x.com', 'a@x.com', undefined]);
    const dead = await owner.get(`${path}/download?format=archive`);
    expect(dead.body).toMatch(/^E-mail\ngone@x\.com\n/);
    expect(dead.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  });

  it('comes back with each address once, where no duplicate is wanted', async () => {
    const path = await finished();
    expect(await page(path)).toContain('Leave out 1 duplicate: each address once');
    const { body } = await owner.get(`${path}/download?send=safe&duplicates=drop`);
    expect(body.split('\n').map((line) => line.split(';')[0])).toEqual(['Name', 'Åda', '']);
    const all = await owner.get(`${path}/download?duplicates=drop`);
    expect(all.body.split('\n')).toHaveLength(6);
  });

  it('names what is to be fixed: typos, cells with several addresses, columns that were ignored', async () => {
    const text = 'E-mail,Billing\na@gmial.com,b@y.com\n"c@x.com, d@x.com",\na@x.com,\n';
    const path = await upload(text, 'list.csv', { column: 'e-mail' });
    expect(await page(path)).toContain('To fix Likely typos 1 Cells with more than one address 1');
    expect(await page(`${path}?reason=several_addresses`)).toContain('c@x.com, d@x.com Unknown');
  });

  it('counts entries where a row holds several addresses', async () => {
    const path = await upload(
      'Work,Home\na@x.com,b@y.com\nd@x.com,c@y.com\nneither,nor\n',
      'list.csv',
    );
    const list = path.replace('/column', '');
    const id = list.replace('/lists/', '');
    const person = {
      id: 'p',
      email: 'ada@example.com',
      role: 'owner',
      createdAt: 0,
      language: null,
    } as const;
    await chooseColumns(world.lists.lists, { person, team }, { id, columns: ['1', '2'] });
    expect(await page(list)).toContain('2 of 6 entries checked');
    await world.lists.finish();
    expect(await page(list)).toContain('6 entries checked');
    expect(await page(list)).toContain('Download safe rows Download');
    await forgetAddress({ ...world.context, files: world.lists.files }, 'c@y.com');
    expect(await page(list)).toContain('5 entries checked');
  });

  it('comes back as a workbook by default where it was one', async () => {
    const cells = '<row><c t="inlineStr"><is><t>a@x.com</t></is></c></row>';
    const book = new Uint8Array(madeWorkbook({ rows: cells }));
    const answer = await owner.post('/lists', { list: new File([book], 'list.xlsx') });
    const { body } = await owner.get(answer.headers.get('Location') ?? '');
    expect(body).toContain('<option value="xlsx" selected>');
  });

  it('has a report that its own policy lets show itself', async () => {
    const answer = await owner.get(`${await finished()}/report`);
    expect(answer.body).toContain('<h1>Mein Verteiler.csv</h1>');
    const policy = answer.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("style-src 'sha256-");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("'self'");
  });

  it('says why rows are unknown: cells with several addresses are checked by no retry', async () => {
    const path = await finished('email\ngrey@gmial.com\n"a@x.com, b@x.com"\n"c@x.com, d@x.com"\n');
    const said = await page(path);
    expect(said).toContain('3 rows are unknown: 2 × this cell has more than one address');
    expect(said).toContain('1 × no clear answer from DNS or the mail server');
    expect(said).toContain('Check 1 address again');
    const decided = await finished('email\na@x.com\n');
    expect(await page(decided)).not.toMatch(/rows? (?:is|are) unknown/);
  });

  it('is retried for what is unknown', async () => {
    const path = await finished();
    expect(await page(path)).toContain('Check 1 address again');
    expect((await owner.post(`${path}/retry`)).headers.get('Location')).toBe(path);
    expect(await page(path)).toContain('0 of 1 address checked again');
    expect((await owner.post(`${path}/retry`)).status).toBe(409);
    await world.lists.finish();
    expect(world.verifier.asked.filter((email) => email === 'grey@gmial.com')).toHaveLength(2);
  });

  it('is checked again by itself as planned, and says how many were decided', async () => {
    const path = await finished();
    expect(await page(path)).toContain(
      'Check 1 address again Now In 2 and in 8 hours In 6, 12 and 24 hours In 24 and in 48 hours',
    );
    expect((await owner.get(path)).body).not.toContain('http-equiv="refresh"');
    await owner.post(`${path}/plan`, { plan: 'soon' });
    expect(await page(path)).not.toContain('In 2 and in 8 hours');
    expect((await owner.get(path)).body).toContain('http-equiv="refresh" content="60"');
    expect(await page(path)).toContain(
      '1 undecided address will be checked again: 2026-11-21 14:00 UTC',
    );
    await world.lists.runner.look();
    expect(await page(path)).toContain('Completed');
    world.clock.advance(2 * 3_600_000);
    await world.lists.runner.look();
    expect(await page(path)).toContain('Running');
    await world.lists.finish();
    expect(world.verifier.asked.filter((email) => email === 'grey@gmial.com')).toHaveLength(2);
    expect(await page(path)).toContain('checked again: 2026-11-21 20:00 UTC');
    expect(await page('/audit')).toContain('scheduled another check of undecided addresses');
    await owner.post(`${path}/plan`, { plan: 'none' });
    world.clock.advance(7 * 3_600_000);
    await world.lists.runner.look();
    expect(await page(path)).toContain('Completed');
  });

  it('has nothing to plan where every address is decided', async () => {
    const path = await finished('email\na@x.com\n');
    expect(await page(path)).not.toContain('undecided');
    expect((await owner.post(`${path}/plan`, { plan: 'soon' })).status).toBe(409);
  });

  it('is cancelled once, and says what is open, on its page and in its files', async () => {
    const path = await upload();
    await world.lists.runner.look();
    expect((await owner.post(`${path}/cancel`)).headers.get('Location')).toBe(path);
    expect((await owner.post(`${path}/cancel`)).status).toBe(409);
    const text = await page(path);
    expect(text).toContain('Cancelled');
    expect(text).toContain('4 of 5 rows not checked');
    expect(text).toContain('Undeliverable 1 20.0 %');
    expect(text).toContain('Not checked 4 80.0 %');
    expect(text).toContain('Continue (4 left)');
    expect(text).toContain('4 rows are not checked: they are only in “Everything”');
    expect(await page(`${path}?show=unchecked`)).toContain('gone@x.com not checked 1');
    expect(await world.used('default')).toBe(0);
  });

  it('is deleted with its rows, batches and results', async () => {
    const path = await finished();
    const answer = await owner.post(`${path}/delete`);
    expect(await page(answer.headers.get('Location') ?? '')).toContain('The list is deleted.');
    expect((await owner.get(path)).status).toBe(404);
    const looked = world.lists.runner.look();
    while ((await world.context.store.listQueue.ids()).size > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      world.clock.advance(20);
    }
    await looked;
    expect(await world.lists.files.ids()).toEqual([]);
    expect((await owner.post(`${path}/delete`)).status).toBe(404);
  });

  it('stands in the audit log: who uploaded, downloaded and deleted it', async () => {
    const path = await finished();
    await owner.get(`${path}/download`);
    await owner.post(`${path}/delete`);
    const audit = await page('/audit');
    for (const did of ['uploaded', 'downloaded', 'deleted']) {
      expect(audit).toContain(`ada@example.com ${did} the list Mein Verteiler.csv`);
    }
  });

  it('forgets an address: its cell is empty, its row stays', async () => {
    const path = await finished();
    const erased = await forgetAddress({ ...world.context, files: world.lists.files }, 'A@x.com');
    expect(erased).toMatchObject({ listRows: 2, entries: 1 });
    const { body } = await owner.get(`${path}/download`);
    expect(body).toContain('\nÅda;;');
    expect(body).not.toContain('a@x.com');
    expect(await page(path)).not.toContain('a@x.com');
    expect(await page(path)).toContain('Deliverable 0');
  });
});

describe('all lists', () => {
  it('are shown with small bars, newest first', async () => {
    await finished();
    await upload('email\nb@x.com\n', 'second.csv');
    const { body } = await owner.get('/lists');
    expect(body.indexOf('second.csv')).toBeLessThan(body.indexOf('Mein Verteiler.csv'));
    expect(body).toContain('<svg class="strip"');
    expect(body).toContain('0 of 1 row checked');
  });

  it('leave the batches to those of programs', async () => {
    const path = await upload();
    await world.lists.runner.look();
    expect(await page('/batches')).toContain('No batch yet');
    const { batches } = world.context.store.lists(team.id);
    expect(await batches(path.replace('/lists/', ''), { limit: 9, skip: 0 })).toHaveLength(1);
  });
});
