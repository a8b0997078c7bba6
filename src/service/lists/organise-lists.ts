import { message } from '../../i18n/message.ts';
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
  if (wanted === '') throw new PeopleError('refused', message('errorTexts.list_name_missing'));
  if (wanted.length > LONGEST_NAME)
    throw new PeopleError('refused', message('errorTexts.name_too_long', { most: LONGEST_NAME }));
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
