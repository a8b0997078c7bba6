import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderReport } from '../../src/formats/report/report.ts';
import { createSummary } from '../../src/formats/report/summarise.ts';
import { createOutcomes } from '../../src/formats/write/outcome.ts';
import { english } from '../support/english.ts';
import { type BrowserWorld, browserWorld } from './browser-world.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of axe that the page breaks, with where. */
async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate(`axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => id + ' ' + target + ': ' + failureSummary)))`);
}

const INSIDE = [
  '/',
  '/lists',
  '/keys',
  '/suppressions',
  '/batches',
  '/verifications',
  '/people',
  '/delivery',
  '/audit',
  '/account',
];
const OUTSIDE = ['/docs', '/docs/results', '/sign-in', '/invitation?token=gone'];

describe.each([
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const)('axe at %i px, %s', (width, colorScheme) => {
  let world: BrowserWorld;
  let page: Page;

  beforeAll(async () => {
    world = await browserWorld();
    page = await world.owner({ viewport: { width, height: 844 }, colorScheme });
    await fill();
  });
  afterAll(() => world.dispose());

  /** Something on each page: a key, a result, an open invitation and a batch. */
  async function fill(): Promise<void> {
    await page.goto('/verifications');
    await page.getByLabel('E-mail address').fill('ada@x.com');
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByText('the mailbox accepts mail').first().waitFor();
    await page.goto('/keys');
    await page.getByLabel('Name', { exact: true }).fill('Web shop');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.goto('/people');
    await page.getByLabel('E-mail address').fill('bob@example.com');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Link', { exact: true }).waitFor();
  }

  it.each([...INSIDE, ...OUTSIDE])('finds nothing on %s', async (path) => {
    await page.goto(path);
    expect(await findings(page)).toEqual([]);
  });

  it('finds nothing on the lanes of Mail servers, which come by themselves', async () => {
    await page.goto('/delivery');
    await page.getByText('No session is open').waitFor();
    const none = { waiting: 0, pauseLeft: 0, restLeft: 0, refusals: 0 };
    world.verifier.setLanes([
      { provider: 'google', egress: 'out-1', sessions: 4, ...none },
      { provider: 'outlook-com', egress: 'out-1', sessions: 0, ...none, restLeft: 3_600_000 },
    ]);
    await page.getByRole('cell', { name: 'google' }).waitFor();
    await page.getByRole('cell', { name: 'Paused for 60 min' }).waitFor();
    expect(await page.getByText('No session is open').isVisible()).toBe(false);
    expect(await findings(page)).toEqual([]);
    world.verifier.setLanes([]);
    await page.getByText('No session is open').waitFor();
  });

  it('finds nothing on a result, and in the open account menu', async () => {
    await page.goto('/verifications');
    await page.getByLabel('E-mail address').fill('bob@x.com');
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByText('the mailbox accepts mail').first().waitFor();
    await page.locator('.menu summary').click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await findings(page)).toEqual([]);
  });

  it('finds nothing on a list, and on the choice of its column', async () => {
    for (const text of ['email\nada@x.com\ngone@x.com\n', 'a,b\nx@x.com,y@y.com\n']) {
      await page.goto('/');
      const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await page.getByLabel('Drop a file here').setInputFiles(file);
      await page.getByLabel('Start at once').first().check();
      await page.getByRole('button', { name: 'Upload the list' }).click();
      await page.getByText('Completed').or(page.getByText('column')).first().waitFor();
      expect(await findings(page)).toEqual([]);
    }
    await page.goto('/');
    expect(await findings(page)).toEqual([]);
  });

  it('finds nothing on a report', async () => {
    await page.goto('about:blank');
    await page.setContent(report());
    expect(await findings(page)).toEqual([]);
  });
});

function report(): string {
  const summary = createSummary();
  const outcomeOf = createOutcomes({ lookup: () => undefined });
  for (const address of ['a@x.com', 'b@y.com']) summary.add(outcomeOf({ raw: address, address }));
  const counts = { rows: 2, distinct: 2, duplicates: 0, unusable: 0 };
  const at = Date.UTC(2026, 0, 31);
  return renderReport({
    name: 'list.csv',
    at,
    service: 'us',
    summary: summary.result(),
    counts,
    text: english,
  });
}
