/** Decisions about a list that has ended: what of it is corrected, split, verified too, left out. */
import { message } from '../../i18n/message.ts';
import type { AuditAction, TeamMember } from '../people/records.ts';
import type { StoreContext, TimedContext } from '../ports.ts';
import { notFound, PeopleError } from '../service-error.ts';
import type { ListCorrection, ListFacts, RevisedReading } from './list-files.ts';
import type { ListForm, ListRecord, TeamCorrection } from './list-ports.ts';
import { beginList, deleteList, getList, type ListContext } from './lists.ts';
import { addSheet, toContent } from './start-list.ts';

/** Decisions of a team: more are a script's. */
const MAX_DECISIONS = 20_000;

interface Revision {
  readonly id: string;
  readonly reading: RevisedReading;
  readonly action: AuditAction;
}

/** Reads an ended list in another way, and verifies the addresses that are new; returns how many. */
async function revise(
  context: ListContext,
  { person, team }: TeamMember,
  { id, reading, action }: Revision,
): Promise<number> {
  const { store, clock, files, wakeLists } = context;
  const lists = store.lists(team.id);
  const { name, form, counts } = await getList(context, team, id);
  const at = clock.now();
  const taken = form && counts ? await lists.take(id, at, 'revision') : undefined;
  if (!taken || !form) {
    throw new PeopleError('conflict', message('errorTexts.not_ended', { name }));
  }
  try {
    const revised = await files.revise(id, reading, taken.sent);
    const content = { ...revised, form: { ...form, ...revised.form }, action };
    const change = { actor: person.email, at };
    if (!(await lists.revise(id, content, change)))
      throw new PeopleError('conflict', message('errorTexts.cancelled_meanwhile', { name }));
    wakeLists();
    return revised.round.totalCount;
  } catch (error) {
    await lists.leave(id, at);
    throw error;
  }
}

interface ChosenTypos {
  readonly id: string;
  /** What was typed, as the facts of the list name it; `all`: all of them. */
  readonly from: readonly string[] | 'all';
}

/** Verifies what was meant in the place of what was typed, and keeps that as a decision of the team. */
export async function acceptCorrections(
  context: ListContext,
  member: TeamMember,
  chosen: ChosenTypos,
): Promise<number> {
  const { team, person } = member;
  const typos = await typosOf(context, member, chosen);
  const decisions = context.store.corrections(team.id);
  await checkRoom(context, team.id, typos.length);
  const correct = typos.map(({ from, to }): ListCorrection => [from, to]);
  const { id } = chosen;
  const count = await revise(context, member, {
    id,
    reading: { correct },
    action: 'list_corrected',
  });
  await decisions.decide(typos, { actor: person.email, at: context.clock.now() });
  return count;
}

/** What was typed is right: no list of the team offers the correction any more. */
export async function rejectCorrections(
  context: ListContext,
  member: TeamMember,
  chosen: ChosenTypos,
): Promise<void> {
  const { team, person } = member;
  const { name } = await getList(context, team, chosen.id);
  const typos = await typosOf(context, member, chosen);
  await checkRoom(context, team.id, typos.length);
  const decided = typos.map(({ from }) => ({ from, to: null }));
  const by = { actor: person.email, at: context.clock.now() };
  const change = { ...by, action: 'corrections_rejected', subject: name } as const;
  await context.store.corrections(team.id).decide(decided, change);
}

async function typosOf(
  context: ListContext,
  { team }: TeamMember,
  { id, from }: ChosenTypos,
): Promise<ListFacts['typos']> {
  const { counts } = await getList(context, team, id);
  if (!counts) throw notFound();
  const { typos } = await context.files.facts(id);
  const rejected = from === 'all' ? await rejectedOf(context, team.id, typos) : new Set();
  const chosen = typos.filter((typo) =>
    from === 'all' ? !rejected.has(typo.from) : from.includes(typo.from),
  );
  if (chosen.length === 0) throw new PeopleError('refused', message('errorTexts.tick_a_typo'));
  return chosen;
}

async function rejectedOf(
  { store }: ListContext,
  teamId: string,
  typos: ListFacts['typos'],
): Promise<ReadonlySet<unknown>> {
  const found = await store.corrections(teamId).find(typos.map(({ from }) => from));
  return new Set(found.filter(({ to }) => to === null).map(({ from }) => from));
}

async function checkRoom({ store }: ListContext, teamId: string, more: number): Promise<void> {
  if ((await store.corrections(teamId).count()) + more <= MAX_DECISIONS) return;
  throw new PeopleError(
    'refused',
    message('errorTexts.too_many_decisions', { most: MAX_DECISIONS }),
  );
}

