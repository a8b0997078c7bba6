import { setImmediate as nextTurn } from 'node:timers/promises';
import { addressesInCell } from '../../address/clean-cell.ts';
import { isDisposable } from '../../address/disposable.ts';
import { isRole } from '../../address/role.ts';
import { SUPPRESSED } from '../../contract/verdict.ts';
import { type Message, message } from '../../i18n/message.ts';
import { MailvetError } from '../../lib/errors.ts';
import { plural } from '../../lib/wording.ts';
import { NO_EVIDENCE, type Result } from '../../result/result.ts';
import type { ListFiles, ListTexts, ReceivedList, TextPosition } from '../lists/list-files.ts';
import type { StorageContext, Store, StoreContext, TokenContext } from '../ports.ts';
import type { Page } from '../records.ts';
import { ServiceError } from '../service-error.ts';
import { checkRows } from '../teams/storage.ts';
import {
  hashEntry,
  isHash,
  parseSuppression,
  type Suppression,
  type SuppressionChange,
  suppressingEntries,
  toEntry,
} from './entries.ts';

/** Who changes the list of which team. */
export interface SuppressionOwner {
  readonly teamId: string;
  /** The address of a person, `COMMAND_LINE`, or an API key. */
  readonly actor: string;
}

/** A text that is neither an address nor `@domain`. */
interface RefusedText {
  readonly text: string;
  /** Completes the sentence "it …". */
  readonly problem: Message;
}

interface ReadSuppressions {
  /** Each once. */
  readonly entries: readonly string[];
  readonly refused: readonly RefusedText[];
}

/** The entries that texts are. Blank texts are left out. */
export function readSuppressions(texts: readonly string[]): ReadSuppressions {
  const entries = new Set<string>();
  const refused: RefusedText[] = [];
  for (const text of texts) {
    if (text.trim() === '') continue;
    const read = readText(text);
    if ('id' in read) refused.push({ text, problem: read });
    else for (const entry of read) entries.add(entry);
  }
  return { entries: [...entries], refused };
}

/** The entries of a text, also of a cell as people fill it in (`Ann <ann@x.org>`), or what is wrong. */
function readText(text: string): readonly string[] | Message {
  const parsed = parseSuppression(text);
  if (parsed.ok) return [parsed.entry];
  const parts = addressesInCell(text).addresses.map((part) =>
    part.ok ? parseSuppression(part.address.address) : part,
  );
  const entries = parts.flatMap((part) => (part.ok ? [part.entry] : []));
  return parts.length > 0 && entries.length === parts.length ? entries : parsed.problem;
}

/** Returns how many entries are new. Rejects with `over_storage`. */
export async function addSuppressions(
  context: StorageContext,
  { teamId, actor }: SuppressionOwner,
  entries: readonly string[],
): Promise<number> {
  await checkRows(context, teamId, ['suppressions', 'audit']);
  const change = changeOf(context, actor, {
    action: 'suppressions_added',
    subject: countText(entries.length),
  });
  return context.store.suppressions(teamId).add(entries, change.at, change);
}

/** Returns how many entries there were, hashes of erased addresses included. */
export function removeSuppressions(
  context: StorageContext,
  { teamId, actor }: SuppressionOwner,
  entries: readonly string[],
): Promise<number> {
  const change = changeOf(context, actor, {
    action: 'suppressions_removed',
    subject: countText(entries.length),
  });
  const hashes = entries.map((entry) => hashEntry(teamId, entry));
  return context.store.suppressions(teamId).remove([...entries, ...hashes], change);
}

/** A page of the list, in the order of the texts. */
export function listSuppressions(
  { store }: StoreContext,
  teamId: string,
  page: Page,
): Promise<readonly Suppression[]> {
  return store.suppressions(teamId).list({ prefix: '', ...page });
}

/** The first entries that begin with a text, and how many the list has in all. */
export async function searchSuppressions(
  { store }: StoreContext,
  teamId: string,
  { search, limit }: { readonly search: string; readonly limit: number },
): Promise<{ readonly entries: readonly Suppression[]; readonly count: number }> {
  const list = store.suppressions(teamId);
  const entries = await list.list({ prefix: toEntry(search), limit, skip: 0 });
  return { entries, count: await list.count() };
}

/** Adds texts of a request: all of them, or with a fault none. */
export function addSuppressionTexts(
  context: StorageContext,
  owner: SuppressionOwner,
  texts: readonly string[],
): Promise<number> {
  return addSuppressions(context, owner, parseAll(texts));
}

/** Returns the entry that was removed. */
export async function removeSuppressionText(
  context: StorageContext,
  owner: SuppressionOwner,
  text: string,
): Promise<string> {
  const [entry = ''] = parseAll([text]);
  if ((await removeSuppressions(context, owner, [entry])) > 0) return entry;
  throw new ServiceError('suppression_not_found', 'It is not on the do-not-mail list');
}

