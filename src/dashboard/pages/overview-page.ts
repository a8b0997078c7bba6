import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import type { Usage } from '../../service/teams/teams.ts';
import type { PageContext } from '../environment.ts';
import { isMoving } from '../list-progress.ts';
import { startsAtOnce } from '../start-habit.ts';
import { dayChart } from './chart.ts';
import { insidePage } from './layout.ts';
import { listFeed } from './list-feed.ts';
import { overviewTiles, spanText, type TileFigures } from './overview-tiles.ts';
import { uploadForm } from './upload-form.ts';
import { sampleForm } from './written-forms.ts';

interface Overview extends TileFigures {
  readonly usage: Usage;
  /** The newest ones. */
  readonly lists: readonly ListRecord[];
}

export function overviewPage(c: PageContext, overview: Overview): Html {
  const { usage, lists } = overview;
  const moves = lists.some(isMoving);
  return insidePage(c, {
    title: 'Home',
    current: '/',
    goesOn: moves,
    body: html`<div class="home" ${moves ? html`data-live="/feed"` : NOTHING}>
      <div>${lists.length === 0 ? firstSteps(c) : feed(c, lists)}${dayCard(usage)}</div>
      <div>
        ${lists.length === 0 ? NOTHING : uploadCard(c, 'Verify a list')}
        ${overviewTiles(overview)}
      </div>
    </div>`,
  });
}

function dayCard(usage: Usage): Html {
  if (usage.days.every(({ count }) => count === 0)) return NOTHING;
  return html`<section class="card" aria-labelledby="days">
    <h2 id="days">${spanText(usage)}</h2>
    ${dayChart(usage.days)}
  </section>`;
}

function feed(c: PageContext, lists: readonly ListRecord[]): Html {
  return html`<section aria-labelledby="lists">
    <h2 id="lists">Your lists</h2>
    ${listFeed(c.get('text'), lists)}
    <p class="more"><a href="/lists">All lists</a></p>
  </section>`;
}

/** What somebody does who has nothing here yet. */
function firstSteps(c: PageContext): Html {
  const isOwner = c.get('identity').person.role === 'owner';
  return html`<ol class="steps">
    <li><section class="card" aria-labelledby="try">
      <h2 id="try">Try a sample list</h2>
      <p>See in a minute what a list comes back with.</p>
      ${sampleForm(c)}
    </section></li>
    <li>${uploadCard(c, 'Upload your list')}</li>
    <li><section class="card" aria-labelledby="one">
      <h2 id="one">Check one address</h2>
      <p>See what the result says, with the answer of the mail server behind it.</p>
      <p><a class="button" href="/verifications">Check an address</a></p>
    </section></li>
    ${
      isOwner
        ? html`<li><section class="card" aria-labelledby="invite">
            <h2 id="invite">Invite a colleague</h2>
            <p>Everybody in the team sees the same lists.</p>
            <p><a class="button" href="/people">Invite a colleague</a></p>
          </section></li>`
        : NOTHING
    }
  </ol>`;
}

function uploadCard(c: PageContext, title: string): Html {
  return html`<section class="card" aria-labelledby="upload">
    <h2 id="upload">${title}</h2>
    ${uploadForm(c, { startsAtOnce: startsAtOnce(c) })}
  </section>`;
}
