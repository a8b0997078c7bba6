import { type Html, html, NOTHING } from '../../lib/html.ts';
import { counted, plural } from '../../lib/wording.ts';
import type { ListFacts } from '../../service/lists/list-files.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import { uncheckedRows } from '../../service/lists/list-totals.ts';
import type { PageContext } from '../environment.ts';
import { csrfField } from './layout.ts';

type Undecided = ListFacts['undecided'];

const NONE: Undecided = { addresses: 0, rows: 0 };

/** Report, retry and delete. */
export function listActions(c: PageContext, list: ListRecord, undecided: Undecided = NONE): Html {
  return html`<div class="actions">
    <a class="button" href="/lists/${list.id}/report">Open the report</a>
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
