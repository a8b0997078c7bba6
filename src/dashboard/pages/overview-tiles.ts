import { type Html, html, NOTHING } from '../../lib/html.ts';
import { formatSize } from '../../lib/size.ts';
import { counted, plural } from '../../lib/wording.ts';
import type { TeamStorage } from '../../service/teams/storage.ts';
import type { StoredBytes } from '../../service/teams/storage-ports.ts';
import type { Usage } from '../../service/teams/teams.ts';

export interface TileFigures {
  readonly usage: Usage;
  readonly storage: TeamStorage;
  /** Something is verified right now: what it will cost is reserved, and not known yet. */
  readonly isRunning: boolean;
}

/** What the team has used, and what is left. */
export function overviewTiles({ usage, storage, isRunning }: TileFigures): Html {
  return html`<section class="card" aria-labelledby="month">
      <h2 id="month">${monthName(usage.month)}</h2>
      ${quota(usage)}
      <p class="faint" data-charged>${chargedText(usage, isRunning)}</p>
    </section>
    <section class="card" aria-labelledby="storage"><h2 id="storage">Storage</h2>${stored(storage)}</section>`;
}

function quota({ used, quota: most, resetsAt }: Usage): Html {
  if (most === null) {
    return html`<p><strong class="figure" data-quota>${counted(used)}</strong> ${used === 1 ? 'verification' : 'verifications'} charged, no limit</p>`;
  }
  return html`<p><strong class="figure" data-quota>${counted(leftOf(used, most))}</strong> of ${counted(most)} left until ${dayText(resetsAt)}</p>
    <progress value="${Math.min(used, most)}" max="${Math.max(most, 1)}" aria-label="Quota used" data-quota-bar></progress>`;
}

function leftOf(used: number, quota: number): number {
  return Math.max(0, quota - used);
}

/** The figure of the quota: what is left, or what was used where there is no limit. */
export function quotaFigure({ used, quota: most }: Usage): string {
  return counted(most === null ? used : leftOf(used, most));
}

/** `23 charged, 63,406 free`: cached answers, addresses of the sandbox and duplicates are free. */
export function chargedText({ used, answered }: Usage, isRunning: boolean): string {
  if (isRunning) return `${counted(used)} charged or reserved by what is running`;
  const free = Math.max(0, answered - used);
  return `${counted(used)} charged, ${counted(free)} free (cached results, duplicates and sandbox addresses)`;
}

const PARTS: Readonly<Record<keyof StoredBytes, string>> = {
  batches: 'lists and batches',
  history: 'history',
  suppressions: 'do-not-mail list',
  sandbox: 'sandbox',
  requests: 'idempotency keys',
  messages: 'messages',
  audit: 'activity log',
};
const SHOWN_PARTS = 3;

/** With its largest parts. */
function stored({ used, limit, stored: parts }: TeamStorage): Html {
  const largest = (Object.keys(PARTS) as (keyof StoredBytes)[])
    .filter((part) => parts[part] > 0)
    .sort((one, other) => parts[other] - parts[one])
    .slice(0, SHOWN_PARTS)
    .map((part) => `${PARTS[part]} ${formatSize(parts[part])}`);
  const of = limit === null ? 'used, no limit' : `of ${formatSize(limit)} used`;
  const bar = html`<progress value="${Math.min(used, limit ?? used)}" max="${Math.max(limit ?? used, 1)}" aria-label="Storage used"></progress>`;
  return html`<p><strong>${formatSize(used)}</strong> ${of}</p>
    ${limit === null ? NOTHING : bar}
    <p class="faint">${largest.join(', ')}</p>`;
}

function monthName(month: string): string {
  const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', format);
}

function dayText(at: number): string {
  const format = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return new Date(at).toLocaleDateString('en-GB', format);
}

/** `63,429 addresses in the last 30 days`. */
export function spanText({ days }: Usage): string {
  const total = days.reduce((sum, { count }) => sum + count, 0);
  return `${plural(total, 'result')} in the last ${days.length} days`;
}
