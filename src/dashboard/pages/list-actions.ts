import { firstUpper } from '../../formats/words.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { HOUR_MS } from '../../lib/time-units.ts';
import type { ListFacts } from '../../service/lists/list-files.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import { uncheckedRows } from '../../service/lists/list-totals.ts';
import type { PageContext } from '../environment.ts';
import { csrfField } from './layout.ts';
import { entriesLink } from './list-links.ts';
import { both } from './names.ts';
import { moment } from './parts.ts';

type Undecided = ListFacts['undecided'];

const NONE: Undecided = { addresses: 0, rows: 0 };

/** When undecided addresses may be checked again by themselves. */
export const RETRY_PLANS = [
  { name: 'soon', after: [2 * HOUR_MS, 8 * HOUR_MS] },
  {
    name: 'day',
    after: [6, 12, 24].map((hours) => hours * HOUR_MS),
  },
  { name: 'tomorrow', after: [24 * HOUR_MS, 48 * HOUR_MS] },
] as const;

/** What of the list is unknown and why, and what can be done: report, retry and delete. */
export function listActions(c: PageContext, list: ListRecord, facts: ListFacts | undefined): Html {
  const text = c.get('text');
  const undecided = facts?.undecided ?? NONE;
  return html`${planned(c, list, undecided)}${facts && isEnded(list) ? unknownRows(text, list, facts) : NOTHING}<div class="actions">
    <a class="button" href="/lists/${list.id}/report">${text('list.open_report')}</a>
    <a class="button" href="/lists/${list.id}/edit">${text('list.share_or_rename')}</a>
    ${checkAgain(c, list, undecided)}
    ${deleteForm(c, list)}
  </div>`;
}

/** `26 × the mail server gave no clear answer`, each with its rows. */
function unknownRows(text: Texts, { id, verdicts }: ListRecord, { reasons }: ListFacts): Html {
  const unknown = reasons.filter(({ verdicts: counts }) => counts.unknown > 0);
  if (unknown.length === 0) return NOTHING;
  const line = ({ reason, verdicts: { unknown: count } }: (typeof unknown)[number]) =>
    html`<li><a href="${entriesLink(id, { only: 'unknown', reason })}" data-in-place>${text('accuracy.times', { count })} ${text(`reasons.${reason}`)}</a></li>`;
  return html`<div class="unknown-rows"><p>${text('list.unknown_rows', { count: verdicts.unknown })}</p>
    <ul>${unknown.map(line)}</ul></div>`;
}

/** One button: now, or where nothing is planned yet by itself later. */
function checkAgain(c: PageContext, list: ListRecord, undecided: Undecided): Html {
  const text = c.get('text');
  const { id, status, retryPlan } = list;
  const open = uncheckedRows(list);
  if (!isEnded(list) || (open === 0 && undecided.addresses === 0)) return NOTHING;
  const words = open > 0 ? text('list.continue_left', { count: open }) : againText(text, undecided);
  const now = (label: string) => html`<form method="post" action="/lists/${id}/retry">
    ${csrfField(c)}<button data-busy="${text('common.starting')}">${label}</button>
  </form>`;
  const isPlanned = retryPlan !== null && retryPlan.times.length > 0;
  if (open > 0 || status !== 'completed' || isPlanned) return now(words);
  return html`<details class="menu choice" data-menu>
    <summary class="button">${words}</summary>
    <div class="menu-panel">${now(text('list.check_now'))}
      <form method="post" action="/lists/${id}/plan">${csrfField(c)}
        ${RETRY_PLANS.map(({ name }) => html`<button name="plan" value="${name}">${firstUpper(text(`list.plan_${name}`))}</button>`)}
      </form></div>
  </details>`;
}

/** What is planned for the undecided addresses, and what came of it. */
function planned(c: PageContext, list: ListRecord, { addresses }: Undecided): Html {
  const text = c.get('text');
  const { id, retryPlan } = list;
  if (!retryPlan) return NOTHING;
  const decided = Math.max(0, retryPlan.undecided - addresses);
  const b = (inside: readonly (string | Html)[]) => html`<b>${inside}</b>`;
  const before = text.rich('list.decided', { decided, count: retryPlan.undecided, b });
  if (retryPlan.times.length === 0) return html`<p>${before}</p>`;
  const times = both(
    text,
    retryPlan.times.map((at) => moment(at, text)),
  );
  return html`<form method="post" action="/lists/${id}/plan" class="plan">
    <p>${decided > 0 ? html`<span>${before} </span>` : NOTHING}${text.rich('list.checked_again_at', { count: addresses, times })}</p>
    ${csrfField(c)}<button name="plan" value="none">${text('list.stop')}</button>
  </form>`;
}

function isEnded({ status }: ListRecord): boolean {
  return status === 'completed' || status === 'cancelled';
}

function againText(text: Texts, { addresses, rows }: Undecided): string {
  const again = text('list.check_again', { count: addresses });
  return rows === addresses ? again : text('list.check_again_rows', { again, count: rows });
}

export function cancelForm(c: PageContext, { id, name }: ListRecord): Html {
  return html`<form method="post" action="/lists/${id}/cancel"
    data-confirm="${c.get('text')('list.confirm_cancel', { name })}">
    ${csrfField(c)}<button class="danger">${c.get('text')('common.cancel')}</button>
  </form>`;
}

function deleteForm(c: PageContext, { id, name }: ListRecord): Html {
  return html`<form method="post" action="/lists/${id}/delete"
    data-confirm="${c.get('text')('list.confirm_delete', { name })}">
    ${csrfField(c)}<button class="danger">${c.get('text')('common.delete')}</button>
  </form>`;
}