function parseAll(texts: readonly string[]): string[] {
  return texts.map((text) => {
    const parsed = parseSuppression(text);
    if (parsed.ok) return parsed.entry;
    const message = `"${text}" is neither an address nor @ and a domain: it ${parsed.problem.english}`;
    throw new ServiceError('suppression_invalid', message);
  });
}

/** What became of the texts of a file. */
export interface ImportedSuppressions {
  /** New entries. */
  readonly added: number;
  /** Those that were there, or came twice. */
  readonly known: number;
  readonly refused: number;
  /** The first of them. */
  readonly examples: readonly RefusedText[];
}

/** Entries of a transaction: some milliseconds, in which nothing else runs on SQLite. */
const CHUNK = 500;
const MAX_EXAMPLES = 5;

/**
 * Adds what a file holds, a part at a time, so that any length of it keeps nobody waiting. After an
 * interruption, to import the file once more does the rest.
 */
export async function importSuppressions(
  context: StorageContext,
  { teamId, actor }: SuppressionOwner,
  { source, texts }: { readonly source: string; readonly texts: AsyncIterable<readonly string[]> },
): Promise<ImportedSuppressions> {
  const list = context.store.suppressions(teamId);
  const change = changeOf(context, actor, { action: 'suppressions_imported', subject: source });
  await list.log(change);
  const counts = { added: 0, known: 0, refused: 0 };
  const examples: RefusedText[] = [];
  for await (const some of texts) {
    for (let at = 0; at < some.length; at += CHUNK) {
      await checkRows(context, teamId, ['suppressions']);
      const { entries, refused } = readSuppressions(some.slice(at, at + CHUNK));
      const added = await list.add(entries, change.at);
      counts.added += added;
      counts.known += entries.length - added;
      counts.refused += refused.length;
      examples.push(...refused.slice(0, MAX_EXAMPLES - examples.length));
      await nextTurn();
    }
  }
  return { ...counts, examples };
}

const EXPORT_CHUNK = 5000;

/** All entries in their order, but hashes, which nobody can read. */
export async function* exportSuppressions(
  context: StorageContext,
  { teamId, actor }: SuppressionOwner,
): AsyncGenerator<readonly Suppression[]> {
  const list = context.store.suppressions(teamId);
  await list.log(
    changeOf(context, actor, {
      action: 'suppressions_exported',
      subject: countText(await list.count()),
    }),
  );
  let last = '';
  for (;;) {
    const entries = await list.after(last, EXPORT_CHUNK);
    yield entries.filter(({ entry }) => !isHash(entry));
    const end = entries.at(-1);
    if (!end || entries.length < EXPORT_CHUNK) return;
    last = end.entry;
  }
}

function changeOf(
  { clock }: StorageContext,
  actor: string,
  what: Pick<SuppressionChange, 'action' | 'subject'>,
): SuppressionChange {
  return { ...what, actor, at: clock.now() };
}

function countText(count: number): string {
  return plural(count, 'entry', 'entries');
}

/** Those of the cache keys whose addresses the team suppresses, by two queries for any number; by none for a team without a list. */
export async function findSuppressed(
  { suppressions }: Store,
  teamId: string,
  cacheKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const list = suppressions(teamId);
  if (await list.isEmpty()) return NONE;
  const { hashes } = await list.extent();
  const entriesOf = (key: string): readonly string[] => {
    const { address, domain } = suppressingEntries(key);
    return hashes ? [address, domain, hashEntry(teamId, address)] : [address, domain];
  };
  const wanted = cacheKeys.map((key) => ({ key, entries: entriesOf(key) }));
  const found = await list.find([...new Set(wanted.flatMap(({ entries }) => entries))]);
  const suppressed = wanted.filter(({ entries }) => entries.some((entry) => found.has(entry)));
  return new Set(suppressed.map(({ key }) => key));
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The result of a suppressed address. Nothing was asked, so the fields say what they say of an
 * undecided address; the reason says more to those who read it.
 */
export function suppressedResult(cacheKey: string, now: number): Result {
  const at = cacheKey.lastIndexOf('@');
  const facts = {
    valid: true,
    deliverable: false,
    acceptAll: false,
    role: isRole(cacheKey.slice(0, at)),
    temporary: isDisposable(cacheKey.slice(at + 1)),
    mx: true,
    smtp: false,
    score: SCORE,
  };
  const evidence = { ...NO_EVIDENCE, attempts: 0, free: false };
  const reason = SUPPRESSED;
  return { facts, decided: true, reason, evidence, checkedAt: now, cached: false };
}

/** That of an address of which nothing is known. */
const SCORE = 40;

interface ImportContext extends TokenContext, StorageContext {
  readonly files: ListFiles;
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
      const { columns } = await files.preview(id);
      const shown = columns.slice(0, SHOWN_COLUMNS).join(', ');
      throw new MailvetError('input', message('errorTexts.several_columns', { columns: shown }));
    }
    const texts = textsOf(files, id);
    return await importSuppressions(context, owner, { source: file.name, texts });
  } finally {
    await files.remove(id);
  }
}

async function* textsOf(files: ListFiles, id: string): AsyncGenerator<readonly string[]> {
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
