import { message } from '../../i18n/message.ts';
import { version } from '../../lib/version.ts';
import { type CommonChoices, isEmptyPolicy, withCommon } from '../../policy/common-rules.ts';
import type { Policy } from '../../policy/policy.ts';
import { type PolicyFaults, readPolicy } from '../../policy/read-policy.ts';
import type { TeamMember } from '../people/records.ts';
import type { StoreContext, TimedContext } from '../ports.ts';
import { PeopleError } from '../service-error.ts';
import { NO_POLICY, type TeamJudging, type TeamPolicy } from './records.ts';

/** Of the text of a policy. */
export const MAX_POLICY_LENGTH = 64 * 1024;
/** Each rule is compared with all before it while nobody else is served. */
const MAX_RULES = 100;

interface NewPolicy {
  readonly text: string;
  /** The columns and presets that it may name. */
  readonly columns: readonly string[];
}

/** Keeps a policy without a fault, and resolves with undefined; with what is wrong with another. Rejects with `refused` for a too large one. */
export async function setPolicy(
  { store, clock }: TimedContext,
  { person, team }: TeamMember,
  { text, columns }: NewPolicy,
): Promise<PolicyFaults | undefined> {
  if (text.length > MAX_POLICY_LENGTH) {
    throw new PeopleError(
      'refused',
      message('errorTexts.too_large_policy', { most: MAX_POLICY_LENGTH / 1024 }),
    );
  }
  const read = readPolicy({ text, columns, maxRules: MAX_RULES });
  if (!read.ok) return read;
  await store.policies(team.id).set(text, { actor: person.email, at: clock.now() });
  return undefined;
}

interface NewChoices {
  readonly choices: CommonChoices;
  readonly columns: readonly string[];
}

interface ChangedPolicy {
  readonly text: string;
  /** What is wrong with the text, which is not kept then. */
  readonly wrong: PolicyFaults | undefined;
}

/** Writes common rules and lists into the policy, which is created if missing, and removed if nothing is left of it. */
export async function setCommonChoices(
  context: TimedContext,
  member: TeamMember,
  { choices, columns }: NewChoices,
): Promise<ChangedPolicy> {
  const kept = (await context.store.policies(member.team.id).find())?.text;
  const read = kept === undefined ? undefined : readPolicy({ text: kept, isKnown: true });
  if (kept !== undefined && read?.ok === false) return { text: kept, wrong: read };
  const text = withCommon(kept ?? '', choices);
  if (!isEmptyPolicy(text)) {
    return { text, wrong: await setPolicy(context, member, { text, columns }) };
  }
  if (kept !== undefined) await removePolicy(context, member);
  return { text: '', wrong: undefined };
}

/** Where another owner was quicker, nothing is left to do. */
export async function removePolicy(
  { store, clock }: TimedContext,
  { person, team }: TeamMember,
): Promise<void> {
  const change = { actor: person.email, at: clock.now() };
  await store.policies(team.id).remove(change);
}

/** What was read of policies, as long as the store hands out the same. */
const JUDGING = new WeakMap<TeamPolicy, TeamJudging>();

/**
 * How a team judges. Rejects with `conflict` where another version of mailvet wrote a policy that this one
 * can't read: to judge without it would be wrong.
 */
export async function findJudging(
  { store }: StoreContext,
  team: { readonly id: string },
): Promise<TeamJudging> {
  const kept = await store.policies(team.id).find();
  if (!kept) return NO_POLICY;
  const known = JUDGING.get(kept);
  if (known) return known;
  const read = readPolicy({ text: kept.text, isKnown: true });
  if (read.ok) {
    const judging = { version: judgingVersion(kept), policy: read.policy };
    JUDGING.set(kept, judging);
    return judging;
  }
  throw new PeopleError('conflict', message('errorTexts.faulty_policy'));
}

/** A later mailvet may know more free mail providers. */
function judgingVersion({ changedAt }: TeamPolicy): string {
  return `${changedAt} ${version()}`;
}

/** How a team judges; undefined where its policy can't be read. */
export function findReadableJudging(
  context: StoreContext,
  team: { readonly id: string },
): Promise<TeamJudging | undefined> {
  return findJudging(context, team).catch((error) => {
    if (error instanceof PeopleError) return undefined;
    throw error;
  });
}

/** The policy by which a team judges; undefined where it has none. Rejects as `findJudging`. */
export async function findPolicy(
  context: StoreContext,
  team: { readonly id: string },
): Promise<Policy | undefined> {
  return (await findJudging(context, team)).policy;
}
