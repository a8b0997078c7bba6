import type { AuditEntry, Identity } from './people-ports.ts';
import type { ServiceContext } from './ports.ts';
import type { Page } from './records.ts';

/** What was changed in the team, newest first. */
export function listAudit(
  { store }: Pick<ServiceContext, 'store'>,
  { team }: Identity,
  page: Page,
): Promise<AuditEntry[]> {
  return store.members(team.id).audit(page);
}
