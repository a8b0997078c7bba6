import type { Page } from '../client/service-client.ts';
import { MailvetError } from '../errors.ts';
import { type RawFlags, wholeFlag } from './options/values.ts';

/** The part of a list to show; `limit` Infinity: all of it. */
export interface PageRange {
  readonly limit: number;
  readonly skip: number;
}

/** Reads `--limit`, `--skip` and `--all`. */
export function parsePageRange(flags: RawFlags, defaultLimit: number): PageRange {
  const limit = wholeFlag(flags, 'limit', { least: 1 });
  const skip = wholeFlag(flags, 'skip', { least: 0 }) ?? 0;
  if (flags.all === true && limit !== undefined) {
    throw new MailvetError('usage', '--all and --limit contradict each other');
  }
  return { limit: flags.all === true ? Number.POSITIVE_INFINITY : (limit ?? defaultLimit), skip };
}

/** The page size of requests. */
const PAGE = 100;

/**
 * The elements of a paged list. A page shorter than requested may be the end or a cap of the service:
 * only an empty page is the end. A repeated page means equal elements, or a service that ignores
 * `skip`: such a service also returns elements behind the end of every list.
 */
export async function* pagesOf<T>(
  fetch: (page: Page) => Promise<readonly T[]>,
  { limit, skip }: PageRange,
): AsyncGenerator<T> {
  let before = '';
  let skips: boolean | undefined;
  for (let given = 0; given < limit; ) {
    const page = await fetch({ limit: Math.min(PAGE, limit - given), skip: skip + given });
    if (page.length === 0) return;
    const content = JSON.stringify(page);
    if (content === before) {
      skips ??= (await fetch({ limit: 1, skip: BEHIND_EVERY_LIST })).length === 0;
      if (!skips) return;
    }
    before = content;
    yield* page.slice(0, limit - given);
    given += page.length;
  }
}

const BEHIND_EVERY_LIST = 1_000_000_000;
