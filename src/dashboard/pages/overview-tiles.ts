import { type Html, html, NOTHING } from '../../lib/html.ts';
import { formatSize } from '../../lib/size.ts';
import { counted, percent, shareOf } from '../../lib/wording.ts';
import type { TeamStorage } from '../../service/teams/storage.ts';
import type { StoredBytes } from '../../service/teams/storage-ports.ts';
import type { Usage } from '../../service/teams/teams.ts';

export interface TileFigures {
  readonly usage: Usage;
  readonly storage: TeamStorage;
  /** The newest verifications, and how many of them are deliverable. */
  readonly recent: { readonly total: number; readonly deliverable: number };
  /** Lists that are verified right now. */
  readonly running: number;
}

/** The figures at the top of the overview. */
export function overviewTiles({ usage, storage, recent, running }: TileFigures): Html {
  return html`<ul class="figures">
    <li class="card"><h2>${monthName(usage.month)}</h2>${quota(usage)}</li>
    <li class="card"><h2>Deliverable</h2>${deliverable(recent)}</li>
    <li class="card">
      <h2>Lists</h2>
      <p><strong class="figure">${counted(running)}</strong> <span>running</span></p>
    </li>
    <li class="card"><h2>Storage</h2>${stored(storage)}</li>
  </ul>`;
}

function quota({ used, quota: most }: Usage): Html {
  if (most === null) {
    return html`<p><strong class="figure">${counted(used)}</strong> <span>${used === 1 ? 'verification' : 'verifications'} this month, no limit</span></p>`;
  }
  const left = Math.max(0, most - used);
  return html`<p><strong class="figure">${counted(used)}</strong> <span>of ${counted(most)} used, ${counted(left)} left</span></p>
    <progress value="${Math.min(used, most)}" max="${Math.max(most, 1)}" aria-label="Quota used"></progress>`;
}

function deliverable({ total, deliverable: count }: TileFigures['recent']): Html {
  if (total === 0) return html`<p class="faint">No verification yet</p>`;
  return html`<p><strong class="figure">${percent(shareOf(count, total))}</strong>
      <span>of the last ${total === 1 ? NOTHING : counted(total)} ${total === 1 ? 'verification' : 'verifications'}</span></p>`;
}

const PARTS: Readonly<Record<keyof StoredBytes, string>> = {
  batches: 'batches',
  history: 'history',
  suppressions: 'suppressions',
  sandbox: 'sandbox',
  requests: 'idempotency keys',
  messages: 'webhook messages',
  audit: 'audit log',
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
  return html`<p><strong class="figure">${formatSize(used)}</strong> <span>${of}</span></p>
    ${limit === null ? NOTHING : bar}
    <p class="faint">${largest.join(', ')}</p>`;
}

function monthName(month: string): string {
  const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', format);
}
