import { mkdtempSync, rmSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { MailvetError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { importSuppressionFile } from '../service/import-suppression-file.ts';
import { COMMAND_LINE } from '../service/people-ports.ts';
import type { ServiceContext } from '../service/ports.ts';
import { isHash, toEntry } from '../service/suppression-entry.ts';
import type { Suppression } from '../service/suppression-ports.ts';
import {
  addSuppressions,
  exportSuppressions,
  type ImportedSuppressions,
  readSuppressions,
  removeSuppressions,
  type SuppressionOwner,
} from '../service/suppressions.ts';
import { findTeam } from '../service/teams.ts';

/** An entry of a suppression list as `mailvet admin` shows it. */
interface SuppressionInfo {
  /** An address, or @ and a domain; null: the address was erased and stays suppressed. */
  readonly email: string | null;
  /** ISO 8601, UTC. */
  readonly addedAt: string;
}

interface SuppressionFile {
  /** The path of the file, or its bytes. */
  readonly content: string | AsyncIterable<Uint8Array>;
  /** The name or number of the e-mail column; empty: it is to be found. */
  readonly column: string;
}

/** The suppression lists of one database. Rejects with MailvetError `input` for an unknown team. */
export interface SuppressionAdmin {
  /** Returns how many entries are new. Rejects with `input`, and adds nothing, for a text that is none. */
  add(team: string, texts: readonly string[]): Promise<number>;
  import(team: string, file: SuppressionFile): Promise<ImportedSuppressions>;
  /** Entries that begin with a text, in their order, and how many the list has in all. */
  list(
    team: string,
    view: { readonly search: string; readonly limit: number },
  ): Promise<{ readonly entries: readonly SuppressionInfo[]; readonly count: number }>;
  /** Returns how many entries there were. */
  remove(team: string, texts: readonly string[]): Promise<number>;
  /** All entries that can be read, in their order. */
  export(team: string): AsyncIterable<readonly SuppressionInfo[]>;
}

type SuppressionContext = Pick<ServiceContext, 'store' | 'token'> & { readonly clock: Clock };

export function createSuppressionAdmin(context: SuppressionContext): SuppressionAdmin {
  const { store } = context;
  const ownerOf = async (team: string): Promise<SuppressionOwner> => ({
    teamId: (await findTeam(context, team)).id,
    actor: COMMAND_LINE,
  });
  return {
    add: async (team, texts) => addSuppressions(context, await ownerOf(team), entriesOf(texts)),
    import: async (team, file) => importFile(context, await ownerOf(team), file),
    async list(team, { search, limit }) {
      const list = store.suppressions((await ownerOf(team)).teamId);
      const found = await list.list({ prefix: toEntry(search), limit, skip: 0 });
      return { entries: found.map(toInfo), count: await list.count() };
    },
    remove: async (team, texts) =>
      removeSuppressions(context, await ownerOf(team), entriesOf(texts)),
    async *export(team) {
      for await (const some of exportSuppressions(context, await ownerOf(team))) {
        yield some.map(toInfo);
      }
    },
  };
}

function entriesOf(texts: readonly string[]): readonly string[] {
  const { entries, refused } = readSuppressions(texts);
  const [first] = refused;
  if (!first) return entries;
  throw new MailvetError('input', `'${first.text}' ${first.problem}`, {
    hint: 'Write an address, or @ and a domain: ann@example.com @example.org',
  });
}

/** In a folder of its own, which is gone with the import. */
async function importFile(
  context: SuppressionContext,
  owner: SuppressionOwner,
  { content, column }: SuppressionFile,
): Promise<ImportedSuppressions> {
  const { openListFiles } = await import('../lists/thread/open-list-files.ts');
  const folder = mkdtempSync(join(tmpdir(), 'mailvet-import-'));
  const files = openListFiles(join(folder, 'lists'), new AbortController().signal);
  try {
    const path = typeof content === 'string' ? content : await store(folder, content);
    await using file = await open(path).catch((error: NodeJS.ErrnoException) => {
      throw new MailvetError('input', `${path} can't be read: ${error.code}`, { cause: error });
    });
    const received = { fd: file.fd, name: basename(path), column };
    return await importSuppressionFile({ ...context, files }, owner, received);
  } finally {
    await files.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A thread reads by a file descriptor, from any place. Returns the path. */
async function store(folder: string, content: AsyncIterable<Uint8Array>): Promise<string> {
  const path = join(folder, 'stdin');
  await writeFile(path, content);
  return path;
}

function toInfo({ entry, addedAt }: Suppression): SuppressionInfo {
  return { email: isHash(entry) ? null : entry, addedAt: new Date(addedAt).toISOString() };
}
