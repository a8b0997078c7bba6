import { type Html, html, NOTHING } from '../../lib/html.ts';
import { counted, percent, shareOf } from '../../lib/wording.ts';
import type { Usage } from '../../service/teams.ts';

export interface TileFigures {
  readonly usage: Usage;
  /** The newest verifications, and how many of them are deliverable. */
  readonly recent: { readonly total: number; readonly deliverable: number };
  /** Lists that are verified right now. */
  readonly running: number;
}

/** The figures at the top of the overview. */
export function overviewTiles({ usage, recent, running }: TileFigures): Html {
  return html`<ul class="figures">
    <li class="card"><h2>${monthName(usage.month)}</h2>${quota(usage)}</li>
    <li class="card"><h2>Deliverable</h2>${deliverable(recent)}</li>
    <li class="card">
      <h2>Lists</h2>
      <p><strong class="figure">${counted(running)}</strong> <span>running</span></p>
    </li>
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

function monthName(month: string): string {
  const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', format);
}
