import { resolve } from 'node:path';
import type { Context } from '../context.ts';
import { embeddedDatabase } from '../embedded.ts';
import { type RawFlags, wholeFlag } from '../global-flags.ts';

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly workers?: number;
}

type Place = Pick<Context, 'env' | 'home' | 'platform' | 'cwd'>;

/** Flags, else environment, else defaults. */
export function parseServeOptions(flags: RawFlags, place: Place): ServeOptions {
  const { env } = place;
  const given: RawFlags = {
    host: flags.host ?? (env.MAILVET_HOST || '127.0.0.1'),
    port: flags.port ?? (env.MAILVET_PORT || '8025'),
    workers: flags.workers ?? (env.MAILVET_WORKERS || undefined),
  };
  const workers = wholeFlag(given, 'workers', { flag: '--workers', least: 0, most: 256 });
  return {
    host: String(given.host),
    port: wholeFlag(given, 'port', { flag: '--port', least: 0, most: 65_535 }) ?? 8025,
    database: databaseOf(flags, place),
    ...(workers === undefined ? {} : { workers }),
  };
}

/** `--database`, MAILVET_DATABASE, or the embedded service's. A URL is left as it is. */
export function databaseOf(flags: RawFlags, place: Place): string {
  const given = flags.database ?? place.env.MAILVET_DATABASE;
  if (typeof given !== 'string' || given === '') return embeddedDatabase(place);
  return /^[a-z]+:\/\//i.test(given) ? given : resolve(place.cwd, given);
}
