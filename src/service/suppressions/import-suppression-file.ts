import { MailvetError } from '../../errors.ts';
import { message } from '../../i18n/message.ts';
import type { ListFiles, ListTexts, ReceivedList, TextPosition } from '../lists/list-files.ts';
import type { ServiceContext } from '../ports.ts';
import {
  type ImportedSuppressions,
  importSuppressions,
  type SuppressionOwner,
} from './suppressions.ts';

export interface ImportContext
  extends Pick<ServiceContext, 'store' | 'clock' | 'token' | 'teamStorage'> {
  readonly files: Pick<ListFiles, 'read' | 'sample' | 'texts' | 'remove'>;
}

/**
 * Adds what a file holds, which is read as an uploaded list is: CSV, plain lines, a workbook or JSON,
 * in a thread. Rejects with MailvetError `input` for what can't be read.
 */
export async function importSuppressionFile(
  context: ImportContext,
  owner: SuppressionOwner,
  file: ReceivedList,
): Promise<ImportedSuppressions> {
  const { clock, token, files } = context;
  const id = `${PREFIX}${clock.now()}_${token(20)}`;
  try {
    const read = await files.read(id, { ...file, takeOnlyColumn: true });
    if (read.kind === 'column') {
      const { columns } = await files.sample(id);
      const shown = columns.slice(0, SHOWN_COLUMNS).join(', ');
      throw new MailvetError('input', message('errorTexts.several_columns', { columns: shown }));
    }
    const texts = textsOf(files, id);
    return await importSuppressions(context, owner, { source: file.name, texts });
  } finally {
    await files.remove(id);
  }
}

async function* textsOf(
  files: Pick<ListFiles, 'texts'>,
  id: string,
): AsyncGenerator<readonly string[]> {
  let after: TextPosition | undefined = ['', ''];
  while (after) {
    const { texts, last }: ListTexts = await files.texts(id, after);
    yield texts;
    after = last;
  }
}

const SHOWN_COLUMNS = 10;
const PREFIX = 'import_';
/** Longer than any import takes. */
const WITHIN_MS = 60 * 60_000;

export function isImport(id: string): boolean {
  return id.startsWith(PREFIX);
}

/** Whether the files with an id are those of an import that may be under way, of any process. */
export function mayBeImport(id: string, now: number): boolean {
  return isImport(id) && Number.parseInt(id.slice(PREFIX.length), 10) > now - WITHIN_MS;
}
