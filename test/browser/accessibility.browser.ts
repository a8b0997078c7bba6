import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderReport } from '../../src/formats/report/report.ts';
import { createSummary } from '../../src/formats/report/summarise.ts';
import { createAddressJudge } from '../../src/formats/write/judged-row.ts';
import { english } from '../support/english.ts';
import { type BrowserWorld, browserWorld } from './browser-world.ts';
import { type DashboardPage, everyPage, OUTSIDE } from './every-page.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of axe that the page breaks, with where. */
async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate(`axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => id + ' ' + target + ': ' + failureSummary)))`);
}

/** The reference of the interface is a page of its own. */
const DOCS: readonly DashboardPage[] = ['/docs', '/docs/results'].map((path) => ({
  name: path,
  path,
}));

describe.each([
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const)('axe at %i px, %s', (width, colorScheme) => {
  let world: BrowserWorld;
  let page: Page;
  let stranger: Page;
  let pages: readonly DashboardPage[];

  beforeAll(async () => {
    world = await browserWorld();
    page = await world.owner({ viewport: { width, height: 844 }, colorScheme });
    pages = await everyPage(world, page);
    stranger = await world.page({ viewport: { width, height: 844 }, colorScheme });
  });
  afterAll(() => world.dispose());

  it('finds nothing on any page', async () => {
    const found: Record<string, readonly string[]> = {};
    const look = async (of: Page, { name, path, act }: DashboardPage) => {
      await of.goto(path);
      await act?.(of);
      const here = await findings(of);
      if (here.length > 0) found[name] = here;
    };
    for (const each of [...pages, ...DOCS]) await look(page, each);
    for (const each of OUTSIDE) await look(stranger, each);
    expect(found).toEqual({});
  });

  it('finds nothing on a report', async () => {
    await page.goto('about:blank');
    await page.setContent(report());
    expect(await findings(page)).toEqual([]);
  });
});

function report(): string {
  const summary = createSummary();
  const outcomeOf = createAddressJudge({ lookup: () => undefined });
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
