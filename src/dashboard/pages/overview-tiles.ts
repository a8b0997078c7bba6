import { NEARLY_REACHED } from '../../contract/limits.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { TeamStorage } from '../../service/teams/storage.ts';
import type { Usage } from '../../service/teams/teams.ts';

export interface TileFigures {
  readonly usage: Usage;
  readonly storage: TeamStorage;
  /** What the files of lists may take, in bytes. */
  readonly listStorage: number;
  /** Something is verified right now: what it will cost is reserved, and not known yet. */
  readonly isRunning: boolean;
}

type Inside = readonly (string | Html)[];

/** What the team has used, and what is left: what has no limit is left out. */
export function overviewTiles(
  text: Texts,
  { usage, storage, listStorage, isRunning }: TileFigures,
): Html {
  const { quota: most } = usage;
  return html`${most === null ? NOTHING : monthCard(text, { usage, most, isRunning })}
    <section class="card" aria-labelledby="storage"><h2 id="storage">${text('overview.storage')}</h2>${stored(text, storage, listStorage)}</section>`;
}

interface Month extends Pick<TileFigures, 'usage' | 'isRunning'> {
  /** The quota. */
  readonly most: number;
}

function monthCard(text: Texts, { usage, most, isRunning }: Month): Html {
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
export function quotaFigure(text: Texts, { used, quota: most }: Usage): string {
  return text.number(most === null ? used : leftOf(used, most));
}

/** `23 charged, 63,406 free`: cached answers, addresses of the sandbox and duplicates are free. */
export function chargedText(text: Texts, { used, answered }: Usage, isRunning: boolean): string {
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
export function spanText(text: Texts, { days }: Usage): string {
  const count = days.reduce((sum, day) => sum + day.count, 0);
  return text('overview.last_days', { count, days: days.length });
}
