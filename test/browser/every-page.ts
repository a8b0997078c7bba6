import type { Page } from 'playwright-core';
import type { BrowserWorld } from './browser-world.ts';

/** A page of the dashboard, with something on it. */
export interface DashboardPage {
  readonly name: string;
  /** Where it is. */
  readonly path: string;
  /** What somebody does there to see it. */
  readonly act?: (page: Page) => Promise<void>;
}

const LIST = [
  'First name,E-mail,Private',
  'Ann,ann@x.com,ann@home.example',
  'Ann,ann@x.com,',
  'Ben,gone@x.com,ben@home.example',
  'Cem,grey@gmial.com,',
  'Dora,nonsense,',
  'Eva,eva@x.com; eva2@x.com,',
  '',
].join('\n');

/** Fills the service of the owner's page, and names every page that it then has. */
export async function everyPage(
  world: BrowserWorld,
  owner: Page,
): Promise<readonly DashboardPage[]> {
  const post = poster(world, owner);
  const list = await post.list('Contacts.csv', LIST, { column: 'E-mail', atOnce: 'yes' });
  await finished(owner, list);
  await post.form(`${list}/folder`, { folder: 'Spring' });
  const shared = /\/shared\/[\w-]+/.exec((await post.form(`${list}/share`, { days: '7' })).text);
  const ready = await post.list('Ready.csv', LIST, { column: 'E-mail' });
  const choice = await post.list('Choice.csv', 'a,b\nx@x.com,y@y.com\n', { atOnce: 'yes' });
  const upload = await post.upload('Part.csv', 100);
  const key = await post.form('/keys', { scopes: 'chosen', scope_verify: 'yes', label: 'Shop' });
  const batch = await submitBatch(world, /value="(mv_[\w-]+)"/.exec(key.text)?.[1] ?? '');
  await post.form('/outcomes/ses', {});
  await post.form('/outcomes/mailgun', {});
  const webhook = await post.form('/webhooks', {
    url: 'https://hooks.example.com/mailvet',
    'event_batch.completed': 'yes',
  });
  await post.form('/people/invitations', { email: 'bob@example.com', role: 'member' });
  await post.form('/suppressions', { entry: '@no.example' });
  await post.form('/verify', { email: 'ann@x.com' });
  world.verifier.setLanes([
    { provider: 'google', egress: 'out-1', sessions: 4, ...NO_WAIT },
    { provider: 'outlook-com', egress: 'out-1', sessions: 0, ...NO_WAIT, restLeft: 3_600_000 },
  ]);
  world.verifier.hold();
  const running = await post.list('Running.csv', LIST, { column: 'E-mail', atOnce: 'yes' });
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
    ...['/brand', '/corrections', '/policy'].map(plain),
    { name: 'a finished list', path: list },
    { name: 'rows of a list', path: `${list}?show=undeliverable&reason=mailbox&domain=x.com` },
    { name: 'no rows of a list', path: `${list}?search=nobody` },
    { name: 'a running list', path: running },
    { name: 'the edit page of a list', path: `${list}/edit` },
    { name: 'a report', path: `${list}/report` },
    { name: 'a shared report', path: shared?.[0] ?? '' },
    { name: 'an estimate', path: `${ready}/start` },
    { name: 'a choice of columns', path: `${choice}/column` },
    { name: 'an upload that was cut', path: `/lists/${upload}/arriving` },
    { name: 'a batch', path: `/batches/${batch}` },
    { name: 'a webhook', path: new URL(webhook.url).pathname },
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

async function submitBatch(world: BrowserWorld, key: string): Promise<string> {
  const answer = await fetch(`${world.service.url}/api/v1/verify/batch`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ emails: ['ann@x.com', 'gone@x.com'] }),
  });
  const body = (await answer.json()) as { readonly id?: string };
  if (!body.id) throw new Error(`No batch was created: ${JSON.stringify(body)}`);
  return body.id;
}

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
    /** Begins an upload of which nothing arrives; its id. */
    async upload(name: string, size: number) {
      const answer = await page.request.post('/uploads', {
        headers: {
          ...headers,
          'Tus-Resumable': '1.0.0',
          'Upload-Length': String(size),
          'Upload-Metadata': `filename ${Buffer.from(name).toString('base64')}`,
        },
      });
      return answer.headers().location?.split('/').at(-1) ?? '';
    },
  };
}
