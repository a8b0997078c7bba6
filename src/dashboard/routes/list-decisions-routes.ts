import type { PlainMessageId } from '../../i18n/catalogue.ts';
import type { ListFacts } from '../../service/lists/list-files.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import { getList } from '../../service/lists/lists.ts';
import {
  acceptCorrections,
  chooseColumn,
  decisionsOf,
  dropDuplicates,
  dropSheet,
  rejectCorrections,
  sheetListOf,
  splitCells,
  undoCorrection,
  verifySheet,
} from '../../service/lists/revise-list.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import type { Form } from '../form.ts';
import type { Decided } from '../pages/list-decisions.ts';
import { pathId, type SignedInPages } from '../signed-in.ts';

/** What was decided, as the page then says. */
export const DECIDED: Readonly<Record<string, PlainMessageId>> = {
  corrected: 'decisions.done_corrected',
  known: 'decisions.done_known',
  rejected: 'decisions.done_rejected',
  undone: 'decisions.done_undone',
  split: 'decisions.done_split',
  column: 'decisions.done_column',
  sheet: 'decisions.done_sheet',
  dropped: 'decisions.done_dropped',
  none: 'decisions.done_none',
};

/** The decisions that are offered on the page of a list. */
export function listDecisionsRoutes(pages: SignedInPages, { lists }: DashboardDeps): void {
  const decide = (path: string, act: (c: PageContext, form: Form) => Promise<string>) =>
    pages.post(`/lists/:id/${path}`, async (c, form) => {
      const done = await act(c, form);
      return c.redirect(`/lists/${pathId(c)}?done=${done}#to-fix`, 303);
    });
  decide('corrections', (c, form) => decideCorrections({ lists }, c, form));
  decide('split', async (c, form) => {
    const isSplit = isOn(form);
    await splitCells(lists, c.get('identity'), { id: pathId(c), isSplit });
    return isSplit ? 'split' : 'undone';
  });
  decide('column-too', async (c, form) => {
    const column = Number(form.text('column'));
    const isVerified = isOn(form);
    await chooseColumn(lists, c.get('identity'), { id: pathId(c), column, isVerified });
    return isVerified ? 'column' : 'undone';
  });
  decide('sheet-too', async (c, form) => {
    const chosen = { id: pathId(c), sheet: form.text('sheet') };
    if (isOn(form)) await verifySheet(lists, c.get('identity'), chosen);
    else await dropSheet(lists, c.get('identity'), chosen);
    return isOn(form) ? 'sheet' : 'undone';
  });
  decide('duplicates', async (c, form) => {
    const isDropped = isOn(form);
    await dropDuplicates(lists, c.get('identity'), { id: pathId(c), isDropped });
    return isDropped ? 'dropped' : 'undone';
  });
}

function isOn(form: Form): boolean {
  return form.text('on') === 'yes';
}

async function decideCorrections(
  { lists }: Pick<DashboardDeps, 'lists'>,
  c: PageContext,
  form: Form,
): Promise<string> {
  const [identity, id, from] = [c.get('identity'), pathId(c), form.all('from')];
  const wanted = form.text('do');
  if (wanted === 'undo') {
    await undoCorrection(lists, identity, { id, from: from[0] ?? '' });
    return 'undone';
  }
  if (wanted !== 'all' && from.length === 0) {
    await getList(lists, identity.team, id);
    return 'none';
  }
  if (wanted === 'reject') {
    await rejectCorrections(lists, identity, { id, from });
    return 'rejected';
  }
  const chosen = { id, from: wanted === 'all' ? ('all' as const) : from };
  return (await acceptCorrections(lists, identity, chosen)) > 0 ? 'corrected' : 'known';
}

/** What the page of a list knows of what was decided. */
export async function findDecided(
  { lists }: Pick<DashboardDeps, 'lists'>,
  c: PageContext,
  { list, facts }: { readonly list: ListRecord; readonly facts: ListFacts | undefined },
): Promise<Decided> {
  const identity = c.get('identity');
  const corrections = facts ? await decisionsOf(lists, identity.team.id, facts) : new Map();
  const sheets = new Map<string, ListRecord>();
  const names = list.form?.otherSheets ?? [];
  for (const sheet of names) {
    const added = await sheetListOf(lists, identity, { list, sheet });
    if (added) sheets.set(sheet, added);
  }
  const hasFile = names.length > 0 && (await lists.files.hasOriginal(list.id));
  return { corrections, sheets, hasFile };
}
