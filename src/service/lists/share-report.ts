/** Links by which somebody who does not sign in sees the report of a list, for a time. */
import { message } from '../../i18n/message.ts';
import { sha256 } from '../../lib/sha256.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import type { TeamMember } from '../people/records.ts';
import { SECRET_LENGTH } from '../people/sign-in.ts';
import type { TimedContext, TokenContext } from '../ports.ts';
import { notFound, PeopleError } from '../service-error.ts';
import type { SharedReport } from './list-ports.ts';
import { getList } from './lists.ts';

/** Days that a link may be open. */
export const SHARE_DAYS = [1, 7, 30] as const;
const MAX_SHARES = 20;

export interface NewReportLink {
  readonly id: string;
  readonly days: number;
}

/** Returns the secret of the link, which is stored nowhere. Rejects with `refused` or `not_found`. */
export async function shareReport(
  { store, clock, token }: TokenContext,
  { person, team }: TeamMember,
  { id, days }: NewReportLink,
): Promise<string> {
  const list = await getList({ store }, team, id);
  if (!list.counts)
    throw new PeopleError('refused', message('errorTexts.no_report_yet', { name: list.name }));
  if (!SHARE_DAYS.some((known) => known === days)) {
    throw new PeopleError(
      'refused',
      message('errorTexts.share_days', { days: SHARE_DAYS.join(', ') }),
    );
  }
  const lists = store.lists(team.id);
  const now = clock.now();
  if ((await lists.shares(id, now)).length >= MAX_SHARES) {
    throw new PeopleError('refused', message('errorTexts.too_many_links', { most: MAX_SHARES }));
  }
  const secret = token(SECRET_LENGTH);
  const times = { createdAt: now, expiresAt: now + days * DAY_MS };
  const share = { id: token(12), hash: sha256(secret), createdBy: person.email, ...times };
  if (!(await lists.share(id, share, { actor: person.email, at: now }))) throw notFound();
  return secret;
}

/** Rejects with `not_found`. */
export async function revokeShare(
  { store, clock }: TokenContext,
  { person, team }: TeamMember,
  { id, shareId }: { readonly id: string; readonly shareId: string },
): Promise<void> {
  const change = { actor: person.email, at: clock.now() };
  if (!(await store.lists(team.id).unshare(id, shareId, change))) throw notFound();
}

/** The list that a link shows. Rejects with `link_gone`. */
export async function findSharedReport(
  { store, clock }: TimedContext,
  secret: string,
): Promise<SharedReport> {
  const found = await store.listShares.find(sha256(secret), clock.now());
  if (found) return found;
  throw new PeopleError('link_gone', message('errorTexts.shared_link_gone'));
}
