/** By which rules a team judges results, as an owner wrote them. */
import type { Policy } from '../../policy/policy.ts';
import type { AuditedChange } from '../people/people-ports.ts';

/** How the results of a team are judged. */
export interface TeamJudging {
  /** Differs wherever an address may be judged differently; empty: as the service judges. */
  readonly version: string;
  readonly policy?: Policy | undefined;
}

export const NO_POLICY: TeamJudging = { version: '' };

export interface TeamPolicy {
  /** JSON, in which comments may stand. */
  readonly text: string;
  readonly changedAt: number;
}

/** The policy of one team. */
export interface PolicyStore {
  /** Undefined where the team has none. */
  find(): Promise<TeamPolicy | undefined>;
  set(text: string, change: AuditedChange): Promise<void>;
  /** False without one. */
  remove(change: AuditedChange): Promise<boolean>;
}
