import { type Html, html, NOTHING } from '../../lib/html.ts';
import { formatSize } from '../../lib/size.ts';
import { counted, plural } from '../../lib/wording.ts';
import type { Estimate } from '../../service/lists/estimate.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import type { PageContext } from '../environment.ts';
import { csrfField, insidePage } from './layout.ts';
import { failure } from './parts.ts';

interface StartView {
  readonly list: ListRecord;
  readonly estimate: Estimate;
  /** When the quota of the next month begins. */
  readonly nextMonth: number;
  readonly fault?: string | undefined;
}

/** What a list takes, and what else of it may be verified, before it is started. */
export function startPage(c: PageContext, view: StartView): Html {
  const { list, fault } = view;
  return insidePage(c, {
    title: list.name,
    current: '/lists',
    body: html`${failure(fault)}
      <section class="card" aria-labelledby="takes">
        <h2 id="takes">Ready to start: what it takes</h2>
        ${facts(view)}
        <form method="post" action="/lists/${list.id}/start">
          ${csrfField(c)}
          ${choices(list)}
          ${quotaNotice(view)}
          <button class="main" data-busy="Starting…">${startWords(view.estimate)}</button>
        </form>
      </section>
      <form method="post" action="/lists/${list.id}/delete" data-confirm="Delete ${list.name}? Nothing of it was verified.">
        ${csrfField(c)}<button class="danger">Delete the list</button>
      </form>`,
  });
}

function facts({ list, estimate }: StartView): Html {
  const { counts } = list;
  const { addresses, cached, suppressed, sandbox, cost, isExact, quota } = estimate;
  const about = (count: number) => `${isExact ? '' : 'about '}${counted(count)}`;
  const left = quota
    ? html`<br /><span class="faint">${counted(quota.left)} of ${counted(quota.quota)} left this month</span>`
    : NOTHING;
  const rows: readonly (readonly [string, Html | string] | undefined)[] = [
    [
      'Addresses',
      html`<b>${counted(addresses)}</b><br /><span class="faint">in ${plural(counts?.rows ?? 0, 'row')}${columnWords(list)}</span>`,
    ],
    some(counts?.duplicates ?? 0, 'Duplicates', (count) => `${counted(count)}, checked only once`),
    some(
      counts?.unusable ?? 0,
      'Rows without a valid address',
      (count) => `${counted(count)}, kept as they are`,
    ),
    some(cached, 'Known already', (count) => `${about(count)}, from the cache, free`),
    some(suppressed, 'On the do-not-mail list', (count) => `${about(count)}, not checked, free`),
    some(sandbox, 'Sandbox', (count) => `${about(count)}, simulated, free`),
    ['Cost', html`<b>${about(cost)}</b> ${cost === 1 ? 'verification' : 'verifications'}${left}`],
    ['Time', timeWords(estimate)],
  ];
  return html`<dl class="takes">${rows.map((row) => row && html`<div><dt>${row[0]}</dt><dd>${row[1]}</dd></div>`)}</dl>`;
}

function some(count: number, name: string, words: (count: number) => string) {
  return count > 0 ? ([name, words(count)] as const) : undefined;
}

function columnWords({ form }: ListRecord): string {
  const names = (form?.columns ?? []).map((column) => `“${columnName(form, column)}”`);
  const sheet = form?.sheet ? `, sheet “${form.sheet}”` : '';
  return form?.header ? `${sheet}, column ${names.join(' and ')}` : sheet;
}

function columnName(form: ListRecord['form'], column: number): string {
  return form?.header?.[column]?.trim() || `column ${column + 1}`;
}

/** From the rates of providers; greylisting shows only when hosts are asked. */
function timeWords({ cost, time: { from, to } }: Estimate): Html | string {
  if (cost === 0) return 'a few seconds';
  return html`<b>${roughly(from)} to ${roughly(to)}</b><br />
    <span class="faint">most addresses early; some mail servers ask us to come back in some minutes</span>`;
}

