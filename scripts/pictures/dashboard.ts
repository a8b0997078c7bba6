/**
 * Takes pictures of the dashboard: docs/pictures/dashboard-*.png. The built program serves a team with some lists of
 * sandbox addresses, one of which is watched and has outcomes, and Chromium looks at it (MAILVET_CHROMIUM names another).
 *
 *     node scripts/pictures/dashboard.ts
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SIZE = { width: 1280, height: 860 };

const NAMES =
  'ann bea carl dora emil fay gus hana ida jon kim lea max nia otto pia quinn rosa sam tea'.split(
    ' ',
  );

/** Names of addresses, and how many of a hundred have them. */
const SHARES: readonly (readonly [count: number, address: (name: string) => string])[] = [
  [68, (name) => `${name}@sandbox.test`],
  [6, (name) => `${name}@accept-all.sandbox.test`],
  [3, (name) => `${name}@disposable.sandbox.test`],
  [5, (name) => `${name}@no-mx.sandbox.test`],
  [2, (name) => `${name}@null-mx.sandbox.test`],
  [3, (name) => `${name} at sandbox.test`],
];

/** Addresses with a meaning in the sandbox, once in each list. */
const SINGLE = ['undeliverable', 'full', 'disabled', 'support', 'info', 'blocked', 'timeout'];

/** A list of so many rows and a few. */
function listOf(rows: number): string {
  const addresses = SHARES.flatMap(([share, address]) =>
    Array.from({ length: Math.round((rows * share) / 100) }, (_, at) =>
      address(`${NAMES[at % NAMES.length]}.${at}`),
    ),
  );
  const all = [...SINGLE.map((name) => `${name}@sandbox.test`), ...addresses];
  return [
    'Name,E-mail',
    ...all.map((address, at) => `${NAMES[at % NAMES.length]},${address}`),
  ].join('\n');
}

interface Served extends AsyncDisposable {
  readonly setupUrl: string;
  readonly key: string;
  /** Its file. */
  readonly database: string;
}

async function serve(): Promise<Served> {
  const home = mkdtempSync(join(tmpdir(), 'mailvet-'));
  const database = join(home, 'mailvet.sqlite');
  const flags = ['serve', '--port', '0', '--database', database];
  const child = spawn(process.execPath, [join(ROOT, 'bin', 'mailvet.js'), ...flags], {
    env: { PATH: process.env.PATH, HOME: home, TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let [setupUrl, key] = ['', ''];
  for await (const line of createInterface({ input: child.stdout })) {
    key = /mv_\S+/.exec(line)?.[0] ?? key;
    setupUrl = /https?:\S+setup\S*/.exec(line)?.[0] ?? '';
    if (setupUrl !== '') break;
  }
  child.stdout.resume();
  return {
    setupUrl,
    key,
    database,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(home, { recursive: true });
    },
  };
}

async function signUp(page: Page, setupUrl: string): Promise<void> {
  await page.goto(setupUrl);
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
}

/** Uploads a list, and waits until it is completed. */
async function upload(page: Page, name: string, rows: number): Promise<void> {
  await page.getByRole('link', { name: 'Lists', exact: true }).click();
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(listOf(rows)) };
  await page.locator('#list').setInputFiles(file);
  await page.locator('[name=atOnce]').first().check();
  await page.locator('form[data-upload] button.main').click();
  await page.getByRole('heading', { name }).waitFor();
  await page.getByText('Completed').first().waitFor();
  await page.reload();
}

function pathOf(name: string): string {
  return join(ROOT, 'docs', 'pictures', name);
}

async function takePicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: pathOf(name), animations: 'disabled' });
}

/** Mail that went to the first addresses of a list: some of it came back. */
async function learn({ setupUrl, key }: Served): Promise<void> {
  const at = new Date().toISOString();
  const outcome = (local: string, bounces: boolean) => ({
    email: `${local}@sandbox.test`,
    outcome: bounces ? 'no_mailbox' : 'delivered',
    ...(bounces && { code: 550, status: '5.1.1', reply: '550 5.1.1 No such user' }),
    at,
  });
  const names = Array.from({ length: 400 }, (_, at) => `${NAMES[at % NAMES.length]}.${at}`);
  const answer = await fetch(new URL('/api/v1/outcomes', setupUrl), {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ outcomes: names.map((name, at) => outcome(name, at % 31 === 17)) }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

/** Watches the list that the page shows, and has its round today. */
async function watch(page: Page, { database }: Served): Promise<void> {
  await page.getByRole('button', { name: 'Watch this list' }).click();
  await page.getByText('This list is now watched').waitFor();
  const file = new DatabaseSync(database);
  file.exec('UPDATE list_watches SET next_at = 0, look_at = 0');
  file.close();
  const shown = page.locator('#since');
  // The service looks for rounds twice a minute.
  for (let left = 60; left > 0 && (await shown.count()) === 0; left--) {
    await page.waitForTimeout(1000);
    await page.goto(page.url().replace(/[?#].*/, ''));
  }
  await page.locator('.rounds summary').click();
}

/** The contacts that a mailing tool has cleaned. */
async function uploadBounces(page: Page): Promise<void> {
  const rows = ['lea.11', 'max.12', 'nia.13'].map(
    (name, at) => `${name}@sandbox.test,2026-11-0${at + 1} 10:00:00,${at},${at}`,
  );
  const text = ['Email Address,CLEAN_TIME,LEID,EUID', ...rows].join('\n');
  const file = { name: 'cleaned.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('#list').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByText('3 new outcomes').waitFor();
}

await using served = await serve();
const browser = await chromium.launch({
  executablePath: process.env.MAILVET_CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
try {
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'light' });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await signUp(page, served.setupUrl);
  await upload(page, 'newsletter-spring.csv', 1_200);
  await upload(page, 'trade-fair.csv', 300);
  await upload(page, 'customers.csv', 2_400);
  await takePicture(page, 'dashboard-list.png');
  await learn(served);
  await watch(page, served);
  await page.locator('.cards.pair').screenshot({ path: pathOf('dashboard-since.png') });
  await page.goto(new URL('/outcomes', served.setupUrl).href);
  await uploadBounces(page);
  await takePicture(page, 'dashboard-bounces.png');
  await page.goto(new URL('/policy', served.setupUrl).href);
  await page.getByLabel('Role addresses').check();
  await page.getByLabel('Full mailboxes').check();
  await page.getByLabel('Allow').fill('partner.example');
  await takePicture(page, 'dashboard-policy.png');
  await page.goto(new URL('/accuracy', served.setupUrl).href);
  await takePicture(page, 'dashboard-accuracy.png');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await takePicture(page, 'dashboard-home-dark.png');
} finally {
  await browser.close();
}
