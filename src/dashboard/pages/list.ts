import { REASONS, VERDICTS } from '../../contract/verdict.ts';
import { withoutPacking } from '../../formats/packed/packing.ts';
import { REPORT_POLICY } from '../../formats/report/report.ts';
import { COLUMN_PRESETS, LIST_COLUMNS } from '../../formats/write/output.ts';
import { message } from '../../i18n/message.ts';
import type { ProviderWork } from '../../lib/time-left/rates.ts';
import { findWaits } from '../../service/batches/batches.ts';
import { getJudgedList } from '../../service/lists/judge-lists.ts';
import {
  DOWNLOAD_FORMATS,
  type DownloadFormat,
  type FileFormat,
  type ListView,
  SEND_CHOICES,
  type SendChoice,
  SHOWN_PARTS,
  TOOL_FORMATS,
} from '../../service/lists/list-files.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import { compareWithEarlier } from '../../service/lists/list-totals.ts';
import {
  cancelList,
  deleteList,
  downloadList,
  getList,
  listEntries,
  planRetries,
  reportList,
  retryList,
} from '../../service/lists/lists.ts';
import type { PartWait } from '../../service/parts/part-queue.ts';
import type { ServiceContext } from '../../service/ports.ts';
import type { Team } from '../../service/records.ts';
import { attachment } from '../downloads.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { asCounted, type FactsCache, type ListPaces } from '../list-memory.ts';
import { progressOf } from '../list-progress.ts';
import type { Followed } from '../live.ts';
import { isSecure, serviceName } from '../origin.ts';
import { PageError } from '../page-error.ts';
import {
  doneOf,
  inReadTurn,
  parsePage,
  pathId,
  ROWS_A_PAGE,
  type SignedInPages,
  toPageRows,
} from '../signed-in.ts';
import { DECIDED, findDecided, listDecisionsRoutes } from './list-decisions.ts';
import { readLastDownload, writeLastDownload } from './list-download.ts';
import type { EntriesQuery } from './list-entries.ts';
import { listPage, RETRY_PLANS } from './list-page.ts';
import { changeOf, findWatched, listWatchRoutes, WATCH_DONE } from './list-watch.ts';
import { listPath } from './lists.ts';

/** What the pages of lists keep in mind. */
interface ListMemory {
  readonly paces: ListPaces;
  readonly facts: FactsCache;
}

/** The pages of one list. */
export function listRoutes(pages: SignedInPages, deps: DashboardDeps, memory: ListMemory): void {
  const { lists, service } = deps;
  pages.get('/lists/:id', async (c) => {
    const { list, judging, progress, counted } = await findList(c, deps, memory);
    const path = listPath(list);
    if (path !== `/lists/${list.id}`) return c.redirect(path, 303);
    const [page, view] = [parsePage(c), viewOf(c)];
    const watched = await findWatched(lists, c, list);
    const { change, ...narrowed } = view;
    const { sinceLast } = watched;
    const changed = change && sinceLast && { since: sinceLast.since, change };
    const rows = toPageRows(page);
    const wanted = { ...narrowed, changed, ...rows, id: list.id, judging };
    const [found, facts] = await inReadTurn(c, service, () =>
      Promise.all([
        listEntries(lists, c.get('identity').team, wanted),
        counted ?? memory.facts.of(list, judging),
      ]),
    );
    const entries = found.slice(0, ROWS_A_PAGE);
    const hasMore = found.length > ROWS_A_PAGE;
    const last = readLastDownload(c);
    const decided = await findDecided(lists, c, { list, facts });
    const comparison = await compareWithEarlier(service, c.get('identity').team, list);
    const shown = {
      ...watched,
      watchDone: doneOf(c, WATCH_DONE),
      judgedBy: !judging ? 'unreadable' : judging.policy ? 'policy' : 'service',
      comparison,
      list,
      progress,
      facts,
      entries,
      page,
      hasMore,
      view,
      last,
    } as const;
    return c.html(listPage(c, { ...shown, decided, done: doneOf(c, DECIDED) }));
  });
  fileRoutes(pages, deps);
  actionRoutes(pages, deps);
  listDecisionsRoutes(pages, deps);
  listWatchRoutes(pages, deps);
}

