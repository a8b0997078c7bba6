import type { PageOptions } from '../contract/client/service-client.ts';
import { isMailvetError, MailvetError } from '../lib/errors.ts';
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

/** The size of a first page: what the interface gives where no size is asked for. */
const PAGE = 100;
/** That of the pages behind it. A service may not give as many. */
const LARGE_PAGE = 1000;

type Fetch<T> = (page: PageOptions) => Promise<readonly T[]>;

/**
 * A paged list by its pages; a page is fetched while the one before is used. A page shorter than requested
 * may be the end or a cap of the service: only an empty page is the end. A repeated page means equal elements,
 * or a service that ignores `skip`: such a service also returns elements behind the end of every list.
 */
export async function* pagesOf<T>(
  fetch: Fetch<T>,
  { limit, skip }: PageRange,
): AsyncGenerator<readonly T[]> {
  const fetchLarge = withSmallPages(fetch);
  const fetchBehind = async (given: number): Promise<readonly T[]> => {
    const size = Math.min(given === 0 ? PAGE : LARGE_PAGE, limit - given);
    return size > 0 ? fetchLarge({ limit: size, skip: skip + given }) : [];
  };
  let before: readonly T[] = [];
  let skips: boolean | undefined;
  let coming = fetchBehind(0);
  for (let given = 0; ; ) {
    const page = await coming;
    if (page.length === 0) return;
    if (beginsWith(page, before)) {
      skips ??= (await fetch({ limit: 1, skip: BEHIND_EVERY_LIST })).length === 0;
      if (!skips) return;
    }
    before = page;
    const wanted = page.slice(0, limit - given);
    given += page.length;
    coming = fetchBehind(given);
    // Its failure is thrown where it is awaited; nobody awaits it where the elements so far are enough.
    coming.catch(() => {});
    yield wanted;
  }
}

/** Asks for small pages where the service refuses a large one. */
function withSmallPages<T>(fetch: Fetch<T>): Fetch<T> {
  let most = LARGE_PAGE;
  return async ({ limit = PAGE, skip = 0 }) => {
    const page = { limit: Math.min(limit, most), skip };
    try {
      return await fetch(page);
    } catch (error) {
      if (page.limit <= PAGE || !isMailvetError(error, 'refused')) throw error;
      most = PAGE;
      return fetch({ limit: PAGE, skip });
    }
  };
}

/** Whether it repeats a page, or as much of it as it has elements. */
function beginsWith(page: readonly unknown[], other: readonly unknown[]): boolean {
  const length = Math.min(page.length, other.length);
  if (length === 0 || !isEqual(page[0], other[0])) return false;
  return isEqual(page.slice(0, length), other.slice(0, length));
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const BEHIND_EVERY_LIST = 1_000_000_000;
