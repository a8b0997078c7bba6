import { type Message, message } from '../../i18n/message.ts';
import { cancelBatch } from '../batches/batches.ts';
import type { AuditedChange, TeamMember } from '../people/records.ts';
import type {
  BatchContext,
  BatchSignals,
  EventContext,
  StorageContext,
  StoreContext,
  TimedContext,
  TokenContext,
} from '../ports.ts';
import type { Team } from '../records.ts';
import { notFound, PeopleError } from '../service-error.ts';
import { findPolicy } from '../teams/policy.ts';
import type { TeamJudging } from '../teams/records.ts';
import type { VerifierPort } from '../verifications/verifier-port.ts';
import {
  type DownloadChoice,
  type ListEntry,
  type ListFiles,
  type ListPreview,
  type ListView,
  MAX_LIST_NAME,
  type ReadList,
  type ReceivedList,
} from './list-files.ts';
import type { HoldLists, ListContent, ListRecord, ListSelection, RetryKind } from './list-ports.ts';

export interface FilesContext extends StoreContext {
  readonly files: ListFiles;
}

/** What begins rounds of lists. */
export interface RoundContext extends FilesContext, EventContext {
  /** Called when there is something to be done about lists; `policy`: they are to be judged by another one. */
  readonly wakeLists: (why?: 'policy') => void;
}

/** What the lists need: the rows of the store, and their files. */
export interface ListContext extends RoundContext, TokenContext, StorageContext {
  readonly signals: BatchSignals;
  readonly verifier: VerifierPort;
  /** Bytes that the lists of a team may take on the disk. */
  readonly listStorage: number;
}

interface Upload extends ReceivedList {
  /** Bytes. */
  readonly size: number;
  /** Whether the list waits, once it is read, until somebody starts it. */
  readonly waits: boolean;
}

/**
 * Takes a file as a list and begins to verify it, unless it waits, or somebody has to choose its column first.
 * Nothing of it stays when it can't be read.
 */
export async function uploadList(
  context: ListContext,
  { person, team }: TeamMember,
  upload: Upload,
): Promise<ListRecord> {
  const { store, clock, token, files, listStorage } = context;
  const lists = store.lists(team.id);
  const id = `list_${token(20)}`;
  const { name, size, waits } = upload;
  const change = { actor: person.email, at: clock.now() };
  if (!(await lists.create({ id, name, size }, listStorage, change))) throw storageFull(context);
  try {
    const read = await files.read(id, upload);
    await beginList(context, { teamId: team.id, id, change, waits }, read);
    return await getList(context, team, id);
  } catch (error) {
    await lists.discard(id);
    await files.remove(id);
    throw error;
  }
}

export interface ListToBegin {
  readonly teamId: string;
  readonly id: string;
  readonly change: AuditedChange;
  /** Whether it waits until somebody starts it. */
  readonly waits?: boolean;
}

/** A list that was read. */
export async function beginList(
  context: ListContext,
  begun: ListToBegin,
  read: ReadList,
): Promise<void> {
  const { teamId, id, change } = begun;
  if (read.kind === 'content') return begin(context, begun, read.content);
  await context.store.lists(teamId).askColumn(id, read, change);
}

/** Counted only now that it is known what it takes. */
async function begin(
  context: ListContext,
  { teamId, id, change, waits = false }: ListToBegin,
  content: ListContent,
): Promise<void> {
  if (content.counts.distinct === 0) {
    throw new PeopleError('refused', message('errorTexts.list_without_address'));
  }
  const started = await context.store
    .lists(teamId)
    .start(id, { content, maxBytes: context.listStorage, waits }, change);
  if (started === 'over_storage') throw storageFull(context);
  if (started === 'ended') throw notFound();
  context.wakeLists();
}

export function storageFull({ listStorage }: ListContext): PeopleError {
  return new PeopleError(
    'refused',
    message('errorTexts.lists_storage_full', { size: { bytes: listStorage } }),
  );
}

/** Somebody else's list is not found, as if it did not exist. */
export async function getList(
  { store }: StoreContext,
  team: Team,
  id: string,
): Promise<ListRecord> {
  const list = await store.lists(team.id).find(id);
  if (!list) throw notFound();
  return list;
}

/** The team's lists, newest first unless another order is wanted. */
export function listLists(
  { store }: StoreContext,
  team: Team,
  selection: ListSelection,
): Promise<ListRecord[]> {
  return store.lists(team.id).list(selection);
}

