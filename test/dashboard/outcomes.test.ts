import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { learnGivenOutcomes } from '../../src/service/outcomes/learn-outcomes.ts';
import { findProviderAddress } from '../../src/service/outcomes/provider-reports.ts';
import { findTeam } from '../../src/service/teams/teams.ts';
import { madeWorkbook } from '../formats/workbook/made-workbook.ts';
import { eachTest } from '../support/each-test.ts';
import { dashboardWorld } from './dashboard-world.ts';
import { textOf } from './visitor.ts';

const world = eachTest(dashboardWorld);
const owner = eachTest(() => world.firstOwner());
const team = eachTest(() => findTeam(world.context, 'default'));

const addresses = () => world.context.store.providerAddresses.list(team.id);

const tokenOn = ({ body }: { readonly body: string }) =>
  /outcomes\/ses\?token=([\w-]+)/.exec(
    body.replaceAll('&#x2F;', '/').replaceAll('&#x3D;', '='),
  )?.[1];

it('an address is created, shown once for pasting, and replaced', async () => {
  expect(tokenOn(await owner.get('/outcomes'))).toBeUndefined();
  expect((await owner.post('/outcomes/ses', {})).status).toBe(303);
  const page = await owner.get('/outcomes?done=created');
  const first = tokenOn(page) ?? '';
  expect(textOf(page)).toContain('Copy the URL now. You will not see it again.');
  expect(textOf(page)).toContain('The URL is ready: paste it at the provider.');
  expect(textOf(page)).toContain('Nothing received yet.');
  const find = (token: string) => findProviderAddress(world.context, 'ses', token);
  expect(await find(first)).toMatchObject({ teamId: team.id });
  const later = await owner.get('/outcomes?done=created');
  expect(later.body).not.toContain(first);
  expect(textOf(later)).toContain('replace it if you have lost it');
  await owner.post('/outcomes/ses', {});
  const second = tokenOn(await owner.get('/outcomes')) ?? '';
  expect(await find(first)).toBeUndefined();
  expect(await find(second)).toMatchObject({ teamId: team.id });
});

it('the token of an address stands nowhere in the database', async () => {
  await owner.post('/outcomes/ses', {});
  const token = tokenOn(await owner.get('/outcomes')) ?? 'none';
  const stored = readdirSync(world.folder.path('.'))
    .filter((name) => name.includes('.db'))
    .map((name) => readFileSync(world.folder.path(name), 'latin1'));
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.some((bytes) => bytes.includes(token))).toBe(false);
});

it('a signing key is saved and never shown', async () => {
  const key = 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE';
  expect((await owner.post('/outcomes/sendgrid/key', { key })).status).toBe(404);
  await owner.post('/outcomes/sendgrid', {});
  expect(textOf(await owner.get('/outcomes'))).toContain(
    'Without the key every report is refused.',
  );
  const framed = `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----`;
  expect((await owner.post('/outcomes/sendgrid/key', { key: framed })).status).toBe(303);
  expect((await addresses())[0]?.signingKey).toBe(key);
  const page = await owner.get('/outcomes');
  expect(page.body).not.toContain(key);
  expect(textOf(page)).toContain('A key is saved.');
});

it('what came is shown without its address', async () => {
  expect(textOf(await owner.get('/outcomes'))).toContain('No outcome yet.');
  await learnGivenOutcomes(world.context, team.id, [
    { email: 'ann@x.test', outcome: 'full', reply: '552 ann@x.test is full', source: 'a.mbox:1' },
  ]);
  const page = await owner.get('/outcomes');
  expect(textOf(page)).toContain('Received: 1 outcome');
  expect(textOf(page)).toContain('x.test mailbox full not known 552 … is full a.mbox:1');
  expect(page.body).not.toContain('ann@x.test');
});

describe('an uploaded file', () => {
  const upload = (content: string | Uint8Array<ArrayBuffer>, name: string, by = owner) =>
    by.post('/outcomes/upload', { list: new File([content], name) });
  const stored = () => world.context.store.outcomes(team.id).latest(10);
  const cleaned =
    'Email Address,First Name,CLEAN_TIME,LEID,EUID\n' +
    'gone@x.test,Ann,2026-11-01 10:00:00,1,a\nmoved@x.test,Bob,2026-11-02 10:00:00,2,b\n';

  it('of contacts that Mailchimp cleaned says what bounced, and the next verification knows', async () => {
    const answer = textOf(await upload(cleaned, 'cleaned.csv'));
    expect(answer).toContain('2 new outcomes. hard bounce: 2');
    expect(await stored()).toMatchObject([{ proof: 'gone' }, { proof: 'gone' }]);
    expect(textOf(await upload(cleaned, 'cleaned.csv'))).toContain('0 new outcomes; 2 were here');
    const page = await owner.get('/outcomes');
    expect(textOf(page)).toContain('x.test hard bounce');
    expect(page.body).not.toContain('gone@x.test');
  });

  it('of HubSpot, in a workbook or not, has bounces and complaints', async () => {
    const csv =
      'Email,Portal Bounce,Portal Unsubscribe,Portal Spam Report,Global Bounce\n' +
      'gone@x.test,UNKNOWN_USER,,,\nbox@x.test,MAILBOX_FULL,,,\nout@x.test,,TRUE,,\n' +
      'angry@x.test,,,TRUE,\ndead@x.test,,,,TRUE\n';
    const answer = textOf(await upload(csv, 'bounces.csv'));
    expect(answer).toContain('no mailbox: 1, mailbox full: 1, complaint: 1, hard bounce: 1');
    expect(answer).toContain('1 row says nothing of a bounce.');
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const row = (line: string) => `<row>${line.split(',').map(cell).join('')}</row>`;
    const book = madeWorkbook({ rows: csv.trim().split('\n').map(row).join('') });
    expect(textOf(await upload(new Uint8Array(book), 'bounces.xlsx'))).toContain(
      '0 new outcomes; 4 were here',
    );
  });

  it('a file that is empty, too large or has no bounces is refused beside its form', async () => {
    for (const [content, name, said] of [
      ['Name,Age\nAnn,5\n', 'people.csv', 'people.csv says nothing of bounces'],
      ['', 'none.csv', 'Choose a file that has bounces'],
      [new Uint8Array(20_000_001), 'large.csv', 'too large: at most 20 MB'],
    ] as const) {
      const refused = await upload(content, name);
      expect(refused.status).toBeGreaterThan(400);
      expect(textOf(refused)).toContain(said);
    }
    expect(await stored()).toEqual([]);
  });

  it('is for owners', async () => {
    const member = await world.person('default', 'member@x.com', 'member');
    expect((await upload(cleaned, 'cleaned.csv', member)).status).toBe(403);
    expect(await stored()).toEqual([]);
  });
});

it('another provider is unknown', async () => {
  expect((await owner.post('/outcomes/other', {})).status).toBe(404);
});