/** A list as its page shows it while it runs. */
export function followedList(deps: DashboardDeps, memory: ListMemory): Followed {
  return {
    path: '/lists/:id',
    permission: 'lists',
    find: async (c) => (await findList(c, deps, memory)).progress,
  };
}

async function findList(
  c: PageContext,
  { lists, service, clock }: DashboardDeps,
  { paces, facts }: ListMemory,
) {
  const { team } = c.get('identity');
  const { list: record, judging } = await getJudgedList(lists, team, pathId(c));
  const isRunning = record.status === 'running';
  const counted = isRunning
    ? await inReadTurn(c, service, () => facts.of(record, judging))
    : undefined;
  // How many were processed is read behind the verdicts, so that none of them counts twice.
  const { processedCount } = counted ? await getList(lists, team, record.id) : record;
  const list = paces.withAnswers(
    counted ? { ...asCounted(record, counted), processedCount } : record,
  );
  const quietFor = paces.quietFor(list);
  const waits = await findListWaits({ ...service, quietFor }, team, list);
  const providers = await findListWork(service, team, list);
  const left = paces.timeLeft(list, { waits, providers });
  const braked = providers?.find(({ isBraked }) => isBraked)?.provider;
  const known = { left, quietFor, waits, braked, quota: team.quota, now: clock.now() };
  return {
    list,
    judging,
    /** Of a running list: what its numbers rest on. */
    counted,
    progress: progressOf(c.get('text'), list, known),
  };
}

function fileRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const { lists } = deps;
  pages.get('/lists/:id/download', async (c) => {
    const { language } = c.get('text');
    const wanted = { id: pathId(c), ...downloadOf(c), service: serviceName(deps), language };
    const { signal } = c.req.raw;
    const { name, bytes } = await downloadList(lists, c.get('identity'), { ...wanted, signal });
    const { format, only, send } = wanted;
    const part = only ?? FILE_NAMES[send ?? 'all'];
    const file = attachment(downloadName(name, format, part), TYPES[format], bytes);
    if (send && isDownloadFormat(format))
      writeLastDownload(file, { format, send }, isSecure(c, deps));
    return file;
  });
  pages.get('/lists/:id/report', async (c) => {
    const { language } = c.get('text');
    const wanted = { id: pathId(c), service: serviceName(deps), language };
    const report = await reportList(lists, c.get('identity').team, wanted);
    c.set('policy', `${REPORT_POLICY}; frame-ancestors 'none'`);
    return c.html(report);
  });
}

function actionRoutes(pages: SignedInPages, { lists }: DashboardDeps): void {
  pages.post('/lists/:id/cancel', async (c) => {
    await cancelList(lists, c.get('identity'), pathId(c));
    return c.redirect(`/lists/${pathId(c)}`, 303);
  });
  pages.post('/lists/:id/retry', async (c) => {
    await retryList(lists, c.get('identity'), pathId(c));
    return c.redirect(`/lists/${pathId(c)}`, 303);
  });
  pages.post('/lists/:id/plan', async (c, form) => {
    const after = RETRY_PLANS.find(({ name }) => name === form.text('plan'))?.after ?? [];
    await planRetries(lists, c.get('identity'), { id: pathId(c), after });
    return c.redirect(`/lists/${pathId(c)}`, 303);
  });
  pages.post('/lists/:id/delete', async (c) => {
    await deleteList(lists, c.get('identity'), pathId(c));
    return c.redirect('/lists?done=deleted', 303);
  });
}

function viewOf(c: PageContext): EntriesQuery & Pick<ListView, 'search'> {
  const only = SHOWN_PARTS.find((one) => one === c.req.query('show'));
  const reason = REASONS.find((one) => one === c.req.query('reason'));
  const [domain, provider] = ['domain', 'provider'].map(
    (name) => (c.req.query(name) ?? '').trim().slice(0, 255) || undefined,
  );
  const search = (c.req.query('search') ?? '').trim().slice(0, 320);
  return { only, reason, domain, provider, change: changeOf(c), search };
}

