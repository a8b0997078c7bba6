/** The export of an audience of Mailchimp, given to `clean` as its ZIP archive. */
import { MAX_BATCH_SIZE } from '../../../contract/limits.ts';
import { fitOutcome, type Outcome } from '../../../contract/outcomes.ts';
import { inspectList } from '../../../formats/inspect/inspect-list.ts';
import type { AudienceExport } from '../../../formats/packed/audience-zip.ts';
import type { ListPlan } from '../../../formats/plan.ts';
import { readBatches } from '../../../formats/read/read-rows.ts';
import type { ListSource } from '../../../formats/source.ts';
import { gather } from '../../../formats/workbook/workbook.ts';
import { isMailvetError } from '../../../lib/errors.ts';
import { counted, plural } from '../../../lib/wording.ts';
import { ContentSet } from '../../../outcomes/content-set.ts';
import { readSource } from '../../../outcomes/read-source.ts';
import type { OpenService } from '../../connect/client.ts';
import type { Invocation } from '../../invocation.ts';
import type { ListInput } from '../../io/list-input.ts';

/** What the tool itself says of contacts that are not part of the list. */
export interface AudienceStates {
  /** Addresses of contacts that unsubscribed. */
  readonly unsubscribed: readonly string[];
  /** Of those whose mail bounced. */
  readonly cleaned: readonly string[];
  readonly outcomes: readonly Outcome[];
}

interface OpenedList {
  readonly list: ListInput;
  readonly audience?: AudienceStates;
}

/** The list of an archive that is such an export, and what it says of other contacts. */
export async function openAudience(invocation: Invocation, list: ListInput): Promise<OpenedList> {
  if (!/\.zip$/i.test(list.name)) return { list };
  const bytes = await gather(list.name, list.chunks);
  const found = await readArchive(bytes, list.maxBytes);
  if (!found) return { list: { ...list, chunks: once(bytes) } };
  const [unsubscribed, cleaned] = [
    await addressesIn('unsubscribed', found.unsubscribed),
    await addressesIn('cleaned', found.cleaned),
  ];
  const outcomes = await outcomesIn(found.cleaned);
  await invocation.notice(
    `${list.name}: the export of a Mailchimp audience. Its subscribed and non-subscribed contacts are the list; ` +
      `${counted(unsubscribed.length)} unsubscribed and ${counted(cleaned.length)} cleaned (bounced) contacts are not`,
  );
  if (found.leftOut !== undefined)
    await invocation.notice(`${found.leftOut} has other columns than the list: clean it by itself`);
  const audience = { unsubscribed, cleaned, outcomes };
  return { list: { ...list, chunks: once(found.list) }, audience };
}

/** An archive that can't be read is refused by what reads lists, with what to do about it. */
async function readArchive(bytes: Buffer, maxBytes: number): Promise<AudienceExport | undefined> {
  const { readAudienceZip } = await import('../../../formats/packed/audience-zip.ts');
  return await readAudienceZip(bytes, maxBytes).catch(() => undefined);
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** The addresses of a list as they are looked up; none of one that has only a header. */
async function addressesIn(name: string, bytes: Buffer): Promise<string[]> {
  const source: ListSource = { name, open: () => once(bytes) };
  if (bytes.length === 0) return [];
  const plan = await inspectList(source).catch((error: unknown) => {
    if (isMailvetError(error, 'input')) return undefined;
    throw error;
  });
  const found: string[] = [];
  if (plan) for await (const address of addressesOf(source, plan)) found.push(address);
  return found;
}

async function* addressesOf(source: ListSource, plan: ListPlan): AsyncGenerator<string> {
  for await (const rows of readBatches(source, plan)) {
    for (const { addresses } of rows)
      for (const { address } of addresses) if (address !== undefined) yield address;
  }
}

async function outcomesIn(bytes: Buffer): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for await (const { read } of readSource({ chunks: once(bytes), seen: new ContentSet() })) {
    if (read === 'repeated' || 'unreadable' in read) continue;
    outcomes.push(...read.outcomes.map((one) => fitOutcome({ ...one, source: null })));
  }
  return outcomes;
}

/** Addresses of the list that the tool says must not be mailed. */
export async function findOptedOut(
  { unsubscribed, cleaned }: AudienceStates,
  source: ListSource,
  plan: ListPlan,
): Promise<string[]> {
  const known = new Set([...unsubscribed, ...cleaned]);
  const found = new Set<string>();
  for await (const address of addressesOf(source, plan)) if (known.has(address)) found.add(address);
  return [...found];
}

/** Hands in what the export says, where the service is one that keeps it. */
export async function teachAudience(
  invocation: Invocation,
  { client }: OpenService,
  { unsubscribed, outcomes }: AudienceStates,
): Promise<void> {
  const { signal } = invocation.context;
  try {
    let [added, stored] = [0, 0];
    for (const emails of parts(unsubscribed))
      added += (await client.addSuppressions(emails, { signal })).added;
    for (const some of parts(outcomes))
      stored += (await client.learnOutcomes(some, { signal })).stored;
    await invocation.notice(
      `Do-not-mail list: ${plural(added, 'new entry', 'new entries')}. Bounces: ${counted(stored)} new`,
    );
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    await invocation.notice(
      'The service keeps no do-not-mail list or no bounces for this key: unsubscribed and cleaned contacts are only left out of the import',
    );
  }
}

/** The service, or the key, does not go that far. */
function isUnsupported(error: unknown): boolean {
  return isMailvetError(error) && [403, 404, 405, 501].includes(error.status ?? 0);
}

function* parts<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += MAX_BATCH_SIZE)
    yield items.slice(at, at + MAX_BATCH_SIZE);
}
