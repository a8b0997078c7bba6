import { setImmediate as nextTurn } from 'node:timers/promises';
import { addressesInCell } from '../../address/clean-cell.ts';
import type { Message } from '../../i18n/message.ts';
import { plural } from '../../lib/wording.ts';
import type { ServiceContext } from '../ports.ts';
import type { Page } from '../records.ts';
import { ServiceError } from '../service-error.ts';
import { checkRows } from '../teams/storage.ts';
import { hashEntry, isHash, parseSuppression, toEntry } from './suppression-entry.ts';
import type { Suppression, SuppressionChange } from './suppression-ports.ts';

type SuppressionsContext = Pick<ServiceContext, 'store' | 'clock' | 'teamStorage'>;

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

export interface ReadSuppressions {
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
  context: SuppressionsContext,
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
  context: SuppressionsContext,
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
  { store }: Pick<ServiceContext, 'store'>,
  teamId: string,
  page: Page,
): Promise<readonly Suppression[]> {
  return store.suppressions(teamId).list({ prefix: '', ...page });
}

/** The first entries that begin with a text, and how many the list has in all. */
export async function searchSuppressions(
  { store }: Pick<ServiceContext, 'store'>,
  teamId: string,
  { search, limit }: { readonly search: string; readonly limit: number },
): Promise<{ readonly entries: readonly Suppression[]; readonly count: number }> {
  const list = store.suppressions(teamId);
  const entries = await list.list({ prefix: toEntry(search), limit, skip: 0 });
  return { entries, count: await list.count() };
}

/** Adds texts of a request: all of them, or with a fault none. */
export function addSuppressionTexts(
  context: SuppressionsContext,
  owner: SuppressionOwner,
  texts: readonly string[],
): Promise<number> {
  return addSuppressions(context, owner, parseAll(texts));
}

/** Returns the entry that was removed. */
export async function removeSuppressionText(
  context: SuppressionsContext,
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
  context: SuppressionsContext,
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
  context: SuppressionsContext,
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
  { clock }: SuppressionsContext,
  actor: string,
  what: Pick<SuppressionChange, 'action' | 'subject'>,
): SuppressionChange {
  return { ...what, actor, at: clock.now() };
}

function countText(count: number): string {
  return plural(count, 'entry', 'entries');
}
