/** What a list's page says of its watch: when it is verified again, its rounds, and what changed. */
import { LIST_CHANGES, type ListChange } from '../../contract/list-changes.ts';
import type { PlainMessageId } from '../../i18n/catalogue.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import { getList, type ListContext } from '../../service/lists/lists.ts';
import {
  changesOf,
  findHow,
  findSinceLastTime,
  findWatch,
  MOST_WATCH_DAYS,
  type SinceLastTime,
  toRoundView,
  unwatchList,
  type WatchedList,
  watchList,
} from '../../service/lists/watch-lists.ts';
import type { ListWatch, WatchRound } from '../../service/lists/watch-ports.ts';
import { notFound } from '../../service/service-error.ts';
import { attachment, csvLine } from '../downloads.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { pathId, type SignedInPages } from '../signed-in.ts';
import { csrfField } from './layout.ts';
import { type EntriesQuery, entriesLink } from './list-entries.ts';
import { addressText, moment, success, table } from './parts.ts';

/** What was done with a watch, as the page then says. */
export const WATCH_DONE: Readonly<Record<string, PlainMessageId>> = {
  watched: 'watch.done_watched',
  unwatched: 'watch.done_unwatched',
};

/** The watch of a list, and what changed in it. */
export function listWatchRoutes(pages: SignedInPages, { lists }: DashboardDeps): void {
  pages.post('/lists/:id/watch', async (c, form) => {
    const days = Number(form.text('days').trim() || Number.NaN);
    await watchList(lists, c.get('identity'), { id: pathId(c), days });
    return c.redirect(`/lists/${pathId(c)}?done=watched#watch`, 303);
  });
  pages.post('/lists/:id/unwatch', async (c) => {
    await unwatchList(lists, c.get('identity'), pathId(c));
    return c.redirect(`/lists/${pathId(c)}?done=unwatched#watch`, 303);
  });
  pages.get('/lists/:id/changes', async (c) => {
    const { team } = c.get('identity');
    const id = pathId(c);
    const since = await sinceOf(c, lists, id);
    const { list, changes } = await changesOf(lists, team, { id, since });
    const rows = changes.map(({ email, from, to, change }) => csvLine([email, from, to, change]));
    const text = [csvLine(['email', 'from', 'to', 'change']), ...rows].join('');
    const name = `${list.name.replace(/\.[^.]{1,5}$/, '')}.changes.csv`;
    return attachment(name, 'text/csv; charset=utf-8', text);
  });
}

/** What of a list the page shows of its watch. */
export async function findWatched(lists: ListContext, c: PageContext, list: ListRecord) {
  const { team } = c.get('identity');
  const watched = await findWatch(lists, team, list.id);
  const sinceLast = await findSinceLastTime(lists, team, { list, ...watched });
  return { ...watched, sinceLast };
}

/** The change that the table is narrowed to. */
export function changeOf(c: PageContext) {
  return LIST_CHANGES.find((one) => one === c.req.query('change'));
}

async function sinceOf(c: PageContext, lists: ListContext, id: string) {
  const { team } = c.get('identity');
  const { rounds } = await findWatch(lists, team, id);
  const wanted = c.req.query('round');
  if (wanted !== undefined) {
    const round = toRoundView(
      rounds,
      rounds.find(({ startedAt }) => String(startedAt) === wanted),
    );
    if (!round) throw notFound();
    return { round, ...(await findHow(lists, team)) };
  }
  const list = await getList(lists, team, id);
  return (await findSinceLastTime(lists, team, { list, rounds }))?.since;
}

const PROPOSED_DAYS = [7, 14, 30, 90];
const USUAL_DAYS = 30;

export interface WatchView extends WatchedList {
  readonly list: ListRecord;
  /** Undefined where there is nothing to compare. */
  readonly sinceLast: SinceLastTime | undefined;
  readonly view: EntriesQuery;
  /** What was just done with the watch. */
  readonly watchDone?: string | undefined;
}

/** The cards of what changed and of the watch. */
export function watchCards(c: PageContext, view: WatchView): Html {
  return html`${sinceCard(c.get('text'), view)}${watchCard(c, view)}`;
}

function sinceCard(text: Texts, { list, sinceLast, view }: WatchView): Html {
  if (!sinceLast) return NOTHING;
  const { counts, of } = sinceLast;
  const isNothing = LIST_CHANGES.every((change) => counts[change] === 0);
  return html`<section class="card since" id="since" aria-labelledby="card-since">
    <h2 id="card-since">${text('watch.since')}</h2>
    <p class="faint">${comparedWith(text, of)}</p>
    ${
      isNothing
        ? html`<p>${text('watch.nothing')}</p>`
        : html`<ul class="lines">${LIST_CHANGES.map((change) => changeLine(text, { list, view, change, count: counts[change] }))}</ul>
    <p class="more"><a href="/lists/${list.id}/changes" download>${text('watch.download')}</a></p>`
    }
  </section>`;
}

