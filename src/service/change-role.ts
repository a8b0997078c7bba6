import { changeBy } from './people-context.ts';
import type { Identity, Role } from './people-ports.ts';
import type { ServiceContext } from './ports.ts';
import { checkChange } from './remove-person.ts';

/** Holds from the person's next request on. Rejects with `not_found`, or `refused` for the only owner. */
export async function changeRole(
  context: Pick<ServiceContext, 'store' | 'clock'>,
  identity: Identity,
  { personId, role }: { readonly personId: string; readonly role: Role },
): Promise<void> {
  const members = context.store.members(identity.team.id);
  checkChange(await members.setRole(personId, role, changeBy(context, identity)));
}
