/** Starts a list that somebody has looked at, with what they chose of it. */
import { message } from '../../i18n/message.ts';
import type { TeamMember } from '../people/records.ts';
import type { StoreContext } from '../ports.ts';
import type { Team } from '../records.ts';
import { notFound, PeopleError } from '../service-error.ts';
import type { ListContent, ListRecord } from './list-ports.ts';
import { beginList, getList, type ListContext, storageFull } from './lists.ts';

export interface ListChoice {
  readonly id: string;
  /** Further columns, from 0. */
  readonly columns: readonly number[];
  /** Further sheets of its workbook: each becomes a list of its own. */
  readonly sheets: readonly string[];
  /** Whether each address of a cell that has several is taken. */
  readonly splitCells: boolean;
  /** Whether addresses are mended in their cells. */
  readonly mends: boolean;
}

/** Rejects with `not_found` unless it waits to be started. */
export async function getReadyList(
  context: StoreContext,
  team: Team,
  id: string,
): Promise<ListRecord> {
  const list = await getList(context, team, id);
  if (list.status !== 'ready') throw notFound();
  return list;
}

export async function startList(
  context: ListContext,
  member: TeamMember,
  choice: ListChoice,
): Promise<void> {
  const { person, team } = member;
  const list = await getReadyList(context, team, choice.id);
  const added: AddedSheet[] = [];
  const change = { actor: person.email, at: context.clock.now() };
  const start = (id: string, content: ListContent) =>
    beginList(context, { teamId: team.id, id, change }, { kind: 'content', content });
  try {
    for (const name of sheetsOf(list, choice)) {
      const { splitCells } = choice;
      added.push(await addSheet(context, member, { list, splitCells, name }));
    }
    await start(list.id, withSheets(await contentOf(context, list, choice), list, added));
  } catch (error) {
    for (const {
      list: { id },
    } of added)
      await context.store.lists(team.id).remove(id, change);
    throw error;
  }
  for (const { list: each } of added)
    if (each.status === 'ready') await start(each.id, toContent(each));
}

/** What is known of the file stays known: more of it may be wanted later. */
function withSheets(
  content: ListContent,
  { form }: ListRecord,
  added: readonly AddedSheet[],
): ListContent {
  const { otherColumns, otherSheets } = form ?? {};
  const sheetLists = Object.fromEntries(added.map(({ name, list }) => [name, list.id]));
  const known = { ...(otherColumns && { otherColumns }), ...(otherSheets && { otherSheets }) };
  return { ...content, form: { ...content.form, ...known, sheetLists } };
}

function sheetsOf({ form }: ListRecord, { sheets }: ListChoice): readonly string[] {
  return (form?.otherSheets ?? []).filter((name) => sheets.includes(name));
}

/** It is read once more where something was chosen. */
async function contentOf(
  { files }: ListContext,
  list: ListRecord,
  { columns, splitCells, mends }: ListChoice,
): Promise<ListContent> {
  const { form } = list;
  const known = form?.columns ?? [];
  const further = (form?.otherColumns ?? []).filter((column) => columns.includes(column));
  if (further.length === 0 && !splitCells && !mends) return toContent(list);
  const all = [...known, ...further].sort((a, b) => a - b).map((column) => String(column + 1));
  return files.chooseColumns(list.id, { columns: all, splitCells, mends });
}

export function toContent({ form, counts, verdicts, places, size }: ListRecord): ListContent {
  if (!form || !counts) throw notFound();
  return { form, counts, verdicts, places, size };
}

interface AddedSheet {
  readonly name: string;
  readonly list: ListRecord;
}

/** A further sheet as a list of its own, which waits until somebody starts it. */
export async function addSheet(
  context: ListContext,
  { person, team }: TeamMember,
  {
    list,
    splitCells,
    name: sheet,
  }: {
    /** The list that is another sheet of the workbook. */
    readonly list: ListRecord;
    readonly name: string;
    readonly splitCells: boolean;
  },
): Promise<AddedSheet> {
  const { store, clock, token, files, listStorage } = context;
  const lists = store.lists(team.id);
  const original = await files.openOriginal(list.id);
  if (!original)
    throw new PeopleError(
      'refused',
      message('errorTexts.upload_again_for_sheet', { name: list.name, sheet }),
    );
  const id = `list_${token(20)}`;
  const name = list.name.replace(/(\.[^.]{1,5})?$/, ` (${sheet})$1`);
  const change = { actor: person.email, at: clock.now() };
  try {
    if (!(await lists.create({ id, name, size: 0 }, listStorage, change)))
      throw storageFull(context);
    const read = await files.read(id, {
      fd: original.fd,
      name: list.name,
      column: '',
      sheet,
      splitCells,
    });
    await beginList(context, { teamId: team.id, id, change, waits: true }, read);
    return { name: sheet, list: await getList(context, team, id) };
  } catch (error) {
    await lists.discard(id);
    await files.remove(id);
    throw error;
  } finally {
    await original.close();
  }
}
