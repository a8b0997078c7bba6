import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { MailvetError } from '../../errors.ts';
import type { JobRecord } from '../file/job-record.ts';

/** A job that can't be opened, with what can be read of its file. */
export interface UnreadableJob {
  readonly id: string;
  readonly path: string;
  /** Why it can't be opened. */
  readonly error: MailvetError;
  /** What of its record is known. */
  readonly record: Partial<Pick<JobRecord, 'name' | 'service' | 'createdAt'>>;
  readonly batchIds: readonly string[];
  /** SHA-256 of the list's bytes, in hex, where all of them can be read. */
  readonly contentHash: string | undefined;
}

/** Reads what can be read, whatever the version of the file, and changes nothing. */
export function readUnreadable(id: string, path: string, error: MailvetError): UnreadableJob {
  const nothing = { id, path, error, record: {}, batchIds: [], contentHash: undefined };
  try {
    // As it is: no log is looked for, none is made, and nothing is locked.
    using database = new DatabaseSync(new URL(`${pathToFileURL(path)}?immutable=1`), {
      readOnly: true,
    });
    return {
      ...nothing,
      record: attempt(() => readRecord(database)) ?? {},
      batchIds: attempt(() => readBatchIds(database)) ?? [],
      contentHash: attempt(() => hashInput(database)),
    };
  } catch {
    return nothing;
  }
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function readRecord(database: DatabaseSync): UnreadableJob['record'] {
  const { record } = database.prepare('SELECT record FROM job').get() ?? {};
  const { name, service, createdAt }: Partial<Record<string, unknown>> = JSON.parse(String(record));
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof service === 'string' && { service }),
    ...(typeof createdAt === 'number' && { createdAt }),
  };
}

function readBatchIds(database: DatabaseSync): readonly string[] {
  const rows = database.prepare('SELECT service_id FROM batch ORDER BY number').all();
  return rows.flatMap(({ service_id: id }) => (typeof id === 'string' ? [id] : []));
}

function hashInput(database: DatabaseSync): string {
  const hash = createHash('sha256');
  for (const { bytes } of database.prepare('SELECT bytes FROM input ORDER BY ordinal').iterate()) {
    if (!(bytes instanceof Uint8Array)) throw new TypeError('input without bytes');
    hash.update(bytes);
  }
  return hash.digest('hex');
}
