import { expect, it } from 'vitest';
import { message } from '../../src/i18n/message.ts';
import { findTeam } from '../../src/service/teams/teams.ts';
import type { DisabledReason } from '../../src/service/webhooks/records.ts';
import { eachTest } from '../support/each-test.ts';
import { dashboardWorld } from './dashboard-world.ts';
import { type Seen, textOf } from './visitor.ts';

const world = eachTest(dashboardWorld);
const owner = eachTest(() => world.firstOwner());
const team = eachTest(() => findTeam(world.context, 'default'));

const URL = 'https://hooks.example.com/mailvet';
const SECRET = /value="(whsec_[\w+/]{43}=)"/;

/** Creates a webhook and returns its path. */
async function create(): Promise<string> {
  const created = await owner.post('/webhooks', { url: URL, 'event_batch.completed': 'yes' });
  expect(created.status).toBe(303);
  return created.headers.get('Location') ?? '';
}

function secretOf({ body }: Seen): string | undefined {
  return SECRET.exec(body.replaceAll('&#x2F;', '/').replaceAll('&#x3D;', '='))?.[1];
}

/** An attempt at what is due, as the service makes it. */
async function answer(code: number, disable?: DisabledReason): Promise<void> {
  const { webhookQueue } = world.context.store;
  const at = world.clock.now();
  const [due] = await webhookQueue.due(at);
  const wanted = due ? [{ ...due, count: 1 }] : [];
  const [claimed] = await webhookQueue.claim(wanted, { now: at, leaseMs: 1000 });
  if (!claimed) throw new Error('nothing is due');
  const error = code < 300 ? null : message('errorTexts.webhook_answered', { code });
  const outcome = { at, took: 12, answer: code, error, expiresAt: at, retryAt: at, nextAt: null };
  await webhookQueue.record(claimed, { ...outcome, ...(disable && { disable }) });
}

it('the secret of a new webhook is shown once', async () => {
  const path = await create();
  const page = await owner.get(path);
  expect(secretOf(page)).toMatch(/^whsec_/);
  expect(textOf(page)).toContain(`${URL} Enabled Format: Signed JSON. Events: batch.completed.`);
  expect(secretOf(await owner.get(path))).toBeUndefined();
  expect(textOf(await owner.get('/webhooks'))).toContain(`${URL} batch.completed 2026-11-21`);
  expect(textOf(await owner.get('/audit'))).toContain(`created the webhook ${URL}`);
});

it('a test shows in the delivery log, and can be sent again when it has ended', async () => {
  const path = await create();
  expect((await owner.post(`${path}/test`)).headers.get('Location')).toBe(`${path}?done=sent`);
  const waiting = await owner.get(path);
  expect(textOf(waiting)).toContain('webhook.test 2026-11-21 12:00 UTC Waiting 0 none');
  expect(waiting.body).toContain('data-reload');
  await answer(500);
  const failed = await owner.get(path);
  expect(textOf(failed)).toContain('Failed 1 2026-11-21 12:00 UTC : Answered 500 12 ms Send again');
  const german = await owner.get(path, { 'Accept-Language': 'de' });
  expect(textOf(german)).toContain('Antwort 500 12 ms');
  expect(textOf(failed)).toContain('Failing Every delivery has failed since 2026-11-21 12:00 UTC');
  expect(failed.body).not.toContain('data-reload');
  const replay = /action="([^"]+\/replay)"/.exec(failed.body)?.[1] ?? '';
  expect((await owner.post(replay)).status).toBe(303);
  expect((await owner.post(replay)).status).toBe(404);
  await answer(200);
  expect(textOf(await owner.get(path))).toContain(
    'Delivered 1 2026-11-21 12:00 UTC : Answered 200',
  );
});

it('a replaced secret signs for a day more', async () => {
  const path = await create();
  const first = secretOf(await owner.get(path));
  await owner.post(`${path}/rotate`);
  const page = await owner.get(path);
  expect(secretOf(page)).toMatch(/^whsec_/);
  expect(secretOf(page)).not.toBe(first);
  const until = 'The old secret keeps working until 2026-11-22 12:00 UTC .';
  expect(textOf(page)).toContain(until);
  world.clock.advance(24 * 60 * 60_000);
  expect(textOf(await (await world.person('default', 'b@x.com')).get(path))).not.toContain(until);
});