function comparedWith(text: Texts, of: SinceLastTime['of']): readonly (string | Html)[] {
  if ('round' in of) {
    const time = moment(of.round.endedAt ?? of.round.startedAt, text);
    return text.rich('watch.since_round', { count: of.round.checked, time });
  }
  const { id, name, createdAt } = of.list;
  const link = html`<a href="/lists/${id}">${addressText(name)}</a>`;
  return text.rich('watch.since_list', { name: link, time: moment(createdAt, text) });
}

interface ChangeLine {
  readonly list: ListRecord;
  readonly view: EntriesQuery;
  readonly change: ListChange;
  readonly count: number;
}

/** Narrows the table to the addresses that changed so; a line that is chosen takes its filter away. */
function changeLine(text: Texts, { list, view, change, count }: ChangeLine): Html {
  if (count === 0) return NOTHING;
  const words = html`<span class="name"><span>${text(`watch.${change}`)}</span></span> <span class="number">${text.number(count)}</span>`;
  // What is not in the list is not in its table.
  if (change === 'removed') return html`<li><span class="line">${words}</span></li>`;
  const isCurrent = view.change === change;
  const to = entriesLink(list.id, { ...view, change: isCurrent ? undefined : change });
  const current = isCurrent ? html`aria-current="true"` : NOTHING;
  return html`<li><a href="${to}" data-in-place ${current}>${words}</a></li>`;
}

function watchCard(c: PageContext, { list, watch, rounds, watchDone }: WatchView): Html {
  const text = c.get('text');
  return html`<section class="card watch" id="watch" aria-labelledby="card-watch">
    <h2 id="card-watch">${text('watch.title')}</h2>
    ${success(watchDone)}
    ${watch ? watched(c, list, watch) : html`<p class="faint">${text('watch.intro')}</p>${daysForm(c, list, undefined)}`}
    ${rounds.length === 0 ? NOTHING : roundsTable(text, list, rounds)}
  </section>`;
}

function watched(c: PageContext, list: ListRecord, watch: ListWatch): Html {
  const text = c.get('text');
  const { days, nextAt, waitsFor, due } = watch;
  const waits =
    waitsFor === 'quota'
      ? html`<p class="waits-for">${text('watch.waits', { count: due ?? 0 })}</p>`
      : NOTHING;
  return html`<p>${text('watch.watched', { days })} ${text.rich('watch.next', { time: moment(nextAt, text) })}</p>
    ${waits}
    <div class="actions">${daysForm(c, list, days)}
    <form method="post" action="/lists/${list.id}/unwatch" data-confirm="${text('watch.confirm_stop', { name: list.name })}">
      ${csrfField(c)}<button>${text('watch.stop')}</button>
    </form></div>`;
}

function daysForm(c: PageContext, { id }: ListRecord, days: number | undefined): Html {
  const text = c.get('text');
  const options = PROPOSED_DAYS.map((each) => html`<option value="${each}"></option>`);
  return html`<form method="post" action="/lists/${id}/watch" class="days">
    ${csrfField(c)}
    <label>${text('watch.every')}
      <input type="number" name="days" min="1" max="${MOST_WATCH_DAYS}" value="${days ?? USUAL_DAYS}" list="watch-days" required />
      ${text('watch.days')}</label>
    <datalist id="watch-days">${options}</datalist>
    <button>${text(days === undefined ? 'watch.start' : 'watch.change')}</button>
  </form>`;
}

function roundsTable(text: Texts, list: ListRecord, rounds: readonly WatchRound[]): Html {
  return html`<details class="rounds"><summary>${text('watch.rounds')} (${text.number(rounds.length)})</summary>${table(
    {
      caption: text('watch.rounds_caption'),
      columns: [text('watch.date'), text('watch.checked'), text('watch.changed')],
      rows: rounds.map((round) => roundRow(text, list, round)),
      empty: '',
    },
  )}</details>`;
}

function roundRow(text: Texts, { id }: ListRecord, round: WatchRound) {
  const { startedAt, checked, changes, places } = round;
  const total = changes && changes.worse + changes.better + changes.other;
  const time = text.moment(startedAt);
  const label = text('watch.download_round', { time });
  const changed =
    total === undefined
      ? html`<span class="faint">${text('watch.running')}</span>`
      : places && total > 0
        ? html`<a href="/lists/${id}/changes?round=${startedAt}" aria-label="${label}" download>${text.number(total)}</a>`
        : text.number(total);
  return [moment(startedAt, text), text.number(checked), changed];
}
