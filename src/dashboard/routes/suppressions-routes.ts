import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { message } from '../../i18n/message.ts';
import { importSuppressionFile } from '../../service/suppressions/import-suppression-file.ts';
import { toEntry } from '../../service/suppressions/suppression-entry.ts';
import {
  addSuppressions,
  exportSuppressions,
  readSuppressions,
  removeSuppressions,
} from '../../service/suppressions/suppressions.ts';
import { attachment } from '../attachment.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { attempt, PageError } from '../page-error.ts';
import { type SuppressionsView, suppressionsPage } from '../pages/suppressions-page.ts';
import { doneOf, type PagesFor, parsePage, toPageRows } from '../signed-in.ts';
import { toUpload } from './lists-routes.ts';

const ENTRIES_A_PAGE = 100;
const LONGEST_SEARCH = 320;

const DONE: Readonly<Record<string, PlainMessageId>> = {
  added: 'suppressions.done_added',
  known: 'suppressions.done_known',
  removed: 'suppressions.done_removed',
};

/** The suppression list of a team: all of the team add to it, owners remove from it. */
export function suppressionsRoutes(pagesFor: PagesFor, deps: DashboardDeps): void {
  const pages = pagesFor('suppressions');
  const { service, lists, uploads } = deps;
  const shown = async (c: PageContext, more: Partial<SuppressionsView> = {}) => {
    const list = service.store.suppressions(c.get('identity').team.id);
    const page = c.req.method === 'GET' ? parsePage(c) : 1;
    const search = (c.req.query('search') ?? '').slice(0, LONGEST_SEARCH);
    const rows = toPageRows(page, ENTRIES_A_PAGE);
    const found = await list.list({ prefix: toEntry(search), ...rows });
    const suppressions = found.slice(0, ENTRIES_A_PAGE);
    const hasMore = found.length > ENTRIES_A_PAGE;
    const count = await list.count();
    return suppressionsPage(c, { suppressions, count, search, page, hasMore, ...more });
  };
  pages.get('/suppressions', async (c) => c.html(await shown(c, { done: doneOf(c, DONE) })));
  pages.post('/suppressions', async (c, form) => {
    const entry = form.text('entry');
    const tried = await attempt(() => addSuppressions(service, ownerOf(c), entriesOf(c, entry)));
    if (tried.ok) {
      return c.redirect(`/suppressions?done=${tried.value > 0 ? 'added' : 'known'}`, 303);
    }
    const { fault } = tried;
    return c.html(await shown(c, { entry, fault }), fault.status);
  });
  const refused = async (c: PageContext, importFault: PageError, column = '') => {
    const { status, headers } = importFault;
    return c.html(await shown(c, { column, importFault }), status, { ...headers });
  };
  pages.upload('/suppressions/import', {
    async act(c, form) {
      const owner = ownerOf(c);
      const context = { ...service, files: lists.files };
      const tried = await attempt(() =>
        uploads.inTurn(owner.teamId, () => importSuppressionFile(context, owner, toUpload(form))),
      );
      if (tried.ok) return c.html(await shown(c, { imported: tried.value }));
      return refused(c, tried.fault, form.text('column'));
    },
    refuse: refused,
  });
  pagesFor('remove_suppressions').post('/suppressions/remove', async (c, form) => {
    await removeSuppressions(service, ownerOf(c), entriesOf(c, form.text('entry')));
    return c.redirect('/suppressions?done=removed', 303);
  });
  pages.get('/suppressions/download', (c) =>
    attachment('suppressions.txt', 'text/plain; charset=utf-8', linesOf(deps, ownerOf(c))),
  );
}

function ownerOf(c: PageContext) {
  const { person, team } = c.get('identity');
  return { teamId: team.id, actor: person.email };
}

/** What somebody typed: an address as people write it, or several. */
function entriesOf(c: PageContext, typed: string): readonly string[] {
  const { entries, refused } = readSuppressions([typed]);
  const [fault] = refused;
  if (fault)
    throw new PageError(422, message('errorTexts.no_suppression', { text: fault.text.trim() }));
  if (entries.length === 0) throw new PageError(422, c.get('text')('suppressions.write_entry'));
  return entries;
}

/** As plain lines: they can be imported as they are. */
async function* linesOf(
  { service }: Pick<DashboardDeps, 'service'>,
  owner: ReturnType<typeof ownerOf>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const some of exportSuppressions(service, owner)) {
    yield encoder.encode(some.map(({ entry }) => `${entry}\n`).join(''));
  }
}
