import { NEARLY_REACHED } from '../../contract/limits.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { listLists } from '../../service/lists/lists.ts';
import type { WatchSummary } from '../../service/lists/watch-ports.ts';
import { isPermitted } from '../../service/people/people.ts';
import { getStorage, type TeamStorage } from '../../service/teams/storage.ts';
import { teamUsage, type Usage } from '../../service/teams/teams.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import type { ListPaces } from '../list-memory.ts';
import { isMoving, isOver, type ShownList } from '../list-progress.ts';
import type { Followed } from '../live.ts';
import { inReadTurn, parsePage, ROWS_A_PAGE, type SignedInPages } from '../signed-in.ts';
import { dayChart } from './chart.ts';
import { insidePage } from './layout.ts';
import { feedEntry, listFeed } from './list-feed.ts';
import { addressText, isFilling, moment } from './parts.ts';
import { sampleForm, startsAtOnce, uploadForm } from './upload-form.ts';

const RECENT_LISTS = 5;
/** Changes of watched lists that are shown. */
const CHANGED_WITHIN_MS = 30 * 24 * 60 * 60_000;

export function overviewRoutes(
  pages: SignedInPages,
  { service, lists, clock }: DashboardDeps,
  paces: ListPaces,
): void {
  pages.get('/', async (c) => {
    const { team } = c.get('identity');
    const since = clock.now() - CHANGED_WITHIN_MS;
    const [usage, storage, running, newest, watched] = await inReadTurn(c, service, () =>
      Promise.all([
        teamUsage(service, team),
        getStorage(service, team.id),
        service.store.lists(team.id).running(),
        listLists(lists, team, { limit: RECENT_LISTS, skip: 0 }),
        service.store.watches(team.id).summary(since),
      ]),
    );
    const isRunning = running > 0;
    const { listStorage } = lists;
    const figures = { usage, storage, listStorage, isRunning };
    return c.html(
      overviewPage(c, {
        ...figures,
        lists: newest.map((list) => paces.withAnswers(list)),
        watched,
      }),
    );
  });
}

/** A page of the team's lists while some of them run, with what the month has used. */
export function followedFeed({ service, lists }: DashboardDeps, paces: ListPaces): Followed {
  return {
    path: '/feed',
    permission: 'lists',
    async find(c: PageContext) {
      const text = c.get('text');
      const { team } = c.get('identity');
      const page = { limit: ROWS_A_PAGE, skip: (parsePage(c) - 1) * ROWS_A_PAGE };
      const found = await listLists(lists, team, page);
      const usage = await teamUsage(service, team);
      const ended = found.every(isOver);
      return {
        feed: found.map((list) => feedEntry(text, paces.withAnswers(list))),
        quota: quotaFigure(text, usage),
        charged: chargedText(text, usage, !ended),
        used: usage.used,
        ended,
      };
    },
  };
}

interface Overview extends TileFigures {
  readonly usage: Usage;
  /** The newest ones. */
  readonly lists: readonly ShownList[];
  readonly watched: WatchSummary;
}

function overviewPage(c: PageContext, overview: Overview): Html {
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

interface TileFigures {
  readonly usage: Usage;
  readonly storage: TeamStorage;
  /** What the files of lists may take, in bytes. */
  readonly listStorage: number;
  /** Something is verified right now: what it will cost is reserved, and not known yet. */
  readonly isRunning: boolean;
}

type Inside = readonly (string | Html)[];

/** What the team has used, and what is left: only where there is a quota, or where storage gets scarce. */
function overviewTiles(text: Texts, { usage, storage, listStorage, isRunning }: TileFigures): Html {
  const { quota: most } = usage;
  const { used, limit, lists } = storage;
  const isScarce = isFilling(lists, listStorage) || (limit !== null && isFilling(used, limit));
  const card = html`<section class="card" aria-labelledby="storage"><h2 id="storage">${text('overview.storage')}</h2>${stored(text, storage, listStorage)}</section>`;
  return html`${most === null ? NOTHING : monthCard(text, { usage, most, isRunning })}
    ${most !== null || isScarce ? card : NOTHING}`;
}

function monthCard(
  text: Texts,
  {
    usage,
    most,
    isRunning,
  }: Pick<TileFigures, 'usage' | 'isRunning'> & {
    /** The quota. */
    readonly most: number;
  },
): Html {
  return html`<section class="card" aria-labelledby="month">
      <h2 id="month">${text.month(Date.parse(`${usage.month}-01`))}</h2>
      ${nearlyReached(text, usage, most)}
      ${quota(text, usage, most)}
      <p class="faint" data-charged>${chargedText(text, usage, isRunning)}</p>
      ${givenBack(text, usage)}
    </section>`;
}

function givenBack(text: Texts, { givenBack: count }: Usage): Html {
  if (count === 0) return NOTHING;
  return html`<p class="faint">${text('overview.given_back', { count })}</p>`;
}

/** Nothing where enough is left. */
function nearlyReached(text: Texts, { used }: Usage, most: number): Html {
  if (most === 0 || used < most * NEARLY_REACHED) return NOTHING;
  const share = text.percent(Math.min(1, used / most));
  return html`<p class="notice warn">${text('overview.nearly_reached', { share })}</p>`;
}

function quota(text: Texts, { used, resetsAt }: Usage, most: number): Html {
  const b = (inside: Inside) => html`<strong class="figure" data-quota>${inside}</strong>`;
  const figures = { left: leftOf(used, most), quota: most, day: text.dayOfYear(resetsAt), b };
  return html`<p>${text.rich('overview.left_until', figures)}</p>
    <progress value="${Math.min(used, most)}" max="${Math.max(most, 1)}" aria-label="${text('overview.quota_used')}" data-quota-bar></progress>`;
}

function leftOf(used: number, quota: number): number {
  return Math.max(0, quota - used);
}

/** The figure of the quota: what is left, or what was used where there is no limit. */
function quotaFigure(text: Texts, { used, quota: most }: Usage): string {
  return text.number(most === null ? used : leftOf(used, most));
}

/** `23 charged, 63,406 free`: cached answers, addresses of the sandbox and duplicates are free. */
function chargedText(text: Texts, { used, answered }: Usage, isRunning: boolean): string {
  if (isRunning) return text('overview.reserved', { count: used });
  return text('overview.charged', { count: used, free: Math.max(0, answered - used) });
}

function stored(text: Texts, { used, limit, lists }: TeamStorage, listStorage: number): Html {
  const b = (inside: Inside) => html`<strong>${inside}</strong>`;
  const sizes = (bytes: number, most: number) => ({
    used: text.size(bytes),
    limit: text.size(most),
    b,
  });
  const bar = (bytes: number, most: number, id: string) =>
    html`<progress value="${Math.min(bytes, most)}" max="${Math.max(most, 1)}" aria-labelledby="${id}"></progress>`;
  const batches =
    limit === null
      ? NOTHING
      : html`<p id="stored-batches">${text.rich('overview.stored_batches', sizes(used, limit))}</p>${bar(used, limit, 'stored-batches')}`;
  return html`<p id="stored-lists">${text.rich('overview.stored_lists', sizes(lists, listStorage))}</p>
    ${bar(lists, listStorage, 'stored-lists')}
    ${batches}`;
}

/** `63,429 results in the last 30 days`. */
function spanText(text: Texts, { days }: Usage): string {
  const count = days.reduce((sum, day) => sum + day.count, 0);
  return text('overview.last_days', { count, days: days.length });
}
