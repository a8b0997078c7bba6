/** Results as files: `results/<adapter>.json`, one a verifier. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { ANSWERS } from './world/truth.ts';

const FOLDER = new URL('results/', import.meta.url);

export const Result = z.strictObject({
  verifier: z.string(),
  version: z.string(),
  /** Who ran it. */
  by: z.string(),
  date: z.iso.date(),
  /** On what: the system, its processors, what else matters. */
  on: z.string(),
  /** Until the last answer to the longest list. */
  seconds: z.number(),
  /** Connections to private hosts that somebody else's DNS asked for. */
  privateConnections: z.int().min(0),
  /** By case and address. An address without an answer was not asked about. */
  answers: z.record(z.string(), z.enum(ANSWERS)),
});
export type Result = z.infer<typeof Result>;

/** mailvet's first, the others by the name of the file. */
export function readResults(): readonly Result[] {
  const names = readdirSync(FOLDER).toSorted();
  const all = names.map((name) =>
    Result.parse(JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))),
  );
  return all.toSorted((one, other) => Number(isOurs(other)) - Number(isOurs(one)));
}

export function isOurs({ verifier }: Result): boolean {
  return verifier === 'mailvet';
}

/** @param adapter its path. */
export function writeResult(adapter: string, result: Result): void {
  const name = basename(adapter).replace(/\.\w+$/, '.json');
  writeFileSync(new URL(name, FOLDER), `${JSON.stringify(Result.parse(result), null, 2)}\n`);
}
