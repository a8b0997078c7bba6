import type { Identity, Invitation, Person } from './people-ports.ts';
import type { ServiceContext } from './ports.ts';

export interface TeamPeople {
  /** Oldest first. */
  readonly people: readonly Person[];
  /** Open ones, newest first. */
  readonly invitations: readonly Invitation[];
}

export async function listPeople(
  { store, clock }: Pick<ServiceContext, 'store' | 'clock'>,
  { team }: Identity,
): Promise<TeamPeople> {
  const members = store.members(team.id);
  return { people: await members.list(), invitations: await members.invitations(clock.now()) };
}
