import { type Html, html, NOTHING } from '../../lib/html.ts';
import { counted, plural } from '../../lib/wording.ts';
import type { ListFacts } from '../../service/lists/list-files.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import { uncheckedRows } from '../../service/lists/list-totals.ts';
import type { PageContext } from '../environment.ts';
import { csrfField } from './layout.ts';
import { moment } from './parts.ts';

type Undecided = ListFacts['undecided'];

const NONE: Undecided = { addresses: 0, rows: 0 };

const HOUR_MS = 3_600_000;

/** When undecided addresses may be checked again by themselves. */
export const RETRY_PLANS = [
  { name: 'soon', text: 'in 2 and in 8 hours', after: [2 * HOUR_MS, 8 * HOUR_MS] },
  {
    name: 'day',
    text: 'in 6, 12 and 24 hours',
    after: [6, 12, 24].map((hours) => hours * HOUR_MS),
  },
  { name: 'tomorrow', text: 'in 24 and in 48 hours', after: [24 * HOUR_MS, 48 * HOUR_MS] },
] as const;

/** Report, retry and delete. */
export function listActions(c: PageContext, list: ListRecord, undecided: Undecided = NONE): Html {
  return html`${undecidedPlan(c, list, undecided)}<div class="actions">
    <a class="button" href="/lists/${list.id}/report">Open the report</a>
    <a class="button" href="/lists/${list.id}/edit">Share or rename</a>
    ${retryForm(c, list, undecided)}
    ${deleteForm(c, list)}
  </div>`;
}

function retryForm(c: PageContext, list: ListRecord, undecided: Undecided): Html {
  const { id, status } = list;
  const open = uncheckedRows(list);
  const isContinued = status === 'cancelled' && open > 0;
  if (!isContinued && (!isEnded(list) || undecided.addresses === 0)) return NOTHING;
  const text = isContinued ? `Continue (${counted(open)} left)` : againText(undecided);
  return html`<form method="post" action="/lists/${id}/retry">
    ${csrfField(c)}<button data-busy="Starting…">${text}</button>
  </form>`;
}

/** What becomes of the undecided addresses. */
function undecidedPlan(c: PageContext, list: ListRecord, { addresses }: Undecided): Html {
  const { id, status, retryPlan } = list;
  if (status !== 'completed' && !retryPlan) return NOTHING;
  const decided = Math.max(0, (retryPlan?.undecided ?? 0) - addresses);
  const before = retryPlan
    ? html`<span><b>${counted(decided)} of ${counted(retryPlan.undecided)}</b> undecided addresses decided. </span>`
    : NOTHING;
  if (retryPlan && retryPlan.times.length > 0) {
    const [first, ...more] = retryPlan.times.map((at) => moment(at));
    const times = [first, ...more.map((time) => html` and ${time}`)];
    return html`<form method="post" action="/lists/${id}/plan" class="plan">
      <p>${decided > 0 ? before : NOTHING}${plural(addresses, 'undecided address', 'undecided addresses')}: checked again ${times}.</p>
      ${csrfField(c)}<button name="plan" value="none">Stop</button>
    </form>`;
  }
  if (status !== 'completed' || addresses === 0)
    return retryPlan ? html`<p>${before}</p>` : NOTHING;
  return html`<form method="post" action="/lists/${id}/plan" class="plan">
    <p>${before}${plural(addresses, 'address is', 'addresses are')} undecided: their mail servers gave no clear answer today.</p>
    ${csrfField(c)}
    <label>Check again by itself
      <select name="plan">${RETRY_PLANS.map(({ name, text }) => html`<option value="${name}">${text}</option>`)}</select></label>
    <button>Plan it</button>
  </form>`;
}

function isEnded({ status }: ListRecord): boolean {
  return status === 'completed' || status === 'cancelled';
}

function againText({ addresses, rows }: Undecided): string {
  const what = plural(addresses, 'address', 'addresses');
  return rows === addresses
    ? `Check ${what} again`
    : `Check ${what} again (${plural(rows, 'row')})`;
}

export function cancelForm(c: PageContext, { id, name }: ListRecord): Html {
  return html`<form method="post" action="/lists/${id}/cancel"
    data-confirm="Cancel ${name}? Addresses not checked yet stay unchecked; you can continue later.">
    ${csrfField(c)}<button class="danger">Cancel</button>
  </form>`;
}

function deleteForm(c: PageContext, { id, name }: ListRecord): Html {
  return html`<form method="post" action="/lists/${id}/delete"
    data-confirm="Delete ${name} and its results? Single results stay in your history.">
    ${csrfField(c)}<button class="danger">Delete</button>
  </form>`;
}
