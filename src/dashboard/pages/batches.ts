import { isFinal } from '../../contract/batch-state.ts';
import { type Judgement, judge, VERDICTS, type Verdict } from '../../contract/verdict.ts';
import { detailCount } from '../../formats/words.ts';
import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { series, type Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { verdictOf } from '../../result/result.ts';
import { batchNotFound, cancelBatch, getBatch } from '../../service/batches/batches.ts';
import type { BatchWithEntries, EntryRecord } from '../../service/ports.ts';
import { mapInSlices, type Pause } from '../../service/read-turns.ts';
import type { BatchRecord } from '../../service/records.ts';
import { csvLine, csvResponse, RESULT_COLUMNS, resultCells } from '../downloads.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import type { Followed } from '../live.ts';
import {
  inReadTurn,
  parsePage,
  pathId,
  ROWS_A_PAGE,
  type SignedInPages,
  toPageRows,
} from '../signed-in.ts';
import { csrfField, insidePage } from './layout.ts';
import {
  addressText,
  asSentence,
  moment,
  paging,
  reasonWords,
  statusBadge,
  statusName,
  table,
  verdictBadge,
} from './parts.ts';

export function batchesRoutes(pages: SignedInPages, { service }: DashboardDeps): void {
  pages.get('/batches', async (c) => {
    const page = parsePage(c);
    const reports = service.store.reports(c.get('identity').team.id);
    const rows = toPageRows(page);
    const batches = await inReadTurn(c, service, () => reports.batches(rows));
    const hasMore = batches.length > ROWS_A_PAGE;
    return c.html(batchesPage(c, { batches: batches.slice(0, ROWS_A_PAGE), page, hasMore }));
  });
  pages.get('/batches/:id', async (c) => {
    const page = parsePage(c);
    return inReadTurn(c, service, async (pause) => {
      const found = await getBatch(service, c.get('identity').team, pathId(c));
      const summary = await summarise(found, pause);
      return c.html(batchPage(c, { ...found, summary, page }));
    });
  });
  pages.get('/batches/:id/results.csv', (c) =>
    inReadTurn(c, service, async (pause) =>
      batchCsv(await getBatch(service, c.get('identity').team, pathId(c)), pause),
    ),
  );
  pages.post('/batches/:id/cancel', async (c) => {
    await cancelBatch(service, c.get('identity').team, pathId(c));
    return c.redirect(`/batches/${pathId(c)}`, 303);
  });
}

/** A batch as its page shows it while it runs. */
export function followedBatch({ service }: DashboardDeps): Followed {
  return {
    path: '/batches/:id',
    permission: 'batches',
    async find(c) {
      const batch = await service.store.reports(c.get('identity').team.id).batch(pathId(c));
      if (!batch) throw batchNotFound();
      const { status, processedCount, totalCount } = batch;
      const badge = statusName(c.get('text'), status);
      return { status, badge, processedCount, totalCount, ended: isFinal(status) };
    },
  };
}

interface BatchesView {
  readonly batches: readonly BatchRecord[];
  readonly page: number;
  readonly hasMore: boolean;
}

function batchesPage(c: PageContext, { batches, page, hasMore }: BatchesView): Html {
  const text = c.get('text');
  const lists = (inside: readonly (string | Html)[]) => html`<a href="/lists">${inside}</a>`;
  return insidePage(c, {
    title: text('batches.title'),
    current: '/batches',
    body: html`<p class="faint">${text.rich('batches.intro', { link: lists })}</p>
      ${table({
        caption: text('batches.caption'),
        columns: [
          text('common.created'),
          text('common.state'),
          text('common.addresses'),
          text('common.processed'),
        ],
        rows: batches.map((batch) => [
          html`<a href="/batches/${batch.id}">${moment(batch.createdAt, text)}</a>`,
          statusBadge(text, batch.status),
          text.number(batch.totalCount),
          smallProgress(text, batch),
        ]),
        empty: text('batches.none'),
      })}
      ${paging(text, { path: '/batches', page, hasMore })}`,
  });
}

function smallProgress(text: Texts, { processedCount, totalCount }: BatchRecord): Html {
  return html`<progress value="${processedCount}" max="${totalCount}" aria-label="${text('common.processed')}"></progress>
    <span class="faint">${text.number(processedCount)}</span>`;
}

interface BatchView extends BatchWithEntries {
  readonly summary: BatchSummary;
  readonly page: number;
}

/** How many entries have each verdict, and each fine reason that says more. */
interface BatchSummary {
  readonly verdicts: ReadonlyMap<Verdict, number>;
  readonly reasons: ReadonlyMap<string, number>;
}

function batchPage(c: PageContext, view: BatchView): Html {
  const text = c.get('text');
  const { batch, entries, summary, page } = view;
  const { id } = batch;
  const ended = isFinal(batch.status);
  const shown = entries.slice((page - 1) * ROWS_A_PAGE, page * ROWS_A_PAGE);
  return insidePage(c, {
    title: text('batches.batch'),
    current: '/batches',
    goesOn: !ended && 'now',
    body: html`${progress(c, view)}
      ${ended ? summaryList(text, summary) : NOTHING}
      <section aria-labelledby="entries">
        <h2 id="entries">${text('common.addresses')}</h2>
        ${ended ? NOTHING : html`<p class="faint">${text('batches.as_loaded')}</p>`}
        <p><a href="/batches/${id}/results.csv" download>${text('common.download_csv')}</a></p>
        ${table({
          caption: text('batches.addresses_caption'),
          columns: [
            text('common.address'),
            text('common.verdict'),
            text('common.reason'),
            text('common.score'),
          ],
          rows: shown.map((entry) => entryRow(text, entry)),
          empty: text('batches.no_address'),
        })}
        ${paging(text, { path: `/batches/${id}`, page, hasMore: entries.length > page * ROWS_A_PAGE })}
      </section>`,
  });
}

/** The part that updates. Screen readers announce progress at quarters, not at each address. */
function progress(c: PageContext, { batch }: BatchView): Html {
  const text = c.get('text');
  const { id, status, processedCount, totalCount, createdAt } = batch;
  const done = () => html`<span data-processed>${text.number(processedCount)}</span>`;
  const code = () => html`<code>${id}</code>`;
  const ended = isFinal(status);
  const live = ended ? NOTHING : html`data-live="/batches/${id}"`;
  return html`<section class="card" aria-labelledby="progress" ${live}>
    <h2 id="progress" class="unseen">${text('batches.progress')}</h2>
    <p>${statusBadge(text, status)} <span class="faint">${text.rich('batches.created_at', { time: moment(createdAt, text) })}</span></p>
    <progress value="${processedCount}" max="${totalCount}" aria-label="${text('batches.addresses_processed')}"></progress>
    <p>${text.rich('batches.of_processed', { done, total: totalCount })}</p>
    <p class="unseen" aria-live="polite" data-said data-words="${text('list.quarters_checked', { percent: 25 })}"></p>
    ${ended ? NOTHING : cancelForm(c, id)}
    <p class="faint">${text.rich('batches.identifier', { code })}</p>
  </section>`;
}

function cancelForm(c: PageContext, id: string): Html {
  const text = c.get('text');
  return html`<form method="post" action="/batches/${id}/cancel"
    data-confirm="${text('batches.confirm_cancel')}">
    ${csrfField(c)}<button class="danger">${text('batches.cancel')}</button>
  </form>`;
}

async function summarise(
  { batch, entries }: BatchWithEntries,
  pause: Pause,
): Promise<BatchSummary> {
  const verdicts = new Map<Verdict, number>();
  const reasons = new Map<string, number>();
  const add = (entry: EntryRecord) => {
    const reason = entry.result?.reason;
    if (reason && !PLAIN_REASONS.has(reason)) increment(reasons, reason);
    if (entry.status === 'verified') increment(verdicts, judgeEntry(entry).verdict);
  };
  // Only the page of an ended batch has it.
  if (isFinal(batch.status)) await mapInSlices(entries, pause, add);
  return { verdicts, reasons };
}

function increment<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function summaryList(text: Texts, { verdicts, reasons }: BatchSummary): Html {
  return html`<ul class="summary" aria-label="${text('batches.results')}">
    ${VERDICTS.map((verdict) => {
      const count = verdicts.get(verdict) ?? 0;
      return html`<li>${verdictBadge(text, verdict)} <strong>${text.number(count)}</strong></li>`;
    })}
  </ul>
  ${details(text, reasons)}`;
}

/** `3 mailboxes full, 41 addresses greylisted`: the reasons beyond the verdicts. */
function details(text: Texts, reasons: BatchSummary['reasons']): Html {
  if (reasons.size === 0) return NOTHING;
  const words = [...reasons]
    .sort((a, b) => b[1] - a[1])
    .map(([reason, count]) => {
      return detailCount(text, reason, count);
    });
  return html`<p>${asSentence(series(text, words))} <a href="/docs/results#reasons">${text('batches.what_these_mean')}</a></p>`;
}

/** Reasons that say no more than the verdict. */
const PLAIN_REASONS: ReadonlySet<string> = new Set(['accepted', 'accept_all', 'syntax', 'no_mx']);

function judgeEntry({ result, error }: EntryRecord): Judgement {
  if (result === null || error !== null) return judge({ error: error ?? undefined });
  return verdictOf(result);
}

const UNFINISHED = {
  pending: 'batches.waiting',
  cancelled: 'batches.cancelled',
  failed: 'batches.could_not_verify',
} as const satisfies Readonly<Record<Exclude<EntryRecord['status'], 'verified'>, PlainMessageId>>;

function entryRow(text: Texts, entry: EntryRecord): (Html | string)[] {
  const { email, status, result } = entry;
  const address = addressText(email);
  if (!result) {
    const why = status === 'verified' ? '' : text(UNFINISHED[status]);
    return [address, html`<span class="faint">${why}</span>`, '', ''];
  }
  const { verdict, reason } = judgeEntry(entry);
  return [
    address,
    verdictBadge(text, verdict),
    reasonWords(text, reason, result.reason),
    String(result.facts.score),
  ];
}

const CSV_HEAD = ['email', 'status', ...RESULT_COLUMNS, 'error', 'detail'];

/** A batch's entries in the order submitted, with what was found by now. */
async function batchCsv({ batch, entries }: BatchWithEntries, pause: Pause): Promise<Response> {
  const lines = await mapInSlices(entries, pause, entryLine);
  return csvResponse(`${batch.id}.csv`, `${csvLine(CSV_HEAD)}${lines.join('')}`);
}

function entryLine(entry: EntryRecord): string {
  const { email, status, result, error } = entry;
  const cells = result ? resultCells(result, judgeEntry(entry)) : RESULT_COLUMNS.map(() => null);
  return csvLine([email, status, ...cells, error, result?.reason ?? '']);
}