it('a disabled webhook says why, and can be enabled', async () => {
  const path = await create();
  await owner.post(`${path}/test`);
  const offered = (await owner.get(path)).body;
  expect(offered).not.toContain('/replay');
  await answer(410, 'gone');
  const disabled = await owner.get(path);
  const page = textOf(disabled);
  expect(disabled.body).not.toContain('/replay');
  const [{ id = '' } = {}] = await world.context.store
    .webhooks(team.id)
    .deliveries(path.split('/').at(-1) ?? '', { limit: 1 });
  const replayed = await owner.post(`${path}/deliveries/${id}/replay`);
  expect(replayed.status).toBe(409);
  expect(textOf(replayed)).toContain('This webhook is disabled: enable it first');
  expect(page).toContain('Disabled since 2026-11-21 12:00 UTC : its receiver answered 410 Gone.');
  expect(page).not.toContain('Send a test');
  expect((await owner.post(`${path}/test`)).status).toBe(409);
  await owner.post(`${path}/enable`);
  expect(textOf(await owner.get(path))).toContain(`${URL} Enabled`);
});

it('a deleted webhook is gone', async () => {
  const path = await create();
  expect((await owner.post(`${path}/delete`)).headers.get('Location')).toBe(
    '/webhooks?done=deleted',
  );
  expect((await owner.get(path)).status).toBe(404);
  expect(textOf(await owner.get('/webhooks?done=deleted'))).toContain('The webhook is deleted.');
});

it.each([
  [
    { url: 'hooks', 'event_batch.failed': 'yes' },
    'Write the URL as https://hooks.example.com/mailvet.',
  ],
  [{ url: URL }, 'A webhook needs at least one event.'],
  [
    { url: 'http://169.254.169.254/latest/', 'event_batch.failed': 'yes' },
    '169.254.169.254 is not on the public internet: use a public address, or let the operator open its network.',
  ],
])('a form with %j is refused and keeps its values', async (form, fault) => {
  const refused = await owner.post('/webhooks', form);
  expect(refused.status).toBe(422);
  expect(textOf(refused)).toContain(fault);
  expect(refused.body).toContain(`value="${form.url}"`);
});

it('the log is read page by page, and what arrives meanwhile moves nothing', async () => {
  const path = await create();
  const webhooks = world.context.store.webhooks(team.id);
  const id = path.split('/').at(-1) ?? '';
  const ids: string[] = [];
  const add = async () => void ids.unshift((await webhooks.sendTest(id, world.clock.now())) ?? '');
  for (let n = 0; n < 30; n++) await add();
  for (let n = 0; n < 30; n++) await answer(200);
  const shown = ({ body }: Seen) =>
    [...body.matchAll(/deliveries\/(msg_[\w-]+)/g)].map(([, one]) => one);
  const newest = await owner.get(path);
  expect(shown(newest)).toEqual(ids.slice(0, 20));
  const older = /rel="next" href="([^"]+)"/.exec(newest.body)?.[1] ?? '';
  await add();
  const next = await owner.get(older);
  expect(shown(next)).toEqual(ids.slice(21));
  expect(textOf(next)).toContain('Newest');
  expect(textOf(next)).not.toContain('Older');
  const last = await owner.get(`${path}?before=${ids.at(-1)}`);
  expect(textOf(last)).toContain('There are no older messages.');
});

it('webhooks are for owners, and another team finds none', async () => {
  const path = await create();
  const member = await world.person('default', 'm@example.com', 'member');
  const stranger = await world.person('theirs', 's@example.com');
  for (const page of ['/webhooks', path]) expect((await member.get(page)).status).toBe(403);
  expect((await stranger.get(path)).status).toBe(404);
  for (const action of ['test', 'rotate', 'enable', 'delete']) {
    expect((await member.post(`${path}/${action}`)).status).toBe(403);
    expect((await stranger.post(`${path}/${action}`)).status).toBe(404);
  }
  expect(await world.context.store.webhooks(team.id).list()).toHaveLength(1);
});
