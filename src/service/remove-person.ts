import { changeBy } from './people-context.ts';
import { notFound, PeopleError } from './people-error.ts';
import type { Identity, MemberChange } from './people-ports.ts';
import type { ServiceContext } from './ports.ts';

/** They are signed out at once. Rejects with `not_found`, or `refused` for the only owner. */
export async function removePerson(
  context: Pick<ServiceContext, 'store' | 'clock'>,
  identity: Identity,
  personId: string,
): Promise<void> {
  const members = context.store.members(identity.team.id);
  checkChange(await members.remove(personId, changeBy(context, identity)));
}

export function checkChange(outcome: MemberChange): void {
  if (outcome === 'unknown') throw notFound();
  if (outcome === 'last_owner') throw new PeopleError('refused', 'A team keeps at least one owner');
}
