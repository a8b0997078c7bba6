import type { ListChange } from '../../contract/list-changes.ts';
import type { ListView } from '../../service/lists/list-files.ts';

/** What of a list is shown; a part that is absent does not narrow it. */
export type EntriesQuery = Partial<Omit<ListView, 'skip' | 'limit' | 'changed'>> & {
  /** How the addresses changed since last time. */
  readonly change?: ListChange | undefined;
};

/** As query parameters. */
export function entriesQuery(view: EntriesQuery): Record<string, string> {
  const { only, reason, domain, provider, change, search } = view;
  return {
    ...(only && { show: only }),
    ...(reason && { reason }),
    ...(domain && { domain }),
    ...(provider && { provider }),
    ...(change && { change }),
    ...(search && { search }),
  };
}

/** The list with some of its addresses, and where they stand on its page. */
export function entriesLink(id: string, view: EntriesQuery): string {
  const query = String(new URLSearchParams(entriesQuery(view)));
  return `/lists/${id}${query && `?${query}`}#rows`;
}
