import type { Policy } from '../../policy/policy.ts';
import { type PolicyFault, readPolicy } from '../../policy/read-policy.ts';
import type { TeamMember } from '../people/people-ports.ts';
import type { ServiceContext } from '../ports.ts';
import { PeopleError } from '../service-error.ts';

/** Of the text of a policy. */
export const MAX_POLICY_LENGTH = 64 * 1024;
/** Each rule is compared with all before it while nobody else is served. */
const MAX_RULES = 100;

type PolicyContext = Pick<ServiceContext, 'store' | 'clock'>;

interface NewPolicy {
  readonly text: string;
  /** The columns and presets that it may name. */
  readonly columns: readonly string[];
}

/** Keeps a policy without a fault; returns what is wrong with another. Rejects with `refused` for a too large one. */
export async function setPolicy(
  { store, clock }: PolicyContext,
  { person, team }: TeamMember,
  { text, columns }: NewPolicy,
): Promise<readonly PolicyFault[]> {
  if (text.length > MAX_POLICY_LENGTH) {
    throw new PeopleError('refused', `The policy has more than ${MAX_POLICY_LENGTH / 1024} kB`);
  }
  const read = readPolicy({ text, columns, maxRules: MAX_RULES });
  if (!read.ok) return read.faults;
  await store.policies(team.id).set(text, { actor: person.email, at: clock.now() });
  return [];
}

/** Where another owner was quicker, nothing is left to do. */
export async function removePolicy(
  { store, clock }: PolicyContext,
  { person, team }: TeamMember,
): Promise<void> {
  const change = { actor: person.email, at: clock.now() };
  await store.policies(team.id).remove(change);
}

/**
 * The policy by which a team judges; undefined where it has none. Rejects with `conflict` where another
 * version of mailvet wrote what this one can't read: to judge without it would be wrong.
 */
export async function findPolicy(
  { store }: Pick<ServiceContext, 'store'>,
  team: { readonly id: string },
): Promise<Policy | undefined> {
  const kept = await store.policies(team.id).find();
  if (!kept) return undefined;
  const read = readPolicy({ text: kept.text });
  if (read.ok) return read.policy;
  throw new PeopleError(
    'conflict',
    `Your team's policy has a fault: an owner has to correct it (Settings, Policy)`,
  );
}

/** Whether downloads and reports of a team are judged by its own rules. */
export async function hasPolicy(
  { store }: Pick<ServiceContext, 'store'>,
  team: { readonly id: string },
): Promise<boolean> {
  return (await store.policies(team.id).find()) !== undefined;
}
