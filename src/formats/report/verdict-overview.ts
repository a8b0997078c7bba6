import { VERDICTS, type Verdict } from '../../contract/verdict.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html } from '../../lib/html.ts';
import { shareOf } from '../../lib/wording.ts';
import { firstUpper } from '../words.ts';
import { verdictStrip } from './charts.ts';

type OverviewCounts = Readonly<Record<Verdict, number>>;

/** The verdicts as one bar, and as four numbers with their shares of all. */
export function verdictOverview(text: Texts, verdicts: OverviewCounts, total: number): Html {
  return html`${verdictStrip(text, verdicts, 34)}
<ul class="tiles">${VERDICTS.map((verdict) => tile(text, verdict, { count: verdicts[verdict], total }))}</ul>`;
}

interface VerdictTile {
  readonly count: number;
  readonly total: number;
}

function tile(text: Texts, verdict: Verdict, { count, total }: VerdictTile): Html {
  return html`<li><span class="name">${verdictDot(verdict)}${firstUpper(text(`verdicts.${verdict}`))}</span>
<b data-count="${verdict}">${text.number(count)}</b><span class="share" data-share="${verdict}">${text.percent(shareOf(count, total))}</span></li>`;
}

/** The colour of a verdict beside its name. */
export function verdictDot(verdict: Verdict): Html {
  return html`<svg class="dot" viewBox="0 0 10 10" aria-hidden="true"><rect class="fill-${verdict}" width="10" height="10"/></svg>`;
}
