import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { learnGivenOutcomes } from '../../src/service/outcomes/learn-outcomes.ts';
import { findProviderAddress } from '../../src/service/outcomes/provider-reports.ts';
import { findTeam } from '../../src/service/teams/teams.ts';
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
  expect(textOf(page)).toContain('mailbox full x.test not known 552 … is full a.mbox:1');
  expect(page.body).not.toContain('ann@x.test');
});

it('another provider is unknown', async () => {
  expect((await owner.post('/outcomes/other', {})).status).toBe(404);
});
