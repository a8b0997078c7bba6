import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import type { BrowserWorld } from './browser-world.ts';
import { contacts, LONG_NAME, outcomes } from './contacts.ts';

/** A page of the dashboard, with something on it. */
export interface DashboardPage {
  readonly name: string;
  /** Where it is. */
  readonly path: string;
  /** What somebody does there to see it. */
  readonly act?: (page: Page) => Promise<void>;
}

/** Fills the service of the owner's page, and names every page that it then has. */
export async function everyPage(
  world: BrowserWorld,
  owner: Page,
): Promise<readonly DashboardPage[]> {
  const post = poster(world, owner);
  const list = await post.list('Contacts.csv', contacts(60), { column: 'E-mail', atOnce: 'yes' });
  await finished(owner, list);
  await post.form(`${list}/folder`, { folder: 'Spring' });
  const shared = /\/shared\/[\w-]+/.exec((await post.form(`${list}/share`, { days: '7' })).text);
  const watched = await watch(world, owner, post);
  const ready = await post.list('Ready.csv', contacts(40), { column: 'E-mail' });
  const choice = await post.list('Choice.csv', 'a,b\nx@x.com,y@y.com\n', { atOnce: 'yes' });
  const scopes = { scope_verify: 'yes', scope_learn: 'yes' };
  const created = await post.form('/keys', { ...scopes, label: 'Shop' });
  const key = /value="(mv_[\w-]+)"/.exec(created.text)?.[1] ?? '';
  const { id: batch } = await ask(world, key, '/api/v1/verify/batch', {
    emails: ['ann@x.com', 'gone@x.com'],
  });
  const { id: sent } = await ask(world, key, '/api/v1/verify/batch', { emails: ['ann@x.com'] });
  edit(
    world,
    `update batches set job_id = 'job_spring', job_name = 'spring.csv', job_size = 3 where id = '${sent}'`,
  );
  await ask(world, key, '/api/v1/outcomes', { outcomes: outcomes(60) });
  await post.form('/outcomes/ses', {});
  await post.form('/outcomes/mailgun', {});
  const webhook = await post.form('/webhooks', {
    url: 'https://hooks.example.com/mailvet',
    'event_batch.completed': 'yes',
  });
  const invited = await post.form('/people/invitations', {
    email: 'bob@example.com',
    role: 'member',
  });
  const invitation = /\/invitation\?token=[\w-]+/.exec(invited.text)?.[0] ?? '';
  for (const entry of ['@no.example', 'maximiliane.hohenstein@newsletter.example.org'])
    await post.form('/suppressions', { entry });
  await post.form(`${list}/corrections`, { from: '@hotmial.com', do: 'reject' });
  for (const email of ['ann@x.com', 'gone@x.com', 'open@x.com'])
    await post.form('/verify', { email });
  world.verifier.setLanes([
    { provider: 'google', egress: 'out-1', sessions: 4, ...NO_WAIT },
    { provider: 'outlook-com', egress: 'out-1', sessions: 0, ...NO_WAIT, restLeft: 3_600_000 },
  ]);
  world.verifier.hold();
  const cancelled = await post.list(LONG_NAME, contacts(90), { column: 'E-mail', atOnce: 'yes' });
  await post.form(`${cancelled}/cancel`, {});
  const running = await post.list('Running.csv', contacts(20), { column: 'E-mail', atOnce: 'yes' });
  return [
    ...[HOME, '/lists', '/lists?folder=Spring', '/verifications', '/suppressions'].map(plain),
    ...[
      '/keys',
      '/people',
      '/batches',
      '/webhooks',
      '/outcomes',
      '/accuracy',
      '/audit',
      '/delivery',
      '/account',
    ].map(plain),
    ...['/corrections', '/policy', '/jobs'].map(plain),
    { name: 'a list of the command line', path: '/jobs/job_spring' },
    { name: 'a finished list', path: list },
    { name: 'rows of a list', path: `${list}?show=undeliverable&reason=mailbox&domain=x.com` },
    { name: 'no rows of a list', path: `${list}?search=nobody` },
    { name: 'a watched list', path: watched },
    { name: 'a cancelled list', path: cancelled },
    { name: 'a running list', path: running },
    { name: 'the edit page of a list', path: `${list}/edit` },
    { name: 'a report', path: `${list}/report` },
    { name: 'a shared report', path: shared?.[0] ?? '' },
    { name: 'an estimate', path: `${ready}/start`, act: showMends },
    { name: 'a choice of columns', path: `${choice}/column` },
    { name: 'a batch', path: `/batches/${batch}` },
    { name: 'a webhook', path: new URL(webhook.url).pathname },
    { name: 'an invitation', path: invitation },
    { name: 'a policy with faults', path: '/policy', act: savePolicy },
    { name: 'an unknown page', path: '/nothing' },
    { name: 'pasted text without an address', path: '/lists', act: pasteNothing },
    { name: 'the result of an address', path: '/verifications', act: checkAddress },
    { name: 'a new key', path: '/keys', act: (page) => submitName(page, '#label', 'Second') },
    { name: 'the account menu', path: '/', act: (page) => page.locator('.menu summary').click() },
  ];
}

