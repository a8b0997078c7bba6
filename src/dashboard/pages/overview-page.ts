import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import type { Usage } from '../../service/teams/teams.ts';
import type { PageContext } from '../environment.ts';
import { dayChart } from './chart.ts';
import { insidePage } from './layout.ts';
import { listTable } from './lists-page.ts';
import { overviewTiles, type TileFigures } from './overview-tiles.ts';
import { uploadForm } from './upload-form.ts';
import { type VerifyView, verifiedAddress, verifyForm } from './verify-address.ts';

interface Overview extends VerifyView, TileFigures {
  readonly usage: Usage;
  /** The newest ones. */
  readonly lists: readonly ListRecord[];
}

export function overviewPage(c: PageContext, overview: Overview): Html {
  const { usage, lists, result } = overview;
  return insidePage(c, {
    title: 'Overview',
    current: '/',
    body: html`${overviewTiles(overview)}
      <div class="pair">
        <section class="card" aria-labelledby="upload">
          <h2 id="upload">Verify a list</h2>
          ${uploadForm(c)}
        </section>
        <section class="card" aria-labelledby="verify">
          <h2 id="verify">Verify an address</h2>
          ${verifyForm(c, overview)}
        </section>
      </div>
      ${result ? verifiedAddress(c, result) : NOTHING}
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