/** What is shown to somebody who chooses the column. */
export async function previewList(
  context: ListContext,
  team: Team,
  id: string,
): Promise<{ readonly list: ListRecord; readonly preview: ListPreview }> {
  const list = await getList(context, team, id);
  if (list.status !== 'choosing_column') throw notFound();
  return { list, preview: await context.files.preview(id) };
}

interface ChosenColumns {
  readonly id: string;
  /** Numbers from 1. */
  readonly columns: readonly string[];
  /** Whether the list then waits until somebody starts it. */
  readonly waits?: boolean;
}

export async function chooseColumns(
  context: ListContext,
  { person, team }: TeamMember,
  { id, columns, waits = false }: ChosenColumns,
): Promise<void> {
  const list = await getList(context, team, id);
  if (list.status !== 'choosing_column') throw conflict(message('errorTexts.column_chosen'));
  if (columns.length === 0) throw new PeopleError('refused', message('errorTexts.choose_column'));
  const change = { actor: person.email, at: context.clock.now() };
  const content = await context.files.chooseColumns(id, { columns });
  await begin(context, { teamId: team.id, id, change, waits }, content);
}

/** Nothing more of it is verified; what was found stays. */
export async function cancelList(
  context: ListContext,
  { person, team }: TeamMember,
  id: string,
): Promise<void> {
  const { store, clock, wakeLists } = context;
  const { name } = await getList(context, team, id);
  const change = { actor: person.email, at: clock.now() };
  if (!(await store.lists(team.id).cancel(id, change)))
    throw conflict(message('errorTexts.not_running', { name }));
  await endBatches(context, team.id, id);
  wakeLists();
}

/** Cancels the batches of a list that are open. */
export async function endBatches(context: BatchContext, teamId: string, id: string): Promise<void> {
  const open = await context.store.lists(teamId).openBatches(id);
  // One may have ended in the meantime.
  await Promise.allSettled(open.map((batchId) => cancelBatch(context, { id: teamId }, batchId)));
}

/** Verifies once more what is unknown. */
export function retryList(
  context: RoundContext,
  { person, team }: TeamMember,
  id: string,
): Promise<void> {
  return retry(context, { id, teamId: team.id, actor: person.email, kind: 'asked' });
}

interface Retry {
  readonly id: string;
  readonly teamId: string;
  readonly actor: string;
  readonly kind: RetryKind;
}

async function retry(
  { store, clock, files, wakeLists }: RoundContext,
  { id, teamId, actor, kind }: Retry,
): Promise<void> {
  const lists = store.lists(teamId);
  const found = await lists.find(id);
  if (!found) throw notFound();
  const { name } = found;
  const change = { actor, at: clock.now() };
  const taken = await lists.take(id, change.at, kind);
  if (!taken) throw conflict(message('errorTexts.not_ended', { name }));
  try {
    const round = await files.retryUnknown(id, taken.sent);
    if (!(await lists.retry(id, round, change)))
      throw conflict(message('errorTexts.cancelled_meanwhile', { name }));
    if (round.totalCount === 0) throw conflict(message('errorTexts.none_unknown', { name }));
  } catch (error) {
    await lists.leave(id, change.at);
    throw error;
  }
  wakeLists();
}

/** How the audit log names what a plan does. */
const BY_PLAN = 'the planned checks';

/** Verifies what is undecided of the lists whose planned time has come, and that this process sees to. */
export async function retryDueLists(
  context: RoundContext & { readonly hold: HoldLists },
): Promise<void> {
  const { store, clock, hold, observe } = context;
  const lists = await store.listQueue.dueRetries(clock.now());
  if (lists.length === 0) return;
  const held = await hold(lists.map(({ id }) => id));
  for (const due of lists) {
    if (!held.has(due.id)) continue;
    await retry(context, { ...due, actor: BY_PLAN, kind: 'planned' }).catch(async (error) => {
      // Somebody was quicker, or nothing is undecided any more.
      if (error instanceof PeopleError) return;
      observe?.({ event: 'list_failed', listId: due.id, error });
      await store.listQueue.postponeRetry(due.id, clock.now() + QUARTER_MS);
    });
  }
}

