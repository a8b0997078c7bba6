import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import type { Usage } from '../../service/teams/teams.ts';
import type { PageContext } from '../environment.ts';
import { startsAtOnce } from '../start-habit.ts';
import { dayChart } from './chart.ts';
import { insidePage } from './layout.ts';
import { listTable } from './lists-page.ts';
import { overviewTiles, type TileFigures } from './overview-tiles.ts';
import { uploadForm } from './upload-form.ts';

interface Overview extends TileFigures {
  readonly usage: Usage;
  /** The newest ones. */
  readonly lists: readonly ListRecord[];
}

export function overviewPage(c: PageContext, overview: Overview): Html {
  const { usage, lists } = overview;
  return insidePage(c, {
    title: 'Home',
    current: '/',
    body: html`${overviewTiles(overview)}
      <section class="card" aria-labelledby="upload">
        <h2 id="upload">Verify a list</h2>
        ${uploadForm(c, { startsAtOnce: startsAtOnce(c) })}
      </section>
      <section aria-labelledby="lists">
        <h2 id="lists">Recent lists</h2>
        ${listTable(lists)}
        ${lists.length > 0 ? html`<p class="more"><a href="/lists">All lists</a></p>` : NOTHING}
      </section>
      <section class="card" aria-labelledby="days">
        <h2 id="days">Verifications by day</h2>
        ${dayChart(usage.days)}
      </section>`,
  });
}
