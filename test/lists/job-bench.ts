import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServiceClient } from '../../src/contract/client/create-client.ts';
import { NO_HEAD } from '../../src/formats/plan.ts';
import { checksum, sealAddresses } from '../../src/lists/file/check.ts';
import { createDatabase } from '../../src/lists/file/database.ts';
import { JobFile } from '../../src/lists/file/job-file.ts';
import type { JobRecord } from '../../src/lists/file/job-record.ts';
import { cutPortions, writePortions } from '../../src/lists/file/portions.ts';
import { AddressInserter } from '../../src/lists/file/scan.ts';
import type { JobEvent, JobRun } from '../../src/lists/run/job-run.ts';
import { instantClock } from '../support/manual-clock.ts';
import type { StandIn } from '../support/stand-in.ts';

/** A directory that is gone with its test. */
export function temporaryDirectory(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'mailvet-jobs-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** `a1@example.com`, `a2@example.com`, … */
export function addressesOf(count: number, prefix = 'a'): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}@example.com`);
}

/** A job over these addresses, as planning leaves it. `size`: of a portion. */
export function makeJob(
  directory: string,
  addresses: readonly string[],
  details: Partial<JobRecord> = {},
  size?: number,
): JobFile {
  const id = details.id ?? 'job_test';
  const path = join(directory, `${id}.sqlite`);
  const count = addresses.length;
  const record: JobRecord = {
    id,
    createdAt: 0,
    name: 'list.csv',
    inputPath: null,
    service: 'http://stand-in',
    fingerprint: 'f',
    plan: PLAN,
    counts: { rows: count, distinct: count, duplicates: 0, unusable: 0, wanted: count },
    sample: null,
    settings: {},
    ...details,
  };
  const database = createDatabase(path);
  database.exec('BEGIN');
  const inserter = new AddressInserter(database);
  for (const address of addresses) inserter.add(address);
  inserter.flush();
  writePortions(database, cutPortions(database, { total: count, ...(size && { size }) }), {
    withLines: true,
  });
  sealAddresses(database);
  const text = JSON.stringify(record);
  database.prepare('INSERT INTO job (one, record, sum) VALUES (1, ?, ?)').run(text, checksum(text));
  database.exec('COMMIT');
  database.close();
  return JobFile.open(path);
}

const PLAN: JobRecord['plan'] = {
  format: 'lines',
  encoding: 'utf-8',
  bom: false,
  delimiter: ',',
  lineEnd: '\n',
  header: null,
  head: NO_HEAD,
  width: 1,
  columns: [0],
  splitCells: false,
  rows: 0,
  notices: [],
};

/** When runs begin, by their clock. */
export const START = Date.parse('2026-03-01T12:00:00Z');

/** A run of a job against a stand-in, with the events that it told. */
export function runOf(
  job: JobFile,
  standIn: Pick<StandIn, 'url' | 'apiKey'>,
  changes: Partial<JobRun> = {},
): JobRun & { readonly events: JobEvent[] } {
  const events: JobEvent[] = [];
  // A try's time-out never passes; every pause does at once.
  const clock = changes.clock ?? instantClock({ start: START, endless: 60_000 });
  const client = createServiceClient(
    { baseUrl: standIn.url, apiKey: standIn.apiKey },
    { clock, random: () => 0, env: {} },
  );
  return {
    job,
    client,
    clock,
    signal: new AbortController().signal,
    concurrency: 5,
    resendUnknown: false,
    judging: {},
    foreignBatchIds: () => new Set(),
    onEvent: (event) => events.push(event),
    events,
    ...changes,
  };
}

/** How often the service was sent each address. */
export function timesSent(standIn: StandIn): Map<string, number> {
  const times = new Map<string, number>();
  for (const batch of standIn.batches) {
    for (const email of batch.emails) times.set(email, (times.get(email) ?? 0) + 1);
  }
  return times;
}