/** Checks the undecided addresses of a completed list again, so many milliseconds from now each; none: no more. */
export async function planRetries(
  context: ListContext,
  { person, team }: TeamMember,
  { id, after }: { readonly id: string; readonly after: readonly number[] },
): Promise<void> {
  const { store, clock, files } = context;
  const { name } = await getReadList(context, team, id);
  const now = clock.now();
  const { addresses } = (await files.facts(id)).undecided;
  if (after.length > 0 && addresses === 0)
    throw conflict(message('errorTexts.none_undecided', { name }));
  const times = after.map((left) => nextQuarter(now + left));
  const plan = times.length === 0 ? null : { times, undecided: addresses };
  const change = { actor: person.email, at: now };
  if (!(await store.lists(team.id).planRetries(id, plan, change)))
    throw conflict(message('errorTexts.not_completed', { name }));
}

const QUARTER_MS = 15 * 60_000;

/** A time that people can remember. */
function nextQuarter(at: number): number {
  return Math.ceil(at / QUARTER_MS) * QUARTER_MS;
}

/** Its rows, batches and results; the history of verifications is not touched. */
export async function deleteList(
  context: ListContext,
  { person, team }: TeamMember,
  id: string,
): Promise<void> {
  await getList(context, team, id);
  const change = { actor: person.email, at: context.clock.now() };
  if (!(await context.store.lists(team.id).remove(id, change))) throw notFound();
  await endBatches(context, team.id, id);
  context.wakeLists();
}

interface WantedDownload extends DownloadChoice {
  readonly id: string;
  /** How the service calls itself. */
  readonly service: string;
  /** That of the person, such as `de`. */
  readonly language?: string | undefined;
  readonly signal: AbortSignal;
}

/** The list with its results, judged by the policy of the team, written to the audit log. */
export async function downloadList(
  context: ListContext,
  { person, team }: TeamMember,
  { id, service, language, signal, ...wanted }: WantedDownload,
): Promise<{ readonly name: string; readonly bytes: AsyncIterable<Uint8Array> }> {
  const { store, clock, files } = context;
  const { name } = await getReadList(context, team, id);
  const policy = await findPolicy(context, team);
  const at = clock.now();
  await store.lists(team.id).recordDownload(id, { actor: person.email, at });
  const head = { name, at, service, language, policy };
  return { name, bytes: files.download(id, { ...wanted, head }, signal) };
}

/** An HTML page. */
export async function reportList(
  context: ListContext,
  team: Team,
  { id, service, language }: Pick<WantedDownload, 'id' | 'service' | 'language'>,
): Promise<string> {
  const { name } = await getReadList(context, team, id);
  const policy = await findPolicy(context, team);
  return context.files.report(id, { name, at: context.clock.now(), service, language, policy });
}

/** Addresses of a list; none while it is not read, or its file is missing. */
export async function listEntries(
  context: ListContext,
  team: Team,
  {
    id,
    judging,
    ...view
  }: ListView & { readonly id: string; readonly judging: TeamJudging | undefined },
): Promise<readonly ListEntry[]> {
  const { counts, waitsFor } = await getList(context, team, id);
  return counts && waitsFor !== 'file' ? context.files.entries(id, view, judging) : [];
}

async function getReadList(context: ListContext, team: Team, id: string): Promise<ListRecord> {
  const list = await getList(context, team, id);
  if (!list.counts) throw conflict(message('errorTexts.not_read_yet', { name: list.name }));
  return list;
}

function conflict(said: Message): PeopleError {
  return new PeopleError('conflict', said);
}

const LONGEST_FOLDER = 60;

/** Rejects with `refused` or `not_found`. */
export async function renameList(
  { store, clock }: TimedContext,
  { person, team }: TeamMember,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const wanted = visible(name);
  if (wanted === '') throw new PeopleError('refused', message('errorTexts.list_name_missing'));
  if (wanted.length > MAX_LIST_NAME)
    throw new PeopleError('refused', message('errorTexts.name_too_long', { most: MAX_LIST_NAME }));
  const change = { actor: person.email, at: clock.now() };
  if (!(await store.lists(team.id).rename(id, wanted, change))) throw notFound();
}

/** `folder`: empty takes the list out of its folder. A folder is there as long as it has a list. */
export async function moveList(
  { store, clock }: TimedContext,
  { person, team }: TeamMember,
  { id, folder }: { readonly id: string; readonly folder: string },
): Promise<void> {
  const wanted = visible(folder);
  if (wanted.length > LONGEST_FOLDER)
    throw new PeopleError(
      'refused',
      message('errorTexts.folder_too_long', { most: LONGEST_FOLDER }),
    );
  const change = { actor: person.email, at: clock.now() };
  if (!(await store.lists(team.id).move(id, wanted === '' ? null : wanted, change)))
    throw notFound();
}

function visible(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim();
}