/** Pages for people who are not signed in. */
export const OUTSIDE: readonly DashboardPage[] = [
  ...['/sign-in', '/invitation?token=gone', '/shared/gone'].map(plain),
];

const HOME = '/';
const NO_WAIT = { waiting: 0, pauseLeft: 0, restLeft: 0, refusals: 0, isBraked: false };

function plain(path: string): DashboardPage {
  return { name: path, path };
}

async function pasteNothing(page: Page): Promise<void> {
  await page.locator('details.paste summary').click();
  await page.locator('#pasted').fill('nothing');
  await page.locator('form[action="/lists/paste"] button').click();
  await page.locator('[role=alert]').first().waitFor();
}

async function showMends(page: Page): Promise<void> {
  await page.locator('details:has(table) > summary').click();
}

async function savePolicy(page: Page): Promise<void> {
  await page.locator('details:has(#policy) > summary').click();
  await page.locator('#policy').fill('{\n  "rulez": [],\n  "minScore": "high"\n}\n');
  await page.locator('form:has(#policy) button').first().click();
  await page.locator('[role=alert]').first().waitFor();
}

async function checkAddress(page: Page): Promise<void> {
  await submitName(page, '#address', 'ann@x.com');
  await page.locator('#result').waitFor();
}

async function submitName(page: Page, field: string, value: string): Promise<void> {
  await page.locator(field).fill(value);
  await page.locator(field).press('Enter');
  await page.locator('.highlight, #result').first().waitFor();
}

async function finished(page: Page, list: string): Promise<void> {
  await page.goto(list);
  await page.locator('[data-ended]').waitFor();
}

/** A list whose second round has changed something. */
async function watch(world: BrowserWorld, owner: Page, post: Poster): Promise<string> {
  const text = contacts(24);
  const list = await post.list('Watched.csv', text, { column: 'E-mail', atOnce: 'yes' });
  await finished(owner, list);
  await post.form(`${list}/watch`, { days: '30' });
  for (const [email, like] of [
    ['grey.kim.10@gmail.com', 'gone'],
    ['grey.dora.23@outlook.com', 'ann'],
  ] as const)
    world.verifier.becomes(email, `${like}@x.com`);
  edit(world, 'UPDATE list_watches SET next_at = 0, look_at = 0');
  // A list that comes makes the service look for rounds that are due.
  await finished(
    owner,
    await post.list('Short.csv', contacts(3), { column: 'E-mail', atOnce: 'yes' }),
  );
  await owner.goto(list);
  await owner.locator('#since').waitFor();
  return list;
}

/** States that no form leads to soon. */
function edit({ database }: BrowserWorld, sql: string): void {
  using file = new DatabaseSync(database);
  file.exec(sql);
}

/** Asks the interface as a program does. */
async function ask({ service }: BrowserWorld, key: string, path: string, body: object) {
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as { readonly id?: string };
}

type Poster = ReturnType<typeof poster>;

/** Sends forms as the owner's browser does. */
function poster({ service }: BrowserWorld, page: Page) {
  const csrf = async () => {
    await page.goto('/lists');
    return page.locator('input[name=csrf]').first().inputValue();
  };
  const headers = { Origin: service.url };
  return {
    async form(path: string, fields: Readonly<Record<string, string>>) {
      const form = { csrf: await csrf(), ...fields };
      const answer = await page.request.post(path, { headers, form });
      return { url: answer.url(), text: await answer.text() };
    },
    /** Uploads a list; the path of its page. */
    async list(name: string, text: string, fields: Readonly<Record<string, string>>) {
      const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
      const multipart = { csrf: await csrf(), review: 'yes', ...fields, list: file };
      const answer = await page.request.post('/lists', { headers, multipart });
      return /^\/lists\/[^/]+/.exec(new URL(answer.url()).pathname)?.[0] ?? '';
    },
  };
}