function roughly(seconds: number): string {
  if (seconds < 50) return `${Math.max(5, Math.ceil(seconds / 5) * 5)} s`;
  if (seconds < 100 * 60) return `${Math.ceil(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${Math.ceil(seconds / 3600)} h`;
  return `${Math.ceil(seconds / 86_400)} days`;
}

/** What else is in the file. */
function choices({ form, counts }: ListRecord): Html {
  const columns = form?.otherColumns ?? [];
  const sheets = form?.otherSheets ?? [];
  const several = form?.splitCells ? 0 : (counts?.several ?? 0);
  if (columns.length + sheets.length + several === 0) return NOTHING;
  return html`<fieldset>
    <legend>Verify these too?</legend>
    ${columns.map((column) => tick('column', String(column), html`Column “${columnName(form, column)}” <span class="faint">holds addresses, too</span>`))}
    ${sheets.map((sheet) => tick('sheet', sheet, html`Sheet “${sheet}” <span class="faint">holds addresses, too; it becomes a list of its own</span>`))}
    ${several > 0 ? tick('split', 'yes', html`${plural(several, 'cell has', 'cells have')} more than one address: <span class="faint">split them, and verify each</span>`) : NOTHING}
  </fieldset>`;
}

function tick(name: string, value: string, words: Html): Html {
  return html`<label class="check"><input type="checkbox" name="${name}" value="${value}" /> ${words}</label>`;
}

function missing({ cost, quota }: Estimate): number {
  return quota ? Math.max(0, cost - quota.left) : 0;
}

function quotaNotice({ estimate, nextMonth }: StartView): Html {
  const more = missing(estimate);
  if (more === 0) return NOTHING;
  const day = new Date(nextMonth).toISOString().slice(0, 10);
  const which = estimate.isExact ? '' : 'about ';
  return html`<p class="notice warn">${which}${counted(more)} more than your quota. They wait until ${day},
    or until an owner has the quota raised; the list goes on by itself.</p>`;
}

function startWords(estimate: Estimate): string {
  if (missing(estimate) === 0) return 'Start';
  const left = estimate.quota?.left ?? 0;
  return left === 0 ? 'Start, and wait for the quota' : `Verify ${counted(left)} now`;
}

interface ArrivingView {
  readonly list: ListRecord;
  /** Bytes. */
  readonly offset: number;
  readonly expiresAt: number;
  readonly fault?: string | undefined;
}

/** A file that has arrived in part, or that was not read yet. */
export function arrivingPage(
  c: PageContext,
  { list, offset, expiresAt, fault }: ArrivingView,
): Html {
  const until = new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ');
  const isWhole = offset >= list.size;
  return insidePage(c, {
    title: list.name,
    current: '/lists',
    body: html`${failure(fault)}
      <section class="card" aria-labelledby="arrived">
        <h2 id="arrived">${isWhole ? 'The file has arrived' : 'The upload is incomplete'}</h2>
        <p>${formatSize(offset)} of ${formatSize(list.size)} have arrived. They are kept until ${until} UTC.</p>
        <progress max="${list.size}" value="${offset}" aria-label="Arrived"></progress>
        ${
          isWhole
            ? html`<form method="post" action="/lists/${list.id}/read" class="line">
                ${csrfField(c)}<input type="hidden" name="review" value="yes" />
                <div class="field grow"><label for="column">E-mail column (optional)</label>
                  <input id="column" name="column" maxlength="200" placeholder="e.g. Work e-mail, or 3" autocomplete="off" /></div>
                <button class="main" data-busy="Reading the list…">Read the list</button>
              </form>`
            : html`<p>To go on, <a href="/lists">choose the same file again</a>: it continues where it stopped.</p>`
        }
      </section>
      <form method="post" action="/lists/${list.id}/delete" data-confirm="Delete what has arrived of ${list.name}?">
        ${csrfField(c)}<button class="danger">Delete what has arrived</button>
      </form>`,
  });
}