const FILE_FORMATS: readonly FileFormat[] = [...DOWNLOAD_FORMATS, ...TOOL_FORMATS];

const TYPES: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
  import: 'text/csv; charset=utf-8',
  archive: 'text/csv; charset=utf-8',
};

function downloadOf(c: PageContext) {
  const [given = 'csv', verdict = ''] = [c.req.query('format'), c.req.query('only')];
  const format = FILE_FORMATS.find((one) => one === given);
  if (!format) throw unknownWord('format', given, FILE_FORMATS);
  const only = VERDICTS.find((one) => one === verdict);
  if (verdict !== '' && !only) throw unknownWord('only', verdict, VERDICTS);
  const send = SEND_CHOICES.find((one) => one === c.req.query('send'));
  if (c.req.query('send') && !send)
    throw unknownWord('send', c.req.query('send') ?? '', SEND_CHOICES);
  // The archive has a file for each verdict, and what goes back into a tool has rows of its own.
  return {
    format,
    only,
    send: format === 'csv' || format === 'xlsx' ? send : undefined,
    columns: columnsOf(c.req.query('columns') ?? ''),
    isUnique: c.req.query('duplicates') === 'drop',
    inCells: c.req.query('corrected') === 'cells',
    bom: c.req.query('bom') === 'yes',
  };
}

/** A preset, or names; undefined for the columns of every output. */
function columnsOf(text: string): readonly string[] | undefined {
  if (text === '') return undefined;
  if (Object.hasOwn(COLUMN_PRESETS, text))
    return COLUMN_PRESETS[text as keyof typeof COLUMN_PRESETS];
  const names = text.split(',').map((name) => name.trim());
  const wrong = names.find((name) => !LIST_COLUMNS.some((column) => column === name));
  if (wrong !== undefined) throw unknownWord('columns', wrong, LIST_COLUMNS);
  return names;
}

function unknownWord(name: string, given: string, known: readonly string[]): PageError {
  const values = { name, given, known: known.join(', ') };
  return new PageError(422, message('errorTexts.unknown_value', values));
}

const FILE_NAMES: Readonly<Record<SendChoice, string>> = {
  safe: 'safe',
  safe_accept_all: 'safe-and-accept-all',
  all: 'verified',
};

function isDownloadFormat(format: FileFormat): format is DownloadFormat {
  return DOWNLOAD_FORMATS.some((one) => one === format);
}

/** `contacts.verified.csv`, `contacts.import.csv`, as the command line calls them. */
function downloadName(name: string, format: FileFormat, part: string): string {
  const start = withoutPacking(name).replace(/\.[^.]{1,5}$/, '');
  return isDownloadFormat(format) ? `${start}.${part}.${format}` : `${start}.${format}.csv`;
}

/** A list that got on within this time waits for nothing. */
const QUIET_MS = 3000;
/** Open batches of a list that are asked about. */
const MAX_BATCHES = 20;

/** What this process works on for a running list, by provider; undefined where nothing is under way. */
async function findListWork(
  { store, verifier }: ServiceContext,
  team: Team,
  { id, status, waitsFor }: ListRecord,
): Promise<readonly ProviderWork[] | undefined> {
  if (status !== 'running' || waitsFor) return undefined;
  return verifier.backlog(new Set(await store.lists(team.id).openBatches(id)));
}

type WaitContext = ServiceContext & { readonly quietFor: number };

/** What a running list waits for while nothing comes back: its mail servers, by their reason. */
async function findListWaits(
  deps: WaitContext,
  team: Team,
  { id, status, waitsFor }: ListRecord,
): Promise<readonly PartWait[]> {
  if (status !== 'running' || waitsFor || deps.quietFor < QUIET_MS) return [];
  const lists = deps.store.lists(team.id);
  const waits = await findWaits(deps, await lists.batches(id, { limit: MAX_BATCHES, skip: 0 }));
  return [...waits.values()].flat().sort((one, other) => one.left - other.left);
}
