import { Readable } from 'node:stream';
import { message } from '../../i18n/message.ts';
import { minuteText } from '../../lib/iso-time.ts';
import { isToJudge } from '../../service/lists/judge-lists.ts';
import { LIST_ORDERS, type ListRecord } from '../../service/lists/list-ports.ts';
import { listLists, uploadList } from '../../service/lists/lists.ts';
import { pastedList, sampleList, type WrittenList } from '../../service/lists/written-lists.ts';
import { findReadableJudging } from '../../service/teams/policy.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import type { Form } from '../form.ts';
import type { ListPaces } from '../list-pace.ts';
import { attempt, PageError } from '../page-error.ts';
import { listsPage } from '../pages/lists-page.ts';
import { doneOf, parsePage, type SignedInPages, toPageRows } from '../signed-in.ts';
import { rememberStart } from '../start-habit.ts';
import type { ReceivedForm } from '../uploads/received-form.ts';
import { spoolFile } from '../uploads/spool-file.ts';

export const LISTS_A_PAGE = 25;
/** Of the command line, below the others. */
const NEWEST_JOBS = 10;
const LONGEST_NAME = 200;
/** Some tens of thousands of addresses; more are a file. */
const MAX_PASTED_BYTES = 1024 * 1024;

const DONE = { deleted: 'lists.deleted' } as const;

/** All lists of a team, and the upload of one. */
export function listsRoutes(
  pages: SignedInPages,
  { lists, service, uploads, clock }: DashboardDeps,
  paces: ListPaces,
): void {
  const viewOf = async (c: PageContext, page: number) => {
    const { team } = c.get('identity');
    const shown = selectionOf(c);
    const found = await listLists(lists, team, { ...shown, ...toPageRows(page, LISTS_A_PAGE) });
    const own = lists.store.lists(team.id);
    const jobLists = service.store.reports(team.id).jobLists({ limit: NEWEST_JOBS + 1, skip: 0 });
    const [used, folders, jobs] = await Promise.all([own.storage(), own.folders(), jobLists]);
    const ofCommandLine = { jobs: jobs.slice(0, NEWEST_JOBS), hasMore: jobs.length > NEWEST_JOBS };
    const storage = { used, max: lists.listStorage };
    const hasMore = found.length > LISTS_A_PAGE;
    const judging = await findReadableJudging(lists, team);
    const isStale = judging !== undefined && found.some((list) => isToJudge(list, judging));
    const shownLists = found.slice(0, LISTS_A_PAGE).map((list) => paces.withAnswers(list));
    const onPage = { lists: shownLists, page, hasMore };
    return { ...onPage, storage, folders, shown, isStale, ofCommandLine };
  };
  pages.get('/lists', async (c) => {
    const done = doneOf(c, DONE);
    return c.html(listsPage(c, { ...(await viewOf(c, parsePage(c))), done }));
  });
  const refused = async (c: PageContext, fault: PageError, column = '') => {
    if (isScript(c)) throw fault;
    const view = { ...(await viewOf(c, 1)), column, fault };
    return c.html(listsPage(c, view), fault.status, { ...fault.headers });
  };
  /** Reads a list when it is the team's turn. */
  const take = (c: PageContext, upload: Parameters<typeof uploadList>[2]) => {
    const identity = c.get('identity');
    return uploads.inTurn(identity.team.id, () => uploadList(lists, identity, upload));
  };
  const takeWritten = async (c: PageContext, written: WrittenList, waits: boolean) => {
    const { text, ...list } = written;
    const { fd, size, close } = await spoolFile(Readable.from([Buffer.from(text)]), uploads.folder);
    try {
      return await take(c, { fd, size, ...list, waits });
    } finally {
      await close();
    }
  };
  pages.upload('/lists', {
    async act(c, form) {
      const waits = isReviewed(form);
      rememberStart(c, form);
      const tried = await attempt(async () => take(c, { ...toUpload(form), waits }));
      if (tried.ok) {
        const path = pathBehind(tried.value, waits);
        return isScript(c) ? c.json({ path }) : c.redirect(path, 303);
      }
      return refused(c, named(tried.fault, form), form.text('column'));
    },
    refuse: refused,
  });
  pages.post(
    '/lists/paste',
    async (c, form) => {
      const [waits, text] = [isReviewed(form), form.text('text')];
      rememberStart(c, form);
      const tried = await attempt(async () =>
        takeWritten(c, pastedList(text, pastedName(c, clock.now())), waits),
      );
      if (tried.ok) return c.redirect(pathBehind(tried.value, waits), 303);
      const view = { ...(await viewOf(c, 1)), pasted: text, fault: tried.fault };
      return c.html(listsPage(c, view), tried.fault.status);
    },
    { maxBytes: MAX_PASTED_BYTES },
  );
  pages.post('/lists/sample', async (c) => {
    const tried = await attempt(() =>
      takeWritten(c, sampleList(`${c.get('text')('lists.sample_name')}.csv`), false),
    );
    return tried.ok ? c.redirect(listPath(tried.value), 303) : refused(c, tried.fault);
  });
}

