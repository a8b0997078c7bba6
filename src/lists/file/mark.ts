import type { DatabaseSync } from 'node:sqlite';
import { MailvetError } from '../../errors.ts';
import { UNRELEASED_HINT, unreleasedText } from '../../lib/unreleased.ts';
import { build } from '../../lib/version.ts';

/** `application_id` of a list's database: "mvls". */
export const LIST_MARK = 0x6d766c73;
/** Of the schema of lists. */
export const LIST_VERSION = 1;

/**
 * Throws where a database has another schema of lists: `config` for that of a build that was never
 * released, `input` for one of another version.
 */
export function checkMark(database: DatabaseSync, path: string): void {
  const number = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  const version = number('user_version');
  const isMarked = number('application_id') === LIST_MARK;
  if (isMarked && version === LIST_VERSION) return;
  const writer = findWriter(database);
  if (!isMarked) {
    // Anything else that is no list is named by its reader.
    if (version === 0) return;
    throw new MailvetError('config', unreleasedText(path, writer), { hint: UNRELEASED_HINT });
  }
  const by = writer === undefined ? '' : ` by mailvet ${writer}`;
  throw new MailvetError(
    'input',
    `${path} can't be read as a list: it was written${by} in version ${version} of lists, and this is mailvet ${build()}, which knows ${LIST_VERSION}`,
    {
      hint: [
        'Update mailvet, or use the one that wrote it; ',
        { code: 'forget_job' },
        ' removes the job',
      ],
    },
  );
}

/** The mailvet that created it; undefined where none said so. */
function findWriter(database: DatabaseSync): string | undefined {
  try {
    const writer = database.prepare('SELECT writer FROM job').get()?.writer;
    return typeof writer === 'string' ? writer : undefined;
  } catch {
    return undefined;
  }
}
