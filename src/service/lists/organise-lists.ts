/** Names and folders of lists. */
import type { TeamMember } from '../people/people-ports.ts';
import { notFound, PeopleError } from '../service-error.ts';
import type { ListContext } from './lists.ts';

const LONGEST_NAME = 200;
const LONGEST_FOLDER = 60;

/** Rejects with `refused` or `not_found`. */
export async function renameList(
  { store, clock }: Pick<ListContext, 'store' | 'clock'>,
  { person, team }: TeamMember,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const wanted = visible(name);
  if (wanted === '') throw new PeopleError('refused', 'A list needs a name');
  if (wanted.length > LONGEST_NAME) throw tooLong('A name', LONGEST_NAME);
  const change = { actor: person.email, at: clock.now() };
  if (!(await store.lists(team.id).rename(id, wanted, change))) throw notFound();
}

/** `folder`: empty takes the list out of its folder. A folder is there as long as it has a list. */
export async function moveList(
  { store, clock }: Pick<ListContext, 'store' | 'clock'>,
  { person, team }: TeamMember,
  { id, folder }: { readonly id: string; readonly folder: string },
): Promise<void> {
  const wanted = visible(folder);
  if (wanted.length > LONGEST_FOLDER) throw tooLong('A folder name', LONGEST_FOLDER);
  const change = { actor: person.email, at: clock.now() };
  if (!(await store.lists(team.id).move(id, wanted === '' ? null : wanted, change)))
    throw notFound();
}

function visible(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim();
}

function tooLong(what: string, most: number): PeopleError {
  return new PeopleError('refused', `${what} can have at most ${most} characters`);
}
