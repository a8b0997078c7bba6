import { counted, plural } from '../../lib/wording.ts';
import { cancelBatch, createBatches, getBatch, listBatches } from '../../service/batches.ts';
import type { Team } from '../../service/records.ts';
import { batchCsv } from '../batch-csv.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { attempt, PageError } from '../page-error.ts';
import { batchPage } from '../pages/batch-page.ts';
import { batchesPage } from '../pages/batches-page.ts';
import { parsePage, pathId, type SignedInPages, toPageRows } from '../signed-in.ts';
import type { UploadedList } from '../uploads/read-list.ts';

const BATCHES_A_PAGE = 25;

export function batchesRoutes(pages: SignedInPages, { service, uploads }: DashboardDeps): void {
  const listed = async (team: Team, page: number) => {
    const batches = await listBatches(service, team, toPageRows(page, BATCHES_A_PAGE));
    const hasMore = batches.length > BATCHES_A_PAGE;
    return { batches: batches.slice(0, BATCHES_A_PAGE), page, hasMore };
  };
  /** Returns the page to show next: the batch, or the list of batches where there are several. */
  const create = async (team: Team, { addresses, repeated, skipped }: UploadedList) => {
    if (addresses.length === 0) throw new PageError(422, 'The list has no address to verify');
    const batches = await createBatches(service, team, addresses);
    const query = new URLSearchParams({
      addresses: String(addresses.length),
      batches: String(batches.length),
      repeated: String(repeated),
      skipped: String(skipped),
    });
    return batches.length === 1 ? `/batches/${batches[0]?.id}?${query}` : `/batches?${query}`;
  };
  pages.get('/batches', async (c) => {
    const view = await listed(c.get('identity').team, parsePage(c));
    return c.html(batchesPage(c, { ...view, done: uploaded(c) }));
  });
  pages.upload('/batches', async (c, form) => {
    const { team } = c.get('identity');
    const tried = await attempt(async () => create(team, await uploads.read(team.id, form)));
    if (tried.ok) return c.redirect(tried.value, 303);
    const { status, message, headers } = tried.fault;
    const view = { ...(await listed(team, 1)), column: form.text('column'), fault: message };
    return c.html(batchesPage(c, view), status, { ...headers });
  });
  pages.get('/batches/:id', async (c) => {
    const found = await getBatch(service, c.get('identity').team, pathId(c));
    return c.html(batchPage(c, { ...found, page: parsePage(c), done: uploaded(c) }));
  });
  pages.get('/batches/:id/results.csv', async (c) => {
    return batchCsv(await getBatch(service, c.get('identity').team, pathId(c)));
  });
  pages.post('/batches/:id/cancel', async (c) => {
    await cancelBatch(service, c.get('identity').team, pathId(c));
    return c.redirect(`/batches/${pathId(c)}`, 303);
  });
}

/** The outcome of an upload, from the numbers in the query. */
function uploaded(c: PageContext): string | undefined {
  const count = (name: string) => {
    const text = c.req.query(name) ?? '';
    return /^\d{1,7}$/.test(text) ? Number(text) : 0;
  };
  const [addresses, batches] = [count('addresses'), count('batches')];
  if (addresses === 0) return undefined;
  const left = [
    ...(count('repeated') > 0 ? [`${counted(count('repeated'))} repeated`] : []),
    ...(count('skipped') > 0 ? [`${plural(count('skipped'), 'row')} without an address`] : []),
  ];
  const rest = left.length > 0 ? ` Left out: ${left.join(', ')}.` : '';
  return `${plural(addresses, 'address', 'addresses')} in ${plural(batches, 'batch', 'batches')}.${rest}`;
}
