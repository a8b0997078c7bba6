import { VERDICTS, type Verdict } from '../../contract/verdict.ts';
import { type Html, html } from '../../lib/html.ts';
import { counted, percent, shareOf } from '../../lib/wording.ts';
import { verdictStrip } from './charts.ts';

type VerdictCounts = Readonly<Record<Verdict, number>>;

/** The verdicts as one bar, and as four numbers with their shares of all. */
export function verdictOverview(verdicts: VerdictCounts, total: number): Html {
  return html`${verdictStrip(verdicts, 34)}
<ul class="tiles">${VERDICTS.map((verdict) => tile(verdict, verdicts[verdict], total))}</ul>`;
}

function tile(verdict: Verdict, count: number, total: number): Html {
  return html`<li><span class="name">${verdictDot(verdict)}${verdict}</span>
<b data-count="${verdict}">${counted(count)}</b><span class="share" data-share="${verdict}">${percent(shareOf(count, total))}</span></li>`;
}

/** The colour of a verdict beside its name. */
export function verdictDot(verdict: Verdict): Html {
  return html`<svg class="dot" viewBox="0 0 10 10" aria-hidden="true"><rect class="fill-${verdict}" width="10" height="10"/></svg>`;
}
