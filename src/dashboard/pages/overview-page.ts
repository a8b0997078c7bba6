import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { WatchSummary } from '../../service/lists/watch-ports.ts';
import { isPermitted } from '../../service/people/roles.ts';
import type { Usage } from '../../service/teams/teams.ts';
import type { PageContext } from '../environment.ts';
import { isMoving, type ShownList } from '../list-progress.ts';
import { startsAtOnce } from '../start-habit.ts';
import { dayChart } from './chart.ts';
import { insidePage } from './layout.ts';
import { listFeed } from './list-feed.ts';
import { overviewTiles, spanText, type TileFigures } from './overview-tiles.ts';
import { addressText, moment } from './parts.ts';
import { uploadForm } from './upload-form.ts';
import { sampleForm } from './written-forms.ts';

interface Overview extends TileFigures {
  readonly usage: Usage;
  /** The newest ones. */
  readonly lists: readonly ShownList[];
  readonly watched: WatchSummary;
}

export function overviewPage(c: PageContext, overview: Overview): Html {
  const { usage, lists } = overview;
  const moves = lists.some(isMoving);
  return insidePage(c, {
    title: c.get('text')('layout.home'),
    current: '/',
    goesOn: moves && 'now',
    body: html`<div class="home" ${moves ? html`data-live="/feed"` : NOTHING}>
      <div>${lists.length === 0 ? firstSteps(c) : feed(c, lists)}</div>
      <div class="aside">
        ${lists.length === 0 ? NOTHING : uploadCard(c, c.get('text')('overview.verify_list'))}
        ${overviewTiles(c.get('text'), overview)}
      </div>
      <div>${watchedLists(c.get('text'), overview.watched)}${dayCard(c.get('text'), usage)}</div>
    </div>`,
  });
}

function dayCard(text: Texts, usage: Usage): Html {
  if (usage.days.every(({ count }) => count === 0)) return NOTHING;
  return html`<section class="card" aria-labelledby="days">
    <h2 id="days">${spanText(text, usage)}</h2>
    ${dayChart(text, usage.days)}
  </section>`;
}

function feed(c: PageContext, lists: readonly ShownList[]): Html {
  return html`<section aria-labelledby="lists">
    <h2 id="lists">${c.get('text')('overview.your_lists')}</h2>
    ${listFeed(c.get('text'), lists)}
    <p class="more"><a href="/lists">${c.get('text')('lists.all')}</a></p>
  </section>`;
}

/** What somebody does who has nothing here yet. */
function firstSteps(c: PageContext): Html {
  const text = c.get('text');
  const canInvite = isPermitted(c.get('identity').person.role, 'manage_people');
  return html`<ol class="steps">
    <li><section class="card" aria-labelledby="try">
      <h2 id="try">${text('upload.sample')}</h2>
      <p>${text('overview.sample_note')}</p>
      ${sampleForm(c)}
    </section></li>
    <li>${uploadCard(c, text('overview.upload_your_list'))}</li>
    <li><section class="card" aria-labelledby="one">
      <h2 id="one">${text('overview.check_one')}</h2>
      <p>${text('overview.check_one_note')}</p>
      <p><a class="button" href="/verifications">${text('history.title')}</a></p>
    </section></li>
    ${
      canInvite
        ? html`<li><section class="card" aria-labelledby="invite">
            <h2 id="invite">${text('overview.invite')}</h2>
            <p>${text('overview.invite_note')}</p>
            <p><a class="button" href="/people">${text('overview.invite')}</a></p>
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

/** Of the home page: what changed in the lists that are watched. */
function watchedLists(text: Texts, { watched, changed }: WatchSummary): Html {
  if (watched === 0) return NOTHING;
  return html`<section class="card" aria-labelledby="watched">
    <h2 id="watched">${text('watch.home_title')}</h2>
    <p>${text('watch.home_watched', { count: watched })}${changed.length === 0 ? ` ${text('watch.home_nothing')}` : ''}</p>
    ${changed.length === 0 ? NOTHING : html`<ul>${changed.map((list) => html`<li>${changedText(text, list)}</li>`)}</ul>`}
  </section>`;
}

function changedText(text: Texts, list: WatchSummary['changed'][number]) {
  const { id, worse, better, other, endedAt } = list;
  const name = html`<a href="/lists/${id}#since">${addressText(list.name)}</a>`;
  return text.rich('watch.home_changed', {
    name,
    time: moment(endedAt, text),
    worse,
    better,
    other,
  });
}