/** Takes a correction, or its rejection, back, and forgets the decision. */
export async function undoCorrection(
  context: ListContext,
  member: TeamMember,
  { id, from }: { readonly id: string; readonly from: string },
): Promise<void> {
  const { team, person } = member;
  const { corrected } = await context.files.facts((await getList(context, team, id)).id);
  if (corrected.some((one) => one.from === from)) {
    const reading = { uncorrect: [from] };
    await revise(context, member, { id, reading, action: 'list_uncorrected' });
  }
  const by = { actor: person.email, at: context.clock.now() };
  await context.store.corrections(team.id).remove([from], by);
}

/** What the team decided of what a list holds, by what was typed. */
export async function decisionsOf(
  { store }: StoreContext,
  teamId: string,
  { typos }: ListFacts,
): Promise<ReadonlyMap<string, TeamCorrection>> {
  const found = await store.corrections(teamId).find(typos.map(({ from }) => from));
  return new Map(found.map((one) => [one.from, one]));
}

/** Takes each address of cells that have several, or no longer. */
export async function splitCells(
  context: ListContext,
  member: TeamMember,
  { id, isSplit }: { readonly id: string; readonly isSplit: boolean },
): Promise<void> {
  const action = isSplit ? 'list_split' : 'list_unsplit';
  await revise(context, member, { id, reading: { splitCells: isSplit }, action });
}

interface ChosenColumn {
  readonly id: string;
  /** From 0. */
  readonly column: number;
  readonly isVerified: boolean;
}

/** Verifies a further column of a list, or no longer. */
export async function chooseColumn(
  context: ListContext,
  member: TeamMember,
  { id, column, isVerified }: ChosenColumn,
): Promise<void> {
  const { form } = await getList(context, member.team, id);
  if (!form?.otherColumns?.includes(column)) throw refusedChoice();
  const others = form.columns.filter((each) => each !== column);
  const columns = isVerified ? [...others, column].sort((a, b) => a - b) : others;
  const action = isVerified ? 'list_column_added' : 'list_column_removed';
  await revise(context, member, { id, reading: { columns }, action });
}

/** Whether the downloads of a list have each address once, where nothing else is wanted. */
export async function dropDuplicates(
  { store, clock }: TimedContext,
  { person, team }: TeamMember,
  { id, isDropped }: { readonly id: string; readonly isDropped: boolean },
): Promise<void> {
  const action = isDropped ? 'list_duplicates_dropped' : 'list_duplicates_kept';
  const change = (form: ListForm) => ({ ...form, dropDuplicates: isDropped });
  const by = { actor: person.email, at: clock.now() };
  if (!(await store.lists(team.id).reform(id, { change, action }, by))) throw notFound();
}

interface ChosenSheet {
  readonly id: string;
  readonly sheet: string;
}

/** Verifies another sheet of a list's workbook as a list of its own; returns that list. */
export async function verifySheet(
  context: ListContext,
  member: TeamMember,
  { id, sheet }: ChosenSheet,
): Promise<ListRecord> {
  const { team, person } = member;
  const list = await getList(context, team, id);
  const { form } = list;
  if (!form?.otherSheets?.includes(sheet) || (await sheetListOf(context, member, { list, sheet })))
    throw refusedChoice();
  const splitCells = form.splitCells ?? false;
  const added = (await addSheet(context, member, { list, splitCells, name: sheet })).list;
  const by = { actor: person.email, at: context.clock.now() };
  const change = (before: ListForm) => ({
    ...before,
    sheetLists: { ...before.sheetLists, [sheet]: added.id },
  });
  await context.store.lists(team.id).reform(id, { change, action: 'list_sheet_added' }, by);
  if (added.status === 'ready') {
    const content = toContent(added);
    const begun = { teamId: team.id, id: added.id, change: by };
    await beginList(context, begun, { kind: 'content', content });
  }
  return added;
}

/** Deletes the list that a sheet became. */
export async function dropSheet(
  context: ListContext,
  member: TeamMember,
  { id, sheet }: ChosenSheet,
): Promise<void> {
  const list = await getList(context, member.team, id);
  const added = await sheetListOf(context, member, { list, sheet });
  if (!added) throw refusedChoice();
  await deleteList(context, member, added.id);
}

/** The list that a sheet became, unless it was deleted. */
export async function sheetListOf(
  { store }: StoreContext,
  { team }: TeamMember,
  { list: { form }, sheet }: { readonly list: ListRecord; readonly sheet: string },
): Promise<ListRecord | undefined> {
  const { sheetLists = {} } = form ?? {};
  const id = Object.hasOwn(sheetLists, sheet) ? sheetLists[sheet] : undefined;
  return id === undefined ? undefined : store.lists(team.id).find(id);
}

function refusedChoice(): PeopleError {
  return new PeopleError('refused', message('errorTexts.decided_already'));
}
