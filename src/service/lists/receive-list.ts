/** Files of lists that arrive in parts: each part survives what cuts the connection, and the end of the process. */
import { formatSize } from '../../lib/size.ts';
import type { TeamMember } from '../people/people-ports.ts';
import type { Team } from '../records.ts';
import { notFound, PeopleError } from '../service-error.ts';
import type { ReadList } from './list-files.ts';
import { type ListRecord, PART_LIFETIME_MS } from './list-ports.ts';
import { beginList, getList, type ListContext, storageFull } from './lists.ts';

export interface FileToReceive {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** Returns the id of the list that the file becomes. Rejects with `refused` where it has no room. */
export async function beginReceiving(
  context: ListContext,
  { person, team }: TeamMember,
  { name, size }: FileToReceive,
): Promise<string> {
  const { store, clock, token, listStorage } = context;
  const id = `list_${token(20)}`;
  const change = { actor: person.email, at: clock.now() };
  const list = { id, name, size, isReceived: true };
  if (await store.lists(team.id).create(list, listStorage, change)) return id;
  throw storageFull(context);
}

/** How much of a file is here. */
export interface ReceivedSoFar {
  readonly list: ListRecord;
  /** Bytes. */
  readonly offset: number;
  /** When it is given up unless something arrives before. */
  readonly expiresAt: number;
}

/** Rejects with `not_found` where no file with this id is awaited. */
export async function receivedSoFar(
  context: ListContext,
  team: Team,
  id: string,
): Promise<ReceivedSoFar> {
  const list = await getList(context, team, id);
  if (list.status !== 'receiving') throw notFound();
  const offset = Math.min(await context.files.parts.size(id), list.size);
  return { list, offset, expiresAt: list.startedAt + PART_LIFETIME_MS };
}

interface Part {
  readonly id: string;
  readonly offset: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Adds bytes to a file; those before a fault stay. */
export async function receivePart(
  { store, clock, files }: ListContext,
  team: Team,
  { id, offset, bytes }: Part,
): Promise<void> {
  try {
    await files.parts.write(id, offset, bytes);
  } finally {
    await store.lists(team.id).noteReceived(id, clock.now());
  }
}

export interface Reading {
  readonly id: string;
  /** The name or number of the e-mail column; empty: it is to be found. */
  readonly column: string;
  /** Whether the list waits, once it is read, until somebody starts it. */
  readonly waits: boolean;
}

/**
 * Reads a file that is here as a whole. Where it can't be read, it stays as it arrived: somebody may name
 * its column, or delete it.
 */
export async function readReceived(
  context: ListContext,
  { person, team }: TeamMember,
  { id, column, waits }: Reading,
): Promise<ListRecord> {
  const { list, offset } = await receivedSoFar(context, team, id);
  if (offset < list.size) throw incomplete(list, offset);
  const part = await context.files.parts.open(id);
  if (!part) throw incomplete(list, 0);
  try {
    const { name } = list;
    const read = await context.files.read(id, { fd: part.fd, name, column });
    const change = { actor: person.email, at: context.clock.now() };
    await beginList(context, { teamId: team.id, id, change, waits }, withoutFile(read, list.size));
  } finally {
    await part.close();
  }
  const now = await getList(context, team, id);
  if (!needsFile(now)) await context.files.parts.remove(id);
  return now;
}

/** The file counts as long as it is kept. */
function withoutFile(read: ReadList, bytes: number): ReadList {
  const { form, size } = read.kind === 'content' ? read.content : read;
  if (hasMore(form)) return read;
  const left = { size: Math.max(0, size - bytes) };
  if (read.kind === 'column') return { ...read, ...left };
  return { ...read, content: { ...read.content, ...left } };
}

interface WholeFile extends FileToReceive, Omit<Reading, 'id'> {
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Takes a file that is here as one that has arrived. Nothing of it stays when it can't be read. */
export async function takeFile(
  context: ListContext,
  member: TeamMember,
  { name, size, bytes, ...how }: WholeFile,
): Promise<ListRecord> {
  const id = await beginReceiving(context, member, { name, size });
  try {
    await receivePart(context, member.team, { id, offset: 0, bytes });
    return await readReceived(context, member, { id, ...how });
  } catch (error) {
    await context.store.lists(member.team.id).discard(id);
    await context.files.remove(id);
    throw error;
  }
}

/** Whether other sheets may be wanted of the file, as long as the list is there. */
export function needsFile({ status, form }: Pick<ListRecord, 'status' | 'form'>): boolean {
  return status !== 'receiving' && hasMore(form);
}

function hasMore(form: ListRecord['form']): boolean {
  return (form?.otherSheets?.length ?? 0) > 0;
}

/** Forgets a file that was not read. */
export async function dropReceived(context: ListContext, team: Team, id: string): Promise<void> {
  await receivedSoFar(context, team, id);
  await context.store.lists(team.id).discard(id);
  await context.files.remove(id);
  context.wakeLists();
}

function incomplete({ name, size }: ListRecord, offset: number): PeopleError {
  return new PeopleError(
    'conflict',
    `Of ${name} ${formatSize(offset)} of ${formatSize(size)} have arrived: choose the file again to go on`,
  );
}
