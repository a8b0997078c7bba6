import { posix } from 'node:path';
import { unpackBounded } from '../workbook/package.ts';
import { type ZipEntry, zipEntries } from '../workbook/zip.ts';
import { isForeign } from './unpack.ts';

/** How Mailchimp calls the contacts of an audience, each state a CSV file of its export. */
const STATES = ['subscribed', 'nonsubscribed', 'unsubscribed', 'cleaned'] as const;
type State = (typeof STATES)[number];

/** The export of an audience of Mailchimp, as its ZIP archive has it. */
export interface AudienceExport {
  /** Contacts that may be mailed: the list. */
  readonly list: Buffer;
  /** Contacts that unsubscribed, and those whose mail bounced permanently; empty without such a file. */
  readonly unsubscribed: Buffer;
  readonly cleaned: Buffer;
  /** The name of a file whose columns are others than those of the list: it is not part of it. */
  readonly leftOut: string | undefined;
}

/**
 * The export of an audience; undefined for any other archive. Throws BrokenZip or OversizedWorkbook for one
 * that can't be unpacked, or holds more than `maxBytes`.
 */
export async function readAudienceZip(
  archive: Buffer,
  maxBytes: number,
): Promise<AudienceExport | undefined> {
  const entries = findStates(archive);
  const list = entries && (entries.subscribed ?? entries.nonsubscribed);
  if (!list) return undefined;
  const read = (entry: ZipEntry | undefined) => unpack(archive, entry, maxBytes);
  const [first, more] = [await read(list), await read(entries.subscribed && entries.nonsubscribed)];
  const joined = joinLists(first, more);
  return {
    list: joined ?? first,
    leftOut: joined ? undefined : entries.nonsubscribed?.name,
    unsubscribed: await read(entries.unsubscribed),
    cleaned: await read(entries.cleaned),
  };
}

/** Undefined where a file is of no state, or two of one. */
function findStates(archive: Buffer): Partial<Record<State, ZipEntry>> | undefined {
  const found: Partial<Record<State, ZipEntry>> = {};
  for (const entry of zipEntries(archive)) {
    if (isForeign(entry.name)) continue;
    const [, word = ''] = /^([a-z]+)_.*\.csv$/i.exec(posix.basename(entry.name)) ?? [];
    const state = STATES.find((one) => one === word.toLowerCase());
    if (!state || found[state]) return undefined;
    found[state] = entry;
  }
  return found;
}

async function unpack(
  archive: Buffer,
  entry: ZipEntry | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const slices: Buffer[] = [];
  if (entry) for await (const slice of unpackBounded(archive, entry, maxBytes)) slices.push(slice);
  return Buffer.concat(slices);
}

/** The rows of both below one header; undefined where it is not the same. */
function joinLists(first: Buffer, second: Buffer): Buffer | undefined {
  if (second.length === 0) return first;
  const [header, other] = [headerOf(first), headerOf(second)];
  if (!header.equals(other)) return undefined;
  const end = /[\r\n]$/.test(first.toString('latin1', first.length - 1)) ? '' : '\n';
  return Buffer.concat([first, Buffer.from(end), second.subarray(header.length)]);
}

/** With its line end. */
function headerOf(csv: Buffer): Buffer {
  const start = csv.toString('latin1', 0, MAX_HEADER);
  let isQuoted = false;
  for (let at = 0; at < start.length; at += 1) {
    const character = start[at];
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted || (character !== '\r' && character !== '\n')) continue;
    const isPair = character === '\r' && start[at + 1] === '\n';
    return csv.subarray(0, at + (isPair ? 2 : 1));
  }
  return csv.subarray(0, start.length);
}

/** Bytes. */
const MAX_HEADER = 100_000;