/** `Pasted 2026-11-28 18.04.txt`, in the language of the person; colons are no part of file names. */
function pastedName(c: PageContext, at: number): string {
  const time = minuteText(at).replace(':', '.');
  return `${c.get('text')('lists.pasted_name', { time })}.txt`;
}

/** The pages' script sends a file by itself, and shows its page or its fault. */
function isScript(c: PageContext): boolean {
  return c.req.header('Accept') === 'application/json';
}

/** Which lists somebody wants to see. */
function selectionOf(c: PageContext) {
  const order = LIST_ORDERS.find((one) => one === c.req.query('order')) ?? 'newest';
  const folder = c.req.query('folder') ?? '';
  const search = (c.req.query('search') ?? '').trim().slice(0, LONGEST_NAME);
  return { order, search, ...(folder !== '' && { folder }) };
}

/** Says of which file a fault is. */
function named(fault: PageError, { file }: ReceivedForm): PageError {
  const name = cleanFileName(file?.name ?? '');
  const { status, said, headers, hint } = fault;
  if (!file?.name || fault.message.includes(name)) return fault;
  return new PageError(
    status,
    message('errorTexts.of_file', { name, fault: said }),
    { ...headers },
    hint,
  );
}

/** The same, for somebody who wants to see what the list takes. */
function pathBehind(list: Pick<ListRecord, 'id' | 'status'>, isReviewed: boolean): string {
  const query = isReviewed && list.status === 'choosing_column' ? '?review=yes' : '';
  return listPath(list) + query;
}

/** Where somebody goes on with a list: to the question for its column, as long as that is open. */
export function listPath({ id, status }: Pick<ListRecord, 'id' | 'status'>): string {
  return `/lists/${id}${STEPS[status] ?? ''}`;
}

/** What comes before the page of a list. */
const STEPS: Readonly<Partial<Record<ListRecord['status'], string>>> = {
  choosing_column: '/column',
  ready: '/start',
};

/** Whether somebody looks at the estimate before the list is started. */
export function isReviewed(form: Pick<Form, 'text'>): boolean {
  return form.text('review') === 'yes' && form.text('atOnce') === '';
}

export function toUpload(form: ReceivedForm) {
  const { file } = form;
  if (!file || file.size === 0) throw new PageError(422, message('errorTexts.choose_file'));
  const { fd, size } = file;
  return { fd, size, name: cleanFileName(file.name), column: form.text('column').trim() };
}

/** The name alone, without what would not be visible. */
function cleanFileName(given: string): string {
  const name = given.replace(/^.*[/\\]/, '').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '');
  return name.slice(0, LONGEST_NAME).trim() || 'list';
}
