import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { HOUR_MS } from '../../lib/time-units.ts';
import type { ListFacts } from '../../service/lists/list-files.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import { uncheckedRows } from '../../service/lists/list-totals.ts';
import type { PageContext } from '../environment.ts';
import { csrfField } from './layout.ts';
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

/** Report, retry and delete. */
export function listActions(c: PageContext, list: ListRecord, undecided: Undecided = NONE): Html {
  const text = c.get('text');
  return html`${undecidedPlan(c, list, undecided)}<div class="actions">
    <a class="button" href="/lists/${list.id}/report">${text('list.open_report')}</a>
    <a class="button" href="/lists/${list.id}/edit">${text('list.share_or_rename')}</a>
    ${retryForm(c, list, undecided)}
    ${deleteForm(c, list)}
  </div>`;
}

function retryForm(c: PageContext, list: ListRecord, undecided: Undecided): Html {
  const text = c.get('text');
  const { id } = list;
  const open = uncheckedRows(list);
  const isContinued = isEnded(list) && open > 0;
  if (!isContinued && (!isEnded(list) || undecided.addresses === 0)) return NOTHING;
  const words = isContinued
    ? text('list.continue_left', { count: open })
    : againText(text, undecided);
  return html`<form method="post" action="/lists/${id}/retry">
    ${csrfField(c)}<button data-busy="${text('common.starting')}">${words}</button>
  </form>`;
}

/** What becomes of the undecided addresses. */
function undecidedPlan(c: PageContext, list: ListRecord, { addresses }: Undecided): Html {
  const text = c.get('text');
  const { id, status, retryPlan } = list;
  if (status !== 'completed' && !retryPlan) return NOTHING;
  const decided = Math.max(0, (retryPlan?.undecided ?? 0) - addresses);
  const b = (inside: readonly (string | Html)[]) => html`<b>${inside}</b>`;
  const before = retryPlan
    ? html`<span>${text.rich('list.decided', { decided, count: retryPlan.undecided, b })} </span>`
    : NOTHING;
  if (retryPlan && retryPlan.times.length > 0) {
    const times = both(
      text,
      retryPlan.times.map((at) => moment(at, text)),
    );
    return html`<form method="post" action="/lists/${id}/plan" class="plan">
      <p>${decided > 0 ? before : NOTHING}${text.rich('list.checked_again_at', { count: addresses, times })}</p>
      ${csrfField(c)}<button name="plan" value="none">${text('list.stop')}</button>
    </form>`;
  }
  if (status !== 'completed' || addresses === 0)
    return retryPlan ? html`<p>${before}</p>` : NOTHING;
  return html`<form method="post" action="/lists/${id}/plan" class="plan">
    <p>${before}${text('list.undecided', { count: addresses })}</p>
    ${csrfField(c)}
    <label>${text('list.check_by_itself')}
      <select name="plan">${RETRY_PLANS.map(({ name }) => html`<option value="${name}">${text(`list.plan_${name}`)}</option>`)}</select></label>
    <button>${text('list.plan_it')}</button>
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
